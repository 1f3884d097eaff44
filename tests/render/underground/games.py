"""Random whole games by the rules, and the words of their pictures."""

import random
from functools import cache
from itertools import groupby

from metrobot.engine.actors import CHANCE
from metrobot.engine.title import Deed
from metrobot.games.underground.state import State
from metrobot.games.underground.summary import Turn
from metrobot.games.underground.title import Underground
from metrobot.games.underground.view import View
from render.underground.captions import Captions

TITLE = Underground()
PEOPLE = ("Ada Lovelace", "Bartholomew-Maximilian the Third", "Zoë 🚇 *star*", "王小明", "שלום Bo")
ENGLISH = Captions(
    player="Player",
    turn="Turn",
    to_act="to act",
    thinking="is thinking",
    travels="the passenger travels",
    last_turns="last turns",
    over="Game over",
    no_destinations="No open destinations",
    pile="cards to draw",
    gone="The passenger has left.",
    played="{name} played: {points}",
    thames="River Thames",
    express="express",
    terminus="terminus",
    rail="national rail",
    pair="symbol pair",
    walk="on foot",
    ride="by tube",
    destination="open destination",
    visited="visited",
    new="new",
    piece="piece of turn {n}",
    trip="passenger in turn {n}",
    on_foot="{n} on foot",
    either="or",
    sources=("national rail", "termini", "pairs", "enclosed", "passenger", "start"),
)


@cache
def played(players: int, seed: int) -> tuple[State, tuple[Deed[State], ...]]:
    """Return the start of a random game, and all that was done in it."""
    chooser = random.Random(seed)
    start = state = TITLE.initial_state(TITLE.ruleset(players, {}))
    deeds = []
    while not TITLE.is_over(state):
        (actor,) = TITLE.awaiting(state)
        open_now = TITLE.chance(state) if actor is CHANCE else TITLE.legal_actions(state, actor)
        action = open_now[chooser.randrange(len(open_now))]
        state = TITLE.apply(state, actor, action)
        deeds.append(Deed(actor, action, state))
    return start, tuple(deeds)


def states(players: int, seed: int) -> tuple[State, ...]:
    """Return the states of a random game, from the start to the end."""
    start, deeds = played(players, seed)
    return (start, *(deed.after for deed in deeds))


@cache
def turns(players: int, seed: int) -> tuple[Turn, ...]:
    """Return the summaries of a random game's turns."""
    steps = zip(states(players, seed), played(players, seed)[1], strict=False)
    grouped = [list(group) for _, group in groupby(steps, key=lambda step: step[0].turn)]
    return tuple(TITLE.summary(turn[0][0], [deed for _, deed in turn]) for turn in grouped)


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
