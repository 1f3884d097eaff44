"""The passenger's destinations and routes, and the links crossed, riding or on foot.

A line is one connected network of one colour, so riding it takes the passenger
from any of its stations to any other. Routes are compared by the walking
between lines, then by the number of lines used.

Source: OU §6.
"""

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.games.underground.board import LINKS_AT, Colour, Link, Station, other_end, walks_from

Tracks = Mapping[Colour, frozenset[Station]]
"""Stations of each colour on the board."""

_HERE: Final = Colour(-1)
"""The passenger's own place, as a further key beside the colours."""


@dataclass(frozen=True, slots=True, order=True)
class Cost:
    """The cost of a route; less is better.

    Attributes:
        walks: number of links crossed without riding a piece.
        lines: number of different colours used.
    """

    walks: int
    lines: int


@dataclass(frozen=True, slots=True)
class Route:
    """One choice: a destination and the colours used (OU §6.2).

    Attributes:
        to: the destination.
        colours: in ascending order; their order on the way does not matter.
        cost: the same for all choices at one time.
    """

    to: Station
    colours: tuple[Colour, ...]
    cost: Cost


@lru_cache(maxsize=512)
def walks_of(stations: frozenset[Station]) -> tuple[int, ...]:
    """Return the length of the walk from the nearest of some stations to every station."""
    walks = [walks_from(station) for station in stations]
    return tuple(map(min, *walks)) if len(walks) > 1 else walks[0]


@lru_cache(maxsize=4096)
def gap_between(a: frozenset[Station], b: frozenset[Station]) -> int:
    """Return the length of the shortest walk between two sets of stations, 0 if they meet."""
    walks = walks_of(a)
    return min(walks[station] for station in b)


def _rests(places: Tracks, to: Station) -> dict[Colour, int]:
    """Return the least walking from each place to a destination.

    Dijkstra's search backwards from the destination over whole lines.

    Args:
        places: lines by their colour, and the passenger's place as _HERE.
        to: the destination.
    """
    rests = {place: walks_of(stations)[to] for place, stations in places.items()}
    open_places = set(places)
    while open_places:
        # There are a dozen places at most, so a heap would not pay.
        nearest = min(open_places, key=rests.__getitem__)
        open_places.remove(nearest)
        distance, stations = rests[nearest], places[nearest]
        for place in open_places:
            if rests[place] > distance:
                rests[place] = min(rests[place], gap_between(stations, places[place]) + distance)
    return rests


def routes_to(start: Station, to: Station, tracks: Tracks) -> tuple[Route, ...]:
    """Return the best routes to one destination: least walking, then fewest lines (OU §6.2).

    Args:
        start: the passenger's station.
        to: the destination, another station.
        tracks: the lines on the board.
    """
    places = {_HERE: frozenset((start,)), **tracks}
    rests = _rests(places, to)
    # Routes grow line by line, each step on a way of least walking, until the first of them arrive;
    # all that arrive with as few lines are best.
    ways: set[tuple[frozenset[Colour], Colour]] = {(frozenset(), _HERE)}
    while True:
        arrived = {used for used, place in ways if walks_of(places[place])[to] == rests[place]}
        if arrived:
            break
        ways = {
            (used | {colour}, colour)
            for used, place in ways
            for colour in tracks
            if colour not in used
            and gap_between(places[place], places[colour]) + rests[colour] == rests[place]
        }
    return tuple(
        Route(to, used, Cost(rests[_HERE], len(used)))
        # Sorted, since the places of choices in this list stand in the ids of buttons.
        for used in sorted(tuple(sorted(colours)) for colours in arrived)
    )


@dataclass(frozen=True, slots=True)
class Crossing:
    """One link of a trip.

    Attributes:
        link: the link crossed.
        is_walk: whether it is crossed on foot.
    """

    link: Link
    is_walk: bool


@lru_cache(maxsize=64)
def crossings(rails: frozenset[Link], start: Station, to: Station) -> tuple[Crossing, ...]:
    """Return the links of a visit: least walking, then the shortest ride (OU §6.2).

    A route names the lines that it uses, not their links. Where several ways along
    them take as little walking, any of them is right.

    Args:
        rails: the links with a piece of the lines used, at the time of the visit.
        start: the passenger's station before the visit.
        to: the destination.
    """
    best: dict[Station, tuple[int, int]] = {start: (0, 0)}
    came: dict[Station, Link] = {}
    open_now: list[tuple[tuple[int, int], Station]] = [((0, 0), start)]
    while open_now:
        cost, station = heapq.heappop(open_now)
        # Whatever comes off the heap first has been reached at the least cost.
        if station == to:
            break
        # An entry whose station was reached at less cost since then is stale.
        for link in LINKS_AT[station] if cost == best[station] else ():
            neighbour, walk = other_end(link, station), link not in rails
            total = cost[0] + walk, cost[1] + 1
            if neighbour not in best or total < best[neighbour]:
                best[neighbour], came[neighbour] = total, link
                heapq.heappush(open_now, (total, neighbour))
    links = list[Link]()
    while to != start:
        links.append(came[to])
        to = other_end(links[-1], to)
    return tuple(Crossing(link, link not in rails) for link in reversed(links))


@dataclass(frozen=True, slots=True)
class Trip:
    """One visit of the passenger.

    Attributes:
        start: the passenger's station before it.
        route: the chosen route.
        pays: points for each seat that scores, in turn order (OU §6.3).
        way: the links crossed, over the track as it lies at the time of the visit.
    """

    start: Station
    route: Route
    pays: tuple[tuple[Seat, int], ...]
    way: tuple[Crossing, ...]


def trip_by(
    start: Station,
    route: Route,
    pays: tuple[tuple[Seat, int], ...],
    track_of: Callable[[Colour], frozenset[Link]],
) -> Trip:
    """Return a visit, with the links that it crosses.

    Args:
        start: the passenger's station before it.
        route: the chosen route.
        pays: points for each seat that scores.
        track_of: returns the links with a piece of a colour, at the time of the visit.
    """
    rails = frozenset[Link]().union(*map(track_of, route.colours))
    return Trip(start, route, pays, crossings(rails, start, route.to))


@dataclass(frozen=True, slots=True)
class Target:
    """One open destination.

    Attributes:
        to: its station.
        routes: the best ways there, each with other colours; at least one.
        is_best: whether the passenger may go there: none of its kind costs less.
    """

    to: Station
    routes: tuple[Route, ...]
    is_best: bool

    @property
    def cost(self) -> Cost:
        """Walks and lines of each of the routes."""
        return self.routes[0].cost


def targets(start: Station, cards: Sequence[Station], tracks: Tracks) -> tuple[Target, ...]:
    """Return the open cards of one kind as targets, by station (OU §6.2)."""
    route_lists = [routes_to(start, to, tracks) for to in sorted(set(cards))]
    best = min((routes[0].cost for routes in route_lists), default=None)
    return tuple(Target(routes[0].to, routes, routes[0].cost == best) for routes in route_lists)


def choices(targets: Iterable[Target]) -> tuple[Route, ...]:
    """Return the routes open to the active player, given all targets of one kind (OU §6.2).

    Least walking, then fewest lines; one choice for each destination and set of
    colours.
    """
    return tuple(route for target in targets if target.is_best for route in target.routes)
