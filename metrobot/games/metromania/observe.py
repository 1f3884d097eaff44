"""Views, built field by field.

A new field of the state stays hidden until somebody adds it here.

Source: MM §3.3, §3.5, §11.3.
"""

from collections.abc import Set as AbstractSet
from functools import lru_cache

from metrobot.engine.actors import Seat
from metrobot.games.metromania import options
from metrobot.games.metromania.actions import LINE_NAMES, TUNNELS_PER_LINE, TUNNELS_PER_TURN
from metrobot.games.metromania.building import line_blocks, tunnels
from metrobot.games.metromania.city import grounds
from metrobot.games.metromania.count import final_count
from metrobot.games.metromania.state import Phase, State, line_index, points_in
from metrobot.games.metromania.view import CompanyView, LineView, PlacedMarker, View

KEPT = 64
"""Number of cached views: the board after a turn is shown with it, with the next one, and with
each draft of it.
"""


def view_for(
    state: State, seats: AbstractSet[Seat] = frozenset(), *, preview: bool = False
) -> View:
    """Return the view for the holder of these seats, of a state or of their own draft.

    In a preview nothing depends on hands that the observer does not see: the state
    is one of a draft (`turn.tried`), a turn that it ends is shown as if it still
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
    seen, ended_by = _open_seats(state, seats), state.ended_by
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
                shows_hand=shows_all or seat in seen,
            )
            for seat in map(Seat, range(state.company_count))
        ),
        stations=frozenset(points_in(state.stations)),
        stock=state.stock,
        placed=_placed(state),
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


def _placed(state: State) -> tuple[PlacedMarker, ...]:
    """Return the markers on the board, by letter and type."""
    return tuple(
        PlacedMarker(
            placed.marker, placed.cell, placed.company, bool(state.stations_at(placed.cell))
        )
        for placed in sorted(state.placed, key=lambda placed: placed.marker)
    )


def _last_turns(state: State, turn: int) -> tuple[Seat, ...]:
    """Return the companies that still have their last turn, in turn order (MM §11.2)."""
    assert state.final_turn is not None, "no last turn is known"
    count = state.company_count
    first = max(turn, state.final_turn - count + 2)
    return tuple(Seat(number % count) for number in range(first, state.final_turn + 1))
