"""Stamps of the game's signs: spots, markers, badges, stations, warnings."""

import math
from typing import Final

from metrobot.games.metromania.city import Ground
from render.signs import Role
from render.stamps import Drawing, Stamp, discs, kept, on_circle
from render.theme import CARD, GATE_END, INK, LAKE_INK, PARK_INK, WARNING, Colour, blend

LEADER_DOT: Final = 4
"""Px by which the dot at a leader's end is wider than the leader, on either side."""
PILL_RIM: Final = 2
"""Px of the rim of a pill."""

_HOUSE: Final = ((-0.82, 0.84), (-0.82, -0.2), (0, -0.98), (0.82, -0.2), (0.82, 0.84))


def draw_shape(
    drawing: Drawing, spot: Ground, radius: float, colour: Colour, grow: float = 0
) -> None:
    """Draw the shape of a type of spot, filled: house, briefcase or ball.

    Args:
        drawing: drawing to draw on, around its anchor.
        spot: the type.
        radius: radius of the shape, in px.
        colour: colour of the whole shape.
        grow: px by which its outline is moved outwards.
    """
    if spot is Ground.HOME:
        corners = [(a * radius, b * radius) for a, b in _HOUSE]
        drawing.polygon(corners, colour)
        drawing.stroke([*corners, corners[0]], radius * 0.16 + 2 * grow, colour, is_round=True)
    elif spot is Ground.WORK:
        side, top, low = radius * 0.92 + grow, radius * 0.72 + grow, radius * 0.88 + grow
        drawing.rounded((-side, -top, side, low), radius * 0.2 + grow, colour)
        grip = radius * 0.4 + grow
        drawing.rounded((-grip, -radius - grow, grip, 0), radius * 0.16 + grow, colour)
    else:
        drawing.disc((0, 0), radius + grow, colour)


@kept
def shape_stamp(
    spot: Ground, radius: float, colour: Colour, rim: Colour = CARD, width: float = 0
) -> Stamp:
    """Return the shape of a type of spot, with a rim if it has a width."""
    drawing = Drawing(radius * 1.2 + 2 * width + 2, rim if width else colour)
    if width:
        draw_shape(drawing, spot, radius, rim, width)
    draw_shape(drawing, spot, radius, colour)
    return drawing.stamp().known_as(Role.SPOT)


@kept
def marker_stamp(spot: Ground, radius: float, colour: Colour) -> Stamp:
    """Return a destination marker without its letter: dark rim, light rim, colour."""
    thin = max(1.5, radius * 0.1)
    drawing = Drawing(radius * 1.2 + 3 * thin + 2, INK)
    for rim, width in ((INK, 2.4), (CARD, 1.5), (colour, 0.0)):
        draw_shape(drawing, spot, radius, rim, width * thin)
    return drawing.stamp().known_as(Role.SPOT)


@kept
def marker_contour_stamp(spot: Ground, radius: float, gap: int, rim: int) -> Stamp:
    """Return the contour around a new marker: paper, and a rim of ink around it."""
    thin = max(1.5, radius * 0.1) * 2.4
    drawing = Drawing(radius * 1.2 + thin + gap + rim + 2, INK)
    draw_shape(drawing, spot, radius, INK, thin + gap + rim)
    draw_shape(drawing, spot, radius, CARD, thin + gap)
    return drawing.stamp()


@kept
def disc_contour_stamp(radius: float, gap: int, rim: int) -> Stamp:
    """Return the contour around a new station: paper, and a rim of ink around it."""
    paper, ink = radius + gap, radius + gap + rim
    return discs(ink + 2, INK, (ink, INK), (paper, CARD)).stamp()


def glyph_drop(spot: Ground) -> float:
    """Return the distance of a shape's letter below its anchor, in radii."""
    return {Ground.HOME: 0.14, Ground.WORK: 0.1}.get(spot, 0.0)


@kept
def station_stamp(radius: float, width: float, ring: Colour = INK) -> Stamp:
    """Return a station: a light disc with a dark ring."""
    layers = (radius + width * 0.4, CARD), (radius, ring), (radius - width, CARD)
    return discs(radius * 1.5, CARD, *layers).stamp().known_as(Role.SPOT)


