"""The first fair player, kept to measure others: the best count, if building ended then."""

from collections.abc import Sequence

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.games.metromania import imagine
from metrobot.games.metromania.view import View
from metrobot.players.contract import Budget, Decision, ReasonKey
from metrobot.players.metromania.count_now import leads
from metrobot.players.random_player import best_of


def choose(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice with the best count; of equal ones any."""
    worths = leads(imagine.imagined(view, dice), legal, budget)
    best = best_of(worths, dice)
    return Decision(best, ReasonKey.COUNT, {"lead": worths[best]}, steps=len(worths))
