"""An easy player: now takes what makes points at once, now whatever comes."""

from collections.abc import Sequence

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.games.metrolijn.view import View
from metrobot.players.contract import Budget, Decision, ReasonKey
from metrobot.players.metrolijn import bit_sheet as sheets
from metrobot.players.metrolijn.full_choices import full_choices
from metrobot.players.random_player import best_of


def choose(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return now what a beginner does, now anything that marks all it can."""
    open_ = full_choices(view.map, legal)
    if dice.random() < 0.5:
        return Decision(open_[dice.randrange(len(open_))][0], ReasonKey.LUCK)
    return at_once(view, legal, budget, dice)


def at_once(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return what makes the most points at once; of equal ones any."""
    del budget
    (seat,) = view.seats
    table, sheet = sheets.pay_table_of(view, seat), sheets.sheet_of(view, seat)
    open_ = full_choices(view.map, legal)
    before = table.score(sheet)
    worths = list[float]()
    for _, move in open_:
        after = sheet.copy()
        sheets.play(table, after, move)
        worths.append(table.score(after) - before)
    best = best_of(worths, dice)
    return Decision(open_[best][0], ReasonKey.POINTS, {"points": round(worths[best])})
