"""The passenger's routes: smooth lines beside what was ridden or walked."""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from metrobot.games.underground.board import LINKS, Link, Station, other_end
from metrobot.games.underground.trips.passenger import Trip
from render import theme
from render.stamps import Drawing, Stamp, kept
from render.underground.grid import Spot, legs, link_ends
from render.underground.lines.marks import along, evenly
from render.underground.lines.order import Laid
from render.underground.lines.tracks import reach_of

Way = tuple[Spot, ...]
"""The part of a route along one link, in pitches from the link's middle."""

BESIDE: Final = 0.07
"""Distance from a link's outermost lane to a route, in pitches."""
LEAST, MOST = 0.25, 0.3
"""Distances from a link's middle to a route, in pitches."""
RIDE: Final = 0.07
"""Width of a ride, in pitches."""
STEP: Final = 0.05
"""Radius of a dot on foot, in pitches."""
PAPER: Final = 0.12
"""Width of the casing, in pitches."""
INSIDE: Final = 2.2
"""Distance of a route from a station inside a turn; 2 is where its two sides would meet."""
CURVE_STEPS: Final = 6


def ways_of(trip: Trip, laid: Laid) -> Iterator[tuple[Link, Way]]:
    """Yield the links of a route, each with its part of the route, on the right-hand side."""
    links, at = [crossing.link for crossing in trip.way], trip.start
    parts = list[list[Spot]]()
    for link in links:
        parts.append(_onward(link, at))
        at = other_end(link, at)
    reaches = [reach_of(len(laid.get(link, ())), LINKS[link].spaces) for link in links]
    # The same distance all along, so that a route does not wave.
    far = min(MOST, max(LEAST, *(reach + BESIDE for reach in reaches)))
    # A route begins and ends in the middle of its stations.
    ends = (_knot(parts[n][n], parts[n][n], 0.0) for n in (0, -1))
    between = (_knot(one[-1], other[0], far) for one, other in pairwise(parts))
    knots = [next(ends), *between, next(ends)]
    for n, link in enumerate(links):
        first, last = parts[n][0], parts[n][-1]
        x, y = (sum(part[axis] for part in parts[n]) / 2 for axis in (0, 1))
        bend = (first[0] - x, first[1] - y) if len(parts[n]) > 1 else (0.0, 0.0)
        three = (
            _moved(knots[n], (-x, -y)),
            _moved(_knot(first, last, far), bend),
            _moved(knots[n + 1], (x, y)),
        )
        curve = (spot for pair in pairwise(three) for spot in _curve(*pair))
        yield link, tuple((round(x, 3), round(y, 3)) for x, y in (*curve, three[-1][0]))


def _onward(link: Link, start: Station) -> list[Spot]:
    """Return the straight parts of a link as vectors from one of its stations, in pitches."""
    parts = [(x / 4, y / 4) for x, y in legs(link)]
    return parts if link_ends(link)[0] == start else [(-x, -y) for x, y in reversed(parts)]


def _knot(before: Spot, after: Spot, far: float) -> tuple[Spot, Spot]:
    """Return a spot to the right of where two straight parts meet, and the direction there."""
    (ax, ay), (bx, by) = ((x / math.hypot(x, y), y / math.hypot(x, y)) for x, y in (before, after))
    length = math.hypot(ax + bx, ay + by) or 1.0
    x, y = (ax + bx) / length, (ay + by) / length
    if ax * by - ay * bx > 0:
        # Inside a turn the route cuts the corner; in the sharpest ones it has no room there.
        far *= INSIDE / length if length > 1 else INSIDE / 5
    else:
        # Outside it swings a little wider than a circle around the station.
        far *= 1.5 - length / 4
    return (-y * far, x * far), (x, y)


def _moved(knot: tuple[Spot, Spot], by: Spot) -> tuple[Spot, Spot]:
    (x, y), direction = knot
    return (x + by[0], y + by[1]), direction


def _curve(start: tuple[Spot, Spot], end: tuple[Spot, Spot]) -> Iterator[Spot]:
    """Yield the curve between two spots with their directions, without the last spot (Hermite)."""
    (a, out), (b, back) = start, end
    length = math.dist(a, b)
    for step in range(CURVE_STEPS):
        t = step / CURVE_STEPS
        near, far = 2 * t**3 - 3 * t**2 + 1, 3 * t**2 - 2 * t**3
        out_by, back_by = (t**3 - 2 * t**2 + t) * length, (t**3 - t**2) * length
        yield (
            near * a[0] + out_by * out[0] + far * b[0] + back_by * back[0],
            near * a[1] + out_by * out[1] + far * b[1] + back_by * back[1],
        )


def casing(way: Way, pitch: int) -> Stamp:
    """Return the casing of a part of a route, anchored at its link's middle."""
    return ride_stamp(way, pitch, PAPER).inked(theme.CARD)


@kept
def ride_stamp(way: Way, pitch: int, width: float = RIDE) -> Stamp:
    """Return a ride as a smooth line, anchored at its link's middle; the width is in pitches."""
    spots = [(x * pitch, y * pitch) for x, y in way]
    return _drawing(spots).stroke(spots, width * pitch, theme.INK, is_round=True).stamp()


@kept
def steps_stamp(way: Way, pitch: int) -> Stamp:
    """Return a walk as dots, anchored at its link's middle."""
    spots = [(x * pitch, y * pitch) for x, y in way]
    drawing = _drawing(spots)
    for spot, _ in along(spots, evenly(spots, 0.16 * pitch)):
        drawing.disc(spot, STEP * pitch, theme.INK)
    return drawing.stamp()


def _drawing(spots: list[Spot]) -> Drawing:
    across, down = (12 + max(map(abs, parts)) for parts in zip(*spots, strict=True))
    return Drawing(across, theme.INK, down)
