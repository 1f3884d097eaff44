"""The tall board for one person: the city in full width, the panel below it."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from PIL import Image

from metrobot.games.metromania.view import View
from render.boxes import Box
from render.canvas import Canvas
from render.metromania.board import draw_city, parted, shown_changes
from render.metromania.captions import Captions
from render.metromania.changes import Changes
from render.metromania.grid import Grid
from render.metromania.map.ground import ground
from render.metromania.panels.final_panel import FinalCount, draw_final_count
from render.metromania.panels.panel import (
    Panel,
    by_player,
    draw_closed,
    draw_head,
    draw_people,
    draw_stock,
)
from render.metromania.panels.trip_table import draw_trips
from render.palette import reduced
from render.text.lettering import CAP, LEAST_CAP, drawable_names

SEEN_HEIGHT: Final = 350
"""Height to which clients shrink a tall picture before it is tapped, in px."""
SIZE: Final = (1152, 1782)
UNIT: Final = ceil(LEAST_CAP / CAP * SIZE[1] / SEEN_HEIGHT)
MARGIN: Final = 18
GAP: Final = 14
HEAD: Final = 180
GRID: Final = Grid(edge=96, x=576, y=726, unit=UNIT, room=(SIZE[0], 1256))
BELOW: Final = 1260
"""Upper edge of the panel below the city, in px."""
TRIPS: Final = 188
"""Height of the trips in that panel, in px."""
ABOVE: Final = (0, 0, SIZE[0], MARGIN + HEAD)
CORNER: Final = (188, 125)
"""Size of the cards in the city's lower corners."""


def tall_board(
    view: View,
    people: Sequence[str],
    captions: Captions,
    *,
    changes: Changes | None = None,
    ending: FinalCount | None = None,
) -> Image.Image:
    """Draw the whole board for one person.

    Args:
        view: the view that is drawn.
        people: the players' names, in turn order.
        captions: the words.
        changes: changes to highlight; None: none.
        ending: the final count of a game that is over.
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
    """Draw the cards of the end, the players in two columns, and the trips."""
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
