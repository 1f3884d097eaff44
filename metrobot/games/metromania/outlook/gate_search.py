"""Search for a way to finish a line, and proof that there is none.

A gate within reach by the distances is searched for by digging, tunnel by tunnel,
until a way is found or none is left.

Source: MM §5 to §7, §9, §10.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from metrobot.games.metromania.actions import TUNNELS_PER_LINE
from metrobot.games.metromania.building import stations, tunnels
from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.geometry import (
    CORNER_BITS,
    EXITS,
    SHARP,
    STEPS,
    TURNS,
    Cell,
    Point,
    Step,
)
from metrobot.games.metromania.outlook.distances import Distances, distances_now
from metrobot.games.metromania.state import Line, State

BUDGET: Final = 1500
"""Most tunnels tried in one search; beyond it the answer stays open."""


class _TooLongError(Exception):
    """The budget of tunnels is used up."""


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
            distances = self._distances(ix, after.lines[ix])
            if _GateSearch(after, ix, distances, self).finds(most):
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


class _GateSearch:
    """Digs one line alone, in every way that could lead to a gate."""

    def __init__(self, state: State, ix: int, distances: Distances, scout: Scout) -> None:
        self._line = state.lines[ix]
        self._state = state
        self._others = [line for n, line in enumerate(state.lines) if n != ix and line.points]
        self._edges = self._visited = 0
        for other in self._others:
            self._edges |= other.edges
            self._visited |= other.visited
        self._hand = state.hands[ix // 2]
        self._ends = tunnels.open_ends(state, self._line.start_side)
        self._distances = distances
        self._scout = scout

    def finds(self, most: int) -> bool:
        """Return whether a gate can be reached within `most` tunnels and the line's own."""
        line, state = self._line, self._state
        left = min(most, TUNNELS_PER_LINE - len(line.cells))
        board = _Board(line.visited, state.used, state.stations, state.stock, self._hand, ())
        return left > 0 and self._goes(line.points[-1], line.heading, line.last_edge, board, left)

    def _goes(self, start: Point, heading: int, last: int, board: "_Board", left: int) -> bool:
        """Return whether the line can reach a gate from here."""
        self._scout.spend()
        turns = TURNS[heading]
        # Sharp turns need a station (MM §6.2). A step back leads to a point of the line's own.
        forbidden = None if board.stations >> start & 1 else SHARP
        for gate, step in EXITS[start]:
            is_open = self._ends >> gate.cell & 1 and turns[step.direction] != forbidden
            if is_open and self._made(start, last, step, board) is not None:
                return True
        ways = [
            step
            for step in STEPS[start]
            if not board.visited >> step.to & 1 and turns[step.direction] != forbidden
        ]
        # Nearest first, so that a search with success has it early. The step itself takes one of
        # the tunnels that are left.
        for step in self._distances.nearest(ways, left - 1):
            if self._takes(start, last, step, board, left):
                return True
        return False

    def _made(self, start: Point, last: int, step: Step, board: "_Board") -> int | None:
        """Return the stations that a step makes, as bits; None if the stock is too small."""
        # A line that neither leaves another's track nor comes to its points makes no station.
        if not (self._edges & last or self._visited >> step.to & 1):
            return 0
        points = stations.made_beside(self._others, board.stations, start, last, step)
        if len(points) > board.stock:
            return None
        return sum(1 << point for point in points) if points else 0

    def _takes(self, start: Point, last: int, step: Step, board: "_Board", left: int) -> bool:
        """Return whether the line can reach a gate by this step."""
        bits = self._made(start, last, step, board)
        if bits is None:
            return False
        for after in self._dug(step, bits, board):
            if self._goes(step.to, step.direction, 1 << step.edge, after, left - 1):
                return True
        return False

    def _dug(self, step: Step, bits: int, board: "_Board") -> "Iterator[_Board]":
        """Yield the boards after a step: one for each cell beside it and each marker that fits."""
        city = self._state.built_city
        full = board.used | city.barred
        free = [cell for cell in step.cells if not full >> cell & 1]
        # Cells without a spot come first: they cost no marker.
        for cell in reversed(free):
            if city.spots[cell] is None:
                yield board.then(step, cell, bits, None)
        for cell in free:
            if city.spots[cell] is not None:
                for marker in tunnels.fitting_markers(self._state, board.hand, cell):
                    if board.keeps_off(marker, cell):
                        yield board.then(step, cell, bits, marker)


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

    def then(self, step: Step, cell: Cell, bits: int, marker: Marker | None) -> "_Board":
        """Return the board with one more tunnel."""
        hand, placed = self.hand, self.placed
        if marker is not None:
            hand = tuple(held for held in hand if held != marker)
            placed = (*placed, (marker.letter, cell))
        return _Board(
            self.visited | 1 << step.to,
            self.used | 1 << cell,
            self.stations | bits,
            self.stock - bits.bit_count(),
            hand,
            placed,
        )

    def keeps_off(self, marker: Marker, cell: Cell) -> bool:
        """Return whether a marker keeps its distance from its letter's other one (MM §9.3)."""
        return all(
            letter != marker.letter or not CORNER_BITS[other] & CORNER_BITS[cell]
            for letter, other in self.placed
        )
