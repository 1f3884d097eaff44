"""The one transform from the city's geometry to px, for a given scale.

Edges and rows are whole numbers of px, so that every point falls on a whole
pixel and one stamp of each kind of tunnel serves the whole city.
"""

import math
from dataclasses import dataclass

from metrobot.games.metromania.geometry import AXIAL, CORNERS, DIRECTIONS, Cell, Point

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Grid:
    """A scale and where the city's centre lies.

    Attributes:
        edge: px of an edge; even.
        x: px of the centre F6 from the left.
        y: px of the centre F6 from the top.
    """

    edge: int
    x: int
    y: int

    @property
    def row(self) -> int:
        """Px between two rows of points."""
        return row_height(self.edge)

    def part(self, share: float) -> int:
        """Return a share of an edge in whole px."""
        return round(self.edge * share)

    def at(self, point: Point) -> tuple[int, int]:
        """Return the px of a point."""
        q, r = AXIAL[point]
        return self.x + (2 * q + r) * self.edge // 2, self.y - r * self.row

    def middle(self, cell: Cell) -> tuple[int, int]:
        """Return the px of a cell's centre."""
        spots = [self.at(point) for point in CORNERS[cell]]
        return round(sum(x for x, _ in spots) / 3), round(sum(y for _, y in spots) / 3)

    def beside(self, start: Point, end: Point, cell: Cell, off: float, along: float = 0.5) -> Spot:
        """Return a spot beside an edge, within one of its cells.

        Args:
            start: the edge's first point.
            end: its second point.
            cell: on whose side.
            off: distance from the edge, in edges.
            along: share of the way from start to end.
        """
        (ax, ay), (bx, by) = self.at(start), self.at(end)
        nx, ny = normal(heading(start, end), side_of(start, end, cell))
        x, y = ax + (bx - ax) * along, ay + (by - ay) * along
        return x + nx * off * self.edge, y + ny * off * self.edge


def row_height(edge: int) -> int:
    """Return the px between two rows of points."""
    return round(edge * math.sqrt(3) / 2)


def heading(start: Point, end: Point) -> int:
    """Return the direction from a point to a neighbour, 0 to 5 anticlockwise."""
    (aq, ar), (bq, br) = AXIAL[start], AXIAL[end]
    return DIRECTIONS.index((bq - aq, br - ar))


def side_of(start: Point, end: Point, cell: Cell) -> int:
    """Return 1 if the cell lies to the left of this way along its edge, else -1."""
    third = next(point for point in CORNERS[cell] if point not in (start, end))
    return 1 if (heading(start, third) - heading(start, end)) % 6 == 1 else -1


def step_px(direction: int, edge: int) -> Spot:
    """Return the px from a point to its neighbour, y downwards."""
    dq, dr = DIRECTIONS[direction]
    return (2 * dq + dr) * edge / 2, -dr * row_height(edge)


def unit(direction: int) -> Spot:
    """Return a direction as a vector of length 1, y downwards."""
    angle = math.radians(60 * direction)
    return math.cos(angle), -math.sin(angle)


def normal(direction: int, side: int) -> Spot:
    """Return the vector of length 1 to the left (1) or right (-1) of a direction."""
    x, y = unit(direction)
    return y * side, -x * side


def between(a: Spot, b: Spot, share: float) -> Spot:
    """Return the spot at a share of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
