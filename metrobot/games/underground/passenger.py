"""Where the passenger goes, and by which lines.

A line is one connected network of one colour, so riding it takes the
passenger from any of its stations to any other. What counts is the walking
between lines, then how many of them he uses.

Source: OU §6.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from metrobot.games.underground.board import Colour, Station, walks_from

Tracks = Mapping[Colour, frozenset[Station]]
"""The stations of each colour that is on the board."""

_HERE: Final = Colour(-1)
"""The place where the passenger stands, beside the colours."""


@dataclass(frozen=True, slots=True, order=True)
class Cost:
    """What a route costs; less is better.

    Attributes:
        walks: links crossed without riding a piece.
        lines: different colours used.
    """

    walks: int
    lines: int


@dataclass(frozen=True, slots=True)
class Route:
    """One choice: a destination and the colours used (OU §6.2).

    Attributes:
        to: the destination.
        colours: rising; their order on the way does not matter.
        cost: the same for all choices at one time.
    """

    to: Station
    colours: tuple[Colour, ...]
    cost: Cost


@lru_cache(maxsize=4096)
def _walks(stations: frozenset[Station]) -> tuple[int, ...]:
    """Return the walks from the nearest of some stations to every station, remembered."""
    each = [walks_from(station) for station in stations]
    return tuple(map(min, *each)) if len(each) > 1 else each[0]


@lru_cache(maxsize=8192)
def _gap(a: frozenset[Station], b: frozenset[Station]) -> int:
    """Return the shortest walk between two sets of stations, 0 where they share one."""
    walks = _walks(a)
    return min(walks[station] for station in b)


def _rests(places: Tracks, to: Station) -> dict[Colour, int]:
    """Return for each place the least walking from there to a destination.

    Dijkstra's search backwards from the destination over whole lines.

    Args:
        places: lines by their colour, and where the passenger stands as _HERE.
        to: the destination.
    """
    rests = {place: _walks(stations)[to] for place, stations in places.items()}
    open_places = set(places)
    while open_places:
        nearest = min(open_places, key=rests.__getitem__)
        open_places.remove(nearest)
        near, stations = rests[nearest], places[nearest]
        for place in open_places:
            if rests[place] > near:
                rests[place] = min(rests[place], _gap(stations, places[place]) + near)
    return rests


def routes_to(start: Station, to: Station, tracks: Tracks) -> tuple[Route, ...]:
    """Return the best routes to one destination: least walking, then fewest lines.

    Routes grow line by line, each step on a way of least walking, until the
    first of them arrive; all that arrive with as few lines are returned.

    Args:
        start: where the passenger stands.
        to: the destination, another station.
        tracks: the lines on the board.

    Source: OU §6.2.
    """
    places = {_HERE: frozenset((start,)), **tracks}
    rests = _rests(places, to)
    ways: set[tuple[frozenset[Colour], Colour]] = {(frozenset(), _HERE)}
    while True:
        arrived = {used for used, at in ways if _walks(places[at])[to] == rests[at]}
        if arrived:
            break
        ways = {
            (used | {colour}, colour)
            for used, at in ways
            for colour in tracks
            if colour not in used and _gap(places[at], places[colour]) + rests[colour] == rests[at]
        }
    return tuple(
        Route(to, used, Cost(rests[_HERE], len(used)))
        for used in sorted(tuple(sorted(colours)) for colours in arrived)
    )


def choices(start: Station, open_cards: Sequence[Station], tracks: Tracks) -> tuple[Route, ...]:
    """Return what the active player may choose from among open cards of one kind.

    Least walking, then fewest lines; one choice for each destination and set
    of colours.

    Source: OU §6.2.
    """
    routes = [route for to in sorted(set(open_cards)) for route in routes_to(start, to, tracks)]
    best = min((route.cost for route in routes), default=None)
    return tuple(route for route in routes if route.cost == best)
