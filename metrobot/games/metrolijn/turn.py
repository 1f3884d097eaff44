"""Effects of choices on sheets, and the settling of a complete round.

Source: ML §3, §4, §6, §9.
"""

from dataclasses import dataclass, replace

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer
from metrobot.games.metrolijn.board import Card, CardKind, Line, Map, Station
from metrobot.games.metrolijn.state import Sheet, State, is_complete

TRANSFER_SIGN = "+"
"""The sign that a transfer writes into its window (ML §4.3)."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks that a choice makes on a sheet (ML §4).

    Attributes:
        line: the line whose window it fills; None for a free ride.
        crossed: the stations that get a cross, in order from the wagon.
        number: the station that gets a transfer number, and the number; or None.
    """

    line: Line | None
    crossed: tuple[Station, ...]
    number: tuple[Station, int] | None

    @property
    def marked(self) -> tuple[Station, ...]:
        """The stations marked, in order."""
        return self.crossed if self.number is None else (self.number[0],)


def marks_of(map_: Map, action: Action) -> Marks:
    """Return the marks that a choice makes (ML §4)."""
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
    """Return the special stations that a choice marks; each earns an extra action (ML §9.1).

    A free ride earns none.
    """
    if not state.rules["special"] or marks.line is None:
        return ()
    return tuple([s for s in marks.marked if state.map.stations[s].is_special])


def owed_after(owed: int, windows: int) -> int:
    """Return the number of actions a seat still owes after one of them (ML §9.1, §9.2).

    Args:
        owed: before it, including newly earned ones.
        windows: number of empty windows after it; without one, extra actions lapse.
    """
    return owed - 1 if windows else 0


def after_card(state: State, card: Card) -> State:
    """Return the state with a card turned up; every seat with a window owes one action.

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
    """Return the state after a legal choice; the last choice of a round settles it.

    Source: ML §3.3, §4, §9.1.
    """
    marks, sheets, owed = marks_of(state.map, action), list(state.sheets), list(state.owed)
    sheets[seat] = _marked(sheets[seat], card, marks)
    windows = state.map.windows_left(sheets[seat].windows)
    owed[seat] = owed_after(owed[seat] + len(specials_of(state, marks)), windows)
    state = replace(state, sheets=tuple(sheets), owed=tuple(owed))
    # Settled only now: all who finish a line in the same round get its higher points.
    return state if any(owed) else _settled(state, card)


def vacant_choice(state: State, seat: Seat, card: Card) -> Action:
    """Return the action of a vacant seat: it fills a window and marks nothing (ML §12.1, §12.2).

    It takes the first line with an empty window, and rings in the order of the
    data.
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
    # The round that was under way still counts for its finished lines.
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
    station = map_.station_named(id_)
    # Legal choices name stations of the map.
    assert station is not None
    return station


def _settled(state: State, card: Card) -> State:
    """Return the state after a complete round: finished lines noted, deck reshuffled if due.

    Source: ML §3.4, §3.5, §6.
    """
    return replace(
        with_finished(state),
        card=None,
        turned=() if card.reshuffles else state.turned,
        is_over=not any(state.has_window(Seat(seat)) for seat in range(state.rules.players)),
    )


def with_finished(state: State) -> State:
    """Return the state with the round noted on every newly finished line (ML §6.1)."""
    sheets = list(state.sheets)
    for seat, sheet in enumerate(sheets):
        finished = tuple(
            state.round if end is None and is_complete(state.map, sheet.marked, Line(i)) else end
            for i, end in enumerate(sheet.finished)
        )
        if finished != sheet.finished:
            sheets[seat] = replace(sheet, finished=finished)
    return replace(state, sheets=tuple(sheets))
