"""The layers of places: stations, destination markers, point names."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from typing import Final

from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.geometry import (
    CORNERS,
    POINT_NAMES,
    Cell,
    Point,
)
from metrobot.games.metromania.view import View
from render import theme
from render.canvas import Canvas, ring_stamp
from render.lettering import Weight
from render.metromania.captions import Captions
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


def station_radius(grid: Grid, lines: int) -> int:
    """Return the radius of a station with this many lines."""
    return grid.part(INTERCHANGE if lines > 1 else STATION)


def lines_at(view: View) -> Counter[Point]:
    """Return how many lines pass each point."""
    return Counter(point for line in view.lines for point in line.points)


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
    canvas.stamp(station_stamp(radius, grid.part(0.04), is_new, ink), x, y)
    name = POINT_NAMES[point]
    size = round(radius * (0.82 if len(name) < 3 else 0.68))
    canvas.text((x, y), name, size, ink=ink, anchor="mm")


def tunnel_edges(view: View) -> dict[Cell, tuple[Point, Point]]:
    """Return for each cell with a tunnel the two points that it joins."""
    return {
        cell: (line.points[ix], line.points[ix + 1])
        for line in view.lines
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


def draw_markers(
    canvas: Canvas,
    grid: Grid,
    view: View,
    captions: Captions,
    new: Iterable[Marker] = (),
    *,
    only: Container[Marker] | None = None,
) -> None:
    """Draw destination markers, new ones glowing, forgotten ones with a warning.

    Args:
        canvas: to draw on.
        grid: the transform.
        view: what is shown.
        captions: the words.
        new: markers that glow.
        only: markers that are drawn; None: all.
    """
    edges, fresh = tunnel_edges(view), frozenset(new)
    radius = grid.part(MARKER)
    for placed in view.placed:
        if only is not None and placed.marker not in only:
            continue
        x, y = marker_spot(grid, placed.cell, edges)
        owner, is_new = placed.company, placed.marker in fresh
        draw_marker(canvas, (x, y), placed.marker, owner, radius, is_new=is_new)
        draw_owner(canvas, (x - radius, y + radius), owner, captions, grid.part(0.09))
        if not placed.is_served:
            canvas.stamp(warning_stamp(grid.part(0.115)), x + radius, y - radius)


def draw_marker(
    canvas: Canvas,
    at: tuple[int, int],
    marker: Marker,
    company: int,
    radius: int,
    *,
    is_new: bool = False,
) -> None:
    """Draw a destination marker: its spot's shape in its owner's colour, its letter."""
    colour, ink = theme.COMPANIES[company], theme.COMPANY_INKS[company]
    canvas.stamp(marker_stamp(marker.spot, radius, colour, theme.HALO if is_new else None), *at)
    below = at[0], at[1] + round(radius * glyph_drop(marker.spot))
    size = round(radius * 1.35)
    canvas.text(below, marker.letter, size, ink=ink, weight=Weight.BOLD, anchor="mm")


def draw_owner(
    canvas: Canvas, at: tuple[int, int], company: int, captions: Captions, radius: int
) -> None:
    """Draw whose a marker is: the company's letter in a small ring."""
    colour = theme.COMPANIES[company]
    canvas.stamp(ring_stamp(radius, colour, max(1.5, radius * 0.2), theme.CARD), *at)
    size = round(radius * 1.3)
    canvas.text(at, captions.letters[company], size, ink=colour, weight=Weight.BOLD, anchor="mm")
