"""Parts of the map, large, with all names."""

from collections.abc import Collection, Sequence
from typing import Final

from PIL import Image

from metrobot.engine.actors import Seat
from metrobot.games.underground.board import Station
from metrobot.games.underground.view import View
from render import theme
from render.canvas import Canvas
from render.text.lettering import drawable_names, least_size
from render.underground.area import AREAS, SIZE, Area
from render.underground.board import GRID, Shown, colours_on, draw_map, draw_names
from render.underground.captions import Captions
from render.underground.changes import NOTHING, Changes
from render.underground.grid import Grid
from render.underground.inks import PALETTE
from render.underground.labels.plates import Sort
from render.underground.labels.printed import draw_label, label_box
from render.underground.labels.room import Room
from render.underground.map.ground import part_ground
from render.underground.map.places import names_with_room, open_targets, ring_box, rings, touches
from render.underground.panels.panel import Panel, draw_strip, strip_height

MARGIN: Final = 14
LARGER: Final = 1.25
"""Least scale of a part that is worth a picture, in scales of the whole board."""
RINGED: Final = 18.0
"""Weight of a ring around a station."""


def part_grid(area: Area) -> Grid:
    """Return the grid of a part of the map on its picture.

    Raises:
        KeyError: there is no such part.
    """
    return AREAS[area].grid((0, 0, *SIZE))


def larger_areas() -> tuple[Area, ...]:
    """Return the parts that are larger on their pictures than on the whole board."""
    return tuple(area for area in AREAS if part_grid(area).pitch >= LARGER * GRID.pitch)


def _open(view: View, area: Area) -> dict[Station, Sort]:
    return {each: Sort.OPEN for each in open_targets(view) if AREAS[area].holds(each)}


def _names(canvas: Canvas, grid: Grid, view: View, shown: Shown, room: Room) -> dict[Station, Sort]:
    """Write the names that have room at the data's places; return the others."""
    ringed = rings(view, shown.changes)
    crowded: dict[Station, Sort] = {}
    for station in names_with_room(grid, view, shown.box):
        box = label_box(grid, station)
        if room.is_free(box) and not any(touches(grid, each, box) for each in ringed):
            draw_label(canvas, grid, station)
            room.put(box)
        else:
            # Names without room at the data's place get plates elsewhere.
            crowded[station] = Sort.NAMED
    for station in ringed:
        room.put(ring_box(grid, station), RINGED)
    return crowded


def zoomed(
    view: View,
    people: Sequence[str],
    captions: Captions,
    area: Area,
    *,
    changes: Changes | None = None,
    own: Collection[Seat] = (),
) -> Image.Image:
    """Draw a part of the board.

    Raises:
        KeyError: there is no such part.
    """
    (width, height), unit = SIZE, least_size(SIZE[0])
    whole = height + strip_height(unit, len(view.players)) + 2 * MARGIN
    grid = part_grid(area)
    canvas = Canvas(part_ground(grid, SIZE, (width, whole)))
    shown = Shown((0, 0, width, height), changes or NOTHING, own=colours_on(view, own))
    drawn = draw_map(canvas, grid, view, shown, unit)
    crowded = _names(canvas, grid, view, shown, drawn.room)
    draw_names(canvas, grid, drawn, _open(view, area) | crowded, unit)
    canvas.box((0, height, width, whole), theme.PAGE)
    names, top, right = drawable_names(people, captions.player), height + MARGIN, width - MARGIN
    draw_strip(Panel(canvas, view, names, captions, MARGIN, top, right, unit))
    return PALETTE.reduced(canvas.image)
