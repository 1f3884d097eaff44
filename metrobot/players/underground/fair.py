"""A fair player: the turn with the most points and tokens, the passenger left out."""

from collections.abc import Sequence

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.dice import Dice
from metrobot.games.underground import imagining
from metrobot.games.underground.state import Phase
from metrobot.games.underground.view import View
from metrobot.players.contract import Budget, Decision, Why
from metrobot.players.luck import best_of
from metrobot.players.underground.easy import points_at_once
from metrobot.players.underground.turns import built
from metrobot.players.underground.worth import standing


def choose(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the first piece of the best turn; of equal ones any."""
    del budget
    state = imagining.imagined(view)
    seat = Seat(state.to_act)
    if state.phase is Phase.TRAVEL:
        points = [points_at_once(state, action) for action in legal]
        best = best_of(points, dice)
        return Decision(best, Why.POINTS, {"points": points[best]}, steps=len(legal))
    lines, looked = built(state, legal, lambda after: standing(after, seat))
    best = best_of([line.worth for line in lines], dice)
    worth = round(lines[best].worth - standing(state, seat))
    return Decision(lines[best].first, Why.PLAN, {"worth": worth}, steps=looked)