@kept
def badge_stamp(radius: float, colour: Colour, is_striped: bool) -> Stamp:
    """Return the badge of a line: full for solid, a dashed ring for striped."""
    edge = radius + max(1.5, radius * 0.16)
    drawing = discs(radius + 4, CARD, (edge, CARD), (radius, colour))
    if is_striped:
        drawing.disc((0, 0), radius * 0.8, CARD)
        for n in range(8):
            _ray(drawing, n * 45 + 22.5, radius)
    return drawing.stamp()


def _ray(drawing: Drawing, angle: float, radius: float, aside: float = 0.0) -> None:
    """Cut one gap into the ring of a striped line's badge; `aside` moves the ring's middle."""
    x, y = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    ends = [(x * radius * share + aside, y * radius * share) for share in (0.78, 1.02)]
    drawing.stroke(ends, radius * 0.2, CARD)


def pill(width: int, height: int, colour: Colour, rim: Colour) -> tuple[Stamp, Stamp]:
    """Return the layers of a pill to write on, with a thin rim."""
    inner = _pill_stamp(width, height, PILL_RIM)
    return _pill_stamp(width, height, 0).inked(rim), inner.inked(colour)


@kept
def _pill_stamp(width: int, height: int, inset: int) -> Stamp:
    """Return a pill that is smaller by `inset` px on all sides, for all colours."""
    # A stamp can be widened by an even number of px only.
    narrow = height + 4 + (width - height) % 2
    if width > narrow:
        # One narrow pill is drawn and kept; wider ones are stretched in its middle.
        return _pill_stamp(narrow, height, inset).widened(width - narrow)
    across, down = width / 2 - inset, height / 2 - inset
    return Drawing(width / 2, CARD, height / 2).plate(across, down, CARD, down).stamp()


@kept
def tip_stamp(radius: float, colour: Colour) -> Stamp:
    """Return the open end of a line that can still grow."""
    layers = (radius * 1.25, CARD), (radius, colour), (radius * 0.45, CARD)
    return discs(radius + 3, CARD, *layers).stamp()


@kept
def warning_stamp(radius: float) -> Stamp:
    """Return a small warning sign: a yellow triangle with a dark bar and dot."""
    drawing = Drawing(radius * 1.4, INK)
    for size, colour in ((1.28, INK), (1.0, WARNING)):
        drawing.polygon([on_circle(angle, radius * size) for angle in (90, 210, 330)], colour)
    drawing.stroke([(0, -radius * 0.42), (0, radius * 0.12)], radius * 0.24, INK)
    return drawing.disc((0, radius * 0.33), radius * 0.14, INK).stamp()


@kept
def arrow_stamp(direction: float, length: float, colour: Colour) -> Stamp:
    """Return an arrow in a direction (in sixths of a turn, anticlockwise from east)."""
    ux, uy = on_circle(60 * direction, 1)
    tip, wing = (ux * length / 2, uy * length / 2), length * 0.42
    neck = (tip[0] - ux * wing, tip[1] - uy * wing)
    sides = [(neck[0] - uy * wing * k, neck[1] + ux * wing * k) for k in (0.8, -0.8)]
    drawing = Drawing(length, colour).polygon([tip, *sides], colour)
    return drawing.stroke([(-tip[0], -tip[1]), neck], length * 0.22, colour).stamp()


@kept
def tree_stamp(size: float) -> Stamp:
    """Return one tree of the park."""
    drawing = Drawing(size, PARK_INK).stroke([(0, 0), (0, size * 0.72)], size * 0.18, PARK_INK)
    for x, y, radius in ((0, -0.34, 0.4), (-0.3, 0.02, 0.32), (0.3, 0.02, 0.32)):
        drawing.disc((x * size, y * size), radius * size, PARK_INK)
    return drawing.stamp()


@kept
def waves_stamp(size: float) -> Stamp:
    """Return two waves of the lake."""
    drawing = Drawing(size * 1.2, LAKE_INK)
    for y in (-0.28, 0.28):
        path = [
            (size * (n / 16 - 0.5) * 1.7, size * (y - 0.16 * math.sin(n / 16 * 4 * math.pi)))
            for n in range(17)
        ]
        drawing.stroke(path, size * 0.17, LAKE_INK, is_round=True)
    return drawing.stamp()


