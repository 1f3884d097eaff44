"""What never changes: the map's ground, its spaces and stations.

The whole map is drawn once for each scale and kept in the palette's colours;
pictures take their part of it.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from PIL import Image

from metrobot.games.underground.board import LINKS, STATIONS, Link, Station
from render import theme
from render.canvas import Box, Canvas
from render.signs import carried, is_noting
from render.underground import inks
from render.underground.area import WHOLE
from render.underground.glyphs import station_stamp
from render.underground.grid import Grid, ends, heading
from render.underground.labels import RADIUS
from render.underground.tracks import spaces_stamp

MOST_BYTES: Final = 16_000_000
"""What all grounds together may take: the board's and one of each scale."""
BEYOND: Final = 20
"""Px by which a part's ground reaches over its edges, so that none of its corners is seen."""


class Grounds:
    """The grounds lately used, one at the least; safe in several threads."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._kept: OrderedDict[Grid, Image.Image] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def weight(self) -> int:
        """How many bytes all that are kept take."""
        return sum(image.width * image.height for image in self._kept.values())

    def get(self, grid: Grid, draw: Callable[[], Image.Image]) -> Image.Image:
        """Return a ground in the palette's colours, drawn now if it is not kept; not to draw on."""
        with self._lock:
            ground = self._kept.get(grid)
            if ground is not None:
                self._kept.move_to_end(grid)
                return ground
        ground = inks.PALETTE.reduced(draw())
        with self._lock:
            self._kept[grid] = ground
            while len(self._kept) > 1 and self.weight > self._most:
                self._kept.popitem(last=False)
        return ground

    def forget(self) -> None:
        """Keep none any longer."""
        with self._lock:
            self._kept.clear()


kept: Final = Grounds(MOST_BYTES)


def board_ground(grid: Grid, size: tuple[int, int], box: Box) -> Image.Image:
    """Return a fresh ground of the whole board.

    Args:
        grid: where the map lies.
        size: of the whole picture, in px.
        box: of the map's own ground, at the top of the picture.
    """
    if is_noting():  # what stands on it has to be noted as well
        return _as_kept(draw_ground(grid, size, box))
    upper = (size[0], box[3])
    ground = kept.get(grid, lambda: draw_ground(grid, upper, box))
    return _laid(ground, (0, 0), size, theme.PAGE)


def part_ground(grid: Grid, part: tuple[int, int], size: tuple[int, int]) -> Image.Image:
    """Return a fresh ground of a part of the map.

    Args:
        grid: where the map lies.
        part: how much of the picture, from its top left corner, the map takes, in px.
        size: of the whole picture, in px.
    """
    if is_noting():
        box = (-BEYOND, -BEYOND, part[0] + BEYOND, part[1])
        return _as_kept(draw_ground(grid, size, box))
    left, top = (round(-side * grid.pitch) for side in (WHOLE.left, WHOLE.top))
    whole = Grid(grid.pitch, left, top)
    ground = kept.get(whole, lambda: _draw_whole(whole))
    return _laid(ground, (grid.left - left, grid.top - top), size, inks.MAP)


def _as_kept(drawn: Image.Image) -> Image.Image:
    """Return a ground in the colours that it has when it is kept."""
    reduced = inks.PALETTE.reduced(drawn)
    return carried(reduced, reduced.convert("RGB"))


def _laid(
    ground: Image.Image, at: tuple[int, int], size: tuple[int, int], around: theme.Colour
) -> Image.Image:
    """Return a ground on a picture, in full colour."""
    fresh = inks.PALETTE.sheet(size, around)
    fresh.paste(ground, at)
    return fresh.convert("RGB")


def _draw_whole(grid: Grid) -> Image.Image:
    """Return the ground of the whole map, newly drawn."""
    wide = round((WHOLE.right - WHOLE.left) * grid.pitch)
    tall = round((WHOLE.bottom - WHOLE.top) * grid.pitch)
    return draw_ground(grid, (wide, tall), (-BEYOND, -BEYOND, wide + BEYOND, tall + BEYOND))


def draw_ground(grid: Grid, size: tuple[int, int], box: Box) -> Image.Image:
    """Return a ground, newly drawn.

    Args:
        grid: where the map lies.
        size: of the whole picture, in px.
        box: of the map's own ground.
    """
    canvas = Canvas(Image.new("RGB", size, theme.PAGE))
    canvas.card(box, inks.MAP)
    for link in map(Link, range(len(LINKS))):
        if any(grid.shows(station, size) for station in ends(link)):
            draw_spaces(canvas, grid, link)
    for station in map(Station, range(len(STATIONS))):
        if not grid.shows(station, size):
            continue
        stamp = station_stamp(STATIONS[station].kind, grid.part(RADIUS))
        canvas.stamp(stamp, *grid.at(station))
    return canvas.image


def draw_spaces(canvas: Canvas, grid: Grid, link: Link) -> None:
    """Draw the empty spaces of a link."""
    stamp = spaces_stamp(heading(link), LINKS[link].spaces, grid.pitch)
    canvas.stamp(stamp, *grid.middle(link))
