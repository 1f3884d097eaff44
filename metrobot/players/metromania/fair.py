"""A fair player: plays the two choices that look best on to the end by luck, once each."""

from collections.abc import Sequence

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.games.metromania.view import View
from metrobot.players.contract import Budget, Decision
from metrobot.players.metromania.strong import tried_out

PLAYOUTS, MOST_CHOICES = 2, 2
"""How many games are played on for a decision, and with how many choices."""


def choose(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice whose game ends best."""
    return tried_out(view, legal, budget, dice, playouts=PLAYOUTS, most=MOST_CHOICES)
