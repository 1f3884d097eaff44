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
from metrobot.games.metrolijn.board import Card, Line, Map, Station, map_named
from metrobot.games.metrolijn.result import (
    Result,
    SheetCount,
    count_of,
    first_round,
    line_points,
    result_of,
)
from metrobot.games.metrolijn.state import State


@dataclass(frozen=True, slots=True)
class SheetView:
    """One player's sheet.

    Attributes:
        seat: whose.
        crossed: stations with a cross.
        numbers: stations with a transfer number, and the number.
        windows: for each line what was written into its windows.
        line_points: for each line what it was worth, None while unfinished.
        count: what the sheet is worth now.
        owed: actions that the seat still has in this round.
    """

    seat: Seat
    crossed: frozenset[Station]
    numbers: tuple[tuple[Station, int], ...]
    windows: tuple[tuple[str, ...], ...]
    line_points: tuple[int | None, ...]
    count: SheetCount
    owed: int

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
        taken: for each line whether its higher points are gone.
        to_act: seats that still choose in this round.
        result: the final count, once the game is over.
    """

    rules: Ruleset
    seats: frozenset[Seat]
    card: Card | None
    turned: tuple[Card, ...]
    left: tuple[Card, ...]
    round: int
    sheets: tuple[SheetView, ...]
    taken: tuple[bool, ...]
    to_act: tuple[Seat, ...]
    result: Result | None

    @property
    def map(self) -> Map:
        """The map that all play on."""
        return map_named(str(self.rules["map"]))


def view_for(state: State, seats: AbstractSet[Seat], *, preview: bool) -> View:
    """Return what the holder of these seats may see; a preview hides the result."""
    lines = [Line(i) for i in range(len(state.map.lines))]
    return View(
        rules=state.rules,
        seats=frozenset(seats),
        card=state.card,
        turned=state.turned,
        left=state.left,
        round=state.round,
        sheets=tuple(_sheet_view(state, Seat(i)) for i in range(state.rules.players)),
        taken=tuple(first_round(state, line) is not None for line in lines),
        to_act=tuple(Seat(i) for i, owed in enumerate(state.owed) if owed),
        result=None if preview else result_of(state),
    )


def _sheet_view(state: State, seat: Seat) -> SheetView:
    """Return one sheet as everybody may see it."""
    sheet = state.sheets[seat]
    points = (
        None if done is None else line_points(state, sheet, Line(i))
        for i, done in enumerate(sheet.finished)
    )
    return SheetView(
        seat=seat,
        crossed=sheet.crossed,
        numbers=sheet.numbers,
        windows=sheet.windows,
        line_points=tuple(points),
        count=count_of(state, sheet),
        owed=state.owed[seat],
    )
