"""Search for a way to finish a line, and proof that there is none.

Distances to the gates are computed for all points and headings at once, as if a
line could cross itself. So they are never too long: a gate that they put out of
reach is out of reach. A gate within reach is then searched for by digging,
tunnel by tunnel, until a way is found or none is left.

Source: MM §5 to §7, §9, §10.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from metrobot.games.metromania.actions import TUNNELS_PER_LINE
from metrobot.games.metromania.building import gates, stations, tunnels
from metrobot.games.metromania.city import Ground, Marker
from metrobot.games.metromania.geometry import (
    AXIAL,
    CITY_CELLS,
    CITY_POINTS,
    CORNER_BITS,
    CORNERS,
    DIRECTIONS,
    EXITS,
    SIDE,
    STEPS,
    Cell,
    Point,
    Step,
    direction_between,
    turn_between,
)
from metrobot.games.metromania.state import Line, State, points_in

BUDGET: Final = 1500
"""Most tunnels tried in one search; beyond it the answer stays open."""
_WIDTH: Final = 2 * SIDE + 3
_CITY: Final = (1 << CITY_POINTS) - 1
_CELLS: Final = (1 << CITY_CELLS) - 1
_BITS: Final = tuple(1 << (r + SIDE + 1) * _WIDTH + q + SIDE + 1 for q, r in AXIAL[:CITY_POINTS])
"""Points as bits of the board with a rim, so that a step is a shift."""
_SHIFTS: Final = tuple(r * _WIDTH + q for q, r in DIRECTIONS)
_EASY: Final = tuple(tuple(h for h in range(6) if turn_between(h, d) < 2) for d in range(6))
"""For each direction the headings from which it is straight on or a gentle turn."""
_SHARP: Final = tuple(tuple(h for h in range(6) if turn_between(h, d) == 2) for d in range(6))
"""For each direction the headings from which it is a sharp turn."""
_TURNS: Final = tuple(tuple(turn_between(a, b) for b in range(6)) for a in range(6))
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


class _TooLongError(Exception):
    """The budget of tunnels is used up."""


@dataclass(frozen=True, slots=True)
class Distances:
    """Least numbers of tunnels to a gate.

    Attributes:
        levels: for 1 tunnel, 2 tunnels and so on, for each heading the points
            at just that distance, as bits of the board with a rim.
    """

    levels: tuple[tuple[int, ...], ...]

    def of(self, at: Point, heading: int) -> int | None:
        """Return the distance of a line's end from a gate, or None if it is out of reach."""
        bit = _BITS[at]
        for number, level in enumerate(self.levels, start=1):
            if level[heading] & bit:
                return number
        return None


def _rimmed(points: int) -> int:
    """Return points as bits of the board with a rim."""
    return sum(_BITS[point] for point in points_in(points & _CITY))


@lru_cache(maxsize=64)
def _distances(
    open_cells: int, closed: int, sharp: tuple[int, ...], ends: int, most: int
) -> Distances:
    """Return the distance of each point from a gate, for each heading.

    Args:
        open_cells: cells of the city that can be dug, as bits.
        closed: points that the line may not visit, with a rim.
        sharp: for each heading the points where a line may turn sharply, with a rim.
        ends: cells of gates where the line may end.
        most: number of tunnels to count to.
    """
    passable, out = _passable(open_cells), list(_ways_out(ends))
    seen, levels = [0] * 6, list[tuple[int, ...]]()
    # Backwards from the gates, one tunnel at a time.
    while any(out) and len(levels) < most:
        level = _before(out, seen, sharp)
        levels.append(tuple(level))
        out = [
            _moved(level[d] & ~closed, -_SHIFTS[d]) & passable[d] for d in range(len(DIRECTIONS))
        ]
    return Distances(tuple(levels))


def _passable(open_cells: int) -> list[int]:
    """Return for each direction the points that can be left that way within the city."""
    halves, closed = list(_HALVES), _CELLS & ~open_cells
    while closed:
        low = closed & -closed
        half, bit = _HALF[low.bit_length() - 1]
        # A closed cell no longer carries the steps along its sides.
        halves[half] ^= bit
        closed ^= low
    return [_moved(halves[a], by) | _moved(halves[b], far) for (a, by), (b, far) in _BESIDE]


@lru_cache(maxsize=256)
def _ways_out(ends: int) -> tuple[int, ...]:
    """Return for each direction the points that can be left that way through one of the gates."""
    found = [0] * len(DIRECTIONS)
    for direction, bit, cell in _OUT:
        if ends & cell:
            found[direction] |= bit
    return tuple(found)


