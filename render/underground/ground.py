"""What never changes: the map's ground, its spaces and stations."""

from typing import Final

from PIL import Image

from metrobot.games.underground.board import LINKS, STATIONS, Link, Station
from render import theme
from render.canvas import Box, Canvas
from render.grounds import Grounds
from render.underground import inks
from render.underground.glyphs import station_stamp
from render.underground.grid import Grid, ends, heading
from render.underground.labels import RADIUS
from render.underground.tracks import spaces_stamp

MOST_BYTES: Final = 500_000
"""What all grounds together may take."""

kept: Final = Grounds(inks.PALETTE, MOST_BYTES)
"""The grounds of whole boards."""


def kept_ground(grid: Grid, size: tuple[int, int], box: Box) -> Image.Image:
    """Return a fresh copy of the ground of the whole board; it is kept."""
    return kept.fresh((grid, size, box), lambda: draw_ground(grid, size, box))


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