@kept
def number_stamp(width: int, height: int, colour: Colour, is_striped: bool) -> Stamp:
    """Return the disc under the number of a choice, with a rim in its company's colour."""
    across, radius = width / 2, height / 2
    drawing = Drawing(across, CARD, radius)
    core = CARD if is_striped else GATE_END
    for share, ink in ((0.0, CARD), (0.06, colour), (0.2, core)):
        inset = radius * share * 1.1
        drawing.plate(across - inset, radius - inset, ink, radius - inset)
    # Between the halves of the ring of a wide disc, gaps are as far apart as around it.
    straight, rim = across - radius, radius * 0.94
    between = round(straight / (rim * 0.3))
    cuts = [(n * 36, straight if abs(n - 5) > 2 else -straight) for n in range(10)]
    for n in range(1, between + 1):
        aside = (straight + rim * 0.28) * (2 * n / (between + 1) - 1)
        cuts += [(90, aside), (270, aside)]
    for angle, aside in cuts if is_striped else ():
        _ray(drawing, angle, rim, aside)
    return drawing.stamp().known_as(Role.DISC)


def leader_stamps(across: int, down: int, width: int, ink: Colour) -> tuple[Stamp, Stamp]:
    """Return the layers of a leader: a line from the anchor to a dot, with paper around."""
    return _leader_stamp(across, down, 3 * width), _leader_stamp(across, down, width).inked(ink)


@kept
def _leader_stamp(across: int, down: int, width: int) -> Stamp:
    """Return a straight line from the anchor with a dot at its end, in one colour."""
    drawing = Drawing(abs(across) + 3 * width, CARD, abs(down) + 3 * width)
    drawing.stroke([(0, 0), (across, down)], width, CARD)
    return drawing.disc((across, down), width * 0.5 + LEADER_DOT, CARD).stamp()


@kept
def cross_stamp(radius: float, colour: Colour) -> Stamp:
    """Return a cross, the sign of something illegal."""
    drawing = discs(radius * 1.4, CARD, (radius * 1.2, CARD), (radius, colour))
    reach = radius * 0.42
    for way in (1, -1):
        drawing.stroke([(-reach, -reach * way), (reach, reach * way)], radius * 0.3, CARD)
    return drawing.stamp()


@kept
def open_stamp(radius: float, colour: Colour) -> Stamp:
    """Return a hollow disc, the sign of something still open."""
    hole = radius - max(2, radius * 0.18)
    return discs(radius * 1.4, CARD, (radius, colour), (hole, CARD)).stamp()


@kept
def tick_stamp(radius: float, colour: Colour) -> Stamp:
    """Return a tick, the sign of something legal or done."""
    drawing = discs(radius * 1.4, CARD, (radius * 1.2, CARD), (radius, colour))
    path = [(x * radius, y * radius) for x, y in ((-0.45, 0.02), (-0.12, 0.36), (0.46, -0.34))]
    return drawing.stroke(path, radius * 0.28, CARD, is_round=True).stamp()


@kept
def wedge_stamp(direction: float, length: float, colour: Colour) -> Stamp:
    """Return an arrowhead in a direction, in sixths of a turn anticlockwise from east."""
    tip, *sides = (on_circle(60 * direction + turn, length * 0.62) for turn in (0, 138, 222))
    corners = [tip, sides[0], (0.0, 0.0), sides[1]]
    return Drawing(length, colour).polygon(corners, colour).stamp()


@kept
def card_stamp(height: float, colour: Colour) -> Stamp:
    """Return two cards on top of each other, the sign of markers in a hand."""
    drawing, half = Drawing(height, CARD), height / 2
    for shift, ink in ((height * 0.2, blend(colour, CARD, 0.45)), (0.0, colour)):
        box = (shift - half * 0.7, -half - shift * 0.5, shift + half * 0.7, half - shift * 0.5)
        rim = height * 0.06
        outer = (box[0] - rim, box[1] - rim, box[2] + rim, box[3] + rim)
        drawing.rounded(outer, height * 0.2, CARD)
        drawing.rounded(box, height * 0.15, ink)
    return drawing.stamp()