def _before(out: Sequence[int], seen: list[int], sharp: Sequence[int]) -> list[int]:
    """Return for each heading the points from which one of these directions can be taken.

    Points in `seen` are left out; the new ones are added to it.
    """
    level = [0] * 6
    for direction, points in enumerate(out):
        for heading in _EASY[direction] if points else ():
            level[heading] |= points
        for heading in _SHARP[direction] if points else ():
            level[heading] |= points & sharp[heading]
    for heading in range(6):
        level[heading] &= ~seen[heading]
        seen[heading] |= level[heading]
    return level


def _moved(points: int, by: int) -> int:
    """Shift points on the board by this many bits."""
    return points << by if by > 0 else points >> -by


def _open_cells(state: State, hand: tuple[Marker, ...]) -> int:
    """Return the city's cells where a company with this hand may dig, as bits."""
    city = state.built_city
    found = ~(state.used | city.barred) & _CELLS
    for cell in _spots(city.spots):
        # A spot can only be dug with a marker that fits (MM §9.1).
        if found >> cell & 1 and not tunnels.fitting_markers(state, hand, cell):
            found ^= 1 << cell
    return found


@lru_cache(maxsize=64)
def _spots(spots: tuple[Ground | None, ...]) -> tuple[Cell, ...]:
    return tuple(Cell(cell) for cell, spot in enumerate(spots) if spot is not None)


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
    met = [sum(_BITS[at] for at in points if at < CITY_POINTS)] * 6
    for a, b in pairwise(points):
        direction = direction_between(a, b)
        # Coming along the line's own track is alongside it, not a meeting (MM §7.2).
        for at, heading in ((b, direction), (a, (direction + 3) % 6)):
            if at < CITY_POINTS:
                met[heading] &= ~_BITS[at]
    return tuple(met)


