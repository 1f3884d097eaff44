"""The one transform from grid cells to px, for a sheet in a given size."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from metrobot.games.metrolijn.board import HALF_BOX, LABEL_SIZE, Map, Spot, map_named

ROOM: Final = 0.45
"""Around all that is drawn, in cells."""
TRACK: Final = 0.12
"""Width of a track, in cells."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a sheet lies and how large its parts are.

    Attributes:
        map_id: of the map.
        cell: px of a grid cell.
        left: px of the grid's left edge.
        top: px of the grid's top edge.
        half: px from a station's middle to the edge of its box.
        track: px of a track's width.
        label: px of the letters of names; 0: no names.
    """

    map_id: str
    cell: int
    left: int
    top: int
    half: int
    track: int
    label: int

    @property
    def map(self) -> Map:
        """The map that is drawn."""
        return map_named(self.map_id)

    def part(self, share: float) -> int:
        """Return a share of a cell in whole px."""
        return round(self.cell * share)

    def at(self, spot: Spot) -> tuple[int, int]:
        """Return the px of a spot of the data."""
        return self.left + round(spot[0] * self.cell), self.top + round(spot[1] * self.cell)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height that all of the sheet takes, in px."""
        left, top, right, bottom = extent(self.map_id)
        return self.part(right - left), self.part(bottom - top)


@lru_cache
def extent(map_id: str) -> tuple[float, float, float, float]:
    """Return left, top, right, bottom of all that is drawn on a map, with some room, in cells."""
    map_ = map_named(map_id)
    boxes = [
        *(line.wagon for line in map_.lines),
        *((x - 0.6, y - 0.6, x + 0.6, y + 0.6) for x, y in (site.at for site in map_.stations)),
    ]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts) - ROOM, min(tops) - ROOM, max(rights) + ROOM, max(bottoms) + ROOM


def laid_out(map_id: str, cell: int, *, box: float = HALF_BOX, label: float = LABEL_SIZE) -> Layout:
    """Return the layout of a sheet from the picture's top left corner.

    Args:
        map_id: of the map.
        cell: px of a grid cell.
        box: from a station's middle to the edge of its box, in cells.
        label: letters of names, in cells; 0: no names.
    """
    left, top, _, _ = extent(map_id)
    return Layout(
        map_id,
        cell,
        -round(left * cell),
        -round(top * cell),
        round(box * cell),
        max(3, round(TRACK * cell)),
        round(label * cell),
    )
