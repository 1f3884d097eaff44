"""What anybody may see of a game of Metrolijn.

All sheets are public between rounds. Choices of a round that is not complete
are no part of any state that is stored: they are sealed by the service, so a
view can only hold those of the observer's own draft.

Source: ML §3.1, §3.2.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from metrobot.engine.actors import Seat
from metrobot.engine.ruleset import Ruleset
from metrobot.games.metrolijn.board import Card, Map, Station, map_named
from metrobot.games.metrolijn.result import (
    Pay,
    Result,
    SheetCount,
    count_with,
    paid_by,
    points_on_offer,
    result_of,
    sheet_places,
)
from metrobot.games.metrolijn.state import State
from metrobot.games.metrolijn.turn import with_finished


@dataclass(frozen=True, slots=True)
class SheetView:
    """One player's sheet.

    Attributes:
        seat: whose.
        crossed: stations with a cross.
        numbers: stations with a transfer number, and the number.
        windows: for each line what was written into its windows.
        paid: for each line what it has paid, None while unfinished.
        count: what the sheet is worth now.
        owed: actions that the seat still has in this round.
        windows_left: how many windows are empty, all lines together.
        finished: for each line the round in which it was finished, or None.
    """

    seat: Seat
    crossed: frozenset[Station]
    numbers: tuple[tuple[Station, int], ...]
    windows: tuple[tuple[str, ...], ...]
    paid: tuple[Pay | None, ...]
    count: SheetCount
    owed: int
    windows_left: int
    finished: tuple[int | None, ...] = ()

    @property
    def marked(self) -> frozenset[Station]:
        """Stations with a cross or a number."""
        return self.crossed | {station for station, _ in self.numbers}


@dataclass(frozen=True, slots=True)
class View:
    """One observer's knowledge.

    Attributes:
        rules: players, map, `special`.
        seats: the observer's own; none: a spectator.
        card: what all ride now, or None.
        turned: what was turned up since the cards were last shuffled.
        left: what was not, equal ones side by side; a multiset, since no order exists.
        round: counts the cards turned up.
        sheets: one a seat.
        offers: for each line what it pays whoever finishes it next.
        to_act: seats that still choose in this round.
        result: the final count, once the game is over.
        vacant: seats where nobody sits (ML §12).
    """

    rules: Ruleset
    seats: frozenset[Seat]
    card: Card | None
    turned: tuple[Card, ...]
    left: tuple[Card, ...]
    round: int
    sheets: tuple[SheetView, ...]
    offers: tuple[Pay, ...]
    to_act: tuple[Seat, ...]
    result: Result | None
    vacant: frozenset[Seat] = frozenset()

    @property
    def is_alone(self) -> bool:
        """Whether one person plays alone (ML §8)."""
        return self.rules.players == 1

    @property
    def places(self) -> tuple[int, ...]:
        """Each player's place, if all were counted now."""
        return sheet_places([sheet.count for sheet in self.sheets])

    def has_won(self, seat: Seat) -> bool:
        """Return whether the game is over and this seat has won; alone, nobody does (ML §8)."""
        return not self.is_alone and self.result is not None and seat in self.result.winners

    @property
    def map(self) -> Map:
        """The map that all play on."""
        return map_named(str(self.rules["map"]))


def view_for(
    state: State, seats: AbstractSet[Seat] = frozenset(), *, preview: bool = False
) -> View:
    """Return what the holder of these seats may see.

    A preview hides the result, and counts lines as if the round ended now.
    """
    if preview:
        state = with_finished(state)
    paid = paid_by(state, state.sheets)
    return View(
        rules=state.rules,
        seats=frozenset(seats),
        card=state.card,
        turned=state.turned,
        left=state.left,
        round=state.round,
        sheets=tuple([_sheet_view(state, Seat(i), each) for i, each in enumerate(paid)]),
        offers=points_on_offer(state),
        to_act=tuple(Seat(i) for i, owed in enumerate(state.owed) if owed),
        result=None if preview else result_of(state),
        vacant=state.vacant,
    )


def _sheet_view(state: State, seat: Seat, paid: tuple[Pay | None, ...]) -> SheetView:
    """Return one sheet as everybody may see it."""
    sheet = state.sheets[seat]
    return SheetView(
        seat=seat,
        crossed=sheet.crossed,
        numbers=sheet.numbers,
        windows=sheet.windows,
        paid=paid,
        count=count_with(state, sheet, paid),
        owed=state.owed[seat],
        windows_left=state.map.windows_left(sheet.windows),
        finished=sheet.finished,
    )
