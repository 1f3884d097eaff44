"""Random whole games by the rules, and the words of their pictures."""

import io
import random
from functools import cache

from PIL import Image

from metrobot.engine.actors import CHANCE
from metrobot.games.metrolijn.state import State
from metrobot.games.metrolijn.title import Metrolijn
from metrobot.games.metrolijn.view import View
from render.metrolijn.captions import SheetWords

TITLE = Metrolijn()
PEOPLE = (
    "Ada Lovelace",
    "Bartholomew-Maximilian the Third",
    "Zoë 🚇 *star*",
    "王小明",
    "שלום Bo",
    "🚇" * 40,
    "W" * 400,
    "",
)
ENGLISH = SheetWords(
    player="Player",
    round="Round",
    ridden="Last",
    number="Number",
    express="Express",
    transfer="Transfer",
    free="Free ride",
    left="still to come",
    again="all 14 again",
    lines="Lines",
    transfers="Transfers",
    empty="Empty",
    fewest="fewest empty",
    over="Game over",
    changed="last round",
    people="have it",
    everybody="everybody",
    by="{left} by {means}",
    no_line="no line left to finish",
    to_go=tuple(f"{n} left" for n in range(20)),
    windows=tuple(f"{n} windows" for n in range(20)),
)


@cache
def states(map_id: str, players: int, seed: int, *, special: bool = False) -> tuple[State, ...]:
    """Return the states of a random game, from the start to the end."""
    chooser = random.Random(seed)
    rules = TITLE.ruleset(players, {"map": map_id, "special": special})
    state = TITLE.initial_state(rules)
    found = [state]
    while not TITLE.is_over(state):
        actor = TITLE.awaiting(state)[0]
        choices = TITLE.chance(state) if actor is CHANCE else TITLE.legal_actions(state, actor)
        state = TITLE.apply(state, actor, choices[chooser.randrange(len(choices))])
        found.append(state)
    return tuple(found)


@cache
def views(map_id: str, players: int, seed: int, *, special: bool = False) -> tuple[View, ...]:
    """Return a random game's views at the start of each round and at its end."""
    shown: dict[tuple[int, bool], View] = {}
    for state in states(map_id, players, seed, special=special):
        view = TITLE.view_for(state)
        if view.card is not None or view.result is not None:
            shown.setdefault((view.round, view.result is not None), view)
    return tuple(shown.values())


def opened(file: bytes) -> Image.Image:
    return Image.open(io.BytesIO(file)).convert("RGBA").convert("RGB")
