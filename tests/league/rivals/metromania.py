"""Rivals of MetrOmania.

Source: MM §5 to §13.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.games.metromania import imagine
from metrobot.games.metromania.view import View
from metrobot.players.contract import Budget, Decision, Player, ReasonKey
from metrobot.players.metromania.levels import leads
from metrobot.players.metromania.looks import looked_at
from metrobot.players.metromania.weights import Weights
from metrobot.players.random_player import best_of

TO_GATES: Final = Weights(nearer=1, no_way=-5, finish=5, start_needs=-1)
"""Weights of a company that only runs for black gates."""


def _by(
    weights: Weights, view: View, legal: Sequence[Action], budget: Budget, dice: Dice
) -> Decision:
    """Return the choice with the highest worth by some weights; any of equal ones."""
    del budget
    worths = looked_at(imagine.imagined(view, dice), legal, weights)
    best = best_of(worths, dice)
    return Decision(best, ReasonKey.LOOKS, {"worth": round(worths[best])})


def _count(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice with the best lead if building ended then, nearest a gate if equal."""
    state = imagine.imagined(view, dice)
    counts = leads(state, legal, budget)
    ways = looked_at(state, legal[: len(counts)], TO_GATES)
    best = best_of(list(zip(counts, ways, strict=True)), dice)
    return Decision(best, ReasonKey.COUNT, {"lead": counts[best]}, steps=len(counts))


RIVALS: Final[Mapping[str, Player]] = {
    "gates": partial(_by, TO_GATES),
    "hoarder": partial(_by, Weights(point=2, station=1, middle=-1, middle_point=2)),
    "courier": partial(
        _by, Weights(place=2, place_served=2, to_spot=-1, served=4, to_marker=-1, middle_served=4)
    ),
    "blocker": partial(_by, Weights(block=3, served_others=-3, point=1, nearer=0.5)),
    "copycat": partial(_by, Weights(alongside=2, to_lines=-2, start_lines=-1, station=1)),
    "counter": _count,
}
"""Opponents by name: they run for the gates; hoard stations; serve their own hand alone; block
other lines; follow other lines; count after each choice."""
