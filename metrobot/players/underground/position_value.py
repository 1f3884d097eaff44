"""Estimated worth of a board of On the Underground to a seat.

Most points come from the passenger and go to players whose lines connect many places.
So the estimates count the passenger's expected pay: the visits of this turn, the open
destinations from there, and trips between any destinations to come.
"""

from collections.abc import Sequence
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.engine.dice import Dice
from metrobot.games.underground.board import Colour, Station
from metrobot.games.underground.state import State, colours_of, fares
from metrobot.games.underground.trips.passenger import routes_to, targets
from metrobot.games.underground.turn import flow

A_TOKEN: Final = 0.3
"""Worth of a token, up to `ENOUGH` of them."""

ENOUGH: Final = 4
"""Number of tokens beyond which more are worth nothing."""

A_STATION: Final = 0.8
"""Worth of a station on any of a seat's lines, before the passenger visits it."""

Trips = Sequence[tuple[Station, Station]]


def position_value(state: State, seat: Seat) -> float:
    """Return a seat's points, plus the worth of its tokens and stations."""
    stations = frozenset[Station]().union(
        *(state.stations_of(colour) for colour in colours_of(state.rules, seat))
    )
    tokens = A_TOKEN * min(state.tokens[seat], ENOUGH)
    return state.score(seat) + tokens + A_STATION * len(stations)


def lead(state: State, seat: Seat) -> float:
    """Return a seat's lead over the others, in points and tokens.

    The others count by the average of their best and their mean.
    """
    tokens = [A_TOKEN * min(each, ENOUGH) for each in state.tokens]
    worths = [state.score(Seat(n)) + more for n, more in enumerate(tokens)]
    own = worths.pop(seat)
    return own - (max(worths) + sum(worths) / len(worths)) / 2


def drawn_trips(state: State, dice: Dice, count: int) -> Trips:
    """Return random trips between destinations that are still to be visited."""
    # Sorted, as a set has no order, and equal dice must draw equal trips.
    cards = [*state.open_cards, *sorted(state.pile)]
    if len(cards) < 2:
        return ()
    found = list[tuple[Station, Station]]()
    for _ in range(count):
        one = dice.randrange(len(cards))
        other = (one + 1 + dice.randrange(len(cards) - 1)) % len(cards)
        found.append((cards[one], cards[other]))
    return found


def of_trips(state: State, seat: Seat, trips: Trips) -> float:
    """Return the mean pay of trips to a seat, less that to an average opponent."""
    if not trips:
        return 0.0
    tracks = flow.tracks_on_board(state)
    routes = (routes_to(start, to, tracks)[0] for start, to in trips)
    return sum(_share(state, seat, route.colours) for route in routes) / len(trips)


def _share(state: State, seat: Seat, colours: Sequence[Colour]) -> float:
    """Return the pay for some lines to a seat, less that to an average opponent."""
    pays = dict(fares(state.rules, colours))
    own = pays.pop(seat, 0)
    return own - sum(pays.values()) / (state.rules.players - 1)


def of_open_cards(state: State, seat: Seat) -> float:
    """Return the pay for visits to all open destinations, less that to an average opponent."""
    if state.passenger is None:
        return 0.0
    found = targets(state.passenger, state.open_cards, flow.tracks_on_board(state))
    return sum(_share(state, seat, target.routes[0].colours) for target in found)
