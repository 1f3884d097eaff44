"""The whole board: London with its lines, and the panel below it."""

from collections.abc import Sequence
from typing import Final

from PIL import Image

from metrobot.games.underground.view import View
from render.canvas import Canvas
from render.underground.captions import Captions
from render.underground.changes import NOTHING, Changes
from render.underground.grid import Grid
from render.underground.ground import kept_ground
from render.underground.inks import PALETTE
from render.underground.legend import draw_legend
from render.underground.network import crossed, draw_lines, laid_on
from render.underground.options import PlannerOption
from render.underground.panel import HEIGHT, Panel, draw_panel, drawable_names
from render.underground.places import draw_names, draw_passenger, draw_stations

MARGIN: Final = 16
GRID: Final = Grid(pitch=136, left=84, top=82)
MAP: Final = (MARGIN, MARGIN, 2328, 1508)
SIZE: Final = (2344, MAP[3] + MARGIN + HEIGHT)


def board(
    view: View, people: Sequence[str], captions: Captions, *, changes: Changes | None = None
) -> Image.Image:
    """Return the picture of the whole board with its panel.

    Args:
        view: what is shown; nothing else is.
        people: the players' names, in turn order.
        captions: the words.
        changes: what to highlight; nothing if None.
    """
    canvas = Canvas(kept_ground(GRID, SIZE, MAP))
    draw_map(canvas, GRID, view, changes or NOTHING)
    draw_legend(canvas, GRID, captions)
    names = drawable_names(people, captions)
    top = MAP[3] + MARGIN
    draw_panel(Panel(canvas, view, names, captions, MARGIN, top, SIZE[0] - MARGIN))
    return PALETTE.reduced(canvas.image)


def draw_map(
    canvas: Canvas, grid: Grid, view: View, changes: Changes, options: Sequence[PlannerOption] = ()
) -> None:
    """Draw everything that lies on the map, from back to front."""
    offered = frozenset((option.colour, option.link) for option in options)
    laid, way = laid_on(view, offered), crossed(changes.trips)
    draw_lines(canvas, grid, laid, changes=changes, way=way, offered=offered)
    draw_stations(canvas, grid, view, laid.keys() | way.keys())
    for trip in changes.trips:
        draw_passenger(canvas, grid, trip.start, is_ghost=True)
    draw_names(canvas, grid, view)
    if view.passenger is not None:
        draw_passenger(canvas, grid, view.passenger)
