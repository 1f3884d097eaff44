"""One observer's view of a game of MetrOmania, built field by field.

Pictures, texts and alt texts are made from these values and nothing else. A new
field of the state stays hidden until somebody adds it here.

Source: MM §3.3, §3.5, §11.3.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.engine.ruleset import Ruleset, with_defaults
from metrobot.games.metromania import options
from metrobot.games.metromania.actions import (
    LINE_NAMES,
    TUNNELS_PER_LINE,
    TUNNELS_PER_TURN,
    LineName,
)
from metrobot.games.metromania.building import line_blocks, tunnels
from metrobot.games.metromania.city import Ground, Layout, Marker, grounds
from metrobot.games.metromania.count import final_count
from metrobot.games.metromania.geometry import CORNERS, Cell, Point, steps_apart
from metrobot.games.metromania.result import EndedBy, Result
from metrobot.games.metromania.state import (
    NOTHING_DONE,
    Deeds,
    Phase,
    State,
    empty_state,
    line_index,
    points_in,
)

KEPT = 64
"""Number of cached views: the board after a turn is shown with it, with the next one, and with
each draft of it.
"""

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

    def steps_to_station(self, cell: Cell) -> int | None:
        """Return the fewest edges from a cell's corners to a station; None without any."""
        pairs = product(CORNERS[cell], self.stations)
        return min((steps_apart(*pair) for pair in pairs), default=None)

    def tunnels_to(self, cell: Cell) -> int | None:
        """Return the fewest tunnels that end in a cell, from the observer's lines not finished.

        Whatever lies between is not looked at. None before their first tunnels.
        """
        own = [line for line in self.lines if line.company in self.seats and not line.is_finished]
        pairs = product(CORNERS[cell], [line.points[-1] for line in own if line.points])
        return min((1 + steps_apart(*pair) for pair in pairs), default=None)


def view_for(
    state: State, seats: AbstractSet[Seat] = frozenset(), *, preview: bool = False
) -> View:
    """Return the view for the holder of these seats, of a state or of their own draft.

    In a preview nothing depends on hands that the observer does not see: the state
    is one of a draft (`Title.tried`), a turn that it ends is shown as if it still
    went on, other companies' lines count as done where that is certain, and no
    result is shown.

    Source: MM §3.3, §3.5 (hands), §11.3 (what blocked lines tell).
    """
    return _preview(state, frozenset(seats)) if preview else _confirmed(state, frozenset(seats))


@lru_cache(maxsize=KEPT)
def _confirmed(state: State, seats: frozenset[Seat]) -> View:
    blocked = line_blocks.blocked_lines(state) if state.city is not None else 0
    return _view(state, seats, state.turn, blocked=blocked, is_draft=False)


@lru_cache(maxsize=KEPT)
def _preview(state: State, seats: frozenset[Seat]) -> View:
    # A draft has begun if its company has acted in this turn, or if its turn is over already.
    is_begun = state.deeds.turn >= 0 and (
        state.phase is Phase.OVER or state.active not in seats or state.deeds.turn == state.turn
    )
    if not is_begun:
        blocked = line_blocks.blocked_lines(state) if state.city is not None else 0
        turn = state.turn
    else:
        # Once a draft has begun, blocked lines may depend on hidden hands; before, all see them.
        blocked = line_blocks.blocked_as_known(state, _open_seats(state, seats))
        turn = state.deeds.turn
    return _view(state, seats, turn, blocked=blocked, is_draft=True)


def _open_seats(state: State, seats: frozenset[Seat]) -> frozenset[Seat]:
    """Return the companies whose hands an observer sees during the game (MM §3.5)."""
    if options.has_secret_hands(state.rules):
        return seats
    return frozenset(Seat(seat) for seat in range(state.company_count))


def _view(state: State, seats: frozenset[Seat], turn: int, *, blocked: int, is_draft: bool) -> View:
    """Build the view; the arguments hold the values that differ between a draft and the truth."""
    # A draft shows neither others' hands nor the result, even if it ends the game.
    shows_all = state.phase is Phase.OVER and not is_draft
    is_open = state.city is not None if is_draft else state.phase is Phase.BUILDING
    open_seats, ended_by = _open_seats(state, seats), state.ended_by
    is_now = state.deeds.turn == turn and not shows_all
    dug = state.deeds.dug if is_now else 0
    return View(
        rules=state.rules,
        seats=seats,
        layout=None if state.city is None else state.city.layout,
        grounds=() if state.city is None else grounds(state.city.layout),
        companies=tuple(
            _company(
                state,
                seat,
                # Others' lines may depend on hidden hands, so a draft says nothing of them.
                blocked=None if is_draft and seat not in seats else blocked,
                shows_hand=shows_all or seat in open_seats,
            )
            for seat in map(Seat, range(state.company_count))
        ),
        stations=frozenset(points_in(state.stations)),
        stock=state.stock,
        placed=tuple(
            PlacedMarker(p.marker, p.cell, p.company, bool(state.stations_at(p.cell)))
            for p in sorted(state.placed, key=lambda p: p.marker)
        ),
        to_act=Seat(turn % state.company_count) if is_open else None,
        turn=turn,
        tunnels_dug=dug,
        tunnels_to_dig=TUNNELS_PER_TURN - dug,
        has_placed=state.deeds.has_placed if is_now else False,
        bonus_line=state.deeds.bonus if is_now else None,
        lines_done=line_blocks.done_lines(state, blocked),
        lines_needed=options.lines_needed(state.rules),
        ended_by=ended_by,
        last_turns=() if ended_by is None or shows_all else _last_turns(state, turn),
        result=final_count.result_of(state) if shows_all else None,
        deeds=state.deeds,
        idle_turns=state.idle_turns,
        final_turn=state.final_turn,
        vacant=state.vacant,
    )


def _company(state: State, seat: Seat, *, blocked: int | None, shows_hand: bool) -> CompanyView:
    solid, striped = (
        _line(state, seat, number, blocked=blocked) for number in range(len(LINE_NAMES))
    )
    points = state.station_points[seat]
    return CompanyView(
        seat=seat,
        player=options.player_of(state.rules, seat),
        station_points=points,
        kept_points=final_count.kept_points(points, solid.is_finished + striped.is_finished),
        lines=(solid, striped),
        hand_size=len(state.hands[seat]),
        hand=state.hands[seat] if shows_hand else None,
    )


def _line(state: State, seat: Seat, number: int, *, blocked: int | None) -> LineView:
    ix = line_index(seat, LINE_NAMES[number])
    line = state.lines[ix]
    return LineView(
        company=seat,
        name=LINE_NAMES[number],
        points=line.points,
        cells=line.cells,
        is_finished=line.is_finished,
        is_blocked=None if blocked is None else bool(blocked >> ix & 1),
        can_finish=tunnels.can_finish(state, line),
        tunnels_left=TUNNELS_PER_LINE - len(line.cells),
    )


def _last_turns(state: State, turn: int) -> tuple[Seat, ...]:
    """Return the companies that still have their last turn, in turn order (MM §11.2)."""
    assert state.final_turn is not None, "no last turn is known"
    count = state.company_count
    first = max(turn, state.final_turn - count + 2)
    return tuple(Seat(number % count) for number in range(first, state.final_turn + 1))


def example_view() -> View:
    """Return the view of a game of two people without anything yet, for examples of the rules."""
    chosen = with_defaults(options.OPTIONS, {})
    return view_for(empty_state(Ruleset("metromania", 2, tuple(chosen.items()))))
