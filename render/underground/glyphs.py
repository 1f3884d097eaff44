"""Stamps of the game's signs: stations, the passenger, badges, tokens."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from metrobot.games.underground.board import StationKind
from render import theme
from render.canvas import disc_stamp
from render.signs import Role
from render.stamps import Drawing, Stamp, discs, kept, on_circle
from render.theme import Colour
from render.underground import inks

Icon = Callable[[Drawing, float, Colour, Colour], None]
"""Draws a symbol, given the drawing, the radius of the disc, the ink and the disc's colour."""
REACH: Final = {StationKind.CONNECTION: 1.32, StationKind.EXPRESS: 1.24, StationKind.START: 1.2}
"""Radius of a station, in radii of a regular one."""


def suitcase(drawing: Drawing, size: float, ink: Colour, hole: Colour) -> None:
    """Draw a suitcase with its handle and two straps."""
    drawing.rounded((-0.28 * size, -0.56 * size, 0.28 * size, 0), 0.1 * size, ink)
    drawing.rounded((-0.15 * size, -0.43 * size, 0.15 * size, 0), 0.05 * size, hole)
    drawing.rounded((-0.62 * size, -0.3 * size, 0.62 * size, 0.5 * size), 0.12 * size, ink)
    for x in (-0.34, 0.34):
        drawing.stroke([(x * size, -0.3 * size), (x * size, 0.5 * size)], 0.1 * size, hole)


def camera(drawing: Drawing, size: float, ink: Colour, hole: Colour) -> None:
    """Draw a camera with its lens."""
    drawing.rounded((-0.26 * size, -0.52 * size, 0.26 * size, 0), 0.1 * size, ink)
    drawing.rounded((-0.66 * size, -0.36 * size, 0.66 * size, 0.46 * size), 0.13 * size, ink)
    drawing.disc((0, 0.05 * size), 0.31 * size, hole)
    drawing.disc((0, 0.05 * size), 0.17 * size, ink)


def wine_glass(drawing: Drawing, size: float, ink: Colour, hole: Colour) -> None:
    """Draw a glass of wine, half full."""
    drawing.disc((0, -0.2 * size), 0.36 * size, ink)
    corners = [(-0.36, -0.64), (0.36, -0.64), (0.36, -0.2), (-0.36, -0.2)]
    drawing.polygon([(x * size, y * size) for x, y in corners], ink)
    inner = [(-0.26, -0.56), (0.26, -0.56), (0.27, -0.3), (-0.27, -0.3)]
    drawing.polygon([(x * size, y * size) for x, y in inner], hole)
    drawing.stroke([(0, 0.1 * size), (0, 0.6 * size)], 0.13 * size, ink)
    drawing.rounded((-0.33 * size, 0.5 * size, 0.33 * size, 0.64 * size), 0.06 * size, ink)


def laptop(drawing: Drawing, size: float, ink: Colour, hole: Colour) -> None:
    """Draw an open laptop."""
    drawing.rounded((-0.5 * size, -0.48 * size, 0.5 * size, 0.26 * size), 0.1 * size, ink)
    drawing.rounded((-0.38 * size, -0.36 * size, 0.38 * size, 0.14 * size), 0.04 * size, hole)
    base = [(-0.56, 0.3), (0.56, 0.3), (0.7, 0.5), (-0.7, 0.5)]
    drawing.polygon([(x * size, y * size) for x, y in base], ink)


ICONS: Final[Mapping[str, Icon]] = {
    "suitcase": suitcase,
    "camera": camera,
    "wine_glass": wine_glass,
    "laptop": laptop,
}


def reach(kind: StationKind, radius: float) -> float:
    """Return the px from a station's middle to its edge, if a regular one has `radius`."""
    return REACH.get(kind, 1.0) * radius


def _shape(drawing: Drawing, kind: StationKind, size: float, colour: Colour) -> None:
    """Fill the shape of a kind of station, which tells the kind without its colour."""
    if kind is StationKind.EXPRESS:
        corners = [on_circle(angle, size * 1.02) for angle in (0, 90, 180, 270)]
        drawing.polygon(corners, colour)
        drawing.stroke([*corners, corners[0]], size * 0.2, colour, is_round=True)
    elif kind is StationKind.TERMINUS:
        drawing.plate(size * 0.95, size * 0.16, colour)
    elif kind is StationKind.NATIONAL_RAIL:
        drawing.polygon([on_circle(angle, size * 1.12) for angle in range(30, 390, 60)], colour)
    else:
        drawing.disc((0, 0), size, colour)


