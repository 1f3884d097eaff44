"""An easy player: now takes what makes points at once, now whatever comes."""

from collections.abc import Sequence

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.games.metromania import imagining, stations
from metrobot.games.metromania.view import View
from metrobot.players import luck
from metrobot.players.contract import Budget, Decision, Why


def choose(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return now what a beginner does, now anything."""
    if dice.random() < 0.5:
        return luck.choose(view, legal, budget, dice)
    return at_once(view, legal, budget, dice)


def at_once(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return what makes the most points with stations at once; of equal ones any."""
    del budget
    state = imagining.imagined(view, dice)
    worths = [
        sum(built.points for built in stations.built_by(state, state.active, action))
        for action in legal
    ]
    best = luck.best_of(worths, dice)
    return Decision(best, Why.POINTS, {"points": worths[best]})
