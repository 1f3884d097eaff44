"""The shapes of spaces and pieces: lanes side by side along a link.

A link's lanes lie in a fixed order, colours in the order of the data. They draw together
at the stations, so that each lane visibly ends there.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from enum import Enum, auto
from functools import lru_cache
from typing import Concatenate, Final, NamedTuple, ParamSpec

from metrobot.games.underground.board import COLOURS, LINKS, Colour, Link
from render import theme
from render.stamps import Drawing, Flip, Stamp, discs, kept
from render.text.lettering import Weight, written
from render.underground import inks
from render.underground.grid import Spot, heading
from render.underground.lines.marks import EVERY, Mark, along, draw_mark, mark_of

P = ParamSpec("P")
APART: Final = {1: 0.0, 2: 0.205, 3: 0.2, 4: 0.186, 5: 0.165}
"""Distance between neighbouring lanes by the number of spaces, in pitches."""
WIDTH: Final = 0.2
"""Width of a piece with its outline on a link with few spaces, in pitches."""
WIDER: Final = 1.2
"""Width of the reader's own pieces, in widths of others'."""
STAGGER: Final = 0.17
"""Distance from a link's middle to letters on neighbouring lanes, in pitches."""
DISC: Final = 0.6
"""Radius of the disc under a piece's letter, in sizes of the letter."""
GATHER: Final = 0.09
"""Greatest distance from a station's middle to a lane there, in pitches."""
SPREAD: Final = 0.28
"""Distance from a station at which its lanes are fully apart, in pitches."""
CURVE_STEPS: Final = 6
DASH: Final = 0.115
"""Distance between dashes of an empty space, in pitches."""

DASHES: Final = 7
"""Dashes of a piece that could be laid."""


class PieceStyle(Enum):
    """The looks of a piece for its reader."""

    PLAIN = auto()
    OWN = auto()
    """The reader's own pieces, which are wider."""
    PALE = auto()
    """Old pieces beside new ones, and others' pieces beside the reader's own."""


class Lane(NamedTuple):
    """One space of a link, wherever on the map the link lies.

    Attributes:
        heading: vector along the link, in quarters of the grid.
        spaces: number of the link's spaces.
        ix: number of the lane, 0 to spaces - 1; -1 is the middle of the link.
    """

    heading: tuple[int, int]
    spaces: int
    ix: int

    @property
    def outermost(self) -> float:
        """Distance from the link's middle to its outermost lane, in pitches."""
        return APART[self.spaces] * (self.spaces - 1) / 2

    @property
    def offset(self) -> float:
        """Offset of this lane from the link's middle, in pitches."""
        return 0.0 if self.ix < 0 else APART[self.spaces] * self.ix - self.outermost

    @property
    def width(self) -> float:
        """Width of a piece with its outline, in pitches."""
        # Where many lanes lie side by side, pieces are narrower and still leave a gap.
        return min(WIDTH, APART[self.spaces] * 0.96) if self.spaces > 1 else WIDTH


@lru_cache(maxsize=1024)
def lanes(link: Link, laid: frozenset[Colour]) -> tuple[tuple[Lane, Colour | None], ...]:
    """Return each space of a link with the colour on it, or None."""
    way, spaces = heading(link), LINKS[link].spaces
    filled: list[Colour | None] = [*sorted(laid), *[None] * (spaces - len(laid))]
    return tuple((Lane(way, spaces, ix), colour) for ix, colour in enumerate(filled))


def whole_link(link: Link) -> Lane:
    """Return the middle of a link as a lane."""
    return Lane(heading(link), LINKS[link].spaces, -1)


def lane_way(lane: Lane, pitch: int) -> list[Spot]:
    """Return the path of a lane from its link's first end, in px from the link's middle."""
    dx, dy = lane.heading[0] * pitch / 4, lane.heading[1] * pitch / 4
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    offset, outermost = lane.offset, lane.outermost
    # Lanes gather at stations, so that none runs past the disc.
    near = offset * min(1.0, GATHER / outermost) if outermost else 0.0
    return [
        (ux * (at - length / 2) - uy * off * pitch, uy * (at - length / 2) + ux * off * pitch)
        for at, off in _profile(length, near, offset, (0.08 * pitch, SPREAD * pitch))
    ]


