"""The layers of places: stations, destination markers, point names."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from metrobot.games.metromania.city import Ground, Marker
from metrobot.games.metromania.geometry import (
    CITY_POINTS,
    CORNERS,
    POINT_NAMES,
    TOUCHING,
    Cell,
    Point,
)
from metrobot.games.metromania.view import PlacedMarker, View
from render import theme
from render.canvas import Canvas
from render.lettering import Weight
from render.metromania.changes import Changes, lines_of
from render.metromania.glyphs import (
    glyph_drop,
    marker_stamp,
    station_stamp,
    warning_stamp,
)
from render.metromania.grid import Grid
from render.theme import Colour

STATION: Final = 0.185
INTERCHANGE: Final = 0.215
"""Radii of stations with one line and with several, in edges."""
MARKER: Final = 0.185
MARKER_SHIFT: Final = 0.1
"""How far a marker gives way to the tunnel in its cell, in edges."""
NAME_SIZE: Final = 0.155


def station_radius(grid: Grid, lines: int) -> int:
    """Return the radius of a station with so many lines."""
    return grid.part(INTERCHANGE if lines > 1 else STATION)


def lines_at(view: View) -> Counter[Point]:
    """Return how many lines pass each point."""
    return Counter(point for line in lines_of(view) for point in line.points)


def draw_stations(
    canvas: Canvas, grid: Grid, view: View, new: Iterable[Point], ink: Colour = theme.INK
) -> None:
    """Draw all stations with their points' names, new ones glowing."""
    counts, fresh = lines_at(view), frozenset(new)
    for point in sorted(view.stations):
        radius = station_radius(grid, counts[point])
        draw_station(canvas, grid, point, radius, is_new=point in fresh, ink=ink)


def draw_station(
    canvas: Canvas,
    grid: Grid,
    point: Point,
    radius: int,
    *,
    is_new: bool,
    ink: Colour = theme.INK,
) -> None:
    """Draw one station with its point's name."""
    x, y = grid.at(point)
    canvas.stamp(station_stamp(radius, grid.part(0.04), is_new), x, y)
    name = POINT_NAMES[point]
    size = round(radius * (0.82 if len(name) < 3 else 0.68))
    canvas.text(x, y, name, size, ink, Weight.SEMIBOLD, anchor="mm")


def tunnel_edges(view: View) -> dict[Cell, tuple[Point, Point]]:
    """Return for each cell with a tunnel the two points that it joins."""
    return {
        cell: (line.points[ix], line.points[ix + 1])
        for line in lines_of(view)
        for ix, cell in enumerate(line.cells)
    }


def marker_spot(
    grid: Grid, cell: Cell, edges: Mapping[Cell, tuple[Point, Point]]
) -> tuple[int, int]:
    """Return where a marker lies: its cell's middle, clear of the tunnel."""
    x, y = grid.middle(cell)
    edge = edges.get(cell)
    if edge is None:
        return x, y
    third = next(point for point in CORNERS[cell] if point not in edge)
    tx, ty = grid.at(third)
    share = MARKER_SHIFT / 0.577
    return round(x + (tx - x) * share), round(y + (ty - y) * share)


def draw_markers(canvas: Canvas, grid: Grid, view: View, new: Iterable[Marker]) -> None:
    """Draw all destination markers, new ones glowing, forgotten ones with a warning."""
    edges, fresh = tunnel_edges(view), frozenset(new)
    for placed in view.placed:
        x, y = marker_spot(grid, placed.cell, edges)
        _draw_placed(canvas, grid, placed, (x, y), is_new=placed.marker in fresh)


def _draw_placed(
    canvas: Canvas, grid: Grid, placed: PlacedMarker, at: tuple[int, int], *, is_new: bool
) -> None:
    """Draw one destination marker."""
    x, y = at
    radius = grid.part(MARKER)
    draw_marker(canvas, x, y, placed.marker, placed.company, radius, is_new=is_new)
    if not placed.is_served:
        canvas.stamp(warning_stamp(grid.part(0.115)), x + radius, y - radius)


def draw_marker(
    canvas: Canvas,
    x: int,
    y: int,
    marker: Marker,
    company: int,
    radius: int,
    *,
    is_new: bool = False,
) -> None:
    """Draw a destination marker: its spot's shape in its owner's colour, its letter."""
    colour, ink = theme.COMPANIES[company], theme.COMPANY_INKS[company]
    canvas.stamp(marker_stamp(marker.spot, radius, colour, theme.HALO if is_new else None), x, y)
    drop = round(radius * glyph_drop(marker.spot))
    canvas.text(x, y + drop, marker.letter, round(radius * 1.35), ink, Weight.BOLD, anchor="mm")


def draw_names(canvas: Canvas, grid: Grid, view: View) -> None:
    """Write the names of all points without a station, where there is room."""
    busy, edges = lines_at(view), tunnel_edges(view)
    size = grid.part(NAME_SIZE)
    filled = {cell for cell, kind in enumerate(view.grounds) if _is_dark(kind)}
    for point in map(Point, range(CITY_POINTS)):
        if point in view.stations:
            continue
        spot = grid.at(point) if not busy[point] else _free_spot(grid, point, edges, filled)
        if spot is not None:
            _write_name(canvas, spot, POINT_NAMES[point], size)


def _is_dark(kind: Ground | None) -> bool:
    """Return whether a name is hard to read on this ground."""
    return kind in {Ground.PARK, Ground.LAKE}


def _write_name(canvas: Canvas, spot: tuple[int, int], name: str, size: int) -> None:
    """Write a point's name in quiet letters."""
    canvas.text(*spot, name, size, theme.SOFT_INK, Weight.SEMIBOLD, anchor="mm")


def _free_spot(
    grid: Grid, point: Point, edges: Mapping[Cell, tuple[Point, Point]], filled: set[int]
) -> tuple[int, int] | None:
    """Return a spot for a name beside a point that lines pass, or None."""
    x, y = grid.at(point)
    for cell in TOUCHING[point]:
        if cell in filled or point in edges.get(cell, ()):
            continue
        mx, my = grid.middle(cell)
        return round(x + (mx - x) * 0.47), round(y + (my - y) * 0.47)
    return None
