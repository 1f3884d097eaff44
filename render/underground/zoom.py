"""Parts of the map, large: those with all names, and the board of a draft with its choices."""

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from PIL import Image

from metrobot.engine.actors import Seat
from metrobot.games.underground.board import LINKS, STATIONS, Station
from metrobot.games.underground.forecast import likely_trips, sure_legs
from metrobot.games.underground.trips.passenger import Trip
from metrobot.games.underground.view import View
from render import theme
from render.boxes import Box, grown, holds, square
from render.canvas import Canvas
from render.placing.choice import Priced, cheapest
from render.placing.room import FULL, Room
from render.text.lettering import drawable_names, least_size
from render.underground import inks
from render.underground.board import GRID, MapStyle, Scene, colours_on, draw_map, draw_names
from render.underground.captions import Captions
from render.underground.changes import NOTHING, Changes, PlannerOption
from render.underground.glyphs import pointer_stamp
from render.underground.grid import AREA_SIZE, AREAS, Area, Grid, window_for
from render.underground.inks import PALETTE
from render.underground.labels.label_slots import PAD
from render.underground.labels.plates import Plate, Sort, draw_plate, wanted
from render.underground.labels.printed import NAMES, RADIUS, draw_label, label_box
from render.underground.labels.room import STATION, TRACK
from render.underground.map.discs import draw_discs, spread
from render.underground.map.ground import part_ground
from render.underground.map.places import names_with_room, open_targets
from render.underground.panels.outlook import draw_outlook, outlook_height
from render.underground.panels.panel import Panel, draw_strip, strip_height

MARGIN: Final = 14
LARGER: Final = 1.25
"""Least scale of a part that is worth a picture, in scales of the whole board."""
INNER: Final = 3
"""Px from the edges of a name to where nothing may run through it."""
SIZE: Final = (1600, 1240)
"""Size of the map, in px."""
UNIT: Final = least_size(SIZE[0])
"""Size of the smallest letters."""
WORTH: Final = 0.75
"""Least share of its scale that a map keeps to show the trips as well."""
ARROW: Final = 34
"""Px for the arrow to a station outside."""
FLUSH: Final = 6
"""Px from the edge to the name of a station outside."""
TURNS: Final = 40
"""Farthest place along the edge, in steps of two degrees around the picture's middle."""
TURN: Final = 4.0
"""Cost of such a step."""
APART: Final = 0.1
"""Distance from stations and lines at which a name at the edge is not taken for theirs, in
pitches."""
CROWDED: Final = 5.0
"""Cost of a name at the edge for the weight of what is so near."""
MOST_NAMED: Final = 12
"""Most choices whose stations are named; with more, numbers alone stay large enough."""


def part_grid(area: Area) -> Grid:
    """Return the grid of a part of the map on its picture.

    Raises:
        KeyError: there is no such part.
    """
    return AREAS[area].grid((0, 0, *AREA_SIZE))


def larger_areas() -> tuple[Area, ...]:
    """Return the parts that are larger on their pictures than on the whole board."""
    return tuple(area for area in AREAS if part_grid(area).pitch >= LARGER * GRID.pitch)


def _names(canvas: Canvas, grid: Grid, view: View, scene: Scene, room: Room) -> dict[Station, Sort]:
    """Write the names that have room at the data's places; return the others."""
    rest: dict[Station, Sort] = {}
    for station in names_with_room(grid, view, scene.box):
        box = label_box(grid, station)
        # Letters cannot be read on a piece or on the passenger's way; their edges can.
        if room.is_free(box) and room.most(grown(box, -INNER)) < TRACK:
            draw_label(canvas, grid, station)
            room.put(box)
        else:
            # Names without room at the data's place get plates elsewhere.
            rest[station] = Sort.NAMED
    return rest


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
    (width, height), unit = AREA_SIZE, least_size(AREA_SIZE[0])
    whole = height + strip_height(unit, len(view.players)) + 2 * MARGIN
    grid = part_grid(area)
    canvas = Canvas(part_ground(grid, AREA_SIZE, (width, whole)))
    scene = Scene((0, 0, width, height), changes or NOTHING, own=colours_on(view, own))
    map_style = draw_map(canvas, grid, view, scene, unit)
    rest = _names(canvas, grid, view, scene, map_style.room)
    open_sorts = {s: Sort.OPEN for s in open_targets(view) if AREAS[area].holds(s)}
    draw_names(canvas, grid, map_style, open_sorts | rest, unit)
    canvas.box((0, height, width, whole), theme.PAGE)
    names, top, right = drawable_names(people, captions.player), height + MARGIN, width - MARGIN
    draw_strip(Panel(canvas, view, names, captions, MARGIN, top, right, unit))
    return PALETTE.reduced(canvas.image)


def draw_planner(
    view: View,
    people: Sequence[str],
    captions: Captions,
    options: Sequence[PlannerOption],
    *,
    changes: Changes | None = None,
) -> Image.Image:
    """Draw a draft with its next choices, each with its number.

    Args:
        view: the draft so far.
        people: the players' names, in turn order.
        captions: the words.
        options: the next choices; without any, the changes and the trips are shown.
        changes: the changes of the draft so far.
    """
    draft, ahead, likely = changes or NOTHING, likely_trips(view), sure_legs(view)
    grid = _grid(options, draft, ahead)
    strip = strip_height(UNIT, len(view.players))
    height = SIZE[1] + outlook_height(UNIT) + strip + 3 * MARGIN
    canvas = Canvas(part_ground(grid, SIZE, (SIZE[0], height)))
    own = frozenset() if view.to_act is None else frozenset(view.players[view.to_act].colours)
    scene = Scene((4, 4, SIZE[0] - 4, SIZE[1] - 4), draft.with_trips(ahead), options, own)
    map_style = draw_map(canvas, grid, view, scene, UNIT)
    draw_discs(canvas, spread(grid, map_style.room, view, options, UNIT), UNIT)
    sorts = wanted(view, scene.changes, _reached(view, options))
    _planner_names(canvas, grid, map_style, view, sorts)
    canvas.box((0, SIZE[1], SIZE[0], height), theme.PAGE)
    names = drawable_names(people, captions.player)
    top, right = SIZE[1] + MARGIN, SIZE[0] - MARGIN
    panel = Panel(canvas, view, names, captions, MARGIN, top, right, UNIT)
    draw_outlook(panel, likely)
    draw_strip(replace(panel, top=top + outlook_height(UNIT) + MARGIN))
    return PALETTE.reduced(canvas.image)


