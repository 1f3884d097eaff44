"""Legs of lines: their way from corner to corner, side by side if several run together."""

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from metrobot.games.metrolijn.board import Line, Map, Spot, map_named
from render.metrolijn.layout import Layout

APART: Final = 10 / 9
"""Distance between neighbouring tracks, in widths of a track."""
ARROW: Final = 0.24
"""Length of a ring's arrows, in cells."""


@dataclass(frozen=True, slots=True)
class TrackLeg:
    """A straight part of a line's track.

    Attributes:
        a: its start, in grid cells.
        b: its end, in grid cells.
        shift: its shift across, in tracks; positive to the right of the way from a to b.
        is_bundled: whether other lines run beside it.
    """

    a: Spot
    b: Spot
    shift: float
    is_bundled: bool


@lru_cache
def track_legs(map_id: str, line: Line) -> tuple[TrackLeg, ...]:
    """Return a line's track from its wagon on."""
    map_ = map_named(map_id)
    return tuple(_leg(map_, line, a, b) for a, b in pairwise(map_.lines[line].track))


def _leg(map_: Map, line: Line, a: Spot, b: Spot) -> TrackLeg:
    found = (each for each in map_.bundles if line in each.lines and set(each.ends) == {a, b})
    bundle = next(found, None)
    if bundle is None:
        return TrackLeg(a, b, 0.0, is_bundled=False)
    shift = bundle.lines.index(line) - (len(bundle.lines) - 1) / 2
    return TrackLeg(a, b, shift if a < b else -shift, is_bundled=True)


def on_leg(layout: Layout, leg: TrackLeg, share: float) -> Spot:
    """Return the px of a place on a leg; share 0 is its start, 1 its end."""
    (ax, ay), (bx, by) = layout.at(leg.a), layout.at(leg.b)
    length = math.dist((ax, ay), (bx, by))
    across = leg.shift * layout.track * APART / length
    x, y = ax + (bx - ax) * share, ay + (by - ay) * share
    return x - (by - ay) * across, y + (bx - ax) * across


@dataclass(frozen=True, slots=True)
class Arrow:
    """A small arrow beside a ring's first station.

    Attributes:
        at: px of its middle.
        way: its direction, -1, 0 or 1 across and down.
    """

    at: tuple[int, int]
    way: tuple[int, int]


def arrows(layout: Layout, line: Line) -> tuple[Arrow, ...]:
    """Return a ring's arrows, one each way; none for other lines."""
    if not layout.map.lines[line].is_ring:
        return ()
    ring = track_legs(layout.map_id, line)
    return _arrow(layout, ring[0], is_forth=True), _arrow(layout, ring[-1], is_forth=False)


def _arrow(layout: Layout, leg: TrackLeg, *, is_forth: bool) -> Arrow:
    """Return the arrow that leaves the first station along a leg, or against it."""
    (ax, ay), (bx, by) = (leg.a, leg.b) if is_forth else (leg.b, leg.a)
    way = ((bx > ax) - (bx < ax), (by > ay) - (by < ay))
    length = max(abs(bx - ax), abs(by - ay)) * (1.414 if all(way) else 1)
    share = (layout.half / layout.cell + 0.2) / length * (1.1 if all(way) else 1)
    x, y = on_leg(layout, leg, share if is_forth else 1 - share)
    return Arrow((round(x), round(y)), way)


def coupling(layout: Layout, line: Line) -> tuple[Spot, Spot]:
    """Return the short way from a line's first station to the middle of its wagon, in px."""
    site = layout.map.lines[line]
    x, y = layout.map.stations[site.stations[0]].at
    left, top, right, bottom = layout.wagon(site)
    (x, y), inset = layout.at((x, y)), layout.part(0.2)
    far = (min(max(x, left + inset), right - inset), min(max(y, top + inset), bottom - inset))
    return (x, y), far
