"""A strong player: the best whole turn, the passenger of this turn and of the next counted.

The best boards of a wide search are held against each other by what the
passenger then pays to everybody: in this turn for sure, and in the next ones by
the destinations that are open, from where the passenger will stand.
"""

from collections.abc import Sequence

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.dice import Dice
from metrobot.games.underground import flow, imagining
from metrobot.games.underground.passenger import targets
from metrobot.games.underground.state import Phase, State, fares
from metrobot.games.underground.view import View
from metrobot.players.contract import Budget, Decision, Why
from metrobot.players.luck import best_of
from metrobot.players.underground.turns import built, travelled

WIDTH = 12
"""How many boards are kept after each piece."""

A_TOKEN, ENOUGH = 0.3, 4
"""What a token is worth, and how many are of use."""

TO_COME = 0.35
"""What the passenger's pay to come counts, against points that are sure."""


def choose(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the first choice of the best turn; of equal ones any."""
    del budget
    state = imagining.imagined(view)
    seat = Seat(state.to_act)
    if state.phase is Phase.TRAVEL:
        worths = [_after(flow.after_travel(state, trip), seat) for trip in legal]
        best = best_of(worths, dice)
        worth = round(worths[best] - lead(state, seat))
        return Decision(best, Why.PLAN, {"worth": worth}, steps=len(legal))
    lines, looked = built(state, legal, lambda after: lead(after, seat), WIDTH)
    worths = [_after(line.state, seat) for line in lines]
    best = best_of(worths, dice)
    worth = round(worths[best] - lead(state, seat))
    return Decision(lines[best].first, Why.PLAN, {"worth": worth}, steps=looked)


def lead(state: State, seat: Seat) -> float:
    """Return how far ahead a seat is of the others: of the best and of their mean by halves."""
    worths = [state.score(each) + A_TOKEN * min(state.tokens[each], ENOUGH) for each in _seats(state)]
    own = worths.pop(seat)
    return own - (max(worths) + sum(worths) / len(worths)) / 2


def _seats(state: State) -> list[Seat]:
    """Return all seats."""
    return [Seat(seat) for seat in range(state.rules.players)]


def _after(state: State, seat: Seat) -> float:
    """Return what the end of a turn is worth once the passenger has travelled."""
    state = travelled(state, seat, lambda after: lead(after, seat))
    return lead(state, seat) + TO_COME * _to_come(state, seat)


def _to_come(state: State, seat: Seat) -> float:
    """Return what the open destinations would pay a seat, less what they pay others."""
    if state.passenger is None:
        return 0.0
    worth, others = 0.0, state.rules.players - 1
    for target in targets(state.passenger, state.open_cards, flow.tracks_on_board(state)):
        pays = dict(fares(state.rules, target.routes[0].colours))
        own = pays.pop(seat, 0)
        worth += own - sum(pays.values()) / others
    return worth
