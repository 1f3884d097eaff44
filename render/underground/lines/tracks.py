"""The shapes of spaces and pieces along a link.

Pieces lie side by side around the middle of their link. Where two of one line meet at an angle,
each has its half of the bend. Spaces that are still free are hairlines beside them.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from enum import Enum, auto
from functools import cache, lru_cache
from typing import Final, NamedTuple

from metrobot.games.underground.board import COLOURS, LINKS, Colour, Link, Station
from render import theme
from render.bends import HALF, curve, cut_at, turning
from render.stamps import Drawing, Stamp, discs, kept
from render.text.lettering import Weight, written
from render.underground import inks
from render.underground.grid import Spot, legs, link_ends
from render.underground.lines.marks import EVERY, Mark, along, draw_mark, mark_of
from render.underground.lines.order import Laid, Order

WIDTHS: Final = (0.17, 0.17, 0.155, 0.145, 0.125, 0.105)
"""Width of a piece with its outline by the number of pieces on its link, in pitches."""
SHARED: Final = 0.92
"""Distance between neighbouring pieces, in their widths: they share an outline."""
WIDER: Final = 1.2
"""Width of the reader's own pieces, in widths of others'."""
FREE: Final = (0.085, 0.11)
"""Distance from pieces to the first free space, and from one to the next, in pitches."""
HAIRLINE: Final = 0.018
"""Width of a free space, in pitches."""
INSET: Final = 0.13
"""Distance from a station's middle to the end of a free space, in pitches."""
CASING: Final = 0.04
"""Width of the light casing on each side of pieces, in pitches."""
STAGGER: Final = 0.17
"""Distance from a link's middle to letters on neighbouring lanes, in pitches."""
DISC: Final = 0.6
"""Radius of the disc under a piece's letter, in sizes of the letter."""
WIDEST: Final = 64
"""Px on each side of a path for what is drawn on it."""
DASHES: Final = 7
"""Dashes of a piece that could be laid."""
BEND: Final = 0.6
"""Part of a link's shorter leg that its bend takes off both."""
STATION_BEND: Final = 1 / 3
"""Length that a bend takes off both pieces at a station, in pitches, which..."""
OFF: Final = 0.12
"""...lies off the bend by so much at most, in pitches: its disc hides it."""
Legs = tuple[tuple[int, int], ...]
"""The straight parts of a link, as vectors in quarters of the grid."""


class PieceStyle(Enum):
    """The looks of a piece for its reader."""

    PLAIN = auto()
    OWN = auto()
    """The reader's own pieces, which are wider."""
    PALE = auto()
    """Old pieces beside new ones, and others' pieces beside the reader's own."""


class Join(NamedTuple):
    """The piece of the same line in which a piece goes on round a bend.

    Attributes:
        way: its first straight part from their station on, in pitches across and down.
        offset: its place to the right of that, in pitches.
    """

    way: complex
    offset: float

    def back(self) -> "Join":
        """Return the same lane, looked at from its other end."""
        return Join(-self.way, -self.offset)


class Lane(NamedTuple):
    """The place of a piece or of a free space beside the middle of a link.

    Attributes:
        legs: straight parts of the link.
        offset: px to the right of the link's middle, in pitches.
        width: width of the piece with its outline, in pitches.
        joins: the pieces in which it goes on round a bend, at its link's first end and at its last.
    """

    legs: Legs
    offset: float
    width: float
    joins: tuple[Join | None, Join | None] = (None, None)


Lanes = Mapping[Link, Sequence[tuple[Lane, Colour]]]
"""The lane of each piece on each link, from left to right."""


def _join_cut(one: Join, other: Join) -> float:
    """Return the length that a bend at a station takes off both pieces; 0: there is none."""
    # The rest of a leg is its link's own bend.
    most = min(STATION_BEND, *((1 - BEND) * abs(side.way) for side in (one, other)))
    # Too sharp a turn would take a piece off its station.
    is_sharp = turning(-one.way, other.way) > 0.6 * math.pi
    return 0.0 if is_sharp else cut_at(-one.way, other.way, most, OFF)


def half_width(count: int) -> float:
    """Return half the width of some pieces side by side, in pitches."""
    return WIDTHS[count] * ((count - 1) * SHARED + 1) / 2


