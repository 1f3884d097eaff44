"""Facts that follow from one colour's track: stations, ends, links near it, ways along it.

They are cached because they are asked for again and again while a line does not
change.

Source: OU §1, §4.4, §4.5.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from metrobot.games.underground.board import BRANCH_COST, LINKS, LINKS_AT, Link, Station, other_end

Track = frozenset[Link]
"""The links with a piece of one colour: a line."""

_ALL_LINKS: Final = tuple(Link(link) for link in range(len(LINKS)))


@lru_cache(maxsize=512)
def pieces_along(track: Track) -> Mapping[Station, int]:
    """Return the number of a line's pieces at each of its stations."""
    links = (LINKS[link] for link in track)
    return MappingProxyType(Counter(s for link in links for s in (link.a, link.b)))


@lru_cache(maxsize=512)
def stations_of_pieces(track: Track) -> frozenset[Station]:
    """Return the stations of a line."""
    return frozenset(pieces_along(track))


@lru_cache(maxsize=512)
def ends_of(track: Track) -> tuple[Station, ...]:
    """Return the stations with exactly one piece of a line, in ascending order (OU §1)."""
    return tuple(sorted(s for s, pieces in pieces_along(track).items() if pieces == 1))


@lru_cache(maxsize=512)
def costs_near(track: Track) -> Mapping[Link, int]:
    """Return a piece's cost in tokens on each link where it connects, links ascending.

    The first piece of a colour and a piece from an end of its line are free;
    elsewhere along the line it is a branch.

    Source: OU §4.3 to §4.5.
    """
    if not track:
        return MappingProxyType(dict.fromkeys(_ALL_LINKS, 0))
    pieces = pieces_along(track)
    touching = {link for station in pieces for link in LINKS_AT[station]}
    from_end = {link for end in ends_of(track) for link in LINKS_AT[end]}
    links = sorted(touching - track)
    return MappingProxyType({link: 0 if link in from_end else BRANCH_COST for link in links})


@lru_cache(maxsize=64)
def full_links(tracks: tuple[Track, ...]) -> frozenset[Link]:
    """Return the links without an empty space (OU §4.2)."""
    used = Counter(link for track in tracks for link in track)
    return frozenset(link for link, count in used.items() if count == LINKS[link].spaces)


def open_ends(track: Track, full: frozenset[Link]) -> tuple[Station, ...]:
    """Return a line's ends with a place for another piece, which is free (OU §4.3, §4.4)."""
    taken = track | full
    return tuple([end for end in ends_of(track) if not taken.issuperset(LINKS_AT[end])])


def grows_free(track: Track, full: frozenset[Link]) -> bool:
    """Return whether the line has a free place for another piece (OU §4.3, §4.4)."""
    return not track or bool(open_ends(track, full))


def ways_along(track: Track) -> tuple[tuple[Station, ...], ...]:
    """Split a line into ways, so that each link is on exactly one of them.

    The first way starts at an end, each further one at a junction with the ways
    before it, as long as there is one.
    """
    rest, ways = set(track), list[tuple[Station, ...]]()
    while rest:
        way = _way(rest, _start(track, rest, ways))
        rest -= {link for a, b in pairwise(way) for link in LINKS_AT[a] if other_end(link, a) == b}
        ways.append(way)
    return tuple(ways)


def _start(track: Track, rest: set[Link], ways: Sequence[tuple[Station, ...]]) -> Station:
    """Return the start of the next way: on the ways so far, else at an end."""
    open_stations = stations_of_pieces(frozenset(rest))
    junctions = [station for way in ways for station in way if station in open_stations]
    ends = [station for station in ends_of(track) if station in open_stations]
    return (junctions or ends or sorted(open_stations))[0]


def _way(rest: set[Link], start: Station) -> tuple[Station, ...]:
    """Follow unused links from a station as far as they go; return the stations."""
    way, free = [start], set(rest)
    while True:
        # Sorted, so that a line is told the same way each time.
        links = sorted(link for link in LINKS_AT[way[-1]] if link in free)
        if not links:
            return tuple(way)
        free.remove(links[0])
        way.append(other_end(links[0], way[-1]))


def oriented(track: Track, link: Link) -> tuple[Station, Station]:
    """Return a link's stations, starting with one on the line if there is one."""
    a, b = LINKS[link].a, LINKS[link].b
    on_line = stations_of_pieces(track)
    return (b, a) if b in on_line and a not in on_line else (a, b)
