"""Random whole games by the rules, for pictures of what really happens."""

import random
from functools import cache

from metrobot.engine.actors import CHANCE, Seat
from metrobot.games.metromania.state import State
from metrobot.games.metromania.title import MetroMania
from metrobot.games.metromania.view import View

TITLE = MetroMania()


def states(players: int, seed: int, **options: object) -> tuple[State, ...]:
    """Return the states of a random game, from the start to the end."""
    chooser = random.Random(seed)
    state = TITLE.initial_state(TITLE.ruleset(players, options))
    found = [state]
    while not TITLE.is_over(state):
        (actor,) = TITLE.awaiting(state)
        open_now = TITLE.chance(state) if actor is CHANCE else TITLE.legal_actions(state, actor)
        action = open_now[chooser.randrange(len(open_now))]
        state = TITLE.apply(state, actor, action)
        found.append(state)
    return tuple(found)


@cache
def views(players: int, seed: int, seats: tuple[int, ...] = (), **options: object) -> tuple[View, ...]:
    """Return a random game's views at the start of each turn and at its end."""
    shown: list[View] = []
    for state in states(players, seed, **options):
        view = TITLE.view_for(state, frozenset(map(Seat, seats)))
        if not shown or view.turn != shown[-1].turn or view.result is not None or view.layout != shown[-1].layout:
            shown.append(view)
    return tuple(shown)
