"""Which links a passenger crosses, and where he is likely to go."""

import heapq
from collections.abc import Mapping, Set
from dataclasses import dataclass

from metrobot.games.underground.board import (
    LINKS,
    LINKS_AT,
    STATIONS,
    Colour,
    Kind,
    Link,
    Station,
    other_end,
)
from metrobot.games.underground.passenger import Cost, Route, routes_to
from metrobot.games.underground.view import View


def stations_of(view: View) -> dict[Colour, frozenset[Station]]:
    """Return the stations of every line that has a piece."""
    return {
        line.colour: frozenset(s for link in line.track for s in (LINKS[link].a, LINKS[link].b))
        for line in view.lines
        if line.track
    }


def tracks_of(view: View) -> dict[Colour, frozenset[Link]]:
    """Return the links of every line."""
    return {line.colour: line.track for line in view.lines}


@dataclass(frozen=True, slots=True)
class Crossing:
    """One link of a trip.

    Attributes:
        link: which.
        is_walk: whether he crosses it on foot.
    """

    link: Link
    is_walk: bool


def crossings(
    start: Station, to: Station, colours: Set[Colour], tracks: Mapping[Colour, Set[Link]]
) -> tuple[Crossing, ...]:
    """Return the links of a trip: least walking, then the shortest ride.

    Args:
        start: where it starts.
        to: where it ends.
        colours: of the lines that may be used.
        tracks: the links of each line.
    """
    rails = {link for colour in colours for link in tracks.get(colour, ())}
    best: dict[Station, tuple[int, int]] = {start: (0, 0)}
    came: dict[Station, Link] = {}
    open_now: list[tuple[tuple[int, int], Station]] = [((0, 0), start)]
    while open_now:
        cost, station = heapq.heappop(open_now)
        if station == to:
            break
        for link in LINKS_AT[station] if cost == best[station] else ():
            beyond, walk = other_end(link, station), link not in rails
            reached = cost[0] + walk, cost[1] + 1
            if beyond not in best or reached < best[beyond]:
                best[beyond], came[beyond] = reached, link
                heapq.heappush(open_now, (reached, beyond))
    return tuple(Crossing(link, link not in rails) for link in _back(came, start, to))


def _back(came: Mapping[Station, Link], start: Station, to: Station) -> tuple[Link, ...]:
    """Return the links from a start to an end, given how each station was reached."""
    found: list[Link] = []
    while to != start:
        link = came[to]
        found.append(link)
        to = other_end(link, to)
    return tuple(reversed(found))


@dataclass(frozen=True, slots=True)
class Prospect:
    """What one open destination would cost the passenger.

    Attributes:
        to: the destination.
        start: where he would come from.
        cost: of the best routes, which are all alike.
        routes: each choice of lines.
        is_next: whether no other of its kind costs less.
    """

    to: Station
    start: Station
    cost: Cost
    routes: tuple[Route, ...]
    is_next: bool


def prospects(view: View) -> tuple[Prospect, ...]:
    """Return what every open destination would cost now, first those visited first.

    He visits an express destination first (OU §6.1). Regular ones are counted
    from there if it is certain, else from where he stands.
    """
    if view.passenger is None:
        return ()
    start, found = view.passenger, list[Prospect]()
    kinds = (Kind.EXPRESS, Kind.REGULAR)[_visited_kinds(view) :]
    for kind in kinds:
        cards = [card for card in view.open_cards if STATIONS[card].kind is kind]
        fresh = _of_kind(start, tuple(cards), view)
        found += fresh
        nearest = [prospect.to for prospect in fresh if prospect.is_next]
        if len(nearest) == 1:
            start = nearest[0]
    return tuple(found)


def _visited_kinds(view: View) -> int:
    """Return how many kinds of destination can be visited no more in this turn."""
    if not view.trips:
        return 0
    return 1 if STATIONS[view.visited[-1]].kind is Kind.EXPRESS else 2


def _of_kind(start: Station, cards: tuple[Station, ...], view: View) -> list[Prospect]:
    """Return what each destination of one kind would cost."""
    tracks = stations_of(view)
    routes = {card: routes_to(start, card, tracks) for card in cards}
    best = min((found[0].cost for found in routes.values()), default=None)
    return [
        Prospect(card, start, found[0].cost, found, found[0].cost == best)
        for card, found in routes.items()
    ]