def _grid(options: Sequence[PlannerOption], changes: Changes, ahead: Sequence[Trip]) -> Grid:
    """Return the grid that shows choices and changes.

    It shows the trips too if there are no choices, or if that costs little scale.
    """
    links = {option.link for option in options} | {link for _, link in changes.pieces}
    built = {station for link in links for station in (LINKS[link].a, LINKS[link].b)}
    trips = (*changes.trips, *ahead)
    stops = {station for trip in trips for station in (trip.start, trip.route.to)}
    close, far = (
        window_for(stations, SIZE).grid((0, 0, *SIZE)).within_map(SIZE)
        for stations in (built, built | stops)
    )
    return close if options and far.pitch < WORTH * close.pitch else far


def _reached(view: View, options: Sequence[PlannerOption]) -> list[Station]:
    """Return the stations to which choices lead, unless there are many choices."""
    stations = list[Station]()
    for option in options if len(options) <= MOST_NAMED else ():
        link, on_line = LINKS[option.link], view.line(option.colour).stations
        ends = [link.a, link.b]
        # A link that closes a loop leads to no new station, so both of its ends are named.
        stations += [end for end in ends if end not in on_line] or ends
    return stations


def _planner_names(
    canvas: Canvas, grid: Grid, map_style: MapStyle, view: View, stations: dict[Station, Sort]
) -> None:
    """Draw the wanted names; those of destinations outside stand at the edge."""
    nearest = {stop for leg in sure_legs(view) for stop in leg.stops}
    sorts = {
        station: Sort.NEXT if station in nearest and sort is Sort.OPEN else sort
        for station, sort in stations.items()
    }
    room = map_style.room
    # Stations of which enough is in sight to be known.
    sight = grown(room.box, grid.part(RADIUS) - 8)
    inside = {s: sort for s, sort in sorts.items() if holds(sight, square(grid.at(s), 0))}
    for station, sort in sorts.items():
        if station not in inside and (sort is not Sort.NAMED or station == view.passenger):
            _pointer(canvas, grid, room, station, sort)
    draw_names(canvas, grid, map_style, inside, UNIT)


def _pointer(canvas: Canvas, grid: Grid, room: Room, station: Station, sort: Sort) -> None:
    """Draw the name of a station outside at the picture's edge, with an arrow to it."""
    name, inner, apart = STATIONS[station].name, grown(room.box, -FLUSH), grid.part(APART)
    wide, tall = NAMES.size((name,), UNIT)
    size = wide + 2 * PAD + ARROW, tall + 2 * PAD
    best = cheapest(
        _at_edge(inner, grid.at(station), size),
        # Beside a station, it would read as that one's name.
        lambda box: (
            room.cost(box)
            + CROWDED * room.most(grown(box, apart))
            + (FULL if room.most(box) >= STATION else 0)
        ),
    )
    # The picture is too small for the name and its arrow.
    if best is None:
        return
    room.put(best[0])
    (x, y, right, bottom), centre = best[0], grid.at(station)
    ahead = centre[0] > (x + right) / 2
    plate = (x, y, right - ARROW, bottom) if ahead else (x + ARROW, y, right, bottom)
    middle = (right - ARROW // 2 if ahead else x + ARROW // 2), (y + bottom) // 2
    # Steps of 15 degrees, so that few arrows have to be kept.
    angle = round(math.degrees(math.atan2(middle[1] - centre[1], centre[0] - middle[0])) / 15) * 15
    ink = inks.PAWN if sort is Sort.NAMED else theme.INK
    canvas.stamp(pointer_stamp(15, angle, ink), *middle)
    draw_plate(canvas, Plate(station, sort, (name,), plate, is_off=False), UNIT)


def _at_edge(inner: Box, to: tuple[int, int], size: tuple[int, int]) -> Iterator[Priced[Box]]:
    """Yield boxes flush at an edge, around where the way to a spot leaves, the cheapest first."""
    (left, top, right, bottom), (wide, tall) = inner, size
    across, down = (right - left) / 2, (bottom - top) / 2
    ahead = math.atan2(to[1] - top - down, to[0] - left - across)
    # The search ends early, so boxes are made one after the other.
    for turn in sorted(range(-TURNS, TURNS + 1), key=abs):
        dx, dy = math.cos(ahead + math.radians(2 * turn)), math.sin(ahead + math.radians(2 * turn))
        far = min(across / max(abs(dx), 0.01), down / max(abs(dy), 0.01))
        x = min(max(round(left + across + dx * far - wide / 2), left), right - wide)
        y = min(max(round(top + down + dy * far - tall / 2), top), bottom - tall)
        flush = (to[0] < left == x, to[1] < top == y)
        # At any other edge its arrow would point into the picture.
        if any(flush) or x + wide == right < to[0] or y + tall == bottom < to[1]:
            yield (x, y, x + wide, y + tall), abs(turn) * TURN
