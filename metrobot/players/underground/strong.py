"""A strong player: the best whole turn, with all that the passenger will pay.

The best boards of a search over the turn's pieces are held against each other
by what the passenger then pays: in this turn for sure, next from where it will
stand, and later on trips between destinations to come, the same ones for all.
"""

from collections.abc import Sequence

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.dice import Dice
from metrobot.games.underground import flow, imagining
from metrobot.games.underground.actions import Travel
from metrobot.games.underground.state import Phase, State
from metrobot.games.underground.view import View
from metrobot.players.contract import Budget, Decision, Why
from metrobot.players.luck import best_of
from metrobot.players.underground.turns import built, travelled
from metrobot.players.underground.worth import (
    Trips,
    drawn_trips,
    lead,
    of_open_cards,
    of_trips,
    standing,
)

WIDTH = 40
"""How many boards are kept after each piece."""

NEXT, LATER = 0.35, 1.0
"""What pay counts that is likely in the next turn, or on any later trip."""

TRIPS = 40
"""How many later trips are looked at."""


def choose(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the first choice of the best turn; of equal ones any."""
    del budget
    state = imagining.imagined(view)
    seat, trips = Seat(state.to_act), drawn_trips(state, dice, TRIPS)
    if state.phase is Phase.TRAVEL:
        ends = [flow.after_travel(state, trip) for trip in legal if isinstance(trip, Travel)]
        firsts, looked = list(range(len(legal))), len(legal)
    else:
        lines, looked = built(state, legal, lambda after: standing(after, seat), WIDTH)
        ends, firsts = [line.state for line in lines], [line.first for line in lines]
    worths = [_worth(end, seat, trips) for end in ends]
    best = best_of(worths, dice)
    worth = round(worths[best] - lead(state, seat))
    return Decision(firsts[best], Why.PLAN, {"worth": worth}, steps=looked)


def _worth(state: State, seat: Seat, trips: Trips) -> float:
    """Return what the end of a turn is worth once the passenger has travelled."""
    state = travelled(state, lambda after: lead(after, seat))
    later = LATER * len(state.pile) * of_trips(state, seat, trips) if state.pile else 0.0
    return lead(state, seat) + NEXT * of_open_cards(state, seat) + later
