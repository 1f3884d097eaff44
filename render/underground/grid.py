"""The transform from the map of the data to px, for a given scale.

Stations lie on a square grid, some halfway between two rows. An even pitch puts every
station on a whole pixel, so that one stamp of each kind of link serves the whole map.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, Literal

from metrobot.games.underground.board import LINKS, STATIONS, Link, Station
from render.boxes import Box

Spot = tuple[float, float]

FIRST: Final = (40.0, 60.0)
"""The data's first column and row, in map units."""
# There are few, so that pictures share their stamps and their grounds.
SCALES: Final = (180, 140, 110, 90)
"""Pitches of parts, all even, the largest first."""
APART: Final = 57.5
"""Distance between neighbouring columns or rows, in map units."""


_STEPS: Final = tuple(
    ((site.at[0] - FIRST[0]) / APART, (site.at[1] - FIRST[1]) / APART) for site in STATIONS
)


_SPANS: Final = tuple(
    (
        *sorted((_STEPS[site.a][0], _STEPS[site.b][0])),
        *sorted((_STEPS[site.a][1], _STEPS[site.b][1])),
    )
    for site in LINKS
)
"""First and last column, first and last row of each link."""
Area = Literal["centre", "north-west", "north-east", "south-west", "south-east"]
AREA_SIZE: Final = (1600, 1036)
"""Size of each part without the strip below it, in px."""
AROUND: Final = 0.9
"""Margin around the stations that must be visible, in columns."""
LEAST: Final = (6.4, 4.2)
"""Least columns and rows that are visible."""


def steps(station: Station) -> Spot:
    """Return the column and row of a station, from the top left."""
    return _STEPS[station]


@dataclass(frozen=True, slots=True)
class Grid:
    """A scale, with the place of the map's first column and row.

    Attributes:
        pitch: px from one column or row to the next; even.
        left: px of the first column.
        top: px of the first row.
    """

    pitch: int
    left: int
    top: int
    _spots: tuple[tuple[int, int], ...] = field(init=False, repr=False, compare=False)
    """Px of all stations, worked out once: a picture needs them hundreds of times."""

    def __post_init__(self) -> None:
        """Work out the px of all stations."""
        pitch, left, top = self.pitch, self.left, self.top
        spots = tuple((left + round(x * pitch), top + round(y * pitch)) for x, y in _STEPS)
        # A frozen dataclass allows no plain assignment.
        object.__setattr__(self, "_spots", spots)

    def within_map(self, size: tuple[int, int]) -> "Grid":
        """Return the same, moved so that a picture shows as little as possible beyond the map."""
        (width, height), pitch = size, self.pitch
        x, y = (width / 2 - self.left) / pitch, (height / 2 - self.top) / pitch
        left = _placed(x, width / pitch, WHOLE.left, WHOLE.right)
        top = _placed(y, height / pitch, WHOLE.top, WHOLE.bottom)
        return Grid(pitch, round(-left * pitch), round(-top * pitch))

    def part(self, share: float) -> int:
        """Return a share of the pitch in whole px."""
        return round(self.pitch * share)

    def px(self, units: float) -> int:
        """Return a length of the data in whole px."""
        return round(units * self.pitch / APART)

    def at(self, station: Station) -> tuple[int, int]:
        """Return the px of a station."""
        return self._spots[station]

    def shows(self, station: Station, size: tuple[int, int]) -> bool:
        """Return whether any part of a station may lie within a picture of this size."""
        (x, y), reach = self.at(station), self.pitch
        return -reach <= x <= size[0] + reach and -reach <= y <= size[1] + reach

    def links(self, size: tuple[int, int]) -> tuple[Link, ...]:
        """Return the links of which any part may lie within a picture of this size."""
        left, top = -self.left / self.pitch - 1, -self.top / self.pitch - 1
        right = (size[0] - self.left) / self.pitch + 1
        bottom = (size[1] - self.top) / self.pitch + 1
        return tuple(
            Link(link)
            for link, (low, high, first, last) in enumerate(_SPANS)
            if high >= left and low <= right and last >= top and first <= bottom
        )

    def middle(self, link: Link) -> tuple[int, int]:
        """Return the px halfway along a link."""
        site = LINKS[link]
        (ax, ay), (bx, by) = self.at(site.a), self.at(site.b)
        return (ax + bx) // 2, (ay + by) // 2


@cache
def link_ends(link: Link) -> tuple[Station, Station]:
    """Return a link's stations, the left one first, or the upper one of an upright link."""
    site = LINKS[link]
    first, second = sorted((site.a, site.b), key=lambda s: STATIONS[s].at)
    return first, second


@cache
def heading(link: Link) -> tuple[int, int]:
    """Return the vector along a link from its first end, in quarters of the grid."""
    (ax, ay), (bx, by) = (steps(station) for station in link_ends(link))
    return round((bx - ax) * 4), round((by - ay) * 4)


@cache
def legs(link: Link) -> tuple[tuple[int, int], ...]:
    """Return the straight parts of a link as vectors from its first end, in quarters of the grid.

    They are level, upright or at 45 degrees. A link to a station between two rows is half
    level, and slanted at that station, so that lines run straight through it.
    """
    across, down = heading(link)
    if not across or abs(down) in {0, across}:
        return ((across, down),)
    level, slant = (across - abs(down), 0), (abs(down), down)
    is_between = steps(link_ends(link)[0])[1] % 1
    return (slant, level) if is_between else (level, slant)


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the map, in columns and rows; its sides may lie between them.

    Attributes:
        left: the first visible column.
        top: the first row.
        right: the last column.
        bottom: the last row.
    """

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, station: Station) -> bool:
        """Return whether a station lies in the window."""
        column, row = steps(station)
        return self.left <= column <= self.right and self.top <= row <= self.bottom

    def grid(self, box: Box, scales: Sequence[int] = SCALES) -> Grid:
        """Return the grid that shows the window in a box, as large as it fits.

        Args:
            box: the box, in px.
            scales: possible pitches in px, the largest first.
        """
        width, height = box[2] - box[0], box[3] - box[1]
        across, down = self.right - self.left, self.bottom - self.top
        fitting = int(min(width / across, height / down))
        # Below the given scales any even pitch will do: stations still lie on whole px.
        pitch = next((scale for scale in scales if scale <= fitting), max(2, fitting // 2 * 2))
        left = box[0] + (width - across * pitch) / 2 - self.left * pitch
        top = box[1] + (height - down * pitch) / 2 - self.top * pitch
        return Grid(pitch, round(left), round(top))


AREAS: Final[dict[Area, Window]] = {
    "centre": Window(4.1, 3.2, 12.8, 8.85),
    "north-west": Window(-0.75, -0.5, 7.95, 5.25),
    "north-east": Window(7.75, -0.5, 16.45, 5.25),
    "south-west": Window(-0.75, 4.75, 7.95, 10.5),
    "south-east": Window(7.75, 4.75, 16.45, 10.5),
}

WHOLE: Final = Window(-0.6, -0.6, 16.45, 10.5)


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
