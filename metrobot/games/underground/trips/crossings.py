"""The links that the passenger crosses, riding or on foot.

Source: OU §6.
"""

import heapq
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from metrobot.games.underground.board import LINKS_AT, Link, Station, other_end


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
    """Return the links of a visit: least walking, then the shortest ride.

    A route names the lines that it uses, not their links. Where several ways along
    them take as little walking, any of them is right.

    Args:
        rails: the links with a piece of the lines used, at the time of the visit.
        start: the passenger's station before the visit.
        to: the destination.

    Source: OU §6.2.
    """
    best: dict[Station, tuple[int, int]] = {start: (0, 0)}
    came: dict[Station, Link] = {}
    open_now: list[tuple[tuple[int, int], Station]] = [((0, 0), start)]
    while open_now:
        cost, station = heapq.heappop(open_now)
        if station == to:
            break
        # An entry whose station was reached at less cost since then is stale.
        for link in LINKS_AT[station] if cost == best[station] else ():
            beyond, walk = other_end(link, station), link not in rails
            reached = cost[0] + walk, cost[1] + 1
            if beyond not in best or reached < best[beyond]:
                best[beyond], came[beyond] = reached, link
                heapq.heappush(open_now, (reached, beyond))
    return tuple(Crossing(link, link not in rails) for link in _back(came, start, to))


def _back(came: Mapping[Station, Link], start: Station, to: Station) -> tuple[Link, ...]:
    """Return the links from a start to an end, given the link by which each station was reached."""
    found: list[Link] = []
    while to != start:
        link = came[to]
        found.append(link)
        to = other_end(link, to)
    return tuple(reversed(found))