def _profile(
    length: float, near: float, far: float, between: tuple[float, float]
) -> Iterator[Spot]:
    """Yield px along a link with the lane's offset there, from `near` at the ends to `far`."""
    if near == far:
        yield from ((0.0, near), (length, near))
        return
    start, end = between
    rise = []
    for step in range(CURVE_STEPS + 1):
        share = step / CURVE_STEPS
        smooth = share * share * (3 - 2 * share)
        rise.append((start + (end - start) * share, near + (far - near) * smooth))
    yield 0.0, near
    yield from rise
    yield from ((length - at, off) for at, off in reversed(rise))
    yield length, near


@lru_cache(maxsize=256)
def _model(lane: Lane) -> tuple[Flip | None, Lane]:
    """Return the drawn lane that serves for this one, and the flip that leads from it.

    The flip is None for the drawn lane itself.
    """
    (across, down), ix, spaces = lane.heading, lane.ix, lane.spaces
    other = ix if ix < 0 else spaces - 1 - ix
    found = (
        (None, lane),
        (Flip.ROTATE_180, Lane((across, down), spaces, other)),
        (Flip.FLIP_TOP_BOTTOM, Lane((across, -down), spaces, other)),
        (Flip.FLIP_LEFT_RIGHT, Lane((across, -down), spaces, ix)),
    )
    return min(found, key=lambda one: (one[1].heading, one[1].ix))


def _drawing(way: Iterable[Spot], pitch: int) -> Drawing:
    across, down = (0.2 * pitch + max(map(abs, parts)) for parts in zip(*way, strict=True))
    return Drawing(across, theme.INK, down)


def _drawn(way: list[Spot], pitch: int, draw: Callable[[Drawing, list[Spot]], object]) -> Stamp:
    """Return the stamp of what is drawn on a path."""
    drawing = _drawing(way, pitch)
    draw(drawing, way)
    return drawing.stamp()


def _mirrored(
    make: Callable[Concatenate[Lane, P], Stamp], lane: Lane, *args: P.args, **kwargs: P.kwargs
) -> Stamp | None:
    """Return a lane's stamp from the one that serves for it too; None if it is drawn itself."""
    flip, model = _model(lane)
    return None if flip is None else make(model, *args, **kwargs).flipped(flip)


def rim_of(pitch: int) -> float:
    """Return the width of a piece's outline, in px."""
    return max(2.0, pitch * 0.0145)


@kept
def spaces_stamp(way: tuple[int, int], spaces: int, pitch: int) -> Stamp:
    """Return all spaces of a link without pieces, as dashes, anchored at its middle."""
    lanes_of = [Lane(way, spaces, ix) for ix in range(spaces)]
    drawing = _drawing((spot for lane in lanes_of for spot in lane_way(lane, pitch)), pitch)
    for lane in lanes_of:
        _dash(drawing, lane, pitch)
    return drawing.stamp().inked(inks.SPACE_EDGE)


@kept
def space(lane: Lane, pitch: int) -> Stamp:
    """Return one space without a piece, anchored at its link's middle."""
    drawing = _drawing(lane_way(lane, pitch), pitch)
    _dash(drawing, lane, pitch)
    return drawing.stamp().inked(inks.SPACE_EDGE)


def _dash(drawing: Drawing, lane: Lane, pitch: int) -> None:
    """Draw a space as one thin line of dashes, visible but quiet."""
    half = DASH * 0.31 * pitch
    for (x, y), (ux, uy) in along(lane_way(lane, pitch), DASH * pitch):
        ends = [(x - ux * half, y - uy * half), (x + ux * half, y + uy * half)]
        drawing.stroke(ends, max(2.0, pitch * 0.028), theme.INK)


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
    return _mirrored(_stroke_stamp, lane, pitch, width) or _drawn(
        lane_way(lane, pitch), pitch, lambda on, way: on.ribbon(way, width, theme.INK)
    )


@kept
def _mark_stamp(lane: Lane, pitch: int, width: float, mark: Mark) -> Stamp:
    """Return the marks on a piece; its width is in px."""
    return _mirrored(_mark_stamp, lane, pitch, width, mark) or _drawn(
        lane_way(lane, pitch), pitch, lambda on, way: draw_mark(on, way, mark, width, EVERY * pitch)
    )


