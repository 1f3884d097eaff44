"""The board for one person: as wide as a phone, the city in full width, the rest below it."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from PIL import Image

from metrobot.games.metromania.view import View
from render.canvas import Box, Canvas
from render.metromania.board import draw_city, parted, shown_changes
from render.metromania.captions import Captions
from render.metromania.changes import Changes
from render.metromania.final_panel import FinalCount, draw_final_count
from render.metromania.grid import Grid
from render.metromania.ground import ground
from render.metromania.panel import (
    Panel,
    by_player,
    draw_closed,
    draw_head,
    draw_people,
    draw_stock,
)
from render.metromania.trip_table import draw_trips
from render.palette import reduced
from render.text import CAP, LEAST_CAP, drawable_names

SEEN_HEIGHT: Final = 350
"""Px of height into which clients fit a tall picture before it is tapped."""
SIZE: Final = (1152, 1782)
UNIT: Final = ceil(LEAST_CAP / CAP * SIZE[1] / SEEN_HEIGHT)
MARGIN: Final = 18
GAP: Final = 14
HEAD: Final = 180
GRID: Final = Grid(edge=96, x=576, y=726, unit=UNIT, room=(SIZE[0], 1256))
BELOW: Final = 1260
"""Px of the upper edge of what stands below the city, and..."""
TRIPS: Final = 188
"""...the height of the trips among it."""
ABOVE: Final = (0, 0, SIZE[0], MARGIN + HEAD)
CORNER: Final = (188, 125)
"""Of the signs in the city's lower corners, how near the end is."""


def tall_board(
    view: View,
    people: Sequence[str],
    captions: Captions,
    *,
    changes: Changes | None = None,
    ending: FinalCount | None = None,
) -> Image.Image:
    """Return the picture of the whole board for one person.

    Args:
        view: what is shown; nothing else is.
        people: the players' names, in turn order.
        captions: the words.
        changes: what to highlight; nothing if None.
        ending: what a game that was counted came to.
    """
    new = shown_changes(view, changes)
    canvas = Canvas(ground(view.layout, GRID, SIZE))
    draw_city(canvas, GRID, view, captions, new, taken=(ABOVE, *corners()))
    panel = Panel(canvas, view, drawable_names(people, captions.player), captions, new, UNIT)
    left, right, bottom = MARGIN, SIZE[0] - MARGIN, SIZE[1] - MARGIN
    draw_head(panel, (left, MARGIN, right, MARGIN + HEAD))
    if ending is not None:
        draw_final_count(panel, ending, (left, BELOW, right, bottom), is_wide=True)
    else:
        _below(panel, (left, BELOW, right, bottom))
    return reduced(canvas.image)


def _below(panel: Panel, box: Box) -> None:
    """Draw how near the end is, the players two and two, and the trips as seven columns."""
    left, top, right, bottom = box
    for draw, corner in zip((draw_stock, draw_closed), corners(), strict=True):
        draw(panel, corner)
    trips = bottom - TRIPS
    draw_people(panel, parted((left, top, right, trips - GAP), len(by_player(panel.view)), 2, GAP))
    draw_trips(panel.canvas, panel.view, panel.captions, (left, trips, right, bottom), UNIT)


def corners() -> tuple[Box, Box]:
    """Return the boxes in the city's lower corners."""
    low, (width, height) = BELOW - GAP, CORNER
    right = SIZE[0] - MARGIN
    return ((MARGIN, low - height, MARGIN + width, low), (right - width, low - height, right, low))
