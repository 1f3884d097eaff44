"""Which stations a loop encloses.

Sets of links and of stations are bit sets here, links and stations their bits.

Source: OU §5.4.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from metrobot.games.underground.board import LINKS, LINKS_AT, STATIONS, Link, Station, other_end
from metrobot.games.underground.track import Track

Bits = int


def _stations_left_of(link: Link) -> Bits:
    """Return the stations from which a ray to the right crosses a link."""
    (ax, ay), (bx, by) = (STATIONS[station].at for station in (LINKS[link].a, LINKS[link].b))
    found = 0
    for number, site in enumerate(STATIONS):
        x, y = site.at
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            found |= 1 << number
    return found


_LEFT_OF: Final = tuple(_stations_left_of(Link(link)) for link in range(len(LINKS)))
_ENDS: Final = tuple(1 << site.a | 1 << site.b for site in LINKS)


@dataclass(frozen=True, slots=True)
class _Way:
    """Some links of a line, such as a cycle.

    Attributes:
        links: which.
        left: the stations from which a ray to the right crosses an odd number of
            them: those inside, if the links are a cycle and the station is not on it.
    """

    links: Bits = 0
    left: Bits = 0

    def __xor__(self, other: "_Way") -> "_Way":
        """Return the links that are on one of two ways and not on the other."""
        return _Way(self.links ^ other.links, self.left ^ other.left)


@lru_cache(maxsize=512)
def enclosed_by(track: Track) -> frozenset[Station]:
    """Return the stations that a line's loops enclose, none of them on the loop around it.

    A loop is a block of the line. A station lies inside its outline if and
    only if it lies inside a cycle of any cycle basis of the block: the outline
    is the symmetric difference of some of them, so an odd number of these
    surround the station.

    Args:
        track: all links of one colour.

    Source: OU §5.4.
    """
    found = 0
    for block in _blocks(_cycles(track)):
        inside = on_block = 0
        for cycle in block:
            inside |= cycle.left
            for link in _numbers(cycle.links):
                on_block |= _ENDS[link]
        found |= inside & ~on_block
    return frozenset(map(Station, _numbers(found)))


def _cycles(track: Track) -> list[_Way]:
    """Return a cycle for each link that a spanning tree of a line leaves out."""
    ways, left = dict[Station, _Way](), set(track)
    for link in sorted(track):
        if LINKS[link].a not in ways:
            _grow(ways, left, LINKS[link].a)
    return [ways[LINKS[link].a] ^ _step(link) ^ ways[LINKS[link].b] for link in sorted(left)]


def _grow(ways: dict[Station, _Way], left: set[Link], root: Station) -> None:
    """Find the way from a station to all that it is connected with; take the tree's links."""
    ways[root] = _Way()
    waiting = [root]
    for at in waiting:
        for link in LINKS_AT[at]:
            to = other_end(link, at)
            if link in left and to not in ways:
                ways[to] = ways[at] ^ _step(link)
                left.remove(link)
                waiting.append(to)


def _step(link: Link) -> _Way:
    """Return a link as a way."""
    return _Way(1 << link, _LEFT_OF[link])


def _blocks(cycles: list[_Way]) -> list[list[_Way]]:
    """Return the cycles of a basis block by block: those that share links are of one block."""
    blocks: list[list[_Way]] = []
    for cycle in cycles:
        near = [b for b in blocks if any(other.links & cycle.links for other in b)]
        blocks = [b for b in blocks if b not in near]
        blocks.append([cycle, *(other for block in near for other in block)])
    return blocks


def _numbers(bits: Bits) -> Iterator[int]:
    """Yield the numbers of the bits that are set, rising."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
