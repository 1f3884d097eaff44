"""The districts and the ground of their cells.

Source: MM §1.1, §1.3, §2.3.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Final

from metrobot.games.data_file import data_of
from metrobot.games.metromania import geometry
from metrobot.games.metromania.geometry import (
    CELL_WITH,
    CORNERS,
    DIRECTIONS,
    POINT_AT,
    SIDE,
    TOUCHING,
    Axial,
    Cell,
)

DISTRICTS: Final[dict[str, dict[str, list[int]]]] = data_of("metromania", "city.json")["districts"]
"""For each district and kind of ground, the local numbers of its cells."""
LETTERS: Final = "ABCDEF"


class Ground(StrEnum):
    """Kinds of ground; blank cells have none (MM §1.3)."""

    HOME = "R"
    WORK = "W"
    LEISURE = "L"
    PARK = "park"
    LAKE = "lake"


SPOTS: Final = (Ground.HOME, Ground.WORK, Ground.LEISURE)
"""The three types of spot, in the order of the rules."""


@dataclass(frozen=True, slots=True, order=True)
class Marker:
    """A destination marker: the letter of its trip and the type of its spot (MM §2.3)."""

    letter: str
    spot: Ground

    @property
    def name(self) -> str:
        """Its name in the record, such as "A-R"."""
        return f"{self.letter}-{self.spot}"


@dataclass(frozen=True, slots=True)
class Placement:
    """One district and its rotation.

    Attributes:
        district: "D1" to "D6".
        rotation: 0 to 2.
    """

    district: str
    rotation: int


Layout = tuple[Placement, ...]
"""The districts of sextants 0 to 5."""


TRIP_SPOTS: Final[dict[str, tuple[Ground, Ground]]] = {
    "A": (Ground.HOME, Ground.WORK),
    "B": (Ground.WORK, Ground.LEISURE),
    "C": (Ground.LEISURE, Ground.HOME),
    "D": (Ground.HOME, Ground.WORK),
    "E": (Ground.WORK, Ground.LEISURE),
    "F": (Ground.LEISURE, Ground.HOME),
}
"""The two markers of each letter, left column first (MM §2.3)."""

LEFT: Final = tuple(Marker(letter, TRIP_SPOTS[letter][0]) for letter in LETTERS)
RIGHT: Final = tuple(Marker(letter, TRIP_SPOTS[letter][1]) for letter in LETTERS)
MARKERS: Final = tuple(sorted(LEFT + RIGHT))
MARKER_NAMED: Final = {marker.name: marker for marker in MARKERS}


def _local_corners(number: int) -> tuple[tuple[int, int], ...]:
    """Return the local points of a district's cell, numbered as in the data."""
    # Row by row from the tip: row n has 2n + 1 cells, so n * n cells stand before it.
    row = int((number - 1) ** 0.5)
    place = number - row * row - 1
    j, is_down = divmod(place, 2)
    i = row - j - is_down
    if is_down:
        return (i + 1, j), (i + 1, j + 1), (i, j + 1)
    return (i, j), (i + 1, j), (i, j + 1)


def cell_of(sextant: int, rotation: int, number: int) -> Cell:
    """Return the city's cell at a district's local cell number, 1 to 25."""
    (aq, ar), (bq, br) = (DIRECTIONS[(sextant + k) % 6] for k in (0, 1))
    corners = ((0, 0), (aq * SIDE, ar * SIDE), (bq * SIDE, br * SIDE))
    x, y, z = (corners[(rotation + k) % 3] for k in range(3))
    points = (POINT_AT[_local(x, y, z, corner)] for corner in _local_corners(number))
    return CELL_WITH[frozenset(points)]


def _local(x: Axial, y: Axial, z: Axial, corner: tuple[int, int]) -> Axial:
    """Return X + i * (Y - X) / 5 + j * (Z - X) / 5."""
    i, j = corner
    q, r = (x[k] + (i * (y[k] - x[k]) + j * (z[k] - x[k])) // SIDE for k in (0, 1))
    return q, r


@lru_cache(maxsize=512)
def grounds(layout: Layout) -> tuple[Ground | None, ...]:
    """Return the ground of each of the city's 150 cells, None for blank ones."""
    cells: list[Ground | None] = [None] * geometry.CITY_CELLS
    for sextant, placement in enumerate(layout):
        for kind, numbers in DISTRICTS[placement.district].items():
            for number in numbers:
                cells[cell_of(sextant, placement.rotation, number)] = Ground(kind)
    return tuple(cells)


@dataclass(frozen=True, slots=True)
class City:
    """A layout with the facts that digging needs, compared by its layout.

    Attributes:
        layout: the districts of sextants 0 to 5.
        spots: for each cell of the city and the gates the type of its spot, or None.
        spot_cells: the cells with a spot, ascending.
        barred: the cells of park and lake, as bits (MM §6.4).
        spot_counts: for each city point the number of spots that touch it (MM §7.5).
        park: the points at the park's cells, as bits (MM §13.6).
        lake: the points at the lake's cells, as bits (MM §13.6).
    """

    layout: Layout
    # The layout decides all of these, so comparing them would only cost time.
    spots: tuple[Ground | None, ...] = field(compare=False, repr=False)
    spot_cells: tuple[Cell, ...] = field(compare=False, repr=False)
    barred: int = field(compare=False, repr=False)
    spot_counts: tuple[int, ...] = field(compare=False, repr=False)
    park: int = field(compare=False, repr=False)
    lake: int = field(compare=False, repr=False)


@lru_cache(maxsize=512)
def city_of(layout: Layout) -> City:
    """Return the city of a layout (MM §1.1, §1.3)."""
    kinds = grounds(layout)
    spots = tuple(ground if ground in SPOTS else None for ground in kinds)
    park, lake = (
        [Cell(cell) for cell, ground in enumerate(kinds) if ground is kind]
        for kind in (Ground.PARK, Ground.LAKE)
    )
    return City(
        layout=layout,
        spots=spots + (None,) * len(geometry.GATES),
        spot_cells=tuple(Cell(cell) for cell, spot in enumerate(spots) if spot is not None),
        barred=sum(1 << cell for cell in park + lake),
        spot_counts=tuple(sum(spots[cell] is not None for cell in cells) for cells in TOUCHING),
        park=_corners_mask(park),
        lake=_corners_mask(lake),
    )


def _corners_mask(cells: list[Cell]) -> int:
    """Return the points at these cells, as bits."""
    return sum(1 << point for point in {point for cell in cells for point in CORNERS[cell]})
