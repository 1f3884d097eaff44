"""The whole board: the city with a side panel for all players."""

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Final

from PIL import Image

from metrobot.engine.actors import Seat
from metrobot.games.metromania.view import View
from render.boxes import Box
from render.canvas import Canvas
from render.metromania.captions import Captions
from render.metromania.changes import NOTHING, Changes, Option, PlannerOption
from render.metromania.grid import Grid
from render.metromania.labels.names import draw_gate_arrows, draw_gate_names, gate_places
from render.metromania.lines.network import draw_badges, draw_contours, draw_lines
from render.metromania.map.choices import draw_ghosts, draw_numbers
from render.metromania.map.ground import ground
from render.metromania.map.tags import Labels, draw_tags, room_of
from render.metromania.panels.panel import Panel, by_player, draw_head, draw_meter, draw_people
from render.metromania.panels.trip_table import FinalCount, draw_final_count, draw_trips
from render.metromania.places import draw_markers, draw_spots, draw_stations
from render.palette import COMMON
from render.text.lettering import drawable_names, least_size

SIZE: Final = (1200, 808)
UNIT: Final = least_size(SIZE[0])
GRID: Final = Grid(edge=74, x=434, y=404, unit=UNIT, room=(862, SIZE[1]))
MARGIN: Final = 14
GAP: Final = 8
COLUMN: Final = 868
"""Px of the left edge of the side panel."""
CORNER: Final = 716
"""Px of the left edge of its corners, where the city leaves more room."""
HEAD: Final = 112
METER: Final = 92
TRIPS: Final = 110
CORNERS: Final = (
    (CORNER, 0, SIZE[0], MARGIN + HEAD),
    (CORNER, SIZE[1] - MARGIN - TRIPS, SIZE[0], SIZE[1]),
)
"""Boxes of the panel that reach into the city's corners."""


def draw_board(
    view: View,
    people: Sequence[str],
    captions: Captions,
    *,
    changes: Changes | None = None,
    ending: FinalCount | None = None,
) -> Image.Image:
    """Draw the whole board with its side panel.

    Args:
        view: the view that is drawn.
        people: the players' names, in turn order.
        captions: the words.
        changes: changes to highlight; None: none.
        ending: the final count of a game that is over.
    """
    new = shown_changes(view, changes)
    canvas = Canvas(ground(view.layout, GRID, SIZE))
    draw_city(canvas, GRID, view, captions, new, obstacles=CORNERS)
    names = drawable_names(people, captions.player)
    _panel(Panel(canvas, view, names, captions, new, UNIT, ending.won if ending else ""), ending)
    return COMMON.reduced(canvas.image)


def shown_changes(view: View, changes: Changes | None) -> Changes:
    """Return the changes to highlight: none once the game is counted."""
    return NOTHING if changes is None or view.result is not None else changes


def _panel(panel: Panel, ending: FinalCount | None) -> None:
    """Draw the side panel: banner above, trips below, the rest between."""
    right, bottom = SIZE[0] - MARGIN, SIZE[1] - MARGIN
    draw_head(panel, (CORNER, MARGIN, right, MARGIN + HEAD))
    if ending is not None:
        draw_final_count(panel, ending, (COLUMN, MARGIN + HEAD + GAP, right, bottom))
        return
    trips = bottom - TRIPS
    draw_trips(panel, (CORNER, trips, right, bottom))
    meter = trips - GAP - METER
    draw_meter(panel, (COLUMN, meter, right, meter + METER))
    top, count = MARGIN + HEAD + GAP, len(by_player(panel.view))
    ys = [round(top + n * (meter - top) / count) for n in range(count + 1)]
    draw_people(panel, [(COLUMN, y, right, low - GAP) for y, low in pairwise(ys)])


def draw_city(
    canvas: Canvas,
    grid: Grid,
    view: View,
    captions: Captions,
    changes: Changes,
    *,
    options: Sequence[Option] = (),
    obstacles: Sequence[Box] = (),
    seats: Collection[Seat] = (),
) -> None:
    """Draw everything on the city, from back to front.

    Args:
        canvas: to draw on.
        grid: the transform.
        view: the view that is drawn.
        captions: the words.
        changes: changes, drawn in contours; for spectators all older lines are pale.
        options: choices, drawn with their numbers.
        obstacles: boxes in px on which neither names nor numbers may stand.
        seats: companies whose line ends outside the picture are named at its edge.
    """
    draw_ghosts(canvas, grid, options, captions)
    draw_gate_arrows(canvas, grid, view)
    draw_contours(canvas, grid, view, changes)
    # Only public boards pale old lines (docs/decisions/legible-pictures.md).
    is_old_pale = changes.has_any and not view.seats
    draw_lines(canvas, grid, view, captions, changes, is_old_pale=is_old_pale)
    draw_spots(canvas, grid, view, captions)
    draw_stations(canvas, grid, view, changes.stations)
    draw_markers(canvas, grid, view, captions, changes.markers)
    draw_badges(canvas, grid, view, captions)
    # Names after lines, numbers after names, tags last: each looks for the room that is left.
    starts = {option.start for option in options if isinstance(option, PlannerOption)}
    room = room_of(grid, view, obstacles)
    draw_gate_names(canvas, grid, view, gate_places(grid, view, room), starts)
    free = draw_numbers(canvas, grid, room, options, view, captions=captions)
    draw_tags(Labels(canvas, grid, free, captions), view, changes, seats)
