"""The whole board with its side panel."""

from collections.abc import Sequence
from typing import Final

from PIL import Image

from metrobot.games.metromania.view import View
from render.canvas import Canvas
from render.metromania.captions import Captions
from render.metromania.changes import NOTHING, Changes
from render.metromania.choices import draw_ghosts
from render.metromania.grid import Grid
from render.metromania.ground import ground
from render.metromania.legend import draw_legend
from render.metromania.names import draw_names
from render.metromania.network import draw_badges, draw_halos, draw_lines
from render.metromania.options import Option
from render.metromania.panel import WIDTH as PANEL
from render.metromania.panel import Panel, draw_panel, drawable_names
from render.metromania.places import draw_markers, draw_stations
from render.palette import reduced

SIZE: Final = (1680, 1056)
MARGIN: Final = 16
GRID: Final = Grid(edge=96, x=558, y=528)


def board(
    view: View, people: Sequence[str], captions: Captions, *, changes: Changes | None = None
) -> Image.Image:
    """Return the picture of the whole board with its side panel.

    Args:
        view: what is shown; nothing else is.
        people: the players' names, in turn order.
        captions: the words.
        changes: what to highlight; nothing if None.
    """
    canvas = Canvas(ground(view.layout, GRID, SIZE))
    draw_city(canvas, GRID, view, captions, changes or NOTHING)
    draw_legend(canvas, captions, SIZE[1])
    left = SIZE[0] - PANEL - MARGIN
    names = drawable_names(people, captions)
    draw_panel(Panel(canvas, view, names, captions, left, MARGIN, SIZE[1] - MARGIN))
    return reduced(canvas.image)


def draw_city(
    canvas: Canvas,
    grid: Grid,
    view: View,
    captions: Captions,
    changes: Changes,
    *,
    options: Sequence[Option] = (),
) -> None:
    """Draw everything that lies on the city, from back to front."""
    draw_ghosts(canvas, grid, options)
    draw_names(canvas, grid, view)
    draw_halos(canvas, grid, view, changes)
    draw_lines(canvas, grid, view)
    draw_badges(canvas, grid, view, captions)
    draw_stations(canvas, grid, view, changes.stations)
    draw_markers(canvas, grid, view, captions, changes.markers)
