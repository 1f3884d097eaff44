"""The transform from grid cells to px, for a sheet of a given size."""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from typing import Final

from metrobot.games.metrolijn.board import HALF_BOX, LABEL_SIZE, LineSite, Map, Spot, map_named
from render.boxes import Box, square

ROOM: Final = 0.45
"""Margin around all that is drawn, in cells."""
PLATE: Final = 0.36
"""Distance from the middle of a line's letter to the edge of its plate, in cells."""
PALE: Final = 0.25
"""Distance from the middle to the edge of a station that a choice does not touch, in cells."""
TRACK: Final = 0.12
"""Width of a track, in cells."""
MARGIN: Final = 0.2
"""Part of a map beside a cut that both halves show, and room for a wagon there, in cells."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The place of a sheet and the sizes of its parts.

    Attributes:
        map_id: id of the map.
        cell: px of a grid cell across and down, the unit of all parts.
        left: px of the grid's left edge.
        top: px of the grid's top edge.
        half: px from a station's middle to the edge of its box.
        track: px of a track's width.
        label: px of the letters of names; 0: no names.
        is_chosen: whether only requested names are written.
        is_shared: whether all players share it, so that lines have letters, no windows.
        cut: left and right end of the visible part, in cells; None: all.
    """

    map_id: str
    cell: int
    left: int
    top: int
    half: int
    track: int
    label: int
    is_chosen: bool = False
    is_shared: bool = False
    cut: tuple[float, float] | None = None

    @property
    def map(self) -> Map:
        """The map that is drawn."""
        return map_named(self.map_id)

    @property
    def is_named(self) -> bool:
        """Whether the ground has the names of all stations."""
        return self.label > 0 and not self.is_chosen

    @property
    def paled(self) -> "Layout":
        """The same layout for stations that a choice does not touch, which are small."""
        # On half a map all boxes are smaller than a pale one already.
        return replace(self, half=min(self.half, self.part(PALE)))

    def part(self, share: float) -> int:
        """Return a share of a cell in whole px."""
        return round(self.cell * share)

    def at(self, spot: Spot) -> tuple[int, int]:
        """Return the px of a spot in cells."""
        return self.left + round(spot[0] * self.cell), self.top + round(spot[1] * self.cell)

    def wagon(self, line: LineSite) -> Box:
        """Return the box of a line's wagon, in px; a cut moves it to its station's side."""
        left, top, right, bottom = line.wagon
        x, cut = self.map.stations[line.stations[0]].at[0], self.cut or ()
        low = max((end - left for end in cut if end <= x), default=-inf) + MARGIN
        high = min((end - right for end in cut if end > x), default=inf) - MARGIN
        shift = min(max(0.0, low), high)
        return *self.at((left + shift, top)), *self.at((right + shift, bottom))

    def station(self, spot: Spot) -> Box:
        """Return the box of a station at a spot, in px."""
        return square(self.at(spot), self.half)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole sheet, in px."""
        left, top, right, bottom = extent(self.map_id, is_shared=self.is_shared, cut=self.cut)
        return self.part(right - left), self.part(bottom - top)

    def shows(self, spot: Spot) -> bool:
        """Return whether a spot in cells is visible."""
        return 0 <= self.at(spot)[0] <= self.size[0]


@lru_cache
def extent(
    map_id: str, *, is_shared: bool = False, cut: tuple[float, float] | None = None
) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom end of a map's picture, in cells.

    Args:
        map_id: id of the map.
        is_shared: whether all players share it, so that lines have letters, no windows.
        cut: left and right end of the visible part, in cells; None: all.
    """
    map_ = map_named(map_id)
    first, last = cut or (-inf, inf)
    spots = [site.at for site in map_.stations]
    boxes = [
        plate(map_, line) if is_shared else line.wagon
        for line in map_.lines
        if first <= spots[line.stations[0]][0] <= last
    ]
    boxes += [(x - 0.6, y - 0.6, x + 0.6, y + 0.6) for x, y in spots if first <= x <= last]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    left, right = cut or (min(lefts) - ROOM, max(rights) + ROOM)
    return left, min(tops) - ROOM, right, max(bottoms) + ROOM


def plate(map_: Map, line: LineSite) -> tuple[float, float, float, float]:
    """Return the box of a line's letter on a map without wagons: a cell off its first station."""
    (x, y), side = map_.stations[line.stations[0]].at, line.wagon_side
    x, y = x + ("E" in side) - ("W" in side), y + ("S" in side) - ("N" in side)
    return x - PLATE, y - PLATE, x + PLATE, y + PLATE


def laid_out(
    map_id: str,
    cell: int,
    *,
    box: float = HALF_BOX,
    label: float = LABEL_SIZE,
    track: float = TRACK,
    is_chosen: bool = False,
    is_shared: bool = False,
    cut: tuple[float, float] | None = None,
) -> Layout:
    """Return the layout of a sheet from the picture's top left corner.

    Args:
        map_id: id of the map.
        cell: px of a grid cell.
        box: distance from a station's middle to the edge of its box, in cells.
        label: size of the letters of names, in cells; 0: no names.
        track: width of a track, in cells.
        is_chosen: whether only requested names are written.
        is_shared: whether all players share it, so that lines have letters, no windows.
        cut: left and right end of the visible part, in cells; None: all.
    """
    left, top, _, _ = extent(map_id, is_shared=is_shared, cut=cut)
    x, y = -round(left * cell), -round(top * cell)
    half, wide, letters = round(box * cell), max(3, round(track * cell)), round(label * cell)
    return Layout(map_id, cell, x, y, half, wide, letters, is_chosen, is_shared, cut)


def fitted(
    map_id: str,
    room: tuple[int, int],
    *,
    is_shared: bool = False,
    cut: tuple[float, float] | None = None,
) -> int:
    """Return the px of a cell with which a sheet fits into some room, its lines at 45 degrees.

    Args:
        map_id: id of the map.
        room: px across and down.
        is_shared: whether all players share it, so that lines have letters, no windows.
        cut: left and right end of the visible part, in cells; None: all.
    """
    left, top, right, bottom = extent(map_id, is_shared=is_shared, cut=cut)
    return int(min(room[0] / (right - left), room[1] / (bottom - top)))


@lru_cache
def halves(map_id: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the left and right end of a map's halves, in cells.

    They cut no station, and each is on one of them, with the wagon of the line that begins there.
    """
    left, _, right, _ = extent(map_id)
    # All stations lie on whole cells, so a cut between two columns goes through none.
    cut = int((left + right) / 2) + 0.5
    return (left, cut + MARGIN), (cut - MARGIN, right)
