"""Areas: parts of the city that a picture shows large."""

from collections.abc import Iterable
from typing import Final

from metrobot.games.metromania.geometry import CITY_POINTS, GATES, STEPS, Point, position
from render.metromania.grid import Grid

EDGES: Final = (60, 70, 80, 90, 110, 130, 150, 200, 250)
"""Possible lengths of an edge in px, few so that pictures share stamps; all are even."""
MARGIN: Final = 0.75
"""Margin around the points that must be visible, in edges."""
LETTERS: Final = 0.165
"""Size of the letters of points' names if there is much room, in edges."""

QUARTERS: Final = ("NW", "NE", "SW", "SE")
# Points on the middle belong to both quarters.
HALF: Final = 0.25
"""Distance by which a quarter reaches beyond the middle, in edges."""
QUARTER_MARGIN: Final = 0.35
"""Margin around a quarter, in edges."""
WHOLE_MARGIN: Final = 0.55
"""Margin around the whole city, in edges."""


Area = tuple[Point, ...]
"""Points that must be visible: at least one, in rising order."""

WHOLE: Final[Area] = tuple(gate.outer for gate in GATES)
"""The whole city with its gates."""


def quarter(name: str) -> Area:
    """Return a quarter of the city with its gates: "NW", "NE", "SW" or "SE".

    Raises:
        ValueError: there is no such quarter.
    """
    if name not in QUARTERS:
        raise ValueError(f"no quarter: {name}")
    up, right = name[0] == "N", name[1] == "E"
    seen = (*map(Point, range(CITY_POINTS)), *(gate.outer for gate in GATES))
    spots = [(point, *position(point)) for point in seen]
    return tuple(
        point
        for point, x, y in spots
        if (x >= -HALF if right else x <= HALF) and (y >= -HALF if up else y <= HALF)
    )


def around(points: Iterable[Point], reach: int = 1) -> Area:
    """Return the area of some points and all points at most `reach` edges away."""
    area = set(points)
    for _ in range(reach):
        area |= {step.to for point in area if point < CITY_POINTS for step in STEPS[Point(point)]}
        area |= {rim for gate in GATES if gate.outer in area for rim in gate.rim}
    return tuple(sorted(area))


def grid_for(area: Area, size: tuple[int, int], unit: int, margin: float = MARGIN) -> Grid:
    """Return the grid that shows an area as large as it fits.

    Args:
        area: the area.
        size: size of the room for it, in px.
        unit: size of the smallest letters, in px.
        margin: margin around it, in edges.
    """
    margin = min(margin, WHOLE_MARGIN) if area == WHOLE else margin
    spots = [position(point) for point in area]
    left, right = min(x for x, _ in spots) - margin, max(x for x, _ in spots) + margin
    low, high = min(y for _, y in spots) - margin, max(y for _, y in spots) + margin
    fits = min(size[0] / (right - left), size[1] / (high - low))
    # One of few lengths, so that pictures share their stamps.
    edge = max((edge for edge in EDGES if edge <= fits), default=EDGES[0])
    unit = max(unit, round(edge * LETTERS))
    x = size[0] / 2 - (left + right) / 2 * edge
    y = size[1] / 2 + (low + high) / 2 * edge
    # The tips of the outermost gates lie 5.5 edges across and 5.2 down from the centre.
    return Grid(edge, _within(x, size[0], 5.8 * edge), _within(y, size[1], 5.4 * edge), unit, size)


def _within(centre: float, room: int, half: float) -> int:
    """Return a centre moved so that as little as possible beyond the city is visible."""
    if 2 * half <= room:
        return room // 2
    return round(min(max(centre, room - half), half))
