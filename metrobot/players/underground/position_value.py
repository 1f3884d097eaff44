"""What a board of On the Underground is worth to a seat.

Most points are the passenger's. They go to whoever has lines between many
places, so what the passenger will pay counts: the visits of this turn, the open
destinations from there, and trips between any of the destinations to come.
"""

from collections.abc import Sequence
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.engine.dice import Dice
from metrobot.games.underground import flow
from metrobot.games.underground.board import Colour, Station
from metrobot.games.underground.passenger import routes_to, targets
from metrobot.games.underground.state import State, colours_of, fares

A_TOKEN: Final = 0.3
"""What a token is worth, up to ENOUGH of them."""

ENOUGH: Final = 4

A_STATION: Final = 0.8
"""What a station on any line of a seat's is worth on the way."""

Trips = Sequence[tuple[Station, Station]]


def position_value(state: State, seat: Seat) -> float:
    """Return a seat's points, with what its tokens and stations are worth."""
    stations = frozenset[Station]().union(
        *(state.stations_of(colour) for colour in colours_of(state.rules, seat))
    )
    tokens = A_TOKEN * min(state.tokens[seat], ENOUGH)
    return state.score(seat) + tokens + A_STATION * len(stations)


def lead(state: State, seat: Seat) -> float:
    """Return how far a seat is ahead of the others in points and tokens.

    Of the best of them and of their mean by halves.
    """
    tokens = [A_TOKEN * min(each, ENOUGH) for each in state.tokens]
    worths = [state.score(Seat(n)) + more for n, more in enumerate(tokens)]
    own = worths.pop(seat)
    return own - (max(worths) + sum(worths) / len(worths)) / 2


def drawn_trips(state: State, dice: Dice, count: int) -> Trips:
    """Return trips between destinations that are still to be visited."""
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
    """Return what a trip pays a seat on average, less what it pays one of the others."""
    if not trips:
        return 0.0
    tracks = flow.tracks_on_board(state)
    routes = (routes_to(start, to, tracks)[0] for start, to in trips)
    return sum(_share(state, seat, route.colours) for route in routes) / len(trips)


def _share(state: State, seat: Seat, colours: Sequence[Colour]) -> float:
    """Return what some lines pay a seat, less what they pay one of the others."""
    pays = dict(fares(state.rules, colours))
    own = pays.pop(seat, 0)
    return own - sum(pays.values()) / (state.rules.players - 1)


def of_open_cards(state: State, seat: Seat) -> float:
    """Return what visits to all open destinations would pay a seat, less one of the others."""
    if state.passenger is None:
        return 0.0
    found = targets(state.passenger, state.open_cards, flow.tracks_on_board(state))
    return sum(_share(state, seat, target.routes[0].colours) for target in found)
