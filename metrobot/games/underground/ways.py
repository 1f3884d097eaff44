"""A line as ways, to be told station by station."""

from collections.abc import Sequence
from itertools import pairwise

from metrobot.games.underground.board import LINKS_AT, Link, Station, other_end
from metrobot.games.underground.track import Track, ends_of, stations_of_pieces


def ways_along(track: Track) -> tuple[tuple[Station, ...], ...]:
    """Return a line as ways, each link on exactly one of them.

    The first way sets out from an end, each further one from a junction of
    what was told before, as long as there is one.
    """
    left, ways = set(track), list[tuple[Station, ...]]()
    while left:
        way = _way(left, _start(track, left, ways))
        left -= {link for a, b in pairwise(way) for link in LINKS_AT[a] if other_end(link, a) == b}
        ways.append(way)
    return tuple(ways)


def _start(track: Track, left: set[Link], told: Sequence[tuple[Station, ...]]) -> Station:
    """Return where the next way sets out: at what was told, else at an end."""
    open_stations = stations_of_pieces(frozenset(left))
    known = [station for way in told for station in way if station in open_stations]
    ends = [station for station in ends_of(track) if station in open_stations]
    return (known or ends or sorted(open_stations))[0]


def _way(left: set[Link], start: Station) -> tuple[Station, ...]:
    """Return the stations of a way over links that are left, from one station on."""
    way, free = [start], set(left)
    while True:
        links = sorted(link for link in LINKS_AT[way[-1]] if link in free)
        if not links:
            return tuple(way)
        free.remove(links[0])
        way.append(other_end(links[0], way[-1]))
