"""One observer's view of a game of MetrOmania.

Pictures, texts and alt texts are made from these values and nothing else.
"""

from dataclasses import dataclass, field
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.engine.ruleset import Ruleset
from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.city import Ground, Layout, Marker
from metrobot.games.metromania.geometry import Cell, Point
from metrobot.games.metromania.result import EndedBy, Result
from metrobot.games.metromania.state import NOTHING_DONE, Deeds

FEW_STATIONS: Final = 4
"""Stock at which players are told that the end is near (MM §11.1)."""


@dataclass(frozen=True, slots=True)
class LineView:
    """One line of one company.

    Attributes:
        company: its owner.
        name: solid or striped.
        points: from the start gate's outer corner to the line's end, which is
            a black gate's outer corner once finished; empty while unstarted.
        cells: the tunnels' cells, in order; one fewer than `points`.
        is_finished: whether it has reached a black gate.
        is_blocked: whether it cannot be extended (MM §11.3); None for other
            companies' lines in a preview.
        can_finish: whether a legal last tunnel leads from its end to a black gate.
        tunnels_left: 0 to 18.
    """

    company: Seat
    name: LineName
    points: tuple[Point, ...]
    cells: tuple[Cell, ...]
    is_finished: bool
    is_blocked: bool | None
    can_finish: bool
    tunnels_left: int


@dataclass(frozen=True, slots=True)
class PlacedMarker:
    """A destination marker on the board.

    Attributes:
        marker: letter and type.
        cell: its place.
        company: the one that placed it.
        is_served: whether a station touches its cell.
    """

    marker: Marker
    cell: Cell
    company: Seat
    is_served: bool


@dataclass(frozen=True, slots=True)
class CompanyView:
    """One company.

    Attributes:
        seat: its number.
        player: the player who runs it.
        station_points: scored while building so far.
        kept_points: the part that would be kept if building ended now (MM §12).
        lines: solid, striped.
        hand_size: number of markers not yet placed; public.
        hand: those markers, sorted, or None if the observer may not see them.
    """

    seat: Seat
    player: int
    station_points: int
    kept_points: int
    lines: tuple[LineView, LineView]
    hand_size: int
    # Not printed: logs and errors must not tell hands.
    hand: tuple[Marker, ...] | None = field(repr=False)

    @property
    def finished(self) -> int:
        """The number of finished lines."""
        return sum(line.is_finished for line in self.lines)

    @property
    def may_end_building(self) -> bool:
        """Whether its next turn may finish both its lines, which ends building (MM §11.1)."""
        unfinished = [line for line in self.lines if not line.is_finished]
        return len(unfinished) == 1 and unfinished[0].can_finish


@dataclass(frozen=True, slots=True)
class View:
    """One observer's knowledge.

    Attributes:
        rules: players and options.
        seats: the companies that the observer runs; none for a spectator.
        layout: the six districts, or None before they are laid out.
        grounds: the ground of each of the 150 city cells; empty before.
        companies: in turn order.
        stations: points with a station.
        stock: stations left of 30.
        placed: markers on the board, in the order of their letters.
        to_act: the company whose turn it is; None when building is over.
        turn: number of turns ended by all companies, those passed over included;
            in a preview the drafted turn, also when the draft has ended it.
        tunnels_dug: in this turn, 0 to 3.
        tunnels_to_dig: tunnels left in this turn, 3 to 0 (MM §4.1).
        has_placed: whether a marker was placed in this turn.
        bonus_line: the line just ended whose station is still to be chosen (MM §10.3).
        lines_done: lines finished or blocked; in a preview other companies'
            lines are counted where the observer can be certain of it.
        lines_needed: number of them that ends the building.
        ended_by: the cause that ended or will end the building, once it is certain; in a
            preview None where it would depend on hands that are not shown.
        last_turns: companies that still have their one last turn, in turn order.
        result: the final count, once the game is over.
        deeds: the progress of the last turn in which somebody acted; all of it is public.
        idle_turns: number of turns in a row without a tunnel or a station (MM §11.4).
        final_turn: number of the last turn, once it is certain (MM §11.2).
        vacant: companies that nobody runs (MM §17).
    """

    rules: Ruleset
    seats: frozenset[Seat]
    layout: Layout | None
    grounds: tuple[Ground | None, ...]
    companies: tuple[CompanyView, ...]
    stations: frozenset[Point]
    stock: int
    placed: tuple[PlacedMarker, ...]
    to_act: Seat | None
    turn: int
    tunnels_dug: int
    tunnels_to_dig: int
    has_placed: bool
    bonus_line: LineName | None
    lines_done: int
    lines_needed: int
    ended_by: EndedBy | None
    last_turns: tuple[Seat, ...]
    result: Result | None
    deeds: Deeds = NOTHING_DONE
    idle_turns: int = 0
    final_turn: int | None = None
    vacant: frozenset[Seat] = frozenset()

    @property
    def lines_closed(self) -> int:
        """Lines finished or blocked, but no more than end building (MM §11.1)."""
        return min(self.lines_done, self.lines_needed)

    @property
    def is_stock_low(self) -> bool:
        """Whether few stations are left, or none."""
        return self.stock <= FEW_STATIONS

    @property
    def is_line_from_end(self) -> bool:
        """Whether one more line finished or blocked ends building (MM §11.1)."""
        return self.lines_done == self.lines_needed - 1

    @property
    def lines(self) -> tuple[LineView, ...]:
        """All lines, in turn order, solid before striped."""
        return tuple(line for company in self.companies for line in company.lines)

    @property
    def unserved(self) -> tuple[PlacedMarker, ...]:
        """The placed markers that no station touches yet (MM §13.4)."""
        return tuple(placed for placed in self.placed if not placed.is_served)
