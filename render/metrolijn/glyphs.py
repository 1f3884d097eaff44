"""Stamps of a sheet's signs: stations, marks, stars, arrows, points."""

import math
from typing import Final, NamedTuple

from render import theme
from render.boxes import Spot
from render.metrolijn import inks
from render.stamps import Drawing, Stamp, discs, kept, on_circle
from render.text.lettering import Weight, written
from render.theme import Colour

RIM: Final = 0.1
"""Width of a station's outline, in halves of its box."""
USUAL: Final = 26
"""Half of a box whose contour has the usual width; smaller boxes get a thinner one."""
DASHES: Final = 3
"""Dashes on each side of a station that would be marked."""


@kept
def box_stamp(
    half: int, ends: tuple[Colour, ...], rim: Colour, ground: Colour, *, is_special: bool
) -> Stamp:
    """Return a station, ready for a mark.

    Args:
        half: px from its middle to its edge.
        ends: colours of the lines that have their terminus here.
        rim: colour of its outline.
        ground: colour within.
        is_special: whether it has a star.
    """
    drawing, radius = Drawing(half * 1.5 + 3, inks.MAP), half * 0.24
    line = max(1.6, half * RIM)
    drawing.plate(half + line, radius + line, inks.MAP)
    drawing.plate(half, radius, rim)
    inner = half - line
    for n, colour in enumerate(ends):
        side = -inner + 2 * inner * n / len(ends), -inner + 2 * inner * (n + 1) / len(ends)
        drawing.rounded((side[0], -inner, side[1], inner), max(0.0, radius - line), colour)
    if ends:
        inner -= half * 0.2
        drawing.plate(inner + 1, max(1.0, radius - half * 0.2), rim)
    drawing.plate(inner, max(1.0, radius - half * 0.2), ground)
    if is_special:
        _star(drawing, inner * 0.96, inks.STAR_EDGE)
        _star(drawing, inner * 0.96 - max(1.2, half * 0.08), inks.STAR)
    return drawing.stamp()


def _star(drawing: Drawing, radius: float, colour: Colour) -> None:
    drawing.polygon([_tip(n, radius * (1 if n % 2 == 0 else 0.46)) for n in range(10)], colour)


def _tip(n: int, radius: float) -> Spot:
    angle = math.radians(36 * n - 90)
    return radius * math.cos(angle), radius * math.sin(angle) + radius * 0.05


def _cross(drawing: Drawing, size: float, width: float, colour: Colour) -> None:
    for side in (-1, 1):
        path = [(-size * side, -size), (size * side, size)]
        drawing.stroke(path, width, colour, is_round=True)


@kept
def cross_stamp(half: int, colour: Colour, core: Colour | None = None) -> Stamp:
    """Return a cross; it is hollow if it has a core."""
    drawing, size = Drawing(half + 2, colour if core is None else core), half * 0.56
    _cross(drawing, size, half * (0.36 if core is None else 0.48), colour)
    if core is not None:
        _cross(drawing, size, half * 0.16, core)
    return drawing.stamp()


@kept
def filled_stamp(half: int, colour: Colour, rim: Colour) -> Stamp:
    """Return a filled box, for marks on small sheets and under numbers."""
    drawing, radius = Drawing(half + 4, inks.MAP), half * 0.24
    line = max(1.4, half * RIM)
    drawing.plate(half + line, radius + line, inks.MAP)
    drawing.plate(half, radius, rim)
    return drawing.plate(half - line, max(1.0, radius - line), colour).stamp()


class Share(NamedTuple):
    """One player's part of a station on a shared map.

    Attributes:
        sides: its place, -1, 0 or 1 across and down; 0: from edge to edge.
        colour: the player's colour, or a paler one.
        is_hollow: whether it has a transfer number.
    """

    sides: tuple[int, int]
    colour: Colour
    is_hollow: bool


@kept
def shares_stamp(half: int, shares: tuple[Share, ...]) -> Stamp:
    """Return players' parts of a station; `half` is px from its middle to the parts' edge."""
    drawing = Drawing(half + 2, inks.BOX)
    for share in shares:
        drawing.rounded(_part(half, share.sides, 1), half * 0.12, share.colour)
        if share.is_hollow:
            drawing.rounded(_part(half, share.sides, 0.4), 1, inks.BOX)
    return drawing.stamp()


def _part(half: int, sides: tuple[int, int], share: float) -> tuple[float, float, float, float]:
    """Return the box of a part of a station, or a share of it around the part's middle."""
    (left, right), (top, bottom) = (_span(half, side, share) for side in sides)
    return left, top, right, bottom


