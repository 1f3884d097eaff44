"""The whole board: London with its lines, and the panel below it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from metrobot.engine.actors import Seat
from metrobot.games.underground.board import Colour, Link, Station
from metrobot.games.underground.view import View
from render.boxes import Box
from render.canvas import Canvas
from render.placing.room import FULL, Room
from render.text.lettering import drawable_names, least_size
from render.underground.captions import Captions
from render.underground.changes import NOTHING, Changes, PlannerOption
from render.underground.grid import Grid
from render.underground.inks import PALETTE
from render.underground.labels.plates import Sort, draw_plates, placed_plates, wanted
from render.underground.labels.room import ROUTE, STATION, room_of
from render.underground.lines import network
from render.underground.lines.network import lettered
from render.underground.lines.tracks import Lanes, joined
from render.underground.lines.trips import PAPER, RIDE
from render.underground.map import places
from render.underground.map.discs import draw_tags
from render.underground.map.ground import board_ground
from render.underground.map.legend import draw_legend, draw_river_name
from render.underground.panels.panel import Panel, draw_panel, draw_pile, panel_height

MARGIN: Final = 16
WIDTH: Final = 1600
GRID: Final = Grid(pitch=94, left=48, top=54)
MAP: Final = (MARGIN, MARGIN, WIDTH - MARGIN, 1040)
UNIT: Final = least_size(WIDTH)
"""Size of the smallest letters."""
PILE: Final = (1350, 908, 1570, 1026)
"""Box of the pile, in the map's empty corner."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The things that a map shows beside the view.

    Attributes:
        box: box within which names can stand.
        changes: the changes.
        options: pieces that could be laid.
        own: the reader's colours; empty: the picture is for everybody.
    """

    box: Box
    changes: Changes = NOTHING
    options: Sequence[PlannerOption] = ()
    own: frozenset[Colour] = frozenset()


def draw_board(
    view: View,
    people: Sequence[str],
    captions: Captions,
    *,
    changes: Changes | None = None,
    own: Collection[Seat] = (),
    text_changes: Changes | None = None,
    won: str = "",
) -> Image.Image:
    """Draw the whole board with its panel.

    Args:
        view: the view that is drawn.
        people: the players' names, in turn order.
        captions: the words.
        changes: changes to highlight; None: none.
        own: the reader's seats, whose lines are wider; none: all are alike.
        text_changes: changes told in a text beside the picture, whose stations are named; None:
            those that are highlighted.
        won: the line above the winners, for the final picture.
    """
    new = changes or NOTHING
    top = MAP[3] + MARGIN
    # Finals of many are so tall that clients shrink them.
    unit = least_size(WIDTH, top + panel_height(view, new, UNIT) + MARGIN)
    size = WIDTH, top + panel_height(view, new, unit) + MARGIN
    canvas = Canvas(board_ground(GRID, size, MAP))
    map_style = draw_map(canvas, GRID, view, Scene(MAP, new, own=colours_on(view, own)), unit)
    names, right = drawable_names(people, captions.player), WIDTH - MARGIN
    # Before tags and names are placed, which have to keep off all of these.
    legend = draw_legend(canvas, captions, unit, new, is_over=view.result is not None)
    pile = () if view.result is not None else (PILE,)
    for box in (draw_river_name(canvas, GRID, captions, unit), *legend, *pile):
        map_style.room.put(box)
    draw_tags(canvas, GRID, map_style.room, new, unit)
    # Beside what was new in the last turns there is no room for all ends.
    stations = wanted(view, text_changes or new, has_all_ends=not new.steps)
    draw_names(canvas, GRID, map_style, stations, unit)
    panel = Panel(canvas, view, names, captions, MARGIN, top, right, unit, new, won)
    if view.result is None:
        draw_pile(panel, PILE)
    draw_panel(panel)
    return PALETTE.reduced(canvas.image)


def colours_on(view: View, seats: Collection[Seat]) -> frozenset[Colour]:
    """Return the colours of the players on some seats."""
    return frozenset(c for player in view.players if player.seat in seats for c in player.colours)


@dataclass(frozen=True, slots=True)
class MapStyle:
    """A map that was drawn without names and letters, with what these need.

    Attributes:
        room: the weights of what names would hide.
        lanes: the lanes of the pieces on each link, with those offered.
        style: the look of its lines.
    """

    room: Room
    lanes: Lanes
    style: network.Drawn


def draw_map(canvas: Canvas, grid: Grid, view: View, scene: Scene, size: int) -> MapStyle:
    """Draw everything on the map but names and letters, from back to front."""
    offers = frozenset((option.colour, option.link) for option in scene.options)
    # Zooms show few links: the others need not be drawn or weighed.
    visible = frozenset(grid.links(canvas.image.size))
    whole = network.laid_on(view, offers)
    laid = {link: order for link, order in whole.items() if link in visible}
    style = network.Drawn(scene.changes, size, offers, scene.own)
    lanes = joined(laid, offers)
    network.draw_lines(canvas, grid, lanes, style)
    routes = network.draw_trips(canvas, grid, whole, scene.changes)
    places.draw_stops(canvas, grid, scene.changes)
    links = laid.keys() | {c.link for trip in scene.changes.trips for c in trip.way}
    interchanges = places.interchange_rings(grid, laid)
    places.draw_stations(canvas, grid, view, links, interchanges)
    room = room_of(grid, scene.box, laid, (link for _, link in scene.changes.pieces))
    for station, radius in interchanges.items():
        room.disc(grid.at(station), radius, STATION)
    for link, way in routes:
        x, y = grid.middle(link)
        spots = [(x + dx * grid.pitch, y + dy * grid.pitch) for dx, dy in way]
        room.line(spots, grid.part(RIDE * PAPER), ROUTE)
    targets = places.open_targets(view)
    for station in places.rings(view, scene.changes):
        weight = FULL if station in targets else STATION
        room.disc(grid.at(station), places.ring_radius(grid, station), weight)
    # Later trips begin where the one before ended, which has a ring already.
    for trip in scene.changes.trips[:1]:
        _pawn(canvas, grid, room, trip.start, is_ghost=True)
    if view.passenger is not None:
        _pawn(canvas, grid, room, view.passenger)
    return MapStyle(room, lanes, style)


def _pawn(
    canvas: Canvas, grid: Grid, room: Room, station: Station, *, is_ghost: bool = False
) -> None:
    """Draw the passenger, and keep names off it."""
    places.draw_passenger(canvas, grid, station, is_ghost=is_ghost)
    (x, y), half = places.pawn_foot(grid, station), grid.part(places.PAWN * 0.34)
    room.put((x - half, y - grid.part(places.PAWN), x + half, y))


def draw_names(
    canvas: Canvas, grid: Grid, map_style: MapStyle, stations: dict[Station, Sort], size: int
) -> None:
    """Draw names, and the letters of lines where no name stands, at least one of each line."""
    room, spots = map_style.room, network.letter_spots(grid, map_style.lanes, map_style.style)
    free = {piece: spot for piece, spot in spots.items() if room.is_free(spot)}
    # Each line's letter is placed before names, which would leave some line without any.
    certain = _certain(room, free)
    plates = placed_plates(room, grid, size, stations)
    candidates = [piece for piece in free if piece in certain or room.is_free(free[piece])]
    letters = {piece: free[piece] for piece in certain}
    for piece in lettered(candidates, certain):
        if piece not in letters and room.is_free(free[piece]):
            letters[piece] = free[piece]
            room.put(free[piece])
    network.draw_letters(canvas, grid, map_style.style, letters)
    draw_plates(canvas, grid, size, plates)


def _certain(room: Room, spots: dict[tuple[Colour, Link], Box]) -> list[tuple[Colour, Link]]:
    """Return a piece of each line whose letter is certain to be drawn, and keep it free.

    Such letters do not overlap, as long as each line has a free piece.
    """
    certain = dict[Colour, tuple[Colour, Link]]()
    # Pieces that have letters anyway come first; the others serve lines that would have none.
    for piece in (*lettered(spots), *spots):
        if piece[0] not in certain and room.is_free(spots[piece]):
            certain[piece[0]] = piece
            room.put(spots[piece])
    return list(certain.values())
