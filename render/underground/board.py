"""The whole board: London with its lines, and the panel below it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from PIL import Image

from metrobot.engine.actors import Seat
from metrobot.games.underground.board import Colour
from metrobot.games.underground.view import View
from render.canvas import Box, Canvas
from render.lettering import least_size
from render.underground.captions import Captions
from render.underground.changes import NOTHING, Changes
from render.underground.grid import Grid
from render.underground.ground import kept_ground
from render.underground.inks import PALETTE
from render.underground.names import draw_plates, placed, wanted
from render.underground.network import Drawn, draw_lines, draw_trips, laid_on
from render.underground.options import PlannerOption
from render.underground.panel import Panel, draw_panel, draw_pile, drawable_names, panel_height
from render.underground.places import PAWN, draw_passenger, draw_stations, draw_stops, pawn_foot
from render.underground.room import Room
from render.underground.tags import draw_tags

MARGIN: Final = 16
WIDTH: Final = 1600
GRID: Final = Grid(pitch=96, left=32, top=46)
MAP: Final = (MARGIN, MARGIN, WIDTH - MARGIN, 1040)
UNIT: Final = least_size(WIDTH)
"""Size of the smallest letters."""
PILE: Final = (1350, 908, 1570, 1026)
"""Where the pile is told, in the map's empty corner."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a map shows beside the view.

    Attributes:
        box: within which names can stand.
        changes: what is new.
        options: what could be laid.
        own: the reader's colours; empty: for everybody.
    """

    box: Box
    changes: Changes = NOTHING
    options: Sequence[PlannerOption] = ()
    own: frozenset[Colour] = frozenset()


def board(
    view: View,
    people: Sequence[str],
    captions: Captions,
    *,
    changes: Changes | None = None,
    own: Collection[Seat] = (),
    ended: date | None = None,
) -> Image.Image:
    """Return the picture of the whole board with its panel.

    Args:
        view: what is shown; nothing else is.
        people: the players' names, in turn order.
        captions: the words.
        changes: what to highlight; nothing if None.
        own: the reader's seats, whose lines are wider; none: all are alike.
        ended: when the game ended, to be written on the final picture.
    """
    new = changes or NOTHING
    top = MAP[3] + MARGIN
    size = WIDTH, top + panel_height(view, new, UNIT) + MARGIN
    canvas = Canvas(kept_ground(GRID, size, MAP))
    room = draw_map(canvas, GRID, view, Shown(MAP, new, own=colours_of(view, own)), UNIT)
    room.put(PILE)
    draw_board_names(canvas, room, view, new)
    panel = Panel(
        canvas=canvas,
        view=view,
        names=drawable_names(people, captions),
        captions=captions,
        left=MARGIN,
        top=top,
        right=WIDTH - MARGIN,
        unit=UNIT,
        changes=new,
        ended=ended,
    )
    draw_pile(panel, PILE)
    draw_panel(panel)
    return PALETTE.reduced(canvas.image)


def draw_board_names(canvas: Canvas, room: Room, view: View, changes: Changes) -> None:
    """Draw the numbers of turns, and the names that must be there."""
    draw_tags(canvas, GRID, room, changes, UNIT)
    plates = placed(room, GRID, UNIT, wanted(view, changes))
    draw_plates(canvas, GRID, UNIT, plates)


def colours_of(view: View, seats: Collection[Seat]) -> frozenset[Colour]:
    """Return the colours of some seats."""
    return frozenset(c for player in view.players if player.seat in seats for c in player.colours)


def draw_map(canvas: Canvas, grid: Grid, view: View, shown: Shown, size: int) -> Room:
    """Draw everything that lies on the map but names, from back to front.

    Returns:
        Where names can stand.
    """
    offered = frozenset((option.colour, option.link) for option in shown.options)
    laid = laid_on(view, offered)
    draw_trips(canvas, grid, shown.changes)
    draw_lines(canvas, grid, laid, Drawn(shown.changes, size, offered, shown.own))
    draw_stops(canvas, grid, shown.changes)
    touched = laid.keys() | {c.link for trip in shown.changes.trips for c in trip.way}
    draw_stations(canvas, grid, view, touched)
    room = Room(grid, shown.box, laid)
    for trip in shown.changes.trips[:1]:
        draw_passenger(canvas, grid, trip.start, is_ghost=True)
    if view.passenger is not None:
        draw_passenger(canvas, grid, view.passenger)
        x, y = pawn_foot(grid, view.passenger)
        half = grid.part(PAWN * 0.34)
        room.put((x - half, y - grid.part(PAWN), x + half, y))
    return room
