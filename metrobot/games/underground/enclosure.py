"""Which stations a loop encloses.

Source: OU §5.4.
"""

from functools import lru_cache

import networkx as nx

from metrobot.games.underground.board import LINKS, STATIONS, Link, Station

Polygon = tuple[tuple[float, float], ...]


@lru_cache(maxsize=4096)
def enclosed_by(track: frozenset[Link]) -> frozenset[Station]:
    """Return the stations that a line's loops enclose and that are on none of them.

    A station lies inside the outline of a network if and only if it lies
    inside a cycle of any cycle basis: the outline is the symmetric difference
    of some of them, so an odd number of these surround the station.

    Args:
        track: all links of one colour.

    Source: OU §5.4.
    """
    graph: nx.Graph[Station] = nx.Graph((LINKS[link].a, LINKS[link].b) for link in track)
    cycles = nx.cycle_basis(graph)
    on_loop = {station for cycle in cycles for station in cycle}
    outlines = [tuple(STATIONS[station].at for station in cycle) for cycle in cycles]
    return frozenset(
        Station(i)
        for i, site in enumerate(STATIONS)
        if i not in on_loop and any(_is_inside(site.at, outline) for outline in outlines)
    )


def _is_inside(at: tuple[float, float], outline: Polygon) -> bool:
    """Return whether a point lies inside a polygon: a ray to the right leaves it once more."""
    x, y = at
    inside = False
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside
