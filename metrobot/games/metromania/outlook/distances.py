"""Least numbers of tunnels to the gates, for all points and headings at once.

A line is counted as if it could cross itself. So distances are never too long: a
gate that they put out of reach is out of reach.

Source: MM §5 to §7, §9, §10.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from metrobot.games.metromania.actions import TUNNELS_PER_LINE
from metrobot.games.metromania.building import tunnels
from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.geometry import (
    AXIAL,
    CITY_CELLS,
    CITY_POINTS,
    CORNERS,
    DIRECTIONS,
    EXITS,
    SIDE,
    STEPS,
    Point,
    Step,
    direction_between,
)
from metrobot.games.metromania.state import State, points_in

_WIDTH: Final = 2 * SIDE + 3
_CITY: Final = (1 << CITY_POINTS) - 1
_CELLS: Final = (1 << CITY_CELLS) - 1
_BITS: Final = tuple(1 << (r + SIDE + 1) * _WIDTH + q + SIDE + 1 for q, r in AXIAL[:CITY_POINTS])
"""Points as bits of the board with a rim, so that a step is a shift."""
_BACK: Final = tuple(-r * _WIDTH - q for q, r in DIRECTIONS)
"""For each direction the shift of a step back."""
_HALF: Final = tuple(
    (direction_between(corners[0], corners[1]), _BITS[corners[0]])
    for corners in CORNERS[:CITY_CELLS]
)
"""For each cell whether its tip is up (0) or down (1), and its first corner."""
_HALVES: Final = tuple(sum(bit for tip, bit in _HALF if tip == half) for half in (0, 1))
_BESIDE: Final = tuple(
    sorted(
        {
            (_HALF[cell][0], _BITS[point].bit_length() - _HALF[cell][1].bit_length())
            for point in range(CITY_POINTS)
            for step in STEPS[point]
            if step.direction == direction
            for cell in step.cells
        }
    )
    for direction in range(len(DIRECTIONS))
)
"""For each direction the two cells beside a step: tip up or down, and the offset of the step's
point from the cell's first corner, which is the same everywhere.
"""
_OUT: Final = tuple(
    (step.direction, _BITS[point], 1 << gate.cell)
    for point in range(CITY_POINTS)
    for gate, step in EXITS[point]
)


class Distances:
    """Least numbers of tunnels to a gate.

    Args:
        levels: for 1 tunnel, 2 tunnels and so on, for each heading the points
            at just that distance, as bits of the board with a rim; they are asked for
            only as far as they are needed.
    """

    def __init__(self, levels: Iterator[tuple[int, ...]]) -> None:
        self._known, self._coming = list[tuple[int, ...]](), levels

    def of(self, point: Point, heading: int) -> int | None:
        """Return the distance of a line's end from a gate, or None if it is out of reach."""
        bit = _BITS[point]
        for number, level in enumerate(self._known, start=1):
            if level[heading] & bit:
                return number
        for level in self._coming:
            self._known.append(level)
            if level[heading] & bit:
                return len(self._known)
        return None

    def nearest(self, steps: Sequence[Step], most: int) -> Iterator[Step]:
        """Yield the steps after which a gate is at most this many tunnels away, nearest first."""
        self._known.extend(self._coming)
        for level in self._known[:most]:
            for step in steps:
                if level[step.direction] & _BITS[step.to]:
                    yield step


def distances_now(
    state: State, ix: int, start_side: int | None = None, most: int = TUNNELS_PER_LINE
) -> Distances:
    """Return the distances for a line as the board stands.

    Args:
        state: the board.
        ix: of the line in `State.lines`.
        start_side: of the line, if it is not yet started.
        most: number of tunnels to count to; anything farther is out of reach.
    """
    side = state.lines[ix].start_side if start_side is None else start_side
    return _of_line(state, ix, _sharp_now(state, ix), tunnels.open_ends(state, side), most)


def is_lost(state: State, ix: int) -> bool:
    """Return whether a started line can never be finished, whatever is built.

    Source: MM §6, §7.7, §9, §10.2.
    """
    line = state.lines[ix]
    # Cells and gates are only ever taken, markers only placed, points only visited. But stations
    # may appear wherever the stock allows one, and a gate that is too near may be allowed once the
    # far ones are taken: so assume the best of both.
    sharp = (sum(_BITS) if state.stock else _rimmed(state.stations),) * 6
    tunnels_left = TUNNELS_PER_LINE - len(line.cells)
    distances = _of_line(state, ix, sharp, tunnels.free_ends(state), tunnels_left)
    return distances.of(line.points[-1], line.heading) is None


