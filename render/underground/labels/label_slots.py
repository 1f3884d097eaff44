"""Slots: possible places of a station's name, each with its cost.

A name beside its station is nearest to it. Farther off, a line leads to it, clear of all
other stations.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from operator import itemgetter
from typing import Final

from metrobot.games.underground.board import STATIONS, Station
from render.boxes import SIDES, Box, anchored, grown, nearest
from render.placing.choice import Priced
from render.placing.leaders import far
from render.underground.glyphs import reach
from render.underground.grid import Spot, steps
from render.underground.labels.printed import NAMES, RADIUS, toward

PAD: Final = 6
"""Px around the letters of a plate."""
GAP: Final = 0.06
"""Distance from a station to its plate, in pitches."""
OTHER_SIDE: Final = 3.0
"""Cost of another side than on the printed board."""
DOUBTFUL: Final = 8.0
"""Cost of each other station so near that the name could be its own."""
NEAR: Final = 0.3
"""Distance below which another station is so near, in pitches."""
FAR: Final = 4.5
"""Distance beyond which other stations do not matter, in pitches."""
AWAY: Final = (
    (0.0, 0.0),
    (0.1, 3.0),
    (0.2, 8.0),
    (0.3, 14.0),
    (0.45, 44.0),
    (0.95, 60.0),
    (1.4, 80.0),
    (1.8, 120.0),
    (3.0, 200.0),
)
"""Levels: distance of a plate in pitches, and its cost; the last one is its radius."""
LONGEST: Final = 2.0
"""Length that no line to a name exceeds, from the middle of its station, in pitches."""
EDGE: Final = 0.035
"""Distance from a plate to the edge of any other station, in pitches."""
ALONE: Final = 0.3
"""Distance up to which a plate needs no line to its station, in pitches."""
STEP: Final = 0.25
"""Distance between neighbouring places of the last level, in pitches."""
NEARER: Final = 1.5
"""Least px by which a plate without a line is nearer to its own station than to all others."""
CLEARANCE: Final = 0.05
"""Distance from a line to the stations that it passes, in pitches."""
CORNER: Final = 0.72
"""Distance of a name at a corner, across and down, in that of one at a side."""
WAYS: Final = (
    *((side, side) for side in SIDES[:4]),
    *((side, (CORNER * side[0], CORNER * side[1])) for side in SIDES[4:]),
    # Above or below, with the nearer end over the station.
    *((side, (-CORNER * side[0], side[1])) for side in SIDES[4:]),
)
"""Places of a name: its side of the station, and how far that lies from its middle."""
SLIDES: Final = tuple(
    (way, (round(way[0]), round(way[1])))
    for slide in (-0.7, -0.3, 0.3, 0.7)
    for way in ((1, slide), (-1, slide), (slide, 1), (slide, -1))
)
"""Further places beside a station, which lies off the middle of their side."""
SLANTS: Final = tuple(
    (way, way) for a in (1, -1) for b in (0.45, -0.45) for way in ((a, b), (b, a))
)
"""Further places, for names off their stations."""


@dataclass(frozen=True, slots=True)
class LabelSlot:
    """A possible place of a name.

    Attributes:
        box: its box in px, at first from its station.
        lines: lines of the name.
        is_off: whether a line must lead to it.
    """

    box: Box
    lines: tuple[str, ...]
    is_off: bool


Slots = tuple[Priced[LabelSlot], ...]
"""Slots with their costs, the cheapest first."""


def label_slots(pitch: int, size: int, station: Station, level: int, *, is_open: bool) -> Slots:
    """Return the slots of a name with their costs, the cheapest first.

    Args:
        pitch: pitch of the map, in px.
        size: size of the letters, in px.
        station: the station, from which the boxes are measured.
        level: distance, as a place in `AWAY`.
        is_open: whether it is an open destination.
    """
    # The last level has a thousand places and is rarely needed, so it is not kept.
    find = _slots if level < len(AWAY) - 1 else _slots.__wrapped__
    return find(pitch, size, station, level, is_open=is_open)


@lru_cache(maxsize=1536)
def _slots(pitch: int, size: int, station: Station, level: int, *, is_open: bool) -> Slots:
    """Return the slots of `label_slots`, which are kept."""
    apart, (away, extra) = NEAR * pitch, AWAY[level]
    neighbours = [(x * pitch, y * pitch) for x, y, _ in _near(station)]

    def doubt(box: Box) -> float:
        left, top, right, bottom = grown(box, round(apart))
        return DOUBTFUL * len([0 for x, y in neighbours if left < x < right and top < y < bottom])

    slots = [
        (LabelSlot(box, lines, away > ALONE), extra + cost + doubt(box))
        for lines in _splits(station)
        for cost, box in _boxes(pitch, size, station, lines, away, is_open=is_open)
        # A name with a line needs not be nearest: the line says whose it is.
        if (
            _distance(box, (0, 0)) < LONGEST * pitch
            if away > ALONE
            else _is_nearest(box, neighbours)
        )
    ]
    return tuple(sorted(slots, key=itemgetter(1)))


def _is_nearest(box: Box, neighbours: Iterable[Spot]) -> bool:
    """Return whether a box is nearer to its own station than to all others."""
    own = _distance(box, (0, 0)) + NEARER
    low, upper, high, lower = box[0] - own, box[1] - own, box[2] + own, box[3] + own
    for x, y in neighbours:
        # Few are in the box around all that is so near: the others need no root.
        if low <= x <= high and upper <= y <= lower and _distance(box, (x, y)) <= own:
            return False
    return True


@lru_cache(maxsize=4096)
def is_clear(pitch: int, station: Station, box: Box, *, is_off: bool) -> bool:
    """Return whether a name hides no other station, nor the line to it if it has one.

    Args:
        pitch: pitch of the map, in px.
        station: the station of the name.
        box: box of the name, in px from the station.
        is_off: whether a line leads to it.
    """
    leader = (0, 0), nearest(box, (0, 0))
    for x, y, radius in _near(station):
        spot = x * pitch, y * pitch
        if _distance(box, spot) <= (radius + EDGE) * pitch:
            return False
        if is_off and far(spot, leader) < (radius + CLEARANCE) * pitch:
            return False
    return True


def _distance(box: Box, spot: Spot) -> float:
    """Return the distance of a spot from a box, in px."""
    (left, top, right, bottom), (x, y) = box, spot
    # Asked for thousands of times: comparing is faster than `max`.
    dx = left - x if x < left else x - right if x > right else 0
    dy = top - y if y < top else y - bottom if y > bottom else 0
    return math.hypot(dx, dy)


@lru_cache(maxsize=256)
def _near(station: Station) -> tuple[tuple[float, float, float], ...]:
    """Return the vectors to other stations that matter, with their radii, in pitches."""
    x, y = steps(station)
    others = (Station(other) for other in range(len(STATIONS)) if other != station)
    return tuple(
        (ox - x, oy - y, reach(STATIONS[other].kind, RADIUS))
        for other in others
        for ox, oy in (steps(other),)
        if math.hypot(ox - x, oy - y) < FAR
    )


@lru_cache(maxsize=256)
def _splits(station: Station) -> tuple[tuple[str, ...], ...]:
    """Return the ways to write a name: as printed, on one line, on two."""
    site = STATIONS[station]
    words = site.name.split()
    halves = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    even = min(halves, key=lambda half: max(map(len, half)), default=(site.name,))
    return tuple(dict.fromkeys((site.label_lines, (site.name,), even)))


def _boxes(
    pitch: int, size: int, station: Station, lines: tuple[str, ...], away: float, *, is_open: bool
) -> Iterator[tuple[float, Box]]:
    """Yield the boxes of a name from its station, each with the cost of its side."""
    wide, tall = NAMES.size(lines, size)
    name = wide + 2 * PAD, tall + 2 * PAD
    radius = reach(STATIONS[station].kind, round(pitch * RADIUS))
    gap = radius + (GAP + away) * pitch + (0.8 * round(pitch * RADIUS) if is_open else 0)
    for side, (x, y) in (*WAYS, *(SLANTS if away > ALONE else SLIDES)):
        cost = 0.0 if side == toward(station) else OTHER_SIDE
        yield cost, anchored((x * gap, y * gap), side, name)
    # All around a station, for names without room nearer to it.
    steps_off = range(-round(AWAY[-1][0] / STEP), round(AWAY[-1][0] / STEP) + 1)
    for row, column in product(steps_off, steps_off) if away == AWAY[-1][0] else ():
        spot = column * STEP * pitch, row * STEP * pitch
        yield OTHER_SIDE + math.hypot(*spot) / 10, anchored(spot, (0, 0), name)
