"""Random whole games by the rules, for pictures of what really happens."""

import random
from collections import Counter
from functools import cache

from PIL import Image, ImageChops

from metrobot.engine.actors import CHANCE, Seat
from metrobot.games.metromania.state import State
from metrobot.games.metromania.title import MetroMania
from metrobot.games.metromania.view import View
from render.theme import Colour

TITLE = MetroMania()


@cache
def states(players: int, seed: int, **options: object) -> tuple[State, ...]:
    """Return the states of a random game, from the start to the end."""
    chooser = random.Random(seed)
    state = TITLE.initial_state(TITLE.ruleset(players, options))
    found = [state]
    while not TITLE.is_over(state):
        (actor,) = TITLE.awaiting(state)
        choices = TITLE.chance(state) if actor is CHANCE else TITLE.legal_actions(state, actor)
        state = TITLE.apply(state, actor, choices[chooser.randrange(len(choices))])
        found.append(state)
    return tuple(found)


@cache
def views(
    players: int, seed: int, seats: tuple[int, ...] = (), **options: object
) -> tuple[View, ...]:
    """Return a random game's views at the start of each turn and at its end."""
    shown: dict[tuple[int, bool], View] = {}
    for state in states(players, seed, **options):
        view = TITLE.view_for(state, frozenset(map(Seat, seats)))
        if view.layout is not None:
            shown.setdefault((view.turn, view.result is not None), view)
    return tuple(shown.values())


def pixel(image: Image.Image, at: tuple[float, float]) -> Colour:
    red, green, blue = (
        image.convert("RGB")
        .crop((round(at[0]), round(at[1]), round(at[0]) + 1, round(at[1]) + 1))
        .tobytes()
    )
    return red, green, blue


def is_near(one: Colour, other: Colour, most: int = 14) -> bool:
    """Return whether two colours look the same: the palette is not exact."""
    return all(abs(a - b) <= most for a, b in zip(one, other, strict=True))


def count(picture: Image.Image, colour: Colour, most: int = 3) -> int:
    """Return the number of a finished picture's pixels of a colour."""
    flat = picture.convert("RGB").tobytes()
    found = Counter(zip(flat[::3], flat[1::3], flat[2::3], strict=True))
    return sum(n for seen, n in found.items() if is_near(seen, colour, most))


def difference(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox()
