"""The whole board: the city with a side panel for all players, or a tall one for one person."""

from collections.abc import Collection, Sequence
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
from render.metromania.panels.panel import (
    Panel,
    by_player,
    draw_closed,
    draw_head,
    draw_meter,
    draw_people,
    draw_stock,
)
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
    room = (COLUMN, MARGIN + HEAD + GAP, right, meter - GAP)
    draw_people(panel, parted(room, len(by_player(panel.view)), 1, GAP))


def parted(box: Box, count: int, columns: int, gap: int) -> list[Box]:
    """Return the boxes of some cells into which a box is divided, row by row with gaps.

    The last one takes the rest of its row.
    """
    left, top, right, bottom = box
    wide, tall = (right - left + gap) / columns, (bottom - top + gap) / -(-count // columns)
    xs = [round(left + n * wide) for n in range(columns + 1)]
    ys = [round(top + n * tall) for n in range(-(-count // columns) + 1)]
    places = [divmod(n, columns) for n in range(count)]
    ends = [*(xs[x + 1] for _, x in places[:-1]), xs[-1]]
    return [
        (xs[x], ys[y], end - gap, ys[y + 1] - gap) for (y, x), end in zip(places, ends, strict=True)
    ]


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
    draw_ghosts(canvas, grid, options)
    draw_gate_arrows(canvas, grid, view)
    draw_contours(canvas, grid, view, changes)
    # Only public boards pale old lines (docs/decisions/legible-pictures.md).
    is_old_pale = changes.has_any and not view.seats
    draw_lines(canvas, grid, view, changes, is_old_pale=is_old_pale)
    draw_spots(canvas, grid, view, captions)
    draw_stations(canvas, grid, view, changes.stations)
    draw_markers(canvas, grid, view, changes.markers)
    draw_badges(canvas, grid, view, captions)
    # Names after lines, numbers after names, tags last: each looks for the room that is left.
    starts = {option.start for option in options if isinstance(option, PlannerOption)}
    gates = gate_places(grid, view, obstacles)
    draw_gate_names(canvas, grid, view, gates, starts)
    free = draw_numbers(canvas, grid, room_of(grid, view, obstacles, gates), options, view)
    draw_tags(Labels(canvas, grid, free, captions), view, changes, seats)


TALL_SIZE: Final = (1152, 1782)
TALL_UNIT: Final = least_size(*TALL_SIZE)
TALL_MARGIN: Final = 18
TALL_GAP: Final = 14
TALL_HEAD: Final = 180
TALL_GRID: Final = Grid(edge=96, x=576, y=726, unit=TALL_UNIT, room=(TALL_SIZE[0], 1256))
BELOW: Final = 1260
"""Upper edge of the panel below the city, in px."""
TALL_TRIPS: Final = 188
"""Height of the trips in that panel, in px."""
ABOVE: Final = (0, 0, TALL_SIZE[0], TALL_MARGIN + TALL_HEAD)
TALL_CORNER: Final = (188, 125)
"""Size of the cards in the city's lower corners."""


def tall_board(
    view: View,
    people: Sequence[str],
    captions: Captions,
    *,
    changes: Changes | None = None,
    ending: FinalCount | None = None,
) -> Image.Image:
    """Draw the whole board for one person; arguments as of `draw_board`."""
    new = shown_changes(view, changes)
    canvas = Canvas(ground(view.layout, TALL_GRID, TALL_SIZE))
    draw_city(canvas, TALL_GRID, view, captions, new, obstacles=(ABOVE, *corners()))
    names, won = drawable_names(people, captions.player), ending.won if ending else ""
    panel = Panel(canvas, view, names, captions, new, TALL_UNIT, won)
    left, right, bottom = TALL_MARGIN, TALL_SIZE[0] - TALL_MARGIN, TALL_SIZE[1] - TALL_MARGIN
    draw_head(panel, (left, TALL_MARGIN, right, TALL_MARGIN + TALL_HEAD))
    if ending is not None:
        draw_final_count(panel, ending, (left, BELOW, right, bottom), is_wide=True)
    else:
        _below(panel, (left, BELOW, right, bottom))
    return COMMON.reduced(canvas.image)


def _below(panel: Panel, box: Box) -> None:
    """Draw the cards of the end, the players in two columns, and the trips."""
    left, top, right, bottom = box
    for draw, corner in zip((draw_stock, draw_closed), corners(), strict=True):
        draw(panel, corner)
    trips = bottom - TALL_TRIPS
    people, room = len(by_player(panel.view)), (left, top, right, trips - TALL_GAP)
    draw_people(panel, parted(room, people, 2, TALL_GAP))
    draw_trips(panel, (left, trips, right, bottom))


def corners() -> tuple[Box, Box]:
    """Return the boxes in the city's lower corners."""
    low, (width, height) = BELOW - TALL_GAP, TALL_CORNER
    right = TALL_SIZE[0] - TALL_MARGIN
    return (
        (TALL_MARGIN, low - height, TALL_MARGIN + width, low),
        (right - width, low - height, right, low),
    )
