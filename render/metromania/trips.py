"""One of the seven test trips: its routes on the city, its count beside it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from PIL import Image

from metrobot.games.metromania.city import SPOTS, TRIP_SPOTS, Marker
from metrobot.games.metromania.geometry import CITY_CELLS, Cell, Point
from metrobot.games.metromania.result import SUNDAY, Section, TripResult
from metrobot.games.metromania.view import LineView, View
from render import theme
from render.canvas import Canvas
from render.metromania.board import GRID, MARGIN, SIZE
from render.metromania.captions import Captions
from render.metromania.glyphs import glow_stamp
from render.metromania.grid import Grid
from render.metromania.ground import ground
from render.metromania.names import draw_names
from render.metromania.network import dim_ink_of, draw_badge, draw_run, ink_of
from render.metromania.panel import WIDTH as PANEL
from render.metromania.panel import drawable_names
from render.metromania.places import (
    draw_markers,
    draw_station,
    lines_at,
    station_radius,
)
from render.metromania.trippanel import TripPanel, draw_trip_panel
from render.palette import reduced


def trip(view: View, people: Sequence[str], captions: Captions, index: int) -> Image.Image:
    """Return the picture of one test trip.

    Args:
        view: of a game that is over.
        people: the players' names, in turn order.
        captions: the words.
        index: 0 for Monday's A to 6 for Sunday.

    Raises:
        ValueError: the game is not over.
    """
    if view.result is None:
        raise ValueError("there are no trips before the end")
    result = view.result.trips[index]
    canvas = Canvas(ground(view.layout, GRID, SIZE))
    _city(canvas, GRID, view, captions, result)
    left = SIZE[0] - PANEL - MARGIN
    names = drawable_names(people, captions)
    box = (left, MARGIN, SIZE[0] - MARGIN, SIZE[1] - MARGIN)
    draw_trip_panel(TripPanel(canvas, view, names, captions, result, index, box))
    return reduced(canvas.image)


def _city(canvas: Canvas, grid: Grid, view: View, captions: Captions, result: TripResult) -> None:
    """Draw the city with this trip's routes, all else pale."""
    draw_names(canvas, grid, view)
    for line in view.lines:
        if line.cells:
            draw_run(canvas, grid, line.points, line.cells, dim_ink_of(line))
    lines = {(line.company, line.name): line for line in view.lines}
    used = sorted(dict.fromkeys((s.company, s.line) for s in result.sections))
    for key in used:
        for first, last in runs(lines[key], (s for s in result.sections if _key(s) == key)):
            line = lines[key]
            points, cells = line.points[first : last + 1], line.cells[first:last]
            draw_run(canvas, grid, points, cells, ink_of(line))
    _stations(canvas, grid, view, result)
    for key in used:
        for first, last in runs(lines[key], (s for s in result.sections if _key(s) == key)):
            _run_badge(canvas, grid, lines[key], captions, (first, last))
    _ends(canvas, grid, view, captions, result)


def _key(section: Section) -> tuple[int, str]:
    """Return which line a section belongs to."""
    return section.company, section.line


def runs(line: LineView, sections: Iterable[Section]) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a line that sections cover, as places in its points."""
    covered = set[int]()
    for section in sections:
        ends = line.points.index(section.start), line.points.index(section.end)
        covered.update(range(min(ends), max(ends)))
    for _, group in groupby(enumerate(sorted(covered)), lambda pair: pair[1] - pair[0]):
        tunnels = [ix for _, ix in group]
        yield tunnels[0], tunnels[-1] + 1


def _run_badge(
    canvas: Canvas, grid: Grid, line: LineView, captions: Captions, run: tuple[int, int]
) -> None:
    """Draw a line's badge in the middle of a stretch."""
    ix = (run[0] + run[1] - 1) // 2
    spot = grid.beside(line.points[ix], line.points[ix + 1], line.cells[ix], 0.12)
    at = round(spot[0]), round(spot[1])
    draw_badge(canvas, at, line, captions, grid.part(0.155))


def _stations(canvas: Canvas, grid: Grid, view: View, result: TripResult) -> None:
    """Draw the routes' stations clearly, the first and last glowing, the others pale."""
    counts = lines_at(view)
    on_route = {point for s in result.sections for point in (s.start, s.end)}
    ends = _route_ends(result)
    for point in sorted(view.stations):
        radius = station_radius(grid, counts[point])
        ink = theme.INK if point in on_route else theme.FAINT_INK
        draw_station(canvas, grid, point, radius, is_new=point in ends, ink=ink)


def _route_ends(result: TripResult) -> set[Point]:
    """Return where the shown route starts and ends."""
    return {result.route[0].start, result.route[-1].end} if result.route else set()


def _ends(canvas: Canvas, grid: Grid, view: View, captions: Captions, result: TripResult) -> None:
    """Draw what the trip leads between: two markers, or park and lake."""
    if result.trip == SUNDAY:
        for cell in range(CITY_CELLS):
            ground_here = view.grounds[cell] if view.grounds else None
            if ground_here is not None and ground_here not in SPOTS:
                canvas.stamp(glow_stamp(grid.part(0.13)), *grid.middle(Cell(cell)))
        return
    ours = {Marker(result.trip, spot) for spot in TRIP_SPOTS[result.trip]}
    draw_markers(canvas, grid, view, captions, ours, only=ours)