@kept
def station_stamp(kind: StationKind, radius: float, *, is_visited: bool = False) -> Stamp:
    """Return a station with a light casing, a dark rim, and its kind's shape, colour and sign."""
    size, rim = reach(kind, radius), max(1.5, radius * 0.16)
    drawing = Drawing(size * 1.4 + 4, theme.CARD)
    _shape(drawing, kind, size + rim * 0.8, theme.CARD)
    _shape(drawing, kind, size, theme.INK)
    _shape(drawing, kind, size - rim, inks.KINDS[kind])
    if kind is StationKind.NATIONAL_RAIL:
        for y in (-0.24, 0.24):
            ends = [(-size * 0.5, y * size), (size * 0.5, y * size)]
            drawing.stroke(ends, size * 0.2, theme.CARD)
    elif kind is StationKind.START:
        drawing.disc((0, 0), size * 0.56, theme.CARD)
        drawing.disc((0, 0), size * 0.34, inks.START)
    elif kind is StationKind.TERMINUS:
        drawing.plate(size * 0.48, size * 0.06, theme.CARD, size * 0.14)
    if is_visited:
        _tick(drawing, size * (0.78 if kind is StationKind.EXPRESS else 0.9), theme.INK)
    return drawing.stamp().known_as(Role.SPOT)


def _tick(drawing: Drawing, size: float, colour: Colour) -> Drawing:
    path = [(-0.5 * size, 0.04 * size), (-0.14 * size, 0.4 * size), (0.5 * size, -0.38 * size)]
    return drawing.stroke(path, size * 0.3, colour, is_round=True)


@kept
def symbol_stamp(symbol: str, radius: float) -> Stamp:
    """Return the symbol on a connection station of this radius."""
    drawing = Drawing(radius, theme.CARD)
    ICONS[symbol](drawing, radius, theme.CARD, inks.CONNECTION)
    return drawing.stamp()


@kept
def stop_stamp(kind: StationKind, radius: float, colour: Colour) -> Stamp:
    """Return the ring under a stop of a trip: a thick ring on paper."""
    return _rings(kind, radius, ((0.86, theme.CARD), (0.74, colour), (0.3, theme.CARD)))


@kept
def tag_stamp(
    side: float, tall: float, ground: Colour = theme.CARD, *, is_trip: bool = False
) -> Stamp:
    """Return the tag under the number of a turn, in a rim of ink, as new signs have.

    That of a trip has round ends.
    """
    half, high, rim = side / 2, tall / 2, 3
    radius = high if is_trip else 9
    drawing = Drawing(half + 4, theme.INK, high + 4).plate(half, radius, theme.INK, high)
    return drawing.plate(half - rim, radius - rim, ground, high - rim).stamp()


@kept
def target_stamp(kind: StationKind, radius: float) -> Stamp:
    """Return the two rings under an open destination."""
    return _rings(kind, radius, ((0.88, theme.CARD), (0.74, inks.CHIP), (0.38, theme.CARD)))


def _rings(kind: StationKind, radius: float, layers: Iterable[tuple[float, Colour]]) -> Stamp:
    """Return the shape of a station grown by some shares of a radius, the largest first."""
    size = reach(kind, radius)
    drawing = Drawing(size * 1.4 + radius * 1.6, theme.INK)
    for grow, colour in layers:
        _shape(drawing, kind, size + grow * radius, colour)
    return drawing.stamp()


@kept
def pawn_stamp(height: float, *, is_ghost: bool = False) -> Stamp:
    """Return the passenger's pawn, or its faint copy, anchored at the middle of its foot."""
    drawing = Drawing(height * 0.6, theme.CARD, height * 1.2)
    for grow, colour in ((0.1, theme.CARD), (0.055, theme.INK), (0.0, inks.PAWN)):
        _pawn(drawing, height, grow * height, colour)
    if is_ghost:
        _pawn(drawing, height, -0.035 * height, theme.CARD)
    return drawing.stamp()


@kept
def passenger_stamp(height: float, ink: Colour) -> Stamp:
    """Return the passenger's sign in one ink, anchored at the middle of its foot."""
    drawing = Drawing(height * 0.4, ink, height)
    _pawn(drawing, height, 0, ink)
    return drawing.stamp()