def _span(half: int, side: int, share: float) -> tuple[float, float]:
    """Return the ends of a part in one direction, or a share of it around its middle."""
    low, high = (1 if side > 0 else -half), (-1 if side < 0 else half)
    reach = min(high - low, half) / 2 * share if share < 1 else (high - low) / 2
    return (low + high) / 2 - reach, (low + high) / 2 + reach


def contour_stamps(half: int, *, is_round: bool = False) -> tuple[Stamp, Stamp]:
    """Return the contour of a new sign: a rim of ink, and paper within it.

    Draw all rims of a picture before all papers, so that neighbours share one contour.

    Args:
        half: px from the middle of the sign to its edge.
        is_round: whether the sign is a disc.
    """
    (gap, rim), share = _widths(half), 1.0 if is_round else 0.3
    return _plate(half + gap + rim, share), _plate(half + gap, share).inked(inks.MAP)


def contour_reach(half: int) -> int:
    """Return the px from the edge of a new sign to that of its contour."""
    return sum(_widths(half))


def _widths(half: int) -> tuple[int, int]:
    """Return the px of a contour's paper and of its rim."""
    gap, rim = (max(2, round(half * px / USUAL)) for px in (theme.NEW_GAP, theme.NEW_RIM))
    return gap, rim


@kept
def _plate(half: int, share: float) -> Stamp:
    """Return a square with corners round to a share of `half`, to be filled with any colour."""
    return Drawing(half + 2, theme.INK).plate(half, half * share, theme.INK).stamp()


@kept
def clock_stamp(half: int, count: int, people: int, *, is_special: bool = False) -> Stamp:
    """Return a station filled like a clock by how many people have it, with a tick if all do."""
    line = max(2.0, half * 0.14)
    drawing = discs(half + 3, inks.MAP, (half + line, inks.MAP), (half, theme.INK))
    if count == people:
        path = [(-half * 0.5, 0.0), (-half * 0.12, half * 0.38), (half * 0.5, -half * 0.36)]
        return drawing.stroke(path, half * 0.26, inks.BOX, is_round=True).stamp()
    drawing.disc((0, 0), half - line, inks.BOX)
    if count:
        turn = 360 * count / people
        edge = [on_circle(90 - turn * n / 24, half - line) for n in range(25)]
        drawing.polygon([(0, 0), *edge], inks.CLOCK)
    if is_special:
        _star(drawing, half * 0.72, inks.STAR_EDGE)
        _star(drawing, half * 0.6, inks.STAR)
    return drawing.stamp()


@kept
def dot_stamp(half: int, *, is_marked: bool) -> Stamp:
    """Return a station on a person's strip, full if they have it."""
    drawing = discs(half + 3, inks.MAP, (half + 2, inks.MAP), (half, theme.INK))
    return (drawing if is_marked else drawing.disc((0, 0), half - 2, inks.BOX)).stamp()


@kept
def would_stamp(half: int) -> Stamp:
    """Return the box of a station that would be marked: dashes around a quiet ground."""
    drawing, outer = Drawing(half * 1.5 + 3, inks.MAP), half * 1.14
    drawing.plate(outer + max(1.5, half * 0.08), half * 0.4, inks.MAP)
    drawing.plate(outer, half * 0.36, inks.WOULD)
    step = 2 * outer / (2 * DASHES + 1)
    for n in range(DASHES + 1):
        low = -outer + step * 2 * n
        for side in (-outer, outer - half * 0.26):
            strip = (side - 1, side + half * 0.26 + 1)
            if 0 < n < DASHES + 1:
                drawing.rounded((low - step, strip[0], low, strip[1]), 0, inks.MAP)
                drawing.rounded((strip[0], low - step, strip[1], low), 0, inks.MAP)
    return drawing.plate(half * 0.9, half * 0.2, inks.WOULD_GROUND).stamp()


@kept
def arrow_stamp(size: int, way: tuple[int, int], colour: Colour) -> Stamp:
    """Return a small arrow head on a ring's track.

    Args:
        size: px of its length.
        way: its direction, -1, 0 or 1 across and down.
        colour: colour of the head.
    """
    drawing, length = Drawing(size + 3, inks.MAP), math.hypot(*way)
    x, y = way[0] / length, way[1] / length
    for grow, ink in ((1.35, inks.MAP), (1.0, colour)):
        half, wide = size * grow / 2, size * grow * 0.56
        tip, back = (x * half, y * half), (-x * half, -y * half)
        wings = [(back[0] - y * wide, back[1] + x * wide), (back[0] + y * wide, back[1] - x * wide)]
        drawing.polygon([tip, *wings], ink)
    return drawing.stamp()


