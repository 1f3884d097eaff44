"""The shapes of spaces and pieces: lanes side by side along a link.

A link's lanes lie in a fixed order, colours in the order of the data. They
draw together at the stations, so that each lane visibly ends there.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from metrobot.games.underground.board import COLOURS, LINKS, Colour, Link
from render import theme
from render.lettering import Weight, text_stamp
from render.stamps import Drawing, Stamp, kept
from render.theme import Colour as Ink
from render.underground import inks
from render.underground.grid import Spot, heading

APART: Final = {1: 0.0, 2: 0.129, 3: 0.126, 4: 0.118, 5: 0.106}
"""From the middle of one lane to the next by the number of spaces, in pitches."""
WIDTH: Final = 0.116
"""Of a piece on a link with few spaces, with its outline, in pitches."""
BADGE: Final = 0.083
"""Radius of the disc under a piece's letter, in pitches."""
STAGGER: Final = 0.1
"""From a link's middle to the letters of its pieces where lanes are several, in pitches."""
GATHER: Final = 0.075
"""From a station's centre to the outermost lane at most, in pitches."""
SPREAD: Final = 0.24
"""From a station to where its lanes have their full distance, in pitches."""
CURVE_STEPS: Final = 6


@dataclass(frozen=True, slots=True)
class Lane:
    """One space of a link, wherever on the map it lies.

    Attributes:
        heading: the way along the link in quarters of the grid.
        spaces: of the link.
        ix: 0 to spaces - 1; -1 is the middle of the link itself.
    """

    heading: tuple[int, int]
    spaces: int
    ix: int

    @property
    def outermost(self) -> float:
        """From the link's middle to its outermost lane, in pitches."""
        return APART[self.spaces] * (self.spaces - 1) / 2

    @property
    def offset(self) -> float:
        """From the link's middle to this lane, in pitches."""
        return 0.0 if self.ix < 0 else APART[self.spaces] * self.ix - self.outermost

    @property
    def width(self) -> float:
        """Of a piece with its outline, in pitches."""
        return min(WIDTH, APART[self.spaces] * 0.96) if self.spaces > 1 else WIDTH


def lanes(link: Link, laid: Iterable[Colour]) -> tuple[tuple[Lane, Colour | None], ...]:
    """Return each space of a link with the colour on it, or None."""
    way, spaces = heading(link), LINKS[link].spaces
    colours = sorted(laid)
    filled: list[Colour | None] = [*colours, *[None] * (spaces - len(colours))]
    return tuple((Lane(way, spaces, ix), colour) for ix, colour in enumerate(filled))


def whole(link: Link) -> Lane:
    """Return the middle of a link, for what lies along all of it."""
    return Lane(heading(link), LINKS[link].spaces, -1)


def lane_way(lane: Lane, pitch: int) -> list[Spot]:
    """Return the way of a lane from the first end of its link, around its middle, in px."""
    dx, dy = lane.heading[0] * pitch / 4, lane.heading[1] * pitch / 4
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    offset, outermost = lane.offset, lane.outermost
    near = offset * min(1.0, GATHER / outermost) if outermost else 0.0
    return [
        (ux * (along - length / 2) - uy * off * pitch, uy * (along - length / 2) + ux * off * pitch)
        for along, off in _profile(length, near, offset, pitch)
    ]


def _profile(length: float, near: float, far: float, pitch: int) -> Iterator[Spot]:
    """Yield px along a link with the lane's offset there, in pitches."""
    if near == far:
        yield from ((0.0, near), (length, near))
        return
    start, end = 0.08 * pitch, SPREAD * pitch
    rise = []
    for step in range(CURVE_STEPS + 1):
        share = step / CURVE_STEPS
        smooth = share * share * (3 - 2 * share)
        rise.append((start + (end - start) * share, near + (far - near) * smooth))
    yield 0.0, near
    yield from rise
    yield from ((length - along, off) for along, off in reversed(rise))
    yield length, near


def _drawing(way: Iterable[Spot], pitch: int, base: Ink) -> Drawing:
    """Return a drawing large enough for a way."""
    spots = list(way)
    reach = 0.2 * pitch
    across, down = max(abs(x) for x, _ in spots), max(abs(y) for _, y in spots)
    return Drawing(across + reach, base, down + reach)


def _rim(pitch: int) -> float:
    """Return how wide a piece's outline is, in px."""
    return max(1.4, pitch * 0.0125)


def space(lane: Lane, pitch: int) -> Iterator[Stamp]:
    """Yield the layers of a space without a piece, anchored at its link's middle."""
    wide = lane.width * 0.66 * pitch
    yield _stroke_stamp(lane, pitch, wide).inked(inks.SPACE_EDGE)
    yield _stroke_stamp(lane, pitch, wide - max(2.0, 0.018 * pitch)).inked(inks.SPACE)


