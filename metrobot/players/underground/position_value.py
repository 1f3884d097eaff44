"""Estimated worth of a board of On the Underground to a seat.

Most points come from the passenger and go to players whose lines connect many places.
So the estimates count the passenger's expected pay: the visits of this turn, the open
destinations from there, and trips between any destinations to come.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Final

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.dice import Dice
from metrobot.games.underground.actions import Build
from metrobot.games.underground.board import LINKS, Colour, Station, walks_from
from metrobot.games.underground.state import State, colours_of, fares, owner_of
from metrobot.games.underground.trips.passenger import Tracks, gap_between, targets, walks_of
from metrobot.games.underground.turn import flow
from metrobot.games.underground.turn.pieces import cost_of, gain_of

A_TOKEN: Final = 0.3
"""Worth of a token, up to `ENOUGH` of them."""

ENOUGH: Final = 4
"""Number of tokens beyond which more are worth nothing."""

A_STATION: Final = 0.8
"""Worth of a station on any of a seat's lines, before the passenger visits it."""

WALK: Final = 100
"""Cost of a walk for the passenger, beside 1 for each line used."""

Trips = Sequence[tuple[Station, Sequence[Station]]]
"""Destinations, each with stations from which the passenger goes there."""


def position_value(state: State, seat: Seat) -> float:
    """Return a seat's points, plus the worth of its tokens and stations."""
    return _value(state.score(seat), state.tokens[seat], len(own_stations(state, seat)))


def values_after(state: State, seat: Seat, actions: Iterable[Action]) -> Iterator[float]:
    """Yield the `position_value` of a seat after each of some legal pieces and tokens."""
    stations, score, tokens = own_stations(state, seat), state.score(seat), state.tokens[seat]
    for action in actions:
        if isinstance(action, Build):
            gain, site = gain_of(state, action), LINKS[action.link]
            tokens_left = tokens - (cost_of(state, action) or 0) + gain.tokens
            there = len(stations) + (site.a not in stations) + (site.b not in stations)
            yield _value(score + gain.total, tokens_left, there)
        else:
            yield _value(score, tokens + 1, len(stations))


def own_stations(state: State, seat: Seat) -> frozenset[Station]:
    """Return the stations on any of a seat's lines."""
    return frozenset().union(*map(state.stations_of, colours_of(state.rules, seat)))


def _value(points: int, tokens: int, stations: int) -> float:
    return points + A_TOKEN * min(tokens, ENOUGH) + A_STATION * stations


def lead(state: State, seat: Seat) -> float:
    """Return a seat's lead over the others, in points and tokens.

    The others count by the average of their best and their mean.
    """
    tokens = [A_TOKEN * min(count, ENOUGH) for count in state.tokens]
    worths = [state.score(Seat(n)) + more for n, more in enumerate(tokens)]
    own_worth = worths.pop(seat)
    return own_worth - (max(worths) + sum(worths) / len(worths)) / 2


def drawn_trips(state: State, dice: Dice, count: int) -> Trips:
    """Return some destinations still to be visited, each with as many others to start from."""
    # Sorted, as a set has no order, and equal dice must draw equal trips.
    starts = [*state.open_cards, *sorted(state.pile)]
    dice.shuffle(starts)
    ends = starts[:count]
    dice.shuffle(starts)
    return [(to, [s for s in starts[: count + 1] if s != to][:count]) for to in ends]


def of_trips(state: State, seat: Seat, trips: Trips) -> float:
    """Return the mean pay of trips to a seat, less that to an average opponent.

    Of routes that cost the passenger as much, the one that pays the seat least counts.
    """
    tracks, rules = flow.tracks_on_board(state), state.rules
    pay_of = {
        colour: 1.0 if owner_of(rules, colour) == seat else -1 / (rules.players - 1)
        for colour in tracks
    }
    walks = {colour: walks_of(stations) for colour, stations in tracks.items()}
    pays = list[float]()
    for to, starts in trips:
        rests = _rests(to, tracks, walks, pay_of)
        for start in starts:
            routes = [
                (cost + WALK * walks[colour][start], pay) for colour, (cost, pay) in rests.items()
            ]
            pays.append(min((WALK * walks_from(to)[start], 0.0), *routes)[1])
    return fmean(pays) if pays else 0.0


def _rests(
    to: Station,
    tracks: Tracks,
    walks: Mapping[Colour, Sequence[int]],
    pay_of: Mapping[Colour, float],
) -> dict[Colour, tuple[int, float]]:
    """Return the cost of the way from each line to a destination, the line's own included.

    Dijkstra's search backwards from the destination over whole lines, as the passenger's
    own (OU §6.2), with the pay on the way.
    """
    rests = {colour: (WALK * walks[colour][to] + 1, fare) for colour, fare in pay_of.items()}
    open_colours = set(tracks)
    while open_colours:
        nearest = min(open_colours, key=rests.__getitem__)
        open_colours.remove(nearest)
        cost, pay = rests[nearest]
        for colour in open_colours:
            gap = gap_between(tracks[nearest], tracks[colour])
            rests[colour] = min(rests[colour], (cost + WALK * gap + 1, pay + pay_of[colour]))
    return rests


def _share(state: State, seat: Seat, colours: Sequence[Colour]) -> float:
    """Return the pay for some lines to a seat, less that to an average opponent."""
    pays = dict(fares(state.rules, colours))
    own_pay = pays.pop(seat, 0)
    return own_pay - sum(pays.values()) / (state.rules.players - 1)


def of_open_cards(state: State, seat: Seat) -> float:
    """Return the pay for visits to all open destinations, less that to an average opponent."""
    if state.passenger is None:
        return 0.0
    reachable = targets(state.passenger, state.open_cards, flow.tracks_on_board(state))
    return sum(_share(state, seat, target.routes[0].colours) for target in reachable)
