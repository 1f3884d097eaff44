"""The passenger's routes: smooth lines beside what was ridden or walked."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from metrobot.games.underground.board import LINKS, Link, Station, other_end
from metrobot.games.underground.trips.passenger import Trip
from render import theme
from render.bends import curve
from render.stamps import Drawing, Stamp, kept
from render.underground.grid import Spot, legs, link_ends
from render.underground.lines.marks import along, evenly
from render.underground.lines.order import Laid
from render.underground.lines.tracks import drawn, reach_of

Way = tuple[Spot, ...]
"""The part of a route along one link, in pitches from the link's middle."""

Knot = tuple[complex, complex]
"""A spot of a route and the direction there."""

BESIDE: Final = 0.07
"""Distance from a link's outermost lane to a route, in pitches."""
LEAST, MOST = 0.25, 0.3
"""Distances from a link's middle to a route, in pitches."""
RIDE: Final = 0.07
"""Width of a ride, in pitches."""
STEP: Final = 0.05
"""Radius of a dot on foot, in pitches."""
PAPER: Final = 1.7
"""Width of the casing, in widths of a ride."""
OLDER: Final = 0.55
"""Width of earlier routes, in widths of the newest."""
INSIDE: Final = 2.2
"""Distance of a route from a station inside a turn; 2 is where its two sides would meet."""


def ways_of(trips: Sequence[Trip], laid: Laid) -> tuple[tuple[Link, Way], ...]:
    """Return the links of routes, each with its part of a route, on the right-hand side.

    Routes from one station are choices, and one route until they part.
    """
    ways, bends = list[tuple[Link, Way]](), dict[tuple[int, ...], Knot]()
    for trip in trips:
        links = [crossing.link for one in trips if one.start == trip.start for crossing in one.way]
        reaches = (reach_of(len(laid.get(link, ())), LINKS[link].spaces) for link in links)
        # The same distance all along, so that a route does not wave.
        far = min(MOST, max(LEAST, *(reach + BESIDE for reach in reaches)))
        ways += _ways(trip, far, bends)
    return tuple(dict.fromkeys(ways))


# Spots are complex numbers here: times 1j, a direction is the one to its right.
def _ways(trip: Trip, far: float, bends: dict[tuple[int, ...], Knot]) -> Iterator[tuple[Link, Way]]:
    """Yield the links of a route, each with its part, so far beside them.

    Args:
        trip: the trip.
        far: distance from a link's middle, in pitches.
        bends: knots of earlier routes by the way to them, which are kept, and added to.
    """
    links, station = [crossing.link for crossing in trip.way], trip.start
    parts = list[list[complex]]()
    for link in links:
        parts.append(_onward(link, station))
        station = other_end(link, station)
    # A route begins and ends in the middle of its stations.
    start, end = (_knot(part, part, 0.0) for part in (parts[0][0], parts[-1][-1]))
    middles = (
        bends.setdefault((trip.start, *links[:n]), _knot(one[-1], other[0], far))
        for n, (one, other) in enumerate(pairwise(parts), start=1)
    )
    knots = [start, *middles, end]
    for link, (first, *more), before, after in zip(links, parts, knots, knots[1:], strict=False):
        half = (first + sum(more)) / 2
        bend, ahead = _knot(first, (more or [first])[-1], far)
        middle = (bend + (first - half if more else 0)), ahead
        three = (before[0] - half, before[1]), middle, (after[0] + half, after[1])
        (a, out), (b, ahead), (c, back) = three
        spots = (*curve(a, out, b, ahead), *curve(b, ahead, c, back)[1:])
        yield link, tuple((round(z.real, 3), round(z.imag, 3)) for z in spots)


def _onward(link: Link, start: Station) -> list[complex]:
    """Return the straight parts of a link as vectors from one of its stations, in pitches."""
    parts = [complex(x, y) / 4 for x, y in legs(link)]
    return parts if link_ends(link)[0] == start else [-part for part in reversed(parts)]


def _knot(before: complex, after: complex, far: float) -> Knot:
    """Return a spot to the right of where two straight parts meet, and the direction there."""
    one, other = before / abs(before), after / abs(after)
    length = abs(one + other) or 1.0
    if (one.conjugate() * other).imag > 0:
        # Inside a turn the route cuts the corner; in the sharpest ones it has no room there.
        far *= INSIDE / length if length > 1 else INSIDE / 5
    else:
        # Outside it swings a little wider than a circle around the station.
        far *= 1.5 - length / 4
    ahead = (one + other) / length
    return ahead * 1j * far, ahead


def casing(way: Way, pitch: int) -> Stamp:
    """Return the casing of a part of a route, anchored at its link's middle."""
    return ride_stamp(way, pitch, PAPER).inked(theme.CARD)


@kept
def ride_stamp(way: Way, pitch: int, share: float = 1.0) -> Stamp:
    """Return a ride as a smooth line, anchored at its link's middle; the share is of its width."""
    spots, width = [(x * pitch, y * pitch) for x, y in way], share * RIDE * pitch
    return drawn(spots, lambda on: on.ribbon(spots, width, theme.INK, is_round=True))


@kept
def steps_stamp(way: Way, pitch: int, share: float = 1.0) -> Stamp:
    """Return a walk as dots, anchored at its link's middle."""
    spots = [(x * pitch, y * pitch) for x, y in way]

    def draw(drawing: Drawing) -> None:
        for spot, _ in along(spots, evenly(spots, 0.16 * pitch)):
            drawing.disc(spot, share * STEP * pitch, theme.INK)

    return drawn(spots, draw)
