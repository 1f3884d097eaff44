"""The picture of a test trip: its route on the pale city, with its count beside it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import dist
from typing import Final

from PIL import Image

from metrobot.games.metromania.city import SPOTS, TRIP_SPOTS, Ground, Marker
from metrobot.games.metromania.geometry import CITY_CELLS, CORNERS, POINT_NAMES, Cell, Point
from metrobot.games.metromania.result import SUNDAY, Section, TripResult
from metrobot.games.metromania.view import LineView, View
from render import theme
from render.canvas import Canvas, ring_stamp
from render.metromania import places
from render.metromania.area import WHOLE, Area, around, grid_for
from render.metromania.board import COLUMN, GRID, MARGIN, SIZE, UNIT
from render.metromania.captions import Captions
from render.metromania.glyphs import disc_contour_stamp
from render.metromania.grid import Grid
from render.metromania.lines.network import draw_badge, draw_band, draw_run, ink_of, stretches_of
from render.metromania.map.ground import draw_ground
from render.metromania.map.tags import Labels, name_tag, room_of
from render.metromania.panels.trip_panel import TripPanel, draw_trip_panel
from render.metromania.panels.trip_table import draw_lake, draw_park
from render.palette import COMMON
from render.signs import carried
from render.text.lettering import drawable_names

PALE: Final = 0.35
"""Share that is left of the colours of the city's ground."""
THIN: Final = 0.05
"""Width of lines that a trip does not use, in edges."""
BADGE: Final = 0.15
"""Radius of a line's badge, in edges."""
CLOSE: Final = 0.6
"""Margin around the route and its ends, in edges."""
CITY: Final = (COLUMN - 8, SIZE[1])
"""Size of the city's part of the picture."""

_Run = tuple[LineView, int, int]
"""A stretch of a line: its first and last place in the line's points."""


@dataclass(frozen=True, slots=True)
class _Trip:
    """A trip on the city.

    Attributes:
        view: view of a game that is over.
        captions: the words.
        result: the trip.
        used: the stretches of lines that it uses.
    """

    view: View
    captions: Captions
    result: TripResult
    used: tuple[_Run, ...]


def draw_trip(
    view: View, people: Sequence[str], captions: Captions, index: int, *, is_whole: bool = False
) -> Image.Image:
    """Draw one test trip.

    Args:
        view: view of a game that is over.
        people: the players' names, in turn order.
        captions: the words.
        index: 0 for Monday's A to 6 for Sunday.
        is_whole: whether the whole city is shown as on the board, not the route large.

    Raises:
        ValueError: the game is not over.
    """
    if view.result is None:
        raise ValueError("there are no trips before the end")
    result = view.result.trips[index]
    used = _used(view, result)
    grid = GRID if is_whole else grid_for(_area(view, result, used), CITY, UNIT, CLOSE)
    canvas = _city(view, grid)
    _route(canvas, grid, _Trip(view, captions, result, used))
    names = drawable_names(people, captions.player)
    # The ground of the city was drawn as wide as the whole picture.
    canvas.box((CITY[0], 0, *SIZE), theme.PAGE)
    box = (CITY[0], MARGIN, SIZE[0] - MARGIN, SIZE[1] - MARGIN)
    draw_trip_panel(TripPanel(canvas, view, names, captions, index, box, UNIT))
    return COMMON.reduced(canvas.image)


def _used(view: View, result: TripResult) -> tuple[_Run, ...]:
    """Return the stretches of lines that the trip uses.

    An impossible trip has all stretches that can be reached from either end.
    """
    stretches, reached_points = list[_Run](), frozenset[Point]().union(*result.reached)
    for line in view.lines:
        sections = [s for s in result.sections if (s.company, s.line) == (line.company, line.name)]
        indices = [ix for ix, point in enumerate(line.points) if point in reached_points]
        ends = [(indices[0], indices[-1])] if len(indices) > 1 else []
        stretches += [(line, first, last) for first, last in tuple(runs(line, sections)) or ends]
    return tuple(stretches)


def runs(line: LineView, sections: Iterable[Section]) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a line that sections cover, as places in its points."""
    covered = set[int]()
    for section in sections:
        ends = line.points.index(section.start), line.points.index(section.end)
        # A section may be ridden against the order of its line's points.
        covered.update(range(min(ends), max(ends)))
    for first, last in stretches_of(covered):
        yield first, last + 1


def _area(view: View, result: TripResult, used: Iterable[_Run]) -> Area:
    """Return the points that must be visible: of the route and its ends, or the whole city's."""
    parts = (line.points[first : last + 1] for line, first, last in used)
    corners = (CORNERS[cell] for cell in _end_cells(view, result))
    route = frozenset[Point]().union(*result.reached, *parts)
    points = route.union(*corners)
    # Markers without a station need to be seen with what is near them.
    return around(points, 0 if route else 1) if points else WHOLE


def _end_cells(view: View, result: TripResult) -> tuple[Cell, ...]:
    """Return the cells at both ends of the trip: of two markers, or park and lake."""
    if result.trip == SUNDAY:
        kinds = enumerate(view.grounds[:CITY_CELLS])
        return tuple(Cell(cell) for cell, kind in kinds if kind is not None and kind not in SPOTS)
    return tuple(p.cell for p in view.placed if p.marker.letter == result.trip)