@cache
def places(way: Legs, count: int, spaces: int) -> tuple[Lane, ...]:
    """Return the lanes of some pieces from left to right, then those of the free spaces."""
    step, (first, then) = WIDTHS[count] * SHARED, FREE
    offsets = [(ix - (count - 1) / 2) * step for ix in range(count)]
    for ix in range(spaces - count):
        # Beside pieces, free spaces lie to the right and to the left in turn.
        beside = (half_width(count) + first + ix // 2 * then) * (-1) ** (ix % 2)
        offsets.append(beside if count else (ix - (spaces - 1) / 2) * then)
    return tuple(Lane(way, round(offset, 4), WIDTHS[count]) for offset in offsets)


def lanes(link: Link, order: Order) -> tuple[tuple[Lane, Colour], ...]:
    """Return the lane of each piece on a link, from left to right."""
    paths = places(legs(link), len(order), LINKS[link].spaces)
    return tuple(zip(paths, order, strict=False))


def joined(laid: Laid, loose: Container[tuple[Colour, Link]] = ()) -> Lanes:
    """Return the lane of each piece on each link, bent to where its line goes on.

    Args:
        laid: the order of colours on each link.
        loose: pieces that only could be laid, to which no other bends.
    """
    straight = {link: lanes(link, order) for link, order in laid.items()}
    ends = defaultdict[tuple[Station, Colour], list[tuple[Link, int, Join]]](list)
    for link, pieces in straight.items():
        for end, (station, sign) in enumerate(zip(link_ends(link), (1, -1), strict=True)):
            way = sign * complex(*legs(link)[-end]) / 4
            for lane, colour in pieces:
                if (colour, link) not in loose:
                    ends[station, colour].append((link, end, Join(way, sign * lane.offset)))
    joins = dict[tuple[Link, Colour, int], Join]()
    for (_, colour), several in ends.items():
        # A line that forks goes straight into its station.
        if len(several) == 2:
            (link, end, one), (next_link, next_end, other) = several
            if _join_cut(one, other):
                joins[link, colour, end], joins[next_link, colour, next_end] = other, one
    return {
        link: tuple(
            (lane._replace(joins=(joins.get((link, c, 0)), joins.get((link, c, 1)))), c)
            for lane, c in pieces
        )
        for link, pieces in straight.items()
    }


def centre_lane(link: Link) -> Lane:
    """Return the middle of a link as a lane."""
    return Lane(legs(link), 0.0, WIDTHS[1])


@cache
def reach_of(count: int, spaces: int) -> float:
    """Return the distance from a link's middle to its outermost edge, in pitches.

    Args:
        count: number of its pieces.
        spaces: number of its spaces.
    """
    outermost = max(abs(lane.offset) for lane in places(((4, 0),), count, spaces))
    return max(outermost + HAIRLINE / 2, half_width(count) if count else 0.0)


@cache
def widest(link: Link) -> float:
    """Return the greatest reach of a link, whatever lies on it."""
    spaces = LINKS[link].spaces
    return max(reach_of(count, spaces) for count in range(spaces + 1))


# A picture asks for each lane several times, and the next one for most of them again.
@lru_cache(maxsize=4096)
def lane_way(lane: Lane, pitch: int, inset: float = 0.0) -> tuple[Spot, ...]:
    """Return the path of a lane from its link's first end, in px from the link's middle.

    Args:
        lane: the lane.
        pitch: the pitch, in px.
        inset: distance from the stations to both ends, in pitches.
    """
    ways = [Join(complex(*leg) / 4, lane.offset) for leg in lane.legs]
    half = sum(side.way for side in ways) / 2
    start, end = (
        [side.way / abs(side.way) * complex(inset, side.offset)]
        if onward is None
        else _bend(side, onward, _join_cut(side, onward))[HALF::-1]
        for side, onward in zip((ways[0], ways[-1].back()), lane.joins, strict=True)
    )
    path = [spot - half for spot in start]
    if len(ways) > 1:
        bend = _bend(ways[0].back(), ways[1], BEND * min(abs(side.way) for side in ways))
        path += [spot + ways[0].way - half for spot in bend]
    path += [spot + half for spot in reversed(end)]
    return tuple((spot.real * pitch, spot.imag * pitch) for spot in path)


def _bend(one: Join, other: Join, cut: float) -> list[complex]:
    """Return the curve from one piece to another, in pitches from where they meet."""
    start, end = (way / abs(way) * complex(cut, offset) for way, offset in (one, other))
    return curve(start, -one.way, end, other.way)


def spot_on(lane: Lane, pitch: int, share: float) -> Spot:
    """Return the spot of a lane at a share of its length, in px from its link's middle."""
    way = lane_way(lane, pitch)
    (spot, _), *_ = along(way, (share,))
    return spot


def drawn(way: Sequence[Spot], draw: Callable[[Drawing], object]) -> Stamp:
    """Return the stamp of what is drawn on a path."""
    across, down = (WIDEST + max(map(abs, parts)) for parts in zip(*way, strict=True))
    drawing = Drawing(across, theme.INK, down)
    draw(drawing)
    return drawing.stamp()


def rim_of(pitch: int) -> float:
    """Return the width of a piece's outline, in px."""
    return max(2.0, pitch * 0.0145)


@kept
def spaces_stamp(way: Legs, count: int, spaces: int, pitch: int) -> Stamp:
    """Return the free spaces beside some pieces as hairlines, anchored at the link's middle."""
    free = [lane_way(lane, pitch, INSET) for lane in places(way, count, spaces)[count:]]

    def draw(drawing: Drawing) -> None:
        for path in free:
            drawing.ribbon(path, max(1.7, pitch * HAIRLINE), theme.INK)

    return drawn([spot for path in free for spot in path], draw).inked(inks.SPACE_EDGE)


def piece(
    lane: Lane, pitch: int, colour: Colour, look: PieceStyle = PieceStyle.PLAIN
) -> Iterator[Stamp]:
    """Yield the layers of a piece, anchored at its link's middle.

    Each is a shape in one colour, the same for all colours of pieces.
    """
    wide, rim = lane.width * pitch * (WIDER if look is PieceStyle.OWN else 1), rim_of(pitch)
    is_pale = look is PieceStyle.PALE
    yield _stroke_stamp(lane, pitch, wide).inked(inks.PALE_INK if is_pale else theme.INK)
    inner = wide - 2 * rim
    yield _stroke_stamp(lane, pitch, inner).inked((inks.PALE if is_pale else inks.LINES)[colour])
    marked = mark_of(colour)
    if marked is not None:
        mark, ink = marked
        pale = inks.PALE_INK if ink == theme.INK else ink
        yield _mark_stamp(lane, pitch, inner, mark).inked(pale if is_pale else ink)


@kept
def letter_stamp(colour: Colour, size: int, rim: float, *, is_pale: bool = False) -> Stamp:
    """Return the letter of a colour of pieces on its disc.

    Args:
        colour: colour of the pieces.
        size: size of the letter, in px.
        rim: width of the disc's outline, in px.
        is_pale: whether the piece is pale.
    """
    radius = round(size * DISC)
    ground = (inks.PALE if is_pale else inks.LINES)[colour]
    dark = inks.PALE_INK if is_pale else theme.INK
    drawing = discs(radius, dark, (radius, dark), (radius - rim, ground))
    ink = theme.INK if is_pale else inks.LINE_INKS[colour]
    return written(drawing.stamp(), COLOURS[colour].code, size, Weight.BOLD, ink)


@kept
def _stroke_stamp(lane: Lane, pitch: int, width: float) -> Stamp:
    """Return a lane's stroke; the width is in px."""
    way = lane_way(lane, pitch)
    return drawn(way, lambda on: on.ribbon(way, width, theme.INK))


@kept
def _mark_stamp(lane: Lane, pitch: int, width: float, mark: Mark) -> Stamp:
    """Return the marks on a piece; its width is in px."""
    way = lane_way(lane, pitch)
    return drawn(way, lambda on: draw_mark(on, way, mark, width, EVERY * pitch))


def casing(link: Link, count: int, pitch: int) -> Stamp:
    """Return the light casing under a link with some pieces, anchored at its middle."""
    # It hides the spaces of the ground, which lie closer together.
    half = max(half_width(count), reach_of(0, LINKS[link].spaces)) + CASING
    return _stroke_stamp(centre_lane(link), pitch, 2 * half * pitch).inked(inks.MAP)


def contour(lane: Lane, pitch: int) -> tuple[Stamp, Stamp]:
    """Return the rim of ink and the paper under a new piece, anchored at its link's middle.

    Draw all rims of a picture before all papers, so that neighbours share one contour.
    """
    wide = lane.width * pitch + 2 * theme.NEW_GAP
    return (
        _round_stamp(lane, pitch, wide + 2 * theme.NEW_RIM).inked(theme.INK),
        _round_stamp(lane, pitch, wide).inked(inks.MAP),
    )


@kept
def _round_stamp(lane: Lane, pitch: int, width: float) -> Stamp:
    """Return a lane's stroke with round ends; the width is in px."""
    way = lane_way(lane, pitch)
    return drawn(way, lambda on: on.ribbon(way, width, theme.INK, is_round=True))


def ghost(lane: Lane, pitch: int, colour: Colour) -> Iterator[Stamp]:
    """Yield the layers of a piece that could be laid: dashes in its colour with a dark rim.

    Each is a shape in one colour, the same for all colours of pieces.
    """
    wide, inner = lane.width * pitch, lane.width * pitch - 2 * rim_of(pitch)
    yield _stroke_stamp(lane, pitch, wide).inked(theme.INK)
    yield _stroke_stamp(lane, pitch, inner).inked(theme.CARD)
    yield _dashes_stamp(lane, pitch, inner).inked(inks.LINES[colour])


@kept
def _dashes_stamp(lane: Lane, pitch: int, width: float) -> Stamp:
    """Return the dashes of a piece that could be laid; their width is in px."""
    way = lane_way(lane, pitch, INSET)

    def draw(drawing: Drawing) -> None:
        half = math.dist(way[0], way[-1]) / DASHES * 0.3
        for (x, y), (ux, uy) in along(way, [(n + 0.5) / DASHES for n in range(DASHES)]):
            ends = [(x - ux * half, y - uy * half), (x + ux * half, y + uy * half)]
            drawing.stroke(ends, width, theme.INK)

    return drawn(way, draw)