def piece(lane: Lane, pitch: int, colour: Colour) -> Iterator[Stamp]:
    """Yield the layers of a piece with its letter, anchored at its link's middle.

    Each is a shape in one colour, the same for all colours of pieces.
    """
    wide, rim = lane.width * pitch, _rim(pitch)
    yield _stroke_stamp(lane, pitch, wide, BADGE * pitch).inked(theme.INK)
    yield _stroke_stamp(lane, pitch, wide - 2 * rim, BADGE * pitch - rim).inked(inks.LINES[colour])
    (x, y), size = lane_spot(lane, pitch), round(BADGE * pitch * 1.5)
    letter = text_stamp(COLOURS[colour].code, size, Weight.BOLD, inks.LINE_INKS[colour], "mm")
    yield letter.shifted(round(x), round(y))


@kept
def _stroke_stamp(lane: Lane, pitch: int, width: float, disc: float = 0) -> Stamp:
    """Return a lane's stroke with a disc where its letter stands; all in px."""
    way = lane_way(lane, pitch)
    drawing = _drawing(way, pitch, theme.INK)
    drawing.stroke(way, width, theme.INK)
    if disc:
        drawing.disc(lane_spot(lane, pitch), disc, theme.INK)
    return drawing.stamp()


def lane_spot(lane: Lane, pitch: int) -> Spot:
    """Return where a lane's letter stands, from its link's middle, in px.

    Neighbouring lanes have theirs at different places, so that they do not touch.
    """
    way = lane_way(lane, pitch)
    (ax, ay), (bx, by) = way[(len(way) - 1) // 2], way[len(way) // 2]
    middle = (ax + bx) / 2, (ay + by) / 2
    if lane.spaces == 1 or lane.ix < 0:
        return middle
    share = STAGGER * pitch / math.dist((ax, ay), (bx, by)) * (-1) ** (lane.ix % 2)
    return middle[0] + (ax - bx) * share, middle[1] + (ay - by) * share


@kept
def glow_stamp(lane: Lane, pitch: int) -> Stamp:
    """Return the glow under a new piece, anchored at its link's middle."""
    way = lane_way(lane, pitch)
    drawing = _drawing(way, pitch, inks.NEW)
    drawing.stroke(way, (lane.width + 0.15) * pitch, inks.NEW, is_round=True)
    return drawing.stamp()


@kept
def ghost_stamp(lane: Lane, pitch: int, colour: Colour) -> Stamp:
    """Return a piece that could be laid: dashes in its colour, dark around."""
    way = lane_way(lane, pitch)
    drawing = _drawing(way, pitch, theme.INK)
    wide = lane.width * pitch
    drawing.stroke(way, wide, theme.INK)
    drawing.stroke(way, wide - 2 * _rim(pitch), theme.CARD)
    for dash in _dashes(way, 7):
        drawing.stroke(dash, wide - 2 * _rim(pitch), inks.LINES[colour])
    return drawing.stamp()


def _dashes(way: list[Spot], count: int) -> Iterator[list[Spot]]:
    """Yield short parts of the straight middle of a way."""
    a, b = way[(len(way) - 1) // 2], way[len(way) // 2]
    for n in range(count):
        low, high = (n + 0.2) / count, (n + 0.8) / count
        yield [(a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k) for k in (low, high)]


@kept
def band_stamp(lane: Lane, pitch: int) -> Stamp:
    """Return the band along a link of a trip, anchored at its middle."""
    way = lane_way(lane, pitch)
    drawing = Drawing(abs(way[0][0]) + 0.4 * pitch, inks.TRIP, abs(way[0][1]) + 0.4 * pitch)
    wide = (2 * lane.outermost + WIDTH + 0.17) * pitch
    drawing.stroke(way, wide, inks.TRIP, is_round=True)
    return drawing.stamp()


@kept
def steps_stamp(lane: Lane, pitch: int) -> Stamp:
    """Return the footsteps of a passenger who walks, anchored at the link's middle."""
    way = lane_way(lane, pitch)
    drawing = _drawing(way, pitch, inks.TRIP)
    (ax, ay), (bx, by) = way[0], way[-1]
    count = round(math.dist(way[0], way[-1]) / (0.15 * pitch))
    for n in range(1, count):
        share = n / count
        spot = ax + (bx - ax) * share, ay + (by - ay) * share
        drawing.disc(spot, 0.042 * pitch, theme.CARD)
        drawing.disc(spot, 0.03 * pitch, inks.STEP)
    return drawing.stamp()
