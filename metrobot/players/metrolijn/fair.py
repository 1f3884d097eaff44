"""A fair player: what looks best now, with an eye to the lines that can still be finished."""

from collections.abc import Sequence

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.games.metrolijn.view import View
from metrobot.players.contract import Budget, Decision, Why
from metrobot.players.luck import best_of
from metrobot.players.metrolijn import sheet as sheets
from metrobot.players.metrolijn.choices import whole


def choose(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice that looks best; of equal ones any."""
    del budget
    (seat,) = view.seats
    table, sheet = sheets.table_of(view, seat), sheets.sheet_of(view, seat)
    open_ = whole(view.map, legal)
    worths = [sheets.gain(table, sheet, move) for _, move in open_]
    best = best_of(worths, dice)
    return Decision(open_[best][0], Why.PLAN, {"worth": round(worths[best])}, steps=len(open_))
