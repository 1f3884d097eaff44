"""The districts and what lies on their cells.

Source: MM §1.1, §1.3, §2.3.
"""

import json
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib import resources
from typing import Final

from metrobot.games.metromania import geometry
from metrobot.games.metromania.geometry import CELL_WITH, DIRECTIONS, POINT_AT, SIDE, Axial, Cell


class Ground(StrEnum):
    """What a cell is printed with; blank cells have none (MM §1.3)."""

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
    """One district and how it is turned.

    Attributes:
        district: "D1" to "D6".
        rotation: 0 to 2.
    """

    district: str
    rotation: int


Layout = tuple[Placement, ...]
"""The districts of sextants 0 to 5."""


def _load() -> dict[str, dict[str, list[int]]]:
    """Return the districts: for each kind of ground its local cell numbers."""
    source = resources.files(__package__).joinpath("data/city.json")
    districts: dict[str, dict[str, list[int]]] = json.loads(source.read_text("utf-8"))["districts"]
    return districts


DISTRICTS: Final = _load()
LETTERS: Final = "ABCDEF"
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
    row = int((number - 1) ** 0.5)
    place = number - row * row - 1
    j, is_down = divmod(place, 2)
    i = row - j - is_down
    if is_down:
        return (i + 1, j), (i + 1, j + 1), (i, j + 1)
    return (i, j), (i + 1, j), (i, j + 1)


def cell_of(sextant: int, rotation: int, number: int) -> Cell:
    """Return the city's cell at a district's local cell number, 1 to 25."""
    corners: tuple[Axial, ...] = (
        (0, 0),
        *(_times(DIRECTIONS[(sextant + k) % 6], SIDE) for k in (0, 1)),
    )
    x, y, z = (corners[(rotation + k) % 3] for k in range(3))
    return CELL_WITH[frozenset(POINT_AT[_local(x, y, z, at)] for at in _local_corners(number))]


def _times(a: Axial, n: int) -> Axial:
    """Return n * a."""
    return a[0] * n, a[1] * n


def _local(x: Axial, y: Axial, z: Axial, at: tuple[int, int]) -> Axial:
    """Return X + i * (Y - X) / 5 + j * (Z - X) / 5."""
    i, j = at
    q, r = (x[k] + (i * (y[k] - x[k]) + j * (z[k] - x[k])) // SIDE for k in (0, 1))
    return q, r


@lru_cache(maxsize=512)
def grounds(layout: Layout) -> tuple[Ground | None, ...]:
    """Return what lies on each of the city's 150 cells, None where it is blank."""
    found: list[Ground | None] = [None] * geometry.CITY_CELLS
    for sextant, placement in enumerate(layout):
        for kind, numbers in DISTRICTS[placement.district].items():
            for number in numbers:
                found[cell_of(sextant, placement.rotation, number)] = Ground(kind)
    return tuple(found)
