"""A fair player: a narrower search for the best turn, and fewer later trips, than a strong one."""

from collections.abc import Sequence

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.games.underground.view import View
from metrobot.players.contract import Budget, Decision
from metrobot.players.underground.strong import found_out

WIDTH, TRIPS = 8, 16
"""How many boards are kept after each piece, and how many later trips are looked at."""


def choose(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the first choice of the best turn; of equal ones any."""
    return found_out(view, legal, budget, dice, width=WIDTH, trips=TRIPS)
