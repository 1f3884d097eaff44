"""A map as bit sets, so that a whole game can be played on from a sheet in a millisecond.

Stations are bits of an integer. The rides of a card on a line depend only on the
marked stations of that line, so they are worked out once and kept.

Source: ML §4, §5.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile
from typing import TypeVar

from metrobot.games.metrolijn.board import LineSite, Station, map_named
from metrobot.games.metrolijn.legality import DIRECTIONS, order_of

Bits = int
Ride = tuple[Bits, int]
"""Stations that are marked, and the transfer number that is written (0: none)."""

Lack = tuple[int, int]
"""Number of stations of a line without a mark, and of the runs in which they lie."""

T = TypeVar("T")

KEPT = 1 << 15
"""Sets of marks whose rides and lacks a line keeps before it forgets them all."""


@dataclass(slots=True)
class Track:
    """One line.

    Attributes:
        stops: its stations.
        length: number of stations.
        windows: number of cards that it takes.
        ways: its stations in the order of riding; a ring has two.
        is_ring: whether its last station is next to its first.
        crossed: the lines that share a station with it, itself first.
        rides: the rides, by marked stations and by card.
        lacks: the lack, by marked stations.
    """

    stops: Bits
    length: int
    windows: int
    ways: tuple[tuple[Bits, ...], ...]
    is_ring: bool
    crossed: tuple[int, ...] = ()
    rides: dict[Bits, dict[str, tuple[Ride, ...]]] = field(default_factory=dict)
    lacks: dict[Bits, Lack] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Chart:
    """One map.

    Attributes:
        tracks: its lines.
        all: its stations.
        specials: the starred ones.
        serving: for each station the number of lines that serve it.
        lines_at: for each station the lines that serve it.
    """

    tracks: tuple[Track, ...]
    all: Bits
    specials: Bits
    serving: tuple[int, ...]
    lines_at: tuple[tuple[int, ...], ...]

    def rides(self, line: int, marked: Bits, card: str) -> tuple[Ride, ...]:
        """Return the rides that a card allows on a line: one a direction, equal ones once.

        Args:
            line: the line.
            marked: the marked stations of all lines.
            card: a number, an express or the transfer, by its id.
        """
        track = self.tracks[line]
        there = marked & track.stops
        rides_by_card = track.rides.get(there)
        if rides_by_card is None:
            rides_by_card = _kept(track.rides, there, {})
        rides = rides_by_card.get(card)
        if rides is None:
            rides = rides_by_card[card] = _rides(self, track, there, card)
        return rides

    def lack(self, line: int, marked: Bits) -> Lack:
        """Return the lack of a line, given the marked stations of all lines."""
        track = self.tracks[line]
        there = marked & track.stops
        lack = track.lacks.get(there)
        return _kept(track.lacks, there, _lack(track, there)) if lack is None else lack


def _kept(cache: dict[Bits, T], there: Bits, value: T) -> T:
    """Keep a value under a set of marks, and return it."""
    if len(cache) >= KEPT:
        # Emptying the whole is cheaper than tracking which entry is the oldest.
        cache.clear()
    cache[there] = value
    return value


def _lack(track: Track, marked: Bits) -> Lack:
    """Return the lack of a line; runs of a ring go on past its last station."""
    empty = [not marked & bit for bit in track.ways[0]]
    # On a ring the last and the first station are neighbours.
    before = [empty[-1] and track.is_ring and not all(empty), *empty]
    # The list before has one more: the last station is before none.
    return sum(empty), sum(now and not last for last, now in zip(before, empty, strict=False))


def _rides(chart: Chart, track: Track, marked: Bits, card: str) -> tuple[Ride, ...]:
    """Return the rides that a card allows on a line, one a direction (ML §4.1 to §4.3)."""
    rides = dict[Ride, None]()
    for way in track.ways:
        empty = [bit for bit in way if not marked & bit]
        if card == "T":
            if empty:
                rides[empty[0], chart.serving[empty[0].bit_length() - 1]] = None
        elif card[0] == "E":
            rides[sum(empty[: int(card[1:])]), 0] = None
        elif empty:
            start = way.index(empty[0])
            bits = takewhile(lambda bit: not marked & bit, way[start : start + int(card)])
            rides[sum(bits), 0] = None
    # Every line with a free window can be chosen, even if nothing is marked.
    return tuple(rides) or ((0, 0),)


# A chart keeps up to `KEPT` sets of rides for each line, so few charts are kept.
@lru_cache(maxsize=4)
def chart_of(id_: str) -> Chart:
    """Return the chart of a map."""
    map_ = map_named(id_)
    tracks = tuple(_track(line) for line in map_.lines)
    for number, track in enumerate(tracks):
        near = [n for n, other in enumerate(tracks) if other.stops & track.stops and n != number]
        track.crossed = (number, *near)
    return Chart(
        tracks=tracks,
        all=(1 << len(map_.stations)) - 1,
        specials=sum(1 << n for n, site in enumerate(map_.stations) if site.is_special),
        serving=tuple(site.lines for site in map_.stations),
        lines_at=tuple(map_.lines_at(Station(n)) for n in range(len(map_.stations))),
    )


def _track(line: LineSite) -> Track:
    """Return the track of a line; a ring has two ways."""
    ways = DIRECTIONS if line.is_ring else (None,)
    return Track(
        stops=sum(1 << station for station in line.stations),
        length=len(line.stations),
        windows=line.windows,
        ways=tuple(tuple(1 << station for station in order_of(line, way)) for way in ways),
        is_ring=line.is_ring,
    )
