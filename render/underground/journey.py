"""Which links the passenger crosses."""

import heapq
from collections.abc import Mapping, Set
from dataclasses import dataclass

from metrobot.games.underground.board import (
    LINKS_AT,
    Colour,
    Link,
    Station,
    other_end,
)
from metrobot.games.underground.view import View


def tracks_of(view: View) -> dict[Colour, frozenset[Link]]:
    """Return the links of every line."""
    return {line.colour: line.track for line in view.lines}


@dataclass(frozen=True, slots=True)
class Crossing:
    """One link of a trip.

    Attributes:
        link: which.
        is_walk: whether it is crossed on foot.
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
