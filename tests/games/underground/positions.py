"""Positions of On the Underground, written down by the names of stations."""

import random
from dataclasses import replace
from itertools import pairwise

from metrobot.engine.actors import CHANCE, Seat
from metrobot.games.underground.actions import Build
from metrobot.games.underground.board import (
    COLOUR_NAMED,
    COLOURS,
    CONNECTIONS,
    LINK_BETWEEN,
    STATION_NAMED,
    SYMBOLS,
    Link,
    Station,
)
from metrobot.games.underground.state import Phase, State
from metrobot.games.underground.title import Underground

TITLE = Underground()
PLAIN_SYMBOLS = tuple(symbol for symbol in SYMBOLS for _ in (0, 1))


def station(name: str) -> Station:
    """Return a station by its id."""
    return STATION_NAMED[name]


def link(a: str, b: str) -> Link:
    """Return the link between two stations."""
    return LINK_BETWEEN[frozenset((station(a), station(b)))]


def path(*names: str) -> frozenset[Link]:
    """Return the links from station to station."""
    return frozenset(link(a, b) for a, b in pairwise(names))


def piece(colour: str, a: str, b: str) -> Build:
    """Return the laying of a piece."""
    return Build(COLOUR_NAMED[colour], link(a, b))


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
    cards = tuple(station(card) for card in open_cards)
    return replace(
        state,
        phase=Phase.BUILD,
        symbols=_symbols(pair),
        tracks=tuple(laid),
        tokens=tokens or state.tokens,
        open_cards=cards,
        pile=state.pile - set(cards),
        passenger=None if passenger is None else station(passenger),
        **more,  # type: ignore[arg-type]  # fields of State, named by the test
    )


def _symbols(pair: tuple[str, str] | None) -> tuple[str, ...]:
    """Return symbols with which two stations, if named, make a pair."""
    if pair is None:
        return PLAIN_SYMBOLS
    ours = [CONNECTIONS.index(station(name)) for name in pair]
    rest = iter(symbol for symbol in PLAIN_SYMBOLS if symbol != SYMBOLS[0])
    return tuple(SYMBOLS[0] if i in ours else next(rest) for i in range(len(CONNECTIONS)))


def played(seed: int, players: int, turns: int | None = None) -> list[State]:
    """Return the states of a random game, to its end or for some turns."""
    chooser = random.Random(seed)
    states = [TITLE.initial_state(TITLE.ruleset(players, {}))]
    while not TITLE.is_over(states[-1]) and (turns is None or states[-1].turn < turns):
        state = states[-1]
        actor = TITLE.awaiting(state)[0]
        if actor is CHANCE:
            action = chooser.choice(TITLE.chance(state))
        else:
            action = chooser.choice(TITLE.legal_actions(state, actor))
        states.append(TITLE.apply(state, actor, action))
    return states


FIRST = Seat(0)
