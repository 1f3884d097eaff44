"""A fair player: what leads to the best count, if building ended right after it."""

from collections.abc import Sequence

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.games.metromania import imagining, turn
from metrobot.games.metromania.state import State
from metrobot.games.metromania.view import View
from metrobot.players.contract import Budget, Decision, Why
from metrobot.players.luck import best_of
from metrobot.players.metromania.counting import counted, lead_of, on_turn


def choose(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice with the best count; of equal ones any."""
    del budget
    worths = leads(imagining.imagined(view, dice), legal)
    best = best_of(worths, dice)
    return Decision(best, Why.COUNT, {"lead": worths[best]}, steps=len(legal))


def leads(state: State, legal: Sequence[Action]) -> list[int]:
    """Return for each choice how far ahead the player on turn would be, if building ended then."""
    player = on_turn(state)
    return [lead_of(counted(turn.after(state, action)), player) for action in legal]