def _city(view: View, grid: Grid) -> Canvas:
    """Return a canvas with the pale city, its lines thin and grey, its stations small."""
    # Nothing lies wholly in a part of size 0, so that no letters and signs are drawn.
    canvas = Canvas(draw_ground(view.layout, replace(grid, room=(0, 0)), SIZE))
    veil = Image.new("RGB", SIZE, theme.NAME_GROUND)
    canvas = Canvas(carried(canvas.image, Image.blend(canvas.image, veil, 1 - PALE)))
    for line in view.lines:
        if line.cells:
            draw_band(canvas, grid, line.points, line.cells, (grid.part(THIN), theme.UNUSED))
    stamp = ring_stamp(grid.part(0.09), theme.UNUSED, 3, theme.NAME_GROUND)
    for point in view.stations:
        if grid.sees(grid.at(point), grid.part(0.1)):
            canvas.stamp(stamp, *grid.at(point))
    return canvas


def _route(canvas: Canvas, grid: Grid, trip_: _Trip) -> None:
    """Draw the route in full colour: lines, stations, badges, both ends, names."""
    view, result = trip_.view, trip_.result
    if result.trip == SUNDAY:
        _park_and_lake(canvas, grid, view)
    for line, first, last in trip_.used:
        points, cells = line.points[first : last + 1], line.cells[first:last]
        draw_run(canvas, grid, points, cells, ink_of(line, trip_.captions))
    stations = _stations(canvas, grid, view, result)
    markers = {Marker(result.trip, spot) for spot in TRIP_SPOTS.get(result.trip, ())}
    places.draw_markers(canvas, grid, view, trip_.captions, markers, only=markers)
    radius = grid.round_sign(BADGE)
    for line, first, last in trip_.used:
        centre = _beside(grid, line, _free_leg(trip_, grid, line, first, last))
        if grid.sees(centre, radius):
            draw_badge(canvas, centre, line, trip_.captions, radius)
    _names(canvas, grid, trip_, stations)


def _park_and_lake(canvas: Canvas, grid: Grid, view: View) -> None:
    """Draw both ends of Sunday's trip, in contours."""
    for cell, kind in enumerate(view.grounds):
        if kind in {Ground.PARK, Ground.LAKE}:
            centre = grid.middle(Cell(cell))
            canvas.stamp(disc_contour_stamp(grid.part(0.18), grid.gap, grid.rim), *centre)
            draw = draw_park if kind is Ground.PARK else draw_lake
            draw(canvas, centre, grid.part(0.18))


def _stations(canvas: Canvas, grid: Grid, view: View, result: TripResult) -> tuple[Point, ...]:
    """Draw and return the route's stations, with a contour around the first and the last."""
    counts = places.lines_at(view)
    on_route = {point for s in result.sections for point in (s.start, s.end)}
    points = sorted(on_route.union(*result.reached))
    ends = {result.route[0].start, result.route[-1].end} if result.route else set[Point]()
    for point in points:
        radius = places.station_radius(grid, counts[point])
        places.draw_station(canvas, grid, point, radius, is_new=point in ends)
    return tuple(points)


def _names(canvas: Canvas, grid: Grid, trip_: _Trip, named: Iterable[Point]) -> None:
    """Write the names of the route's stations: in them on a close grid, else beside them."""
    # Stations of a close grid have room for their names within.
    if grid.is_close:
        for point in named:
            if grid.sees(grid.at(point), grid.unit):
                canvas.text(grid.at(point), POINT_NAMES[point], grid.unit, anchor="mm")
        return
    rides = trip_.result.rides
    turns = {ride.stations[end] for ride in rides for end in (0, -1)}
    passed = {station for ride in rides for station in ride.stations} - turns
    ours = tuple(p for p in trip_.view.placed if p.marker.letter == trip_.result.trip)
    # Only this trip's markers are drawn, so names need to keep off no others.
    room = room_of(grid, replace(trip_.view, placed=ours))
    labels = Labels(canvas, grid, room, trip_.captions)
    # Names of stations where people change find their places before those passed.
    for point in (*sorted(turns), *sorted(passed)):
        name_tag(labels, point, is_new=point in turns)


def _free_leg(trip_: _Trip, grid: Grid, line: LineView, first: int, last: int) -> int:
    """Return the leg nearest a stretch's middle that is clear of the trip's markers."""
    edges, middle = places.tunnel_edges(trip_.view), (first + last - 1) // 2
    markers = [
        places.marker_spot(grid, placement.cell, edges)
        for placement in trip_.view.placed
        if placement.marker.letter == trip_.result.trip
    ]
    legs = sorted(range(first, last), key=lambda ix: abs(ix - middle))
    clearance = grid.round_sign(BADGE) + grid.round_sign(places.MARKER) * 1.4
    free = (n for n in legs if all(dist(_beside(grid, line, n), m) > clearance for m in markers))
    return next(free, middle)


def _beside(grid: Grid, line: LineView, leg: int) -> tuple[int, int]:
    x, y = grid.beside(line.points[leg], line.points[leg + 1], line.cells[leg], 0.12)
    return round(x), round(y)
