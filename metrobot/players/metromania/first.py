"""The first fair player, kept to measure others: the best count, if building ended then."""

from collections.abc import Sequence

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.games.metromania import imagining
from metrobot.games.metromania.view import View
from metrobot.players.contract import Budget, Decision, ReasonKey
from metrobot.players.luck import best_of
from metrobot.players.metromania.counting import leads


def choose(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice with the best count; of equal ones any."""
    worths = leads(imagining.imagined(view, dice), legal, budget)
    best = best_of(worths, dice)
    return Decision(best, ReasonKey.COUNT, {"lead": worths[best]}, steps=len(worths))
