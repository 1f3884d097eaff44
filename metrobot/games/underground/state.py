"""The whole truth of a game of On the Underground.

Source: OU §2 to §7.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.engine.ruleset import OptionValue, Ruleset, seat_colours
from metrobot.engine.title import GameState
from metrobot.games.underground.board import (
    CARDS,
    COLOUR_SETS,
    COLOURS,
    START_SCORES,
    Colour,
    Link,
    Station,
)
from metrobot.games.underground.lines.track import Track, full_links, stations_of_pieces

Points = tuple[int, ...]
"""Points of one player, one number for each of SOURCES."""


class Phase(StrEnum):
    """Steps of a game: each waits for chance, for a seat, or for nobody."""

    TOKENS = "tokens"
    DRAW = "draw"
    BUILD = "build"
    TRAVEL = "travel"
    OVER = "over"


class Source(StrEnum):
    """Sources of points, in the order of the record (OU §5, §6.3, §2.4)."""

    RAIL = "rail"
    TERMINUS = "terminus"
    PAIRS = "pairs"
    ENCLOSED = "enclosed"
    PASSENGER = "passenger"
    START = "start"


SOURCES: Final = tuple(Source)


@dataclass(frozen=True, slots=True)
class State(GameState):
    """One moment of a game.

    Attributes:
        phase: the step that the game is at.
        symbols: one per connection station, in the order of the data; empty before
            they are laid out.
        tracks: for each colour the links with a piece of it.
        paid: for each colour the stations whose enclosure has been paid.
        tokens: branch tokens of each seat.
        points: of each seat, by source.
        passenger: the station, or None once the passenger has left.
        open_cards: destinations face up, in the order in which they came.
        pile: destinations not yet drawn; a set, since no order exists.
        visited: destinations already visited, in order.
        turn: number of finished turns; `turn % players` is `to_act`.
        done: number of actions used in this turn, 0 to 4.
        trips: number of visits made in this turn, 0 to 2.
    """

    phase: Phase
    symbols: tuple[str, ...]
    tracks: tuple[Track, ...]
    paid: tuple[frozenset[Station], ...]
    tokens: tuple[int, ...]
    points: tuple[Points, ...]
    passenger: Station | None
    open_cards: tuple[Station, ...]
    pile: frozenset[Station]
    visited: tuple[Station, ...]
    turn: int
    done: int
    trips: int

    @property
    def to_act(self) -> Seat:
        """The seat whose turn it is."""
        return Seat(self.turn % self.rules.players)

    def stations_of(self, colour: Colour) -> frozenset[Station]:
        """Return the stations on a line."""
        return stations_of_pieces(self.tracks[colour])

    def pieces_left(self, colour: Colour) -> int:
        """Return the number of a colour's pieces that are not on the board."""
        return COLOURS[colour].pieces - len(self.tracks[colour])

    @property
    def full_links(self) -> frozenset[Link]:
        """The links without an empty space (OU §4.2)."""
        return full_links(self.tracks)

    def score(self, seat: Seat) -> int:
        """Return a seat's points so far."""
        return sum(self.points[seat])


def colours_of(rules: Ruleset, seat: Seat) -> tuple[Colour, ...]:
    """Return the colours that a seat builds with (OU §2.1)."""
    return _sets(rules.players, rules.options)[seat]


@cache
def _sets(
    players: int, options: tuple[tuple[str, OptionValue], ...]
) -> tuple[tuple[Colour, ...], ...]:
    return tuple(COLOUR_SETS[players][number] for number in seat_colours(options)[:players])


def fares(rules: Ruleset, colours: Iterable[Colour]) -> tuple[tuple[Seat, int], ...]:
    """Return the points of each line owner for a visit, in turn order (OU §6.3)."""
    owners = Counter(owner_of(rules, colour) for colour in colours)
    return tuple(sorted(owners.items()))


def owner_of(rules: Ruleset, colour: Colour) -> Seat:
    """Return the seat that owns a colour.

    Raises:
        ValueError: the colour is not in use with this number of players.
    """
    for seat, colours in enumerate(_sets(rules.players, rules.options)):
        if colour in colours:
            return Seat(seat)
    raise ValueError(COLOURS[colour].id)


def with_points(state: State, seat: Seat, source: Source, points: int) -> State:
    """Return the state with points added to one source of one seat."""
    row = list(state.points[seat])
    row[SOURCES.index(source)] += points
    rows = (*state.points[:seat], tuple(row), *state.points[seat + 1 :])
    return replace(state, points=rows)


def with_tokens(state: State, seat: Seat, change: int) -> State:
    """Return the state with a seat's tokens changed by this number."""
    tokens = list(state.tokens)
    tokens[seat] += change
    return replace(state, tokens=tuple(tokens))


def initial_state(rules: Ruleset) -> State:
    """Return the state before the connection tokens are shuffled (OU §2)."""
    start = SOURCES.index(Source.START)
    points = tuple(
        tuple(START_SCORES[seat] if i == start else 0 for i in range(len(SOURCES)))
        for seat in range(rules.players)
    )
    return State(
        rules=rules,
        phase=Phase.TOKENS,
        symbols=(),
        tracks=(frozenset(),) * len(COLOURS),
        paid=(frozenset(),) * len(COLOURS),
        tokens=(0,) * rules.players,
        points=points,
        passenger=None,
        open_cards=(),
        pile=frozenset(CARDS),
        visited=(),
        turn=0,
        done=0,
        trips=0,
    )
