"""The stations that loops enclose.

Sets of links and of stations are bit sets here, links and stations their bits.

Source: OU §5.4.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from metrobot.games.underground.board import LINKS, LINKS_AT, STATIONS, Link, Station, other_end
from metrobot.games.underground.lines.track import Track

Bits = int
_ENDS: Final = tuple(1 << site.a | 1 << site.b for site in LINKS)


def _stations_left_of(link: Link) -> Bits:
    """Return the stations from which a ray to the right crosses a link."""
    (ax, ay), (bx, by) = (STATIONS[station].at for station in (LINKS[link].a, LINKS[link].b))
    stations = 0
    for number, site in enumerate(STATIONS):
        x, y = site.at
        # One end counts as below and one as above, so a ray through a station counts once.
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            stations |= 1 << number
    return stations


# The map never changes, so the rays are cast once, at import.
_LEFT_OF: Final = tuple(_stations_left_of(Link(link)) for link in range(len(LINKS)))


@dataclass(frozen=True, slots=True)
class _Way:
    """Some links of a line, such as a cycle.

    Attributes:
        links: the links.
        left: the stations from which a ray to the right crosses an odd number of
            them: those inside, if the links are a cycle and the station is not on it.
    """

    links: Bits = 0
    left: Bits = 0

    def __xor__(self, other: "_Way") -> "_Way":
        """Return the links that are on exactly one of two ways."""
        return _Way(self.links ^ other.links, self.left ^ other.left)


@lru_cache(maxsize=512)
def enclosed_by(track: Track) -> frozenset[Station]:
    """Return the stations that a line's loops enclose, without those on the loop itself (OU §5.4).

    Args:
        track: all links of one colour.
    """
    stations = 0
    # A loop is a block of the line. A station lies inside its outline if and only if it lies inside
    # a cycle of any cycle basis of the block: the outline is the symmetric difference of some of
    # them, so an odd number of these surround the station.
    for block in _blocks(_cycles(track)):
        inside = on_block = 0
        for cycle in block:
            inside |= cycle.left
            for link in _numbers(cycle.links):
                on_block |= _ENDS[link]
        stations |= inside & ~on_block
    return frozenset(map(Station, _numbers(stations)))


def _cycles(track: Track) -> list[_Way]:
    """Return one cycle for each link outside a spanning tree of the line."""
    ways, rest = dict[Station, _Way](), set(track)
    for link in sorted(track):
        if LINKS[link].a not in ways:
            _grow(ways, rest, LINKS[link].a)
    return [ways[LINKS[link].a] ^ _step(link) ^ ways[LINKS[link].b] for link in sorted(rest)]


def _grow(ways: dict[Station, _Way], links: set[Link], root: Station) -> None:
    """Build a spanning tree from a station: record each way, remove its links from `links`."""
    ways[root] = _Way()
    waiting = [root]
    # The list grows while it is gone through.
    for station in waiting:
        for link in LINKS_AT[station]:
            to = other_end(link, station)
            if link in links and to not in ways:
                ways[to] = ways[station] ^ _step(link)
                links.remove(link)
                waiting.append(to)


def _step(link: Link) -> _Way:
    return _Way(1 << link, _LEFT_OF[link])


def _blocks(cycles: list[_Way]) -> list[list[_Way]]:
    """Group the cycles of a basis by block: cycles that share links belong together."""
    blocks: list[list[_Way]] = []
    for cycle in cycles:
        touching = [b for b in blocks if any(other.links & cycle.links for other in b)]
        blocks = [b for b in blocks if b not in touching]
        blocks.append([cycle, *(other for block in touching for other in block)])
    return blocks


def _numbers(bits: Bits) -> Iterator[int]:
    """Yield the numbers of the bits that are set, in ascending order."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
