"""What choices do to sheets, and what a complete round does.

Source: ML §3, §4, §6, §9.
"""

from dataclasses import replace

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer
from metrobot.games.metrolijn.board import Card, CardKind, Line, Station
from metrobot.games.metrolijn.state import (
    Sheet,
    State,
    is_complete,
    with_owed,
    with_sheet,
)

TRANSFER_SIGN = "+"
"""What a transfer writes into its window (ML §4.3)."""


def after_card(state: State, card: Card) -> State:
    """Return the state with a card turned up: who has a window owes one action.

    Source: ML §3.1, §3.3, §9.2.
    """
    seats = range(state.rules.players)
    return replace(
        state,
        card=card,
        turned=(*state.turned, card),
        round=state.round + 1,
        owed=tuple(int(state.has_window(Seat(seat))) for seat in seats),
    )


def after_choice(state: State, seat: Seat, card: Card, action: Action) -> State:
    """Return the state after a legal choice, the round settled if it was the last one.

    Source: ML §3.3, §4, §9.1.
    """
    before = state.sheets[seat]
    after = _marked(state, before, card, action)
    state = with_sheet(state, seat, after)
    extra = 0 if isinstance(action, FreeRide) else _specials(state, after.marked - before.marked)
    owed = state.owed[seat] - 1 + extra
    state = with_owed(state, seat, owed if state.has_window(seat) else 0)
    return state if any(state.owed) else _settled(state, card)


def vacant_choice(state: State, seat: Seat, card: Card) -> Action:
    """Return what a vacant seat does: it fills a window and marks nothing.

    Of the first line with an empty window; of a ring in the order of the data.

    Source: ML §12.1, §12.2.
    """
    if card.kind is CardKind.FREE:
        return FreeRide(None)
    windows = zip(state.map.lines, state.sheets[seat].windows, strict=True)
    line = next(line for line, filled in windows if len(filled) < line.windows)
    direction = 1 if line.is_ring else None
    if card.kind is CardKind.TRANSFER:
        return Transfer(line.letter, None, None, direction)
    return Mark(line.letter, (), direction)


def ended(state: State) -> State:
    """Return the state with the game ended by its players (ML §12.3)."""
    sheets = tuple(_with_finished(state, sheet) for sheet in state.sheets)
    return replace(state, sheets=sheets, owed=(0,) * len(sheets), is_over=True)


def _marked(state: State, sheet: Sheet, card: Card, action: Action) -> Sheet:
    """Return a sheet with a choice filled in (ML §4)."""
    match action:
        case Mark(letter, stations, _):
            sheet = _with_window(state, sheet, letter, str(card.value))
            return replace(sheet, crossed=sheet.crossed | {_named(state, s) for s in stations})
        case Transfer(letter, station, value, _):
            sheet = _with_window(state, sheet, letter, TRANSFER_SIGN)
            if station is None or value is None:
                return sheet
            return replace(sheet, numbers=(*sheet.numbers, (_named(state, station), value)))
        case FreeRide(station) if station is not None:
            return replace(sheet, crossed=sheet.crossed | {_named(state, station)})
    return sheet


def _with_window(state: State, sheet: Sheet, letter: str, written: str) -> Sheet:
    """Return a sheet with the next window of a line filled."""
    line = state.map.line_named(letter)
    windows = list(sheet.windows)
    assert line is not None  # legal choices name lines of the map
    windows[line] = (*windows[line], written)
    return replace(sheet, windows=tuple(windows))


def _named(state: State, id_: str) -> Station:
    """Return a station of the map by its id."""
    station = state.map.station_named(id_)
    assert station is not None  # legal choices name stations of the map
    return station


def _specials(state: State, marked: frozenset[Station]) -> int:
    """Return how many extra actions newly marked stations earn (ML §9.1)."""
    if not state.rules["special"]:
        return 0
    return sum(state.map.stations[station].is_special for station in marked)


def _settled(state: State, card: Card) -> State:
    """Return the state after a complete round: lines counted, the 6 reshuffled.

    Source: ML §3.4, §3.5, §6.
    """
    sheets = tuple(_with_finished(state, sheet) for sheet in state.sheets)
    state = replace(state, sheets=sheets, card=None)
    if card.reshuffles:
        state = replace(state, turned=())
    seats = (Seat(seat) for seat in range(state.rules.players))
    return replace(state, is_over=not any(state.has_window(seat) for seat in seats))


def _with_finished(state: State, sheet: Sheet) -> Sheet:
    """Return a sheet with this round noted on every line just finished (ML §6.1)."""
    finished = tuple(
        state.round if done is None and is_complete(state.map, sheet, Line(i)) else done
        for i, done in enumerate(sheet.finished)
    )
    return replace(sheet, finished=finished)
