"""The network of all lines, and its fastest routes.

Source: MM §13.1, §13.2.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any, TypeAlias

import networkx as nx

from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import LINE_NAMES
from metrobot.games.metromania.geometry import Point
from metrobot.games.metromania.result import MINUTES_PER_CHANGE, MINUTES_PER_SECTION, Section
from metrobot.games.metromania.state import Line, State

Network: TypeAlias = "nx.Graph[Any]"

Stop = tuple[Point, int]
"""A train at a station: the station, and the line's index in `State.lines`."""


@dataclass(frozen=True, slots=True)
class Journey:
    """All fastest routes between two places.

    Attributes:
        minutes: duration of each.
        sections: every section on any of them, by line and position.
        route: one of them, section by section.
    """

    minutes: int
    sections: tuple[Section, ...]
    route: tuple[Section, ...]


def network_of(state: State) -> Network:
    """Return the network: a node for each line at each of its stations (MM §8.2, §13.2).

    Sections join the stations that follow each other on a line; changes join
    the lines at a station. Start and end markers are no stations.
    """
    network: Network = nx.Graph()
    served: dict[Point, list[Stop]] = {}
    for ix, line in enumerate(state.lines):
        stops = [(point, ix) for point in stations_on(state, line)]
        # A line with a single station has no section that would bring it in.
        network.add_nodes_from(stops)
        network.add_edges_from(pairwise(stops), weight=MINUTES_PER_SECTION)
        for stop in stops:
            served.setdefault(stop[0], []).append(stop)
    for stops in served.values():
        network.add_edges_from(combinations(stops, 2), weight=MINUTES_PER_CHANGE)
    return network


def stations_on(state: State, line: Line) -> tuple[Point, ...]:
    """Return the stations that a line serves, in its order (MM §8.2)."""
    return tuple(point for point in line.points if state.stations >> point & 1)


def journey(network: Network, origin: int, target: int) -> Journey | None:
    """Return all fastest routes from any origin to any target, or None if there is none.

    Args:
        network: as `network_of` returns it.
        origin: stations where one may board, as bits.
        target: stations where one may leave, as bits; none of them in `origin`.

    Source: MM §13.1 to §13.3.
    """
    before, beyond = _minutes_from(network, origin), _minutes_from(network, target)
    whole = min((before[stop] for stop in before if target >> stop[0] & 1), default=None)
    if whole is None:
        return None
    # A step lies on a fastest route exactly if the minutes to it, along it and from it on make up
    # the minutes of the whole.
    links: Iterable[tuple[Stop, Stop, int]] = network.edges(data="weight")
    steps = [
        (a, b)
        for u, v, minutes in links
        if u in before and u in beyond
        for a, b in ((u, v), (v, u))
        if before[a] + minutes + beyond[b] == whole
    ]
    # Sorted by line before they get its name: a line's index counts companies, then lines.
    rides = sorted((a[1], a[0], b[0]) for a, b in steps if a[1] == b[1])
    sections = tuple(_section((start, ix), (end, ix)) for ix, start, end in rides)
    return Journey(whole, sections, _one_route(steps, before))


def _minutes_from(network: Network, places: int) -> Mapping[Stop, int]:
    """Return the minutes from the nearest of these stations to each stop within reach."""
    sources = {stop for stop in network if places >> stop[0] & 1}
    if not sources:
        return {}
    minutes: Mapping[Stop, Any] = nx.multi_source_dijkstra_path_length(network, sources)
    return minutes


def reached(network: Network, places: int) -> frozenset[Point]:
    """Return the stations within reach of any of these, themselves included.

    Args:
        network: as `network_of` returns it.
        places: stations where one may board, as bits.
    """
    return frozenset(point for point, _ in _minutes_from(network, places))


def _section(a: Stop, b: Stop) -> Section:
    seat, name = divmod(a[1], len(LINE_NAMES))
    return Section(Seat(seat), LINE_NAMES[name], a[0], b[0])


def _one_route(
    steps: Iterable[tuple[Stop, Stop]], before: Mapping[Stop, int]
) -> tuple[Section, ...]:
    """Return one of the fastest routes: the first in the order of points and lines."""
    # Sorted backwards, so that of several steps from a stop the first in order stays.
    onward = dict(sorted(steps, reverse=True))
    current = min((stop for stop in onward if not before[stop]), default=None)
    route = []
    while current is not None:
        to = onward.get(current)
        if to is not None and to[1] == current[1]:
            route.append(_section(current, to))
        current = to
    return tuple(route)
