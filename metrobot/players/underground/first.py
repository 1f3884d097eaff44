"""The first fair player, kept to measure others: its own points, tokens and stations count."""

from collections.abc import Sequence

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.dice import Dice
from metrobot.games.underground import imagine
from metrobot.games.underground.state import Phase
from metrobot.games.underground.view import View
from metrobot.players.contract import Budget, Decision, ReasonKey
from metrobot.players.random_player import best_of
from metrobot.players.underground.beam_search import Worth, built, travelled
from metrobot.players.underground.easy import points_at_once
from metrobot.players.underground.position_value import position_value


def choose(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the first piece of the best turn; of equal ones any."""
    state = imagine.imagined(view)
    seat = Seat(state.to_act)
    if state.phase is Phase.TRAVEL:
        points = [points_at_once(state, action) for action in legal]
        best = best_of(points, dice)
        return Decision(best, ReasonKey.POINTS, {"points": points[best]}, steps=len(legal))
    lines, looked = built(state, legal, lambda after: position_value(after, seat), budget=budget)
    worths = [position_value(travelled(line.state, _own(seat)), seat) for line in lines]
    best = best_of(worths, dice)
    worth = round(worths[best] - position_value(state, seat))
    return Decision(lines[best].first, ReasonKey.PLAN, {"worth": worth}, steps=looked)


def _own(seat: Seat) -> Worth:
    """Return what a visit is worth to a seat: its points."""
    return lambda after: after.score(seat)
