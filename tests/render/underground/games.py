"""Random whole games by the rules, and the words of their pictures."""

import random
from functools import cache

from metrobot.engine.actors import CHANCE
from metrobot.games.underground.state import State
from metrobot.games.underground.title import Underground
from metrobot.games.underground.view import View
from render.underground import Captions

TITLE = Underground()
PEOPLE = ("Ada Lovelace", "Bartholomew-Maximilian the Third", "Zoë 🚇 *star*", "王小明", "שלום Bo")
ENGLISH = Captions(
    player="Player",
    turn="Turn",
    to_act="to act",
    travels="the passenger travels",
    last_turns="last turns",
    over="Game over",
    winner="Winner",
    destinations="Open destinations",
    no_destinations="No open destinations",
    pile="cards to draw",
    gone="The passenger has left.",
    express="Express",
    regular="Regular",
    terminus="Terminus",
    rail="National rail",
    connection="Connection",
    start="Euston",
    visited="Visited",
    passenger="Passenger",
    walks="walk",
    lines="lines",
)


@cache
def states(players: int, seed: int) -> tuple[State, ...]:
    """Return the states of a random game, from the start to the end."""
    chooser = random.Random(seed)
    state = TITLE.initial_state(TITLE.ruleset(players, {}))
    found = [state]
    while not TITLE.is_over(state):
        (actor,) = TITLE.awaiting(state)
        open_now = TITLE.chance(state) if actor is CHANCE else TITLE.legal_actions(state, actor)
        action = open_now[chooser.randrange(len(open_now))]
        state = TITLE.apply(state, actor, action)
        found.append(state)
    return tuple(found)


@cache
def views(players: int, seed: int) -> tuple[View, ...]:
    """Return a random game's views at the start of each turn and at its end."""
    shown: list[View] = []
    for state in states(players, seed):
        view = TITLE.view_for(state)
        is_new_turn = not shown or view.turn != shown[-1].turn or view.result is not None
        if (view.open_cards and is_new_turn) or view.result is not None:
            shown.append(view)
    return tuple(shown)
