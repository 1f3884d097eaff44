"""What choices do to sheets, and what a complete round does.

Source: ML §3, §4, §6, §9.
"""

from dataclasses import dataclass, replace

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer
from metrobot.games.metrolijn.board import Card, CardKind, Line, Map, Station
from metrobot.games.metrolijn.state import Sheet, State, is_complete, with_owed, with_sheet

TRANSFER_SIGN = "+"
"""What a transfer writes into its window (ML §4.3)."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What a choice writes on a sheet (ML §4).

    Attributes:
        line: whose window it fills; None for a free ride.
        crossed: the stations that get a cross, in order from the wagon.
        number: the station that gets a transfer number, and the number; or None.
    """

    line: Line | None
    crossed: tuple[Station, ...]
    number: tuple[Station, int] | None

    @property
    def marked(self) -> tuple[Station, ...]:
        """The stations that are marked, in order."""
        return self.crossed if self.number is None else (self.number[0],)


def marks_of(map_: Map, action: Action) -> Marks:
    """Return what a choice writes on a sheet (ML §4)."""
    match action:
        case Mark(letter, ids, _):
            return Marks(map_.line_named(letter), tuple([_named(map_, id_) for id_ in ids]), None)
        case Transfer(letter, id_, value, _):
            number = None if id_ is None or value is None else (_named(map_, id_), value)
            return Marks(map_.line_named(letter), (), number)
        case FreeRide(id_):
            return Marks(None, () if id_ is None else (_named(map_, id_),), None)
    raise TypeError(f"no choice of this game: {action!r}")


def specials_of(state: State, marks: Marks) -> tuple[Station, ...]:
    """Return the special stations that a choice marks: each earns an extra action.

    By the free ride: none.

    Source: ML §9.1.
    """
    if not state.rules["special"] or marks.line is None:
        return ()
    return tuple([s for s in marks.marked if state.map.stations[s].is_special])


def owed_after(owed: int, windows: int) -> int:
    """Return how many actions a seat still owes after one of them.

    Args:
        owed: before it, with what it has earned.
        windows: how many are empty after it; without one all is over, or lapses.

    Source: ML §9.1, §9.2.
    """
    return owed - 1 if windows else 0


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
    marks = marks_of(state.map, action)
    state = with_sheet(state, seat, _marked(state.sheets[seat], card, marks))
    owed = state.owed[seat] + len(specials_of(state, marks))
    left = state.map.windows_left(state.sheets[seat].windows)
    state = with_owed(state, seat, owed_after(owed, left))
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


def with_game_ended(state: State) -> State:
    """Return the state with the game ended by its players (ML §12.3)."""
    return replace(with_finished(state), owed=(0,) * len(state.sheets), is_over=True)


def _marked(sheet: Sheet, card: Card, marks: Marks) -> Sheet:
    """Return a sheet with a choice filled in (ML §4)."""
    windows = list(sheet.windows)
    if marks.line is not None:
        written = TRANSFER_SIGN if card.kind is CardKind.TRANSFER else str(card.value)
        windows[marks.line] = (*windows[marks.line], written)
    return replace(
        sheet,
        crossed=sheet.crossed.union(marks.crossed),
        numbers=sheet.numbers if marks.number is None else (*sheet.numbers, marks.number),
        windows=tuple(windows),
    )


def _named(map_: Map, id_: str) -> Station:
    """Return a station of the map by its id."""
    station = map_.station_named(id_)
    assert station is not None  # legal choices name stations of the map
    return station


def _settled(state: State, card: Card) -> State:
    """Return the state after a complete round: lines counted, the 6 reshuffled.

    Source: ML §3.4, §3.5, §6.
    """
    state = replace(with_finished(state), card=None)
    if card.reshuffles:
        state = replace(state, turned=())
    seats = (Seat(seat) for seat in range(state.rules.players))
    return replace(state, is_over=not any(state.has_window(seat) for seat in seats))


def with_finished(state: State) -> State:
    """Return the state with this round noted on every line just finished (ML §6.1)."""
    return replace(state, sheets=tuple([_with_finished(state, sheet) for sheet in state.sheets]))


def _with_finished(state: State, sheet: Sheet) -> Sheet:
    """Return a sheet with this round noted on every line just finished (ML §6.1)."""
    finished = tuple(
        state.round if done is None and is_complete(state.map, sheet.marked, Line(i)) else done
        for i, done in enumerate(sheet.finished)
    )
    return sheet if finished == sheet.finished else replace(sheet, finished=finished)