def _pawn(drawing: Drawing, height: float, grow: float, colour: Colour) -> None:
    """Fill a pawn, each edge moved outwards by `grow` px."""
    drawing.disc((0, -height * 0.79), height * 0.2 + grow, colour)
    drawing.rounded(
        (-height * 0.2 - grow, -height * 0.6 - grow, height * 0.2 + grow, -height * 0.5 + grow),
        height * 0.04 + max(grow, 0),
        colour,
    )
    wide, slim = height * 0.3 + grow * 1.1, height * 0.12 + grow
    corners = [(-slim, -height * 0.55), (slim, -height * 0.55), (wide, grow), (-wide, grow)]
    drawing.polygon(corners, colour)
    drawing.rounded(
        (-height * 0.32 - grow, -height * 0.14 - grow, height * 0.32 + grow, grow),
        height * 0.05 + max(grow, 0),
        colour,
    )


@kept
def badge_stamp(side: float, colour: Colour) -> Stamp:
    """Return the badge of a colour of pieces without its letter."""
    half, rim = side / 2, max(1.5, side * 0.07)
    drawing = Drawing(half + 4, theme.CARD).plate(half, side * 0.24, theme.INK)
    return drawing.plate(half - rim, side * 0.24 - rim, colour).stamp()


@kept
def token_stamp(radius: float, paper: Colour = theme.CARD, ink: Colour = theme.INK) -> Stamp:
    """Return a branch token: a coin with a fork."""
    layers = (radius * 1.1, paper), (radius, ink), (radius * 0.86, paper)
    drawing = discs(radius * 1.1 + 3, paper, *layers)
    wide = radius * 0.24
    drawing.stroke([(0.0, radius * 0.55), (0.0, 0.0), (0.0, -radius * 0.55)], wide, ink)
    return drawing.stroke([(0.0, radius * 0.2), (radius * 0.46, -radius * 0.3)], wide, ink).stamp()


def contour_stamps(radius: float) -> tuple[Stamp, Stamp]:
    """Return the contour around a new sign of this radius: a rim of ink, and paper in it."""
    gap, rim = theme.NEW_GAP, theme.NEW_RIM
    return disc_stamp(radius + gap + rim, theme.INK), disc_stamp(radius + gap, theme.CARD)


@kept
def number_stamp(radius: float, colour: Colour, core: Colour = theme.INK) -> Stamp:
    """Return the disc under the number of a choice: a dark core in the piece's colour."""
    rings = ((1.36, theme.CARD), (1.3, theme.INK), (1.22, colour), (1.0, core))
    layers = ((radius * size, ink) for size, ink in rings)
    return discs(radius * 1.6, theme.CARD, *layers).stamp().known_as(Role.DISC)


@kept
def arrow_stamp(length: float, colour: Colour) -> Stamp:
    """Return an arrow to the right."""
    drawing, half = Drawing(length, colour), length / 2
    drawing.polygon([(half, 0.0), (half * 0.1, -half * 0.72), (half * 0.1, half * 0.72)], colour)
    return drawing.stroke([(-half, 0.0), (half * 0.2, 0.0)], length * 0.24, colour).stamp()


@kept
def pointer_stamp(radius: float, angle: int, ink: Colour) -> Stamp:
    """Return an arrowhead in a direction, in degrees anticlockwise from east."""
    drawing = Drawing(radius * 1.4, theme.CARD)
    for grow, colour in ((1.3, theme.CARD), (1.0, ink)):
        drawing.polygon([on_circle(angle + turn, radius * grow) for turn in (0, 140, 220)], colour)
    return drawing.stamp()


@kept
def pile_stamp(height: float, ink: Colour) -> Stamp:
    """Return a small pile of cards."""
    drawing, half = Drawing(height, theme.CARD), height / 2
    for shift, colour in ((0.16, theme.FAINT_INK), (0.0, ink)):
        x, y = shift * height, -shift * height * 0.6
        wide, rim = half * 0.68, height * 0.05
        outer = (x - wide - rim, y - half - rim, x + wide + rim, y + half + rim)
        drawing.rounded(outer, height * 0.16, theme.CARD)
        drawing.rounded((x - wide, y - half, x + wide, y + half), height * 0.13, colour)
    return drawing.stamp()


@kept
def walk_stamp(radius: float, ink: Colour) -> Stamp:
    """Return the sign of walking: three steps."""
    drawing = Drawing(radius * 1.1, ink)
    for n in (-1, 0, 1):
        drawing.disc((n * radius * 0.68, 0.0), radius * 0.26, ink)
    return drawing.stamp()


@kept
def ride_stamp(radius: float, ink: Colour) -> Stamp:
    """Return the sign of riding: a line."""
    ends = [(-radius, 0.0), (radius, 0.0)]
    return Drawing(radius * 1.3, ink).stroke(ends, radius * 0.42, ink, is_round=True).stamp()


@kept
def tick_stamp(size: float, colour: Colour) -> Stamp:
    """Return a tick alone."""
    return _tick(Drawing(size, colour), size, colour).stamp()
