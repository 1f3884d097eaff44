"""Views of a game of Metrolijn.

All sheets are public between rounds. Choices in a round that is not complete
are in no stored state: the service seals them, so a view can only hold those of
the observer's own draft.

Source: ML §3.1, §3.2.
"""

from collections.abc import Collection
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

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
from metrobot.games.metrolijn.state import Sheet, State, initial_state
from metrobot.games.metrolijn.turn import with_finished


@dataclass(frozen=True, slots=True)
class SheetView(Sheet):
    """One player's sheet, with what follows from it.

    Attributes:
        seat: the sheet's owner.
        paid: for each line its pay, None while unfinished.
        count: points of the sheet if it were counted now.
        owed: number of actions that the seat still has in this round.
        windows_left: number of empty windows, all lines together.
    """

    seat: Seat
    paid: tuple[Pay | None, ...]
    count: SheetCount
    owed: int
    windows_left: int


@dataclass(frozen=True, slots=True)
class View:
    """One observer's knowledge.

    Attributes:
        rules: players, map, `special`.
        seats: the observer's own; none for a spectator.
        card: the card everyone uses now, or None.
        turned: cards turned up since the last shuffle.
        left: cards not turned up since, equal ones side by side; without an order.
        round: number of cards turned up so far.
        sheets: one per seat.
        offers: for each line the pay for finishing it next.
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
        """Each player's place if all were counted now."""
        return sheet_places([sheet.count for sheet in self.sheets])

    def has_won(self, seat: Seat) -> bool:
        """Return whether the game is over and this seat has won; nobody wins alone (ML §8)."""
        return not self.is_alone and self.result is not None and seat in self.result.winners

    @property
    def map(self) -> Map:
        """The map of the game."""
        return map_named(str(self.rules["map"]))


def view_for(
    state: State, seats: AbstractSet[Seat] = frozenset(), *, preview: bool = False
) -> View:
    """Return the view for the holder of these seats.

    A preview hides the result, and counts lines as if the round ended now.
    """
    if preview:
        # The planner shows what a draft earns although the round is not settled yet.
        state = with_finished(state)
    paid = paid_by(state, state.sheets)
    return View(
        rules=state.rules,
        seats=frozenset(seats),
        card=state.card,
        turned=state.turned,
        left=state.left,
        round=state.round,
        sheets=tuple(
            [
                SheetView(
                    crossed=sheet.crossed,
                    numbers=sheet.numbers,
                    windows=sheet.windows,
                    finished=sheet.finished,
                    seat=Seat(seat),
                    paid=paid[seat],
                    count=count_with(state, sheet, paid[seat]),
                    owed=state.owed[seat],
                    windows_left=state.map.windows_left(sheet.windows),
                )
                for seat, sheet in enumerate(state.sheets)
            ]
        ),
        offers=points_on_offer(state),
        to_act=tuple(Seat(i) for i, owed in enumerate(state.owed) if owed),
        # Others still choose in this round, so a draft cannot know the result.
        result=result_of(state) if state.is_over and not preview else None,
        vacant=state.vacant,
    )


def imagined(view: View) -> State:
    """Return the state that a view shows: only the order of the cards is hidden (ML §3.1)."""
    return State(
        rules=view.rules,
        card=view.card,
        turned=view.turned,
        round=view.round,
        sheets=tuple(
            Sheet(sheet.crossed, sheet.numbers, sheet.windows, sheet.finished)
            for sheet in view.sheets
        ),
        owed=tuple(sheet.owed for sheet in view.sheets),
        is_over=view.result is not None,
        vacant=view.vacant,
    )


def example_view(
    map_id: str,
    crossed: frozenset[Station],
    windows: tuple[tuple[str, ...], ...],
    numbers: tuple[tuple[Station, int], ...] = (),
    gone: Collection[str] = (),
) -> View:
    """Return the view of one sheet in a game of two people, for an example of the rules.

    Args:
        map_id: id of the map.
        crossed: the stations with a cross.
        windows: the values in the windows of each line.
        numbers: the stations with a number.
        gone: letters of the lines that the other has finished first.
    """
    state = initial_state(Ruleset("metrolijn", 2, (("map", map_id), ("special", False))))
    finished = tuple(0 if line.letter in gone else None for line in state.map.lines)
    sheet = replace(state.sheets[0], crossed=crossed, windows=windows, numbers=numbers)
    sheets = (sheet, replace(sheet, finished=finished))
    view = view_for(replace(state, round=1, sheets=sheets), preview=True)
    return replace(view, sheets=view.sheets[:1])
