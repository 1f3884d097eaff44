"""The transform from the city's geometry to px, for a given scale.

Edges and rows are whole numbers of px. So every point falls on a whole pixel, and one
stamp of each kind of tunnel serves the whole city.
"""

import math
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Final

from metrobot.games.metromania.geometry import AXIAL, CORNERS, DIRECTIONS, Cell, Point
from render.theme import NEW_GAP, NEW_RIM

Spot = tuple[float, float]
CLOSE: Final = 5.2
"""Least length of an edge, in sizes of letters, at which every point has room for its name."""
USUAL: Final = 21
"""Size of the smallest letters of the usual picture, which is 1,200 px wide."""
LETTERED: Final = 0.75
"""Radius of a sign with a letter in it, in sizes of the letter."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A scale, with the place of the city's centre.

    Attributes:
        edge: px of an edge; even.
        x: px of the centre F6 from the left.
        y: px of the centre F6 from the top.
        unit: size of the smallest letters of the picture, in px.
        room: size of the city's part of the picture, from the top left corner.
    """

    edge: int
    x: int
    y: int
    unit: int
    room: tuple[int, int]
    _spots: tuple[tuple[int, int], ...] = field(init=False, repr=False, compare=False)
    """Px of all points, worked out once: a picture needs them hundreds of times."""

    def __post_init__(self) -> None:
        """Work out the px of all points."""
        row = self.row
        spots = tuple((self.x + (2 * q + r) * self.edge // 2, self.y - r * row) for q, r in AXIAL)
        # A frozen dataclass allows no plain assignment.
        object.__setattr__(self, "_spots", spots)

    @property
    def row(self) -> int:
        """Px between two rows of points."""
        return row_height(self.edge)

    def part(self, share: float) -> int:
        """Return a share of an edge in whole px."""
        return round(self.edge * share)

    @property
    def is_close(self) -> bool:
        """Whether every point has room for its name."""
        return self.edge >= CLOSE * self.unit

    def sees(self, centre: tuple[int, int], across: int, down: int | None = None) -> bool:
        """Return whether a sign lies wholly in the city's part of the picture.

        Args:
            centre: its middle.
            across: half its width.
            down: half its height; None: the same.
        """
        high = across if down is None else down
        (x, y), (right, bottom) = centre, self.room
        return across <= x <= right - across and high <= y <= bottom - high

    def reaches(self, centre: tuple[int, int], reach: float = 1.0) -> bool:
        """Return whether a shape of this reach around a spot, in edges, may be visible in part."""
        px = self.part(reach)
        return -px <= centre[0] <= self.room[0] + px and -px <= centre[1] <= self.room[1] + px

    def round_sign(self, share: float) -> int:
        """Return the radius of a sign with a letter: a share of an edge, or as the letter needs."""
        return max(self.part(share), round(self.unit * LETTERED))

    @property
    def gap(self) -> int:
        """Px of paper between a new sign and its contour."""
        return max(NEW_GAP, round(self.unit * NEW_GAP / USUAL))

    @property
    def rim(self) -> int:
        """Px of the contour of ink around a new sign."""
        return max(NEW_RIM, round(self.unit * NEW_RIM / USUAL))

    def at(self, point: Point) -> tuple[int, int]:
        """Return the px of a point."""
        return self._spots[point]

    def middle(self, cell: Cell) -> tuple[int, int]:
        """Return the px of a cell's centre."""
        (ax, ay), (bx, by), (cx, cy) = (self._spots[point] for point in CORNERS[cell])
        return round((ax + bx + cx) / 3), round((ay + by + cy) / 3)

    def beside(self, start: Point, end: Point, cell: Cell, off: float, along: float = 0.5) -> Spot:
        """Return a spot beside an edge, within one of its cells.

        Args:
            start: the edge's first point.
            end: its second point.
            cell: the cell on whose side it lies.
            off: distance from the edge, in edges.
            along: share of the way from start to end.
        """
        (ax, ay), (bx, by) = self.at(start), self.at(end)
        nx, ny = normal(heading(start, end), side_of(start, end, cell))
        x, y = ax + (bx - ax) * along, ay + (by - ay) * along
        return x + nx * off * self.edge, y + ny * off * self.edge


@lru_cache(maxsize=64)
def row_height(edge: int) -> int:
    """Return the px between two rows of points."""
    return round(edge * math.sqrt(3) / 2)


@cache
def heading(start: Point, end: Point) -> int:
    """Return the direction from a point to a neighbour, 0 to 5 anticlockwise."""
    (aq, ar), (bq, br) = AXIAL[start], AXIAL[end]
    return DIRECTIONS.index((bq - aq, br - ar))


@cache
def side_of(start: Point, end: Point, cell: Cell) -> int:
    """Return 1 if the cell lies to the left of this way along its edge, else -1."""
    third = next(point for point in CORNERS[cell] if point not in (start, end))
    return 1 if (heading(start, third) - heading(start, end)) % 6 == 1 else -1


def step_px(direction: int, edge: int) -> Spot:
    """Return the px from a point to its neighbour, y downwards."""
    dq, dr = DIRECTIONS[direction]
    return (2 * dq + dr) * edge / 2, -dr * row_height(edge)


def unit(direction: float) -> Spot:
    """Return a direction, in sixths of a turn, as a vector of length 1, y downwards."""
    angle = math.radians(60 * direction)
    return math.cos(angle), -math.sin(angle)


@cache
def normal(direction: int, side: int) -> Spot:
    """Return the vector of length 1 to the left (1) or right (-1) of a direction."""
    x, y = unit(direction)
    return y * side, -x * side


def point_between(a: Spot, b: Spot, share: float) -> Spot:
    """Return the spot at a share of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