def _of_line(state: State, ix: int, sharp: tuple[int, ...], ends: int, most: int) -> Distances:
    """Return the distances for a line, given its sharp turns and gates."""
    open_cells = _open_cells(state, state.hands[ix // 2])
    closed = _rimmed(state.lines[ix].visited)
    return Distances(_levels(open_cells, closed, sharp, ends, most))


def _rimmed(points: int) -> int:
    """Return points as bits of the board with a rim."""
    return sum(_BITS[point] for point in points_in(points & _CITY))


def _levels(
    open_cells: int, closed: int, sharp: tuple[int, ...], ends: int, most: int
) -> Iterator[tuple[int, ...]]:
    """Yield for each heading the points at 1 tunnel from a gate, at 2 tunnels, and so on.

    Args:
        open_cells: cells of the city that can be dug, as bits.
        closed: points that the line may not visit, with a rim.
        sharp: for each heading the points where a line may turn sharply, with a rim.
        ends: cells of gates where the line may end.
        most: number of tunnels to count to.
    """
    ways, out = tuple(zip(_BACK, _passable(open_cells), strict=True)), _ways_out(ends)
    free, unseen = ~closed, tuple([~0] * 6)
    # Backwards from the gates, one tunnel at a time.
    for _ in range(most):
        if not any(out):
            return
        level = _before(out, unseen, sharp)
        yield level
        unseen = tuple([points & ~new for points, new in zip(unseen, level, strict=True)])
        out = tuple(
            [
                ((points & free) << shift if shift > 0 else (points & free) >> -shift) & passable
                for points, (shift, passable) in zip(level, ways, strict=True)
            ]
        )


# All lines of a company dig in the same cells.
@lru_cache(maxsize=64)
def _passable(open_cells: int) -> tuple[int, ...]:
    """Return for each direction the points that can be left that way within the city."""
    halves, closed = list(_HALVES), _CELLS & ~open_cells
    while closed:
        low = closed & -closed
        half, bit = _HALF[low.bit_length() - 1]
        # A closed cell no longer carries the steps along its sides.
        halves[half] ^= bit
        closed ^= low
    return tuple(_moved(halves[a], by) | _moved(halves[b], far) for (a, by), (b, far) in _BESIDE)


@lru_cache(maxsize=256)
def _ways_out(ends: int) -> tuple[int, ...]:
    """Return for each direction the points that can be left that way through one of the gates."""
    points = [0] * len(DIRECTIONS)
    for direction, bit, cell in _OUT:
        if ends & cell:
            points[direction] |= bit
    return tuple(points)


def _before(
    out: tuple[int, ...], unseen: tuple[int, ...], sharp: tuple[int, ...]
) -> tuple[int, ...]:
    """Return for each heading the unseen points from which one of these directions can be taken.

    Straight on and gentle turns are always possible, sharp ones only at some points.
    """
    # Written out, as this takes a fifth of the time of a game that is played on.
    a, b, c, d, e, f = out
    return (
        (f | a | b | (e | c) & sharp[0]) & unseen[0],
        (a | b | c | (f | d) & sharp[1]) & unseen[1],
        (b | c | d | (a | e) & sharp[2]) & unseen[2],
        (c | d | e | (b | f) & sharp[3]) & unseen[3],
        (d | e | f | (c | a) & sharp[4]) & unseen[4],
        (e | f | a | (d | b) & sharp[5]) & unseen[5],
    )


def _moved(points: int, by: int) -> int:
    """Shift points on the board by this many bits."""
    return points << by if by > 0 else points >> -by


def _open_cells(state: State, hand: tuple[Marker, ...]) -> int:
    """Return the city's cells where a company with this hand may dig, as bits."""
    city = state.built_city
    cells = ~(state.used | city.barred) & _CELLS
    for cell in city.spot_cells:
        # A spot can only be dug with a marker that fits (MM §9.1).
        if cells >> cell & 1 and not tunnels.fitting_markers(state, hand, cell):
            cells ^= 1 << cell
    return cells


def _sharp_now(state: State, ix: int) -> tuple[int, ...]:
    """Return for each heading the points where a line has or makes a station (MM §6.2)."""
    there = _rimmed(state.stations)
    sharp = [there] * 6
    for n, other in enumerate(state.lines):
        # Without stock no meeting makes a station (MM §7.7).
        if n != ix and other.points and state.stock:
            sharp = [old | new for old, new in zip(sharp, _meetings(other.points), strict=True)]
    return tuple(sharp)


@lru_cache(maxsize=256)
def _meetings(points: tuple[Point, ...]) -> tuple[int, ...]:
    """Return for each heading the points where it meets a line, not alongside it (MM §7.2)."""
    meetings = [sum(_BITS[point] for point in points if point < CITY_POINTS)] * 6
    for a, b in pairwise(points):
        direction = direction_between(a, b)
        # Coming along the line's own track is alongside it, not a meeting (MM §7.2).
        for point, heading in ((b, direction), (a, (direction + 3) % 6)):
            if point < CITY_POINTS:
                meetings[heading] &= ~_BITS[point]
    return tuple(meetings)
