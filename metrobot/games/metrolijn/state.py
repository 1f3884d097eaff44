"""The whole truth of a game of Metrolijn.

Source: ML §2, §3, §6.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from metrobot.engine.actors import Seat
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import GameState
from metrobot.games.metrolijn.board import DECK, Card, Line, Map, Station, map_named


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's copy of the map.

    Attributes:
        crossed: stations with a cross.
        numbers: stations with a transfer number, and the number.
        windows: for each line the contents of its filled windows, in order.
        finished: for each line the round in which it was finished, or None.
    """

    crossed: frozenset[Station]
    numbers: tuple[tuple[Station, int], ...]
    windows: tuple[tuple[str, ...], ...]
    finished: tuple[int | None, ...]
    marked: frozenset[Station] = field(init=False)
    """Stations with a cross or a number (ML §1)."""

    def __post_init__(self) -> None:
        marked = self.crossed | {station for station, _ in self.numbers}
        object.__setattr__(self, "marked", marked)


@dataclass(frozen=True, slots=True)
class State(GameState):
    """One moment of a game.

    A round's choices are applied one by one, but each touches only its own sheet:
    rewards for being first are settled when the round is complete.

    Attributes:
        card: the card everyone uses now, or None while one is to be turned up.
        turned: cards turned up since the last shuffle, `card` included.
        round: number of cards turned up so far, 0 before the first.
        sheets: one per seat.
        owed: for each seat the number of actions it still has in this round.
        is_over: whether no window is empty, or the players have ended the game.
    """

    card: Card | None
    turned: tuple[Card, ...]
    round: int
    sheets: tuple[Sheet, ...]
    owed: tuple[int, ...]
    is_over: bool
    # Left out of comparisons, since `rules` decides it.
    map: Map = field(init=False, repr=False, compare=False)
    """Map of the game; derived from the rules and kept because it is read all the time."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "map", map_named(str(self.rules["map"])))

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards not turned up since the last shuffle, equal ones side by side."""
        # A list, since several cards are equal: each one turned up takes a single copy away.
        rest = list(DECK)
        for card in self.turned:
            rest.remove(card)
        return tuple(rest)

    def has_window(self, seat: Seat) -> bool:
        """Return whether a seat has an empty window on any line."""
        return self.map.windows_left(self.sheets[seat].windows) > 0


def is_complete(map_: Map, marked: AbstractSet[Station], line: Line) -> bool:
    """Return whether all stations of a line are marked (ML §6.1)."""
    return marked >= map_.stops(line)


def initial_state(rules: Ruleset) -> State:
    """Return the state before the first card (ML §2)."""
    lines = map_named(str(rules["map"])).lines
    empty = Sheet(frozenset(), (), ((),) * len(lines), (None,) * len(lines))
    return State(
        rules=rules,
        card=None,
        turned=(),
        round=0,
        sheets=(empty,) * rules.players,
        owed=(0,) * rules.players,
        is_over=False,
    )
