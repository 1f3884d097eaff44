"""The layers of lines: contours of new tunnels, strokes, tips and badges."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.geometry import Cell, Point
from metrobot.games.metromania.view import LineView, View
from render import theme
from render.canvas import Canvas
from render.metromania.captions import Captions
from render.metromania.changes import Changes
from render.metromania.glyphs import badge_stamp, tip_stamp
from render.metromania.grid import LETTERED, Grid
from render.metromania.lines.tracks import OFFSET, WIDTH, Ink, band, piece, pieces, track_legs
from render.metromania.places import BADGE, badge_points
from render.theme import Colour

TIP: Final = 0.115
"""Radius of the open end of a line, in edges."""


def ink_of(line: LineView, captions: Captions) -> Ink:
    """Return the ink of a line."""
    return Ink(captions.liveries[line.company].ink, line.name is LineName.STRIPED)


def draw_run(
    canvas: Canvas, grid: Grid, points: Sequence[Point], cells: Sequence[Cell], ink: Ink
) -> None:
    """Draw a line, or a part of it."""
    pairs = zip(map(grid.at, points), pieces(track_legs(points, cells)), strict=True)
    visible = [(spot, legs) for spot, legs in pairs if grid.reaches(spot)]
    stamps = [tuple(piece(*legs, grid.edge, ink)) for _, legs in visible]
    # Layer by layer, so that no seam is visible between pieces.
    for layer in zip(*stamps, strict=True):
        for (spot, _), stamp in zip(visible, layer, strict=True):
            canvas.stamp(stamp, *spot)


def draw_lines(
    canvas: Canvas,
    grid: Grid,
    view: View,
    captions: Captions,
    changes: Changes,
    *,
    is_old_pale: bool,
) -> None:
    """Draw all lines, companies in turn order, new tunnels above all others.

    Args:
        canvas: to draw on.
        grid: the transform.
        view: the view that is drawn.
        captions: with the colours.
        changes: the changes, with the new tunnels.
        is_old_pale: whether all older tunnels are pale.
    """
    lines = [line for line in view.lines if line.cells]
    for line in lines:
        ink, livery = ink_of(line, captions), captions.liveries[line.company]
        # Pale lines are lost on pale ground, so they have an edge in their company's colour.
        if is_old_pale:
            ink = Ink(livery.old_line, ink.is_striped, livery.edge)
        draw_run(canvas, grid, line.points, line.cells, ink)
    for line, first, last in _new_stretches(view, changes):
        points, cells = line.points[first : last + 2], line.cells[first : last + 1]
        draw_run(canvas, grid, points, cells, ink_of(line, captions))
    # Tips come last, so that no other line covers where one goes on.
    for line in lines:
        if not line.is_finished and grid.reaches(grid.at(line.points[-1])):
            stamp = tip_stamp(grid.part(TIP), captions.liveries[line.company].ink)
            canvas.stamp(stamp, *tip_at(grid, line))


def _new_stretches(view: View, changes: Changes) -> Iterator[tuple[LineView, int, int]]:
    """Yield each line with the first and last place of each run of new tunnels."""
    for line in view.lines:
        places = [ix for *whose, ix in changes.tunnels if whose == [line.company, line.name]]
        for first, last in stretches_of(places):
            yield line, first, last


def tip_at(grid: Grid, line: LineView) -> tuple[int, int]:
    """Return the px of the open end of a line."""
    start, end = line.points[-2:]
    x, y = grid.beside(start, end, line.cells[-1], OFFSET, 1.0)
    return round(x), round(y)


def draw_contours(canvas: Canvas, grid: Grid, view: View, changes: Changes) -> None:
    """Draw the contours of the new tunnels."""
    width = grid.part(WIDTH) + 2 * grid.gap
    stretches = list(_new_stretches(view, changes))
    # All rims come before all papers, so that tunnels that touch share one contour.
    for colour, px in ((theme.INK, width + 2 * grid.rim), (theme.CARD, width)):
        for line, first, last in stretches:
            points, cells = line.points[first : last + 2], line.cells[first : last + 1]
            draw_band(canvas, grid, points, cells, (px, colour), is_late=first > 0)


def draw_band(
    canvas: Canvas,
    grid: Grid,
    points: Sequence[Point],
    cells: Sequence[Cell],
    ink: tuple[int, Colour],
    *,
    is_late: bool = False,
) -> None:
    """Draw a line, or a part of it, in one colour.

    Args:
        canvas: to draw on.
        grid: the transform.
        points: points of the line.
        cells: cells through which it runs.
        ink: its width in px, and its colour.
        is_late: whether it begins a little further on, since an old tunnel leads to it.
    """
    px, colour = ink
    pairs = zip(map(grid.at, points), pieces(track_legs(points, cells)), strict=True)
    for n, (spot, legs) in enumerate(pairs):
        if grid.reaches(spot):
            stamp = band(*legs, grid.edge, px, is_late=is_late and n == 0)
            canvas.stamp(stamp.inked(colour), *spot)


def stretches_of(places: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last of each run of consecutive numbers."""
    for _, group in groupby(enumerate(sorted(places)), lambda pair: pair[1] - pair[0]):
        row = [place for _, place in group]
        yield row[0], row[-1]


def draw_badge(
    canvas: Canvas, centre: tuple[int, int], line: LineView, captions: Captions, radius: int
) -> None:
    """Draw the badge of a line with its company's letter, full or dashed."""
    colour, is_striped = captions.liveries[line.company].ink, line.name is LineName.STRIPED
    ink = colour if is_striped else theme.CARD
    canvas.stamp(badge_stamp(radius, colour, is_striped), *centre)
    canvas.letter(centre, captions.letters[line.company], round(radius / LETTERED), ink)


def draw_badges(canvas: Canvas, grid: Grid, view: View, captions: Captions) -> None:
    """Draw the badges at the gates where lines start and end; open ends have tags."""
    radius = grid.round_sign(BADGE)
    for line in view.lines:
        for point in badge_points(line) if line.cells else ():
            if grid.sees(grid.at(point), radius):
                draw_badge(canvas, grid.at(point), line, captions, radius)
