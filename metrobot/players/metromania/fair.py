"""A fair player: what leads to the best count, if building ended right after it."""

from collections.abc import Sequence

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.games.metromania import imagining, turn
from metrobot.games.metromania.state import State
from metrobot.games.metromania.view import View
from metrobot.players.contract import UNBOUND, Budget, Decision, Why
from metrobot.players.luck import best_of
from metrobot.players.metromania.counting import counted, lead_of, on_turn


def choose(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice with the best count; of equal ones any."""
    worths = leads(imagining.imagined(view, dice), legal, budget)
    best = best_of(worths, dice)
    return Decision(best, Why.COUNT, {"lead": worths[best]}, steps=len(worths))


def leads(state: State, legal: Sequence[Action], budget: Budget = UNBOUND) -> list[int]:
    """Return for each choice how far ahead the player on turn would be, if building ended then.

    Of the first choices alone where the budget has not enough for all.
    """
    player, found = on_turn(state), list[int]()
    for action in legal:
        if found and budget.ends_after(len(found)):
            break
        found.append(lead_of(counted(turn.after(state, action)), player))
    return found