@kept
def badge_stamp(half: int, colour: Colour, rim: Colour) -> Stamp:
    """Return a wagon just long enough for its letter."""
    return wagon_stamp(2 * half, 2 * half, colour, rim)


# Not `kept`: it is large, and only drawn on grounds, which are kept themselves.
def wagon_stamp(width: int, height: int, colour: Colour, rim: Colour) -> Stamp:
    """Return a wagon without its letter and windows."""
    drawing = Drawing(width / 2 + 4, inks.MAP, height / 2 + 4)
    line = max(1.5, height * 0.05)
    for grow, ink in ((line, inks.MAP), (0.0, rim), (-line, colour)):
        drawing.plate(width / 2 + grow, height * 0.26 + grow, ink, height / 2 + grow)
    return drawing.stamp()


@kept
def window_stamp(half: int, ground: Colour, rim: Colour, *, is_dashed: bool) -> Stamp:
    """Return one window of a wagon."""
    drawing, line = Drawing(half + 3, rim), max(1.4, half * 0.13)
    drawing.plate(half, half * 0.2, rim)
    if is_dashed:
        for low in (-half * 0.62, half * 0.18):
            drawing.rounded((low, -half, low + half * 0.42, half), 0, inks.BOX)
            drawing.rounded((-half, low, half, low + half * 0.42), 0, inks.BOX)
        line *= 1.6
    return drawing.plate(half - line, half * 0.12, ground).stamp()


@kept
def points_stamp(half: int, ground: Colour, rim: Colour, *, is_first: bool) -> Stamp:
    """Return the shape behind points: a diamond for the first, a square for later ones."""
    drawing, line = Drawing(half * 1.4, rim), max(1.5, half * 0.12)
    for size, colour in ((float(half), rim), (half - line, ground)):
        if is_first:
            reach = size * 1.18
            drawing.polygon([(0, -reach), (reach, 0), (0, reach), (-reach, 0)], colour)
        else:
            drawing.plate(size * 0.84, half * 0.12, colour)
    return drawing.stamp()


@kept
def ring_around_stamp(radius: int, width: float, colour: Colour) -> Stamp:
    """Return a ring with nothing in it, around points that were earned."""
    angles = [2 * math.pi * n / 40 for n in range(41)]
    spots = [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]
    return Drawing(radius + 3, colour).stroke(spots, width, colour, is_round=True).stamp()


@kept
def strike_stamp(half: int, colour: Colour) -> Stamp:
    """Return the stroke through points that nobody can get any more."""
    path = [(-half * 1.05, half * 0.8), (half * 1.05, -half * 0.8)]
    drawing = Drawing(half * 1.3, inks.BOX).stroke(path, half * 0.4, inks.BOX, is_round=True)
    return drawing.stroke(path, half * 0.2, colour, is_round=True).stamp()


@kept
def medal_stamp(radius: int) -> Stamp:
    """Return the sign of a winner: a star on a dark disc."""
    drawing = discs(radius + 2, theme.INK, (radius, theme.INK))
    _star(drawing, radius * 0.78, inks.STAR)
    return drawing.stamp()


@kept
def written_stamp(half: int, colour: Colour, text: str, size: int) -> Stamp:
    """Return a filled box with letters in it."""
    return written(filled_stamp(half, colour, theme.INK), text, size, Weight.BOLD, theme.INK)


@kept
def lettered_stamp(half: int, code: str, letter: str) -> Stamp:
    """Return a line's letter on its colour, in the shape of a wagon."""
    ink, size = inks.LINE_INKS[code], round(half * 1.3)
    wagon = badge_stamp(half, inks.LINES[code], theme.INK)
    return written(wagon, letter, size, Weight.BOLD, ink)


@kept
def value_stamp(half: int, value: str, size: int, looks: tuple[Colour, Colour, Colour]) -> Stamp:
    """Return a window with its value.

    Args:
        half: px from its middle to its edge.
        value: the value.
        size: size of its letters, in px.
        looks: colours of ground, rim and value; a draft's rim is dashed.
    """
    ground, rim, ink = looks
    window = window_stamp(half, ground, rim, is_dashed=rim == inks.WOULD)
    return written(window, value, size, Weight.BOLD, ink)
