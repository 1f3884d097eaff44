"""Parts of the map, large."""

from collections.abc import Sequence
from typing import Final

from PIL import Image

from metrobot.games.underground.view import View
from render import theme
from render.canvas import Canvas
from render.underground.area import AREAS, Area
from render.underground.board import draw_map
from render.underground.captions import Captions
from render.underground.changes import NOTHING, Changes
from render.underground.ground import draw_ground
from render.underground.inks import PALETTE
from render.underground.panel import Panel, draw_strip, drawable_names

STRIP: Final = 92
"""Height of the strip of players at the bottom."""
MARGIN: Final = 14
LARGEST: Final = 260
"""Px of the pitch at the most: larger does not show more."""


def zoomed(
    view: View,
    people: Sequence[str],
    captions: Captions,
    area: Area,
    *,
    changes: Changes | None = None,
) -> Image.Image:
    """Return the picture of a part of the board.

    Raises:
        KeyError: there is no such part.
    """
    window, (width, height) = AREAS[area]
    grid = window.grid((0, 0, width, height), LARGEST)
    canvas = Canvas(draw_ground(grid, (width, height + STRIP), (-20, -20, width + 20, height)))
    draw_map(canvas, grid, view, changes or NOTHING)
    canvas.box((0, height, width, height + STRIP), theme.PAGE)
    names, top = drawable_names(people, captions), height + MARGIN
    panel = Panel(canvas, view, names, captions, MARGIN, top, width - MARGIN)
    draw_strip(panel, STRIP - 2 * MARGIN)
    return PALETTE.reduced(canvas.image)
