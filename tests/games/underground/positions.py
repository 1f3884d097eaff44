"""Positions and games of On the Underground, written down by the names of stations."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, Actor, Seat
from metrobot.engine.log import Event
from metrobot.games.underground.actions import Build, DrawCards, TakeToken, Travel
from metrobot.games.underground.board import (
    COLOUR_NAMED,
    COLOURS,
    CONNECTIONS,
    LINK_BETWEEN,
    STATION_NAMED,
    STATIONS,
    SYMBOLS,
    Link,
    Station,
)
from metrobot.games.underground.state import SOURCES, Phase, Source, State
from metrobot.games.underground.title import Underground
from tests.games.underground.lines import toured
from tests.games.underground.reference import enclosed

TITLE = Underground()
PLAIN_SYMBOLS = tuple(symbol for symbol in SYMBOLS for _ in (0, 1))
FIRST, SECOND = Seat(0), Seat(1)
TOKEN = TakeToken()


def station(name: str) -> Station:
    return STATION_NAMED[name]


def link(a: str, b: str) -> Link:
    return LINK_BETWEEN[frozenset((station(a), station(b)))]


def path(*names: str) -> frozenset[Link]:
    return frozenset(link(a, b) for a, b in pairwise(names))


def piece(colour: str, a: str, b: str) -> Build:
    """Return the laying of a piece."""
    return Build(COLOUR_NAMED[colour], link(a, b))


def trip(to: str, *colours: str) -> Travel:
    """Return a visit of the passenger."""
    return Travel(station(to), tuple(sorted(COLOUR_NAMED[colour] for colour in colours)))


def cards(*names: str) -> DrawCards:
    return DrawCards(tuple(map(station, names)))


def ids(stations: tuple[Station, ...] | frozenset[Station]) -> set[str]:
    return {STATIONS[number].id for number in stations}


def position(
    players: int = 2,
    *,
    tracks: dict[str, frozenset[Link]] | None = None,
    tokens: tuple[int, ...] | None = None,
    open_cards: tuple[str, ...] = (),
    passenger: str | None = "euston",
    pair: tuple[str, str] | None = None,
    **more: object,
) -> State:
    """Return a position in which the first player is to build."""
    state = TITLE.initial_state(TITLE.ruleset(players, {}))
    laid = [frozenset[Link]()] * len(COLOURS)
    for name, track in (tracks or {}).items():
        laid[COLOUR_NAMED[name]] = track
    shown = tuple(map(station, open_cards))
    fields = {"phase": Phase.BUILD, "pile": state.pile - set(shown), **more}
    return replace(
        state,
        symbols=_symbols(pair),
        tracks=tuple(laid),
        tokens=tokens or state.tokens,
        open_cards=shown,
        passenger=None if passenger is None else station(passenger),
        **fields,  # type: ignore[arg-type]  # fields of State, named by the test
    )


def _symbols(pair: tuple[str, str] | None) -> tuple[str, ...]:
    """Return symbols with which two stations, if named, make a pair."""
    if pair is None:
        return PLAIN_SYMBOLS
    ours = [CONNECTIONS.index(station(name)) for name in pair]
    rest = iter(symbol for symbol in PLAIN_SYMBOLS if symbol != SYMBOLS[0])
    return tuple(SYMBOLS[0] if i in ours else next(rest) for i in range(len(CONNECTIONS)))


def after(state: State, *actions: Action) -> State:
    """Return the state after some actions of whoever is awaited."""
    for action in actions:
        state = TITLE.apply(state, TITLE.awaiting(state)[0], action)
    return state


def refusal(state: State, action: Action, actor: Actor = FIRST) -> str | None:
    """Return the key with which an action is refused, None if it is legal."""
    error = TITLE.objection(state, actor, action)
    return None if error is None else str(error.key)


def points(state: State, seat: Seat = FIRST) -> dict[Source, int]:
    """Return the points of a seat by source, what is 0 left out."""
    return {source: n for source, n in zip(SOURCES, state.points[seat], strict=True) if n}


@dataclass(frozen=True)
class Game:
    """A whole random game."""

    states: tuple[State, ...]
    events: tuple[Event, ...]


@cache
def game(seed: int, players: int) -> Game:
    """Return a random game, the same one for the same seed; odd ones have loops.

    In those, pieces that belong to a big loop are laid wherever they may be.
    """
    chooser = random.Random(seed)
    plans = [_plan(chooser) if seed % 2 else path("euston") for _ in COLOURS]
    states = [TITLE.initial_state(TITLE.ruleset(players, {}))]
    events: list[Event] = []
    while not TITLE.is_over(states[-1]):
        actor = TITLE.awaiting(states[-1])[0]
        action = _chosen(chooser, states[-1], actor, plans)
        events.append(Event(len(states), actor, action))
        states.append(TITLE.apply(states[-1], actor, action))
    return Game(tuple(states), tuple(events))


def _plan(chooser: random.Random) -> frozenset[Link]:
    """Return a line that encloses something and is not too long to be built."""
    while True:
        line = toured(chooser, 4)
        if len(line) <= 15 and enclosed(line):
            return line


def _chosen(
    chooser: random.Random, state: State, actor: Actor, plans: Sequence[frozenset[Link]]
) -> Action:
    """Return a random draw or legal action, one that was planned if there is any."""
    if actor is CHANCE:
        return chooser.choice(TITLE.chance(state))
    legal = TITLE.legal_actions(state, actor)
    planned = [a for a in legal if isinstance(a, Build) and a.link in plans[a.colour]]
    return chooser.choice(planned or legal)


def played(seed: int, players: int, turns: int | None = None) -> list[State]:
    """Return the states of a random game, to its end or for some turns."""
    states = game(seed, players).states
    return [state for state in states if turns is None or state.turn <= turns]
