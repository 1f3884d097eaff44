"""The layers of places: spots, stations, destination markers."""

from collections import Counter
from collections.abc import Container, Mapping
from typing import Final

from metrobot.games.metromania.city import SPOTS, Ground, Marker
from metrobot.games.metromania.geometry import CORNERS, Cell, Point
from metrobot.games.metromania.view import LineView, View
from render import theme
from render.canvas import Canvas, ring_stamp
from render.metromania import glyphs
from render.metromania.captions import Captions
from render.metromania.grid import LETTERED, Grid, point_between
from render.theme import Livery

SPOT: Final = 0.17
"""Radius of a spot, in edges."""
SPOT_INKS: Final = dict(zip(SPOTS, theme.SPOTS, strict=True))
BADGE: Final = 0.165
"""Radius of the badge at a line's end, in edges."""
STATION: Final = 0.185
"""Radius of a station with one line, in edges."""
INTERCHANGE: Final = 0.215
"""Radius of a station with several lines, in edges."""
NAMED: Final = 1.2
"""Radius of a station with a name in it, in sizes of its letters."""
MARKER: Final = 0.185
"""Radius of a marker, in edges."""
MARKER_SHIFT: Final = 0.1
"""Distance by which a marker gives way to the tunnel in its cell, in edges."""


def station_radius(grid: Grid, lines: int) -> int:
    """Return the radius of a station; on a close grid it has room for its name."""
    radius = grid.part(INTERCHANGE if lines > 1 else STATION)
    return max(radius, round(grid.unit * NAMED)) if grid.is_close else radius


def draw_spots(canvas: Canvas, grid: Grid, view: View, captions: Captions) -> None:
    """Draw the spots on which no marker lies, clear of the tunnels in their cells."""
    edges, marked = tunnel_edges(view), {placement.cell for placement in view.placed}
    radius = grid.round_sign(SPOT)
    for cell, kind in enumerate(view.grounds):
        if kind in SPOTS and cell not in marked:
            x, y = marker_spot(grid, Cell(cell), edges)
            if grid.reaches((x, y)):
                letter = captions.letter(kind) if grid.sees((x, y), radius) else ""
                spot_sign(canvas, (x, y), kind, radius, letter)


def spot_sign(
    canvas: Canvas, centre: tuple[int, int], kind: Ground, radius: int, letter: str
) -> None:
    """Draw a spot: its shape with its letter, if that is not empty."""
    canvas.stamp(glyphs.shape_stamp(kind, radius, SPOT_INKS[kind]), *centre)
    letter_centre = centre[0], centre[1] + round(radius * glyphs.glyph_drop(kind))
    canvas.letter(letter_centre, letter, round(radius / LETTERED), theme.CARD)


def lines_at(view: View) -> Counter[Point]:
    """Return the number of lines through each point."""
    return Counter(point for line in view.lines for point in line.points)


def badge_points(line: LineView) -> tuple[Point, ...]:
    """Return the points at which a line has a badge: its start, and its end once finished."""
    return (*line.points[:1], *(line.points[-1:] if line.is_finished else ()))


def draw_stations(canvas: Canvas, grid: Grid, view: View, new: Container[Point]) -> None:
    """Draw all stations, a contour around new ones."""
    counts = lines_at(view)
    for point in sorted(view.stations):
        if grid.reaches(grid.at(point)):
            radius = station_radius(grid, counts[point])
            draw_station(canvas, grid, point, radius, is_new=point in new)


def draw_station(canvas: Canvas, grid: Grid, point: Point, radius: int, *, is_new: bool) -> None:
    """Draw one station."""
    centre = grid.at(point)
    if is_new:
        canvas.stamp(glyphs.disc_contour_stamp(radius, grid.gap, grid.rim), *centre)
    canvas.stamp(glyphs.station_stamp(radius, grid.part(0.045)), *centre)


def tunnel_edges(view: View) -> dict[Cell, tuple[Point, Point]]:
    """Return the two points that each tunnel joins, by its cell."""
    return {
        cell: (line.points[ix], line.points[ix + 1])
        for line in view.lines
        for ix, cell in enumerate(line.cells)
    }


def marker_spot(
    grid: Grid, cell: Cell, edges: Mapping[Cell, tuple[Point, Point]]
) -> tuple[int, int]:
    """Return the px of a marker: its cell's middle, clear of the tunnel."""
    middle, edge = grid.middle(cell), edges.get(cell)
    if edge is None:
        return middle
    third = next(point for point in CORNERS[cell] if point not in edge)
    x, y = point_between(middle, grid.at(third), MARKER_SHIFT / 0.577)
    return round(x), round(y)


def draw_markers(
    canvas: Canvas,
    grid: Grid,
    view: View,
    captions: Captions,
    new: Container[Marker] = (),
    *,
    only: Container[Marker] | None = None,
) -> None:
    """Draw markers, new ones in a contour, those without a station with a warning.

    Args:
        canvas: to draw on.
        grid: the transform.
        view: the view that is drawn.
        captions: with the colours.
        new: markers with a contour.
        only: markers to draw; None: all.
    """
    edges, radius = tunnel_edges(view), grid.round_sign(MARKER)
    for placement in view.placed:
        (x, y), marker = marker_spot(grid, placement.cell, edges), placement.marker
        if (only is not None and marker not in only) or not grid.reaches((x, y)):
            continue
        if marker in new:
            shape = marker.spot, radius, grid.gap, grid.rim
            canvas.stamp(glyphs.marker_contour_stamp(*shape), x, y)
        is_seen = grid.sees((x, y), radius)
        livery = captions.liveries[placement.company]
        draw_marker(canvas, (x, y), marker, livery, radius, is_lettered=is_seen)
        if not placement.is_served:
            canvas.stamp(glyphs.warning_stamp(grid.part(0.115)), x + radius, y - radius)


def draw_marker(
    canvas: Canvas,
    centre: tuple[int, int],
    marker: Marker,
    livery: Livery,
    radius: int,
    *,
    is_lettered: bool = True,
) -> None:
    """Draw a destination marker: its spot's shape in its owner's colour, its letter."""
    canvas.stamp(glyphs.marker_stamp(marker.spot, radius, livery.ink), *centre)
    letter_centre = centre[0], centre[1] + round(radius * glyphs.glyph_drop(marker.spot))
    if is_lettered:
        canvas.letter(letter_centre, marker.letter, round(radius / LETTERED), theme.CARD)


def draw_owner(
    canvas: Canvas, centre: tuple[int, int], company: int, captions: Captions, radius: int
) -> None:
    """Draw a marker's owner: the company's letter in a small ring."""
    colour = captions.liveries[company].ink
    canvas.stamp(ring_stamp(radius, colour, max(1.5, radius * 0.2), theme.CARD), *centre)
    canvas.letter(centre, captions.letters[company], round(radius / LETTERED), colour)
