"""Parts of the map that pictures show large."""

from collections.abc import Iterable
from typing import Final, Literal

from metrobot.games.underground.board import Station
from render.underground.grid import Window, steps

Area = Literal["centre", "north-west", "north-east", "south-west", "south-east"]

AREAS: Final[dict[Area, Window]] = {
    "centre": Window(4.1, 3.2, 12.8, 8.85),
    "north-west": Window(-0.75, -0.5, 7.95, 5.25),
    "north-east": Window(7.75, -0.5, 16.45, 5.25),
    "south-west": Window(-0.75, 4.75, 7.95, 10.5),
    "south-east": Window(7.75, 4.75, 16.45, 10.5),
}
SIZE: Final = (1600, 1036)
"""Size of each part without the strip below it, in px."""

WHOLE: Final = Window(-0.6, -0.6, 16.45, 10.5)
AROUND: Final = 0.9
"""Margin around the stations that must be visible, in columns."""
LEAST: Final = (6.4, 4.2)
"""Least columns and rows that are visible."""


def window_for(stations: Iterable[Station], size: tuple[int, int]) -> Window:
    """Return the part of the map with some stations, in the shape of a picture.

    Args:
        stations: stations that must be visible; none: the whole map.
        size: size of the picture, in px.
    """
    spots = [steps(station) for station in stations]
    if not spots:
        return WHOLE
    columns, rows = [x for x, _ in spots], [y for _, y in spots]
    across = max(max(columns) - min(columns) + 2 * AROUND, LEAST[0])
    down = max(max(rows) - min(rows) + 2 * AROUND, LEAST[1])
    across = min(across, WHOLE.right - WHOLE.left)
    down = min(down, WHOLE.bottom - WHOLE.top)
    across, down = max(across, down * size[0] / size[1]), max(down, across * size[1] / size[0])
    left = _placed((min(columns) + max(columns)) / 2, across, WHOLE.left, WHOLE.right)
    top = _placed((min(rows) + max(rows)) / 2, down, WHOLE.top, WHOLE.bottom)
    return Window(left, top, left + across, top + down)


def _placed(middle: float, length: float, low: float, high: float) -> float:
    """Return the start of a stretch that shows as little as possible beyond the map."""
    if length >= high - low:
        return (low + high - length) / 2
    return min(max(middle - length / 2, low), high - length)