@lru_cache(maxsize=512)
def lane_spot(lane: Lane, pitch: int) -> Spot:
    """Return the spot of a lane's letter, in px from its link's middle."""
    way = lane_way(lane, pitch)
    (ax, ay), (bx, by) = way[(len(way) - 1) // 2], way[len(way) // 2]
    middle = (ax + bx) / 2, (ay + by) / 2
    if lane.spaces == 1 or lane.ix < 0:
        return middle
    # Neighbouring lanes have their letters at different places, so that they do not touch.
    share = STAGGER * pitch / math.dist((ax, ay), (bx, by)) * (-1) ** (lane.ix % 2)
    return middle[0] + (ax - bx) * share, middle[1] + (ay - by) * share


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
    return _mirrored(_round_stamp, lane, pitch, width) or _drawn(
        lane_way(lane, pitch), pitch, lambda on, way: _round(on, way, width)
    )


def _round(drawing: Drawing, way: list[Spot], width: float) -> None:
    drawing.ribbon(way, width, theme.INK)
    for end in (way[0], way[-1]):
        drawing.disc(end, width / 2, theme.INK)


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
    return _mirrored(_dashes_stamp, lane, pitch, width) or _drawn(
        lane_way(lane, pitch), pitch, lambda on, way: _dashes(on, way, width)
    )


def _dashes(drawing: Drawing, way: list[Spot], width: float) -> None:
    (ax, ay), (bx, by) = way[(len(way) - 1) // 2], way[len(way) // 2]
    for n in range(DASHES):
        ends = [
            (ax + (bx - ax) * k, ay + (by - ay) * k)
            for k in ((n + 0.2) / DASHES, (n + 0.8) / DASHES)
        ]
        drawing.stroke(ends, width, theme.INK)


def trip_line(lane: Lane, pitch: int, *, is_walk: bool, is_late: bool) -> Iterator[Stamp]:
    """Yield the layers of a trip's line along a link, anchored at the link's middle.

    Args:
        lane: the middle of the link.
        pitch: the pitch, in px.
        is_walk: whether it has dots instead of dashes.
        is_late: whether it is of the newest turn; older ones are paler.
    """
    yield _way_stamp(lane, pitch).inked(theme.CARD)
    ink = inks.STEP if is_late else inks.OLD_STEP
    yield (_steps_stamp(lane, pitch) if is_walk else _ride_stamp(lane, pitch)).inked(ink)


def _beside(lane: Lane, pitch: int) -> list[Spot]:
    """Return the path of a trip along a link, beside its outermost lane."""
    (ax, ay), (bx, by) = (lane_way(lane, pitch)[n] for n in (0, -1))
    length = math.dist((ax, ay), (bx, by))
    ux, uy = (bx - ax) / length, (by - ay) / length
    away = (lane.outermost + lane.width / 2 + 0.095) * pitch
    return [
        (ux * (at - length / 2) - uy * off, uy * (at - length / 2) + ux * off)
        for at, off in _profile(length, 0.1 * pitch, away, (0.1 * pitch, 0.26 * pitch))
    ]


@kept
def _way_stamp(lane: Lane, pitch: int) -> Stamp:
    """Return the ground of a trip's line along a link."""
    return _drawn(_beside(lane, pitch), pitch, lambda on, way: _round(on, way, 0.15 * pitch))


@kept
def _ride_stamp(lane: Lane, pitch: int) -> Stamp:
    way = _beside(lane, pitch)
    drawing = _drawing(way, pitch)
    half = 0.078 * pitch
    for (x, y), (ux, uy) in along(way, 0.2 * pitch):
        ends = [(x - ux * half, y - uy * half), (x + ux * half, y + uy * half)]
        drawing.stroke(ends, 0.088 * pitch, theme.INK)
    return drawing.stamp()


@kept
def _steps_stamp(lane: Lane, pitch: int) -> Stamp:
    way = _beside(lane, pitch)
    drawing = _drawing(way, pitch)
    for spot, _ in along(way, 0.16 * pitch):
        drawing.disc(spot, 0.054 * pitch, theme.INK)
    return drawing.stamp()