class Scout:
    """Looks ahead for one company, from one position and those one action later.

    Args:
        state: the position.
        budget: most tunnels to try.
    """

    def __init__(self, state: State, budget: int = BUDGET) -> None:
        self._state = state
        self._left = budget
        self._known = dict[tuple[int, int], Distances]()

    def needs(self, ix: int, line: Line) -> int | None:
        """Return the least number of tunnels from a line to a gate, as the board stands.

        None if it cannot get to one.

        Args:
            ix: of the line.
            line: as it is, or with one tunnel more.
        """
        return self._distances(ix, line).of(line.points[-1], line.heading)

    def can_finish(self, after: State, ix: int, most: int = TUNNELS_PER_LINE) -> bool | None:
        """Return whether a started line can be finished if nobody else builds.

        None if the search ran out of budget.

        Args:
            after: the position, or one action later.
            ix: of the line.
            most: tunnels that can still be dug, if fewer than the line has.
        """
        try:
            known = self._distances(ix, after.lines[ix])
            if _GateSearch(after, ix, known, self).finds(most):
                return True
            if self.is_alone(after, ix):
                # Distances from before the action are never too long for the line either.
                return False
            return _GateSearch(after, ix, distances_now(after, ix), self).finds(most)
        except _TooLongError:
            return None

    def is_alone(self, after: State, ix: int) -> bool:
        """Return whether no other change since the position could help a line."""
        pairs = zip(self._state.lines, after.lines, strict=True)
        # Another line that grew may offer new stations, and so sharp turns.
        is_other = any(old is not new for n, (old, new) in enumerate(pairs) if n != ix)
        elsewhere = after.stations & ~self._state.stations & ~after.lines[ix].visited
        return not is_other and not elsewhere

    def _distances(self, ix: int, line: Line) -> Distances:
        """Return the distances for a line, computed once per starting side."""
        # An unstarted line may come with any side, and the side bars gates near it (MM §10.2).
        key = ix, line.start_side
        if key not in self._known:
            self._known[key] = distances_now(self._state, ix, line.start_side)
        return self._known[key]

    def spend(self) -> None:
        """Count one tunnel against the budget.

        Raises:
            _TooLongError: the budget is used up.
        """
        self._left -= 1
        if self._left < 0:
            raise _TooLongError


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
    line = state.lines[ix]
    side = line.start_side if start_side is None else start_side
    return _distances(
        _open_cells(state, state.hands[ix // 2]),
        _rimmed(line.visited),
        _sharp_now(state, ix),
        gates.open_ends(state, side),
        most,
    )


def is_lost(state: State, ix: int) -> bool:
    """Return whether a started line can never be finished, whatever is built.

    Source: MM §6, §7.7, §9, §10.2.
    """
    line = state.lines[ix]
    left = TUNNELS_PER_LINE - len(line.cells)
    # Cells and gates are only ever taken, markers only placed, points only visited. But stations
    # may appear wherever the stock allows one, and a gate that is too near may be allowed once the
    # far ones are taken: so assume the best of both.
    sharp = (sum(_BITS) if state.stock else _rimmed(state.stations),) * 6
    found = _distances(
        _open_cells(state, state.hands[ix // 2]),
        _rimmed(line.visited),
        sharp,
        gates.free_ends(state),
        left,
    )
    return found.of(line.points[-1], line.heading) is None


class _GateSearch:
    """Digs one line alone, in every way that could lead to a gate."""

    def __init__(self, state: State, ix: int, distances: Distances, scout: Scout) -> None:
        self._line = state.lines[ix]
        self._state = state
        self._others = [line for n, line in enumerate(state.lines) if n != ix]
        self._hand = state.hands[ix // 2]
        self._ends = gates.open_ends(state, self._line.start_side)
        self._distances = distances
        self._scout = scout

    def finds(self, most: int) -> bool:
        """Return whether a gate can be reached within `most` tunnels and the line's own."""
        line, state = self._line, self._state
        left = min(most, TUNNELS_PER_LINE - len(line.cells))
        board = _Board(line.visited, state.used, state.stations, state.stock, self._hand, ())
        return left > 0 and self._goes(line.points[-1], line.heading, line.last_edge, board, left)

    def _goes(self, at: Point, heading: int, last: int, board: "_Board", left: int) -> bool:
        """Return whether the line can reach a gate from here."""
        self._scout.spend()
        may_turn = bool(board.stations >> at & 1)
        for gate, step in EXITS[at]:
            is_open = self._ends >> gate.cell & 1 and self._fits(step, heading, may_turn)
            if is_open and self._made(at, last, step, board) is not None:
                return True
        ways = list[tuple[int, Step]]()
        for step in STEPS[at]:
            if board.visited >> step.to & 1 or not self._fits(step, heading, may_turn):
                continue
            far = self._distances.of(step.to, step.direction)
            # The step itself takes one of the tunnels that are left.
            if far is not None and far < left:
                ways.append((far, step))
        # Nearest first, so that a search with success has it early.
        ways.sort(key=lambda way: way[0])
        return any(self._takes(at, last, step, board, left) for _, step in ways)

    @staticmethod
    def _fits(step: Step, heading: int, may_turn: bool) -> bool:
        """Return whether the angle of a step is allowed (MM §6.2)."""
        turn = _TURNS[heading][step.direction]
        return turn < tunnels.SHARP or (turn == tunnels.SHARP and may_turn)

    def _made(self, at: Point, last: int, step: Step, board: "_Board") -> int | None:
        """Return the stations that a step makes, as bits; None if the stock is too small."""
        made = stations.made_beside(self._others, board.stations, at, last, step)
        if len(made) > board.stock:
            return None
        return sum(1 << point for point in made) if made else 0

    def _takes(self, at: Point, last: int, step: Step, board: "_Board", left: int) -> bool:
        """Return whether the line can reach a gate by this step."""
        made = self._made(at, last, step, board)
        if made is None:
            return False
        return any(
            self._goes(step.to, step.direction, 1 << step.edge, after, left - 1)
            for after in self._dug(step, made, board)
        )

    def _dug(self, step: Step, made: int, board: "_Board") -> "Sequence[_Board]":
        """Return the boards after a step: one for each cell beside it and each marker that fits."""
        found, city = list[_Board](), self._state.built_city
        for cell in step.cells:
            if (board.used | city.barred) >> cell & 1:
                continue
            if city.spots[cell] is None:
                # Cells without a spot come first: they cost no marker.
                found.insert(0, board.then(step, cell, made, None))
                continue
            fitting = tunnels.fitting_markers(self._state, board.hand, cell)
            found += [board.then(step, cell, made, m) for m in fitting if board.keeps_off(m, cell)]
        return found


@dataclass(frozen=True, slots=True)
class _Board:
    """The part of the board that changes while a line is dug alone.

    Attributes:
        visited: the line's points, as bits.
        used: cells, as bits.
        stations: points, as bits.
        stock: stations left.
        hand: markers left.
        placed: the letters placed on the way, with their cells.
    """

    visited: int
    used: int
    stations: int
    stock: int
    hand: tuple[Marker, ...]
    placed: tuple[tuple[str, Cell], ...]

    def then(self, step: Step, cell: Cell, made: int, marker: Marker | None) -> "_Board":
        """Return the board with one more tunnel."""
        hand, placed = self.hand, self.placed
        if marker is not None:
            hand = tuple(held for held in hand if held != marker)
            placed = (*placed, (marker.letter, cell))
        return _Board(
            self.visited | 1 << step.to,
            self.used | 1 << cell,
            self.stations | made,
            self.stock - made.bit_count(),
            hand,
            placed,
        )

    def keeps_off(self, marker: Marker, cell: Cell) -> bool:
        """Return whether a marker keeps its distance from its letter's other one (MM §9.3)."""
        return all(
            letter != marker.letter or not CORNER_BITS[at] & CORNER_BITS[cell]
            for letter, at in self.placed
        )
