"""A line split into ways, to be listed station by station."""

from collections.abc import Sequence
from itertools import pairwise

from metrobot.games.underground.board import LINKS_AT, Link, Station, other_end
from metrobot.games.underground.lines.track import Track, ends_of, stations_of_pieces


def ways_along(track: Track) -> tuple[tuple[Station, ...], ...]:
    """Split a line into ways, so that each link is on exactly one of them.

    The first way starts at an end, each further one at a junction with the ways
    before it, as long as there is one.
    """
    left, ways = set(track), list[tuple[Station, ...]]()
    while left:
        way = _way(left, _start(track, left, ways))
        left -= {link for a, b in pairwise(way) for link in LINKS_AT[a] if other_end(link, a) == b}
        ways.append(way)
    return tuple(ways)


def _start(track: Track, left: set[Link], told: Sequence[tuple[Station, ...]]) -> Station:
    """Return the start of the next way: on the ways so far, else at an end."""
    open_stations = stations_of_pieces(frozenset(left))
    known = [station for way in told for station in way if station in open_stations]
    ends = [station for station in ends_of(track) if station in open_stations]
    return (known or ends or sorted(open_stations))[0]


def _way(left: set[Link], start: Station) -> tuple[Station, ...]:
    """Follow unused links from a station as far as they go; return the stations."""
    way, free = [start], set(left)
    while True:
        links = sorted(link for link in LINKS_AT[way[-1]] if link in free)
        if not links:
            return tuple(way)
        free.remove(links[0])
        way.append(other_end(links[0], way[-1]))
