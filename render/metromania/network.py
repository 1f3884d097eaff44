"""The layers of lines: halos of new tunnels, strokes, tips and badges."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.geometry import Cell, Point
from metrobot.games.metromania.view import LineView, View
from render import theme
from render.canvas import Canvas
from render.lettering import Weight
from render.metromania.captions import Captions
from render.metromania.changes import Changes
from render.metromania.glyphs import badge_stamp, tip_stamp
from render.metromania.grid import Grid
from render.metromania.tracks import HALO_SWELL, OFFSET, Ink, legs, piece, pieces

BADGE_OFF = 0.16
"""From the edge to the middle of a badge, in edges."""


def ink_of(line: LineView) -> Ink:
    """Return how a line is drawn."""
    return Ink(theme.COMPANIES[line.company], line.name is LineName.STRIPED)


def dim_ink_of(line: LineView) -> Ink:
    """Return how a line is drawn that a picture is not about."""
    return Ink(theme.DIMMED[line.company], line.name is LineName.STRIPED)


def draw_run(
    canvas: Canvas, grid: Grid, points: Sequence[Point], cells: Sequence[Cell], ink: Ink
) -> None:
    """Draw a line, or a part of it: layer by layer, so that no seam is seen between pieces."""
    drawn = [tuple(piece(*legs_, grid.edge, ink)) for legs_ in pieces(legs(points, cells))]
    for layer in zip(*drawn, strict=True):
        for point, stamp in zip(points, layer, strict=True):
            canvas.stamp(stamp, *grid.at(point))


def draw_lines(canvas: Canvas, grid: Grid, view: View) -> None:
    """Draw all lines, companies in turn order."""
    for line in view.lines:
        if line.cells:
            draw_run(canvas, grid, line.points, line.cells, ink_of(line))
            draw_tip(canvas, grid, line)


def draw_tip(canvas: Canvas, grid: Grid, line: LineView) -> None:
    """Draw the open end of a line that is not finished."""
    if line.is_finished:
        return
    start, end, cell = line.points[-2], line.points[-1], line.cells[-1]
    x, y = grid.beside(start, end, cell, OFFSET, 1.0)
    colour = theme.COMPANIES[line.company]
    canvas.stamp(tip_stamp(grid.part(0.115), colour), round(x), round(y))


def draw_halos(canvas: Canvas, grid: Grid, view: View, changes: Changes) -> None:
    """Draw the glow under this turn's tunnels."""
    for line in view.lines:
        new = [ix for who, name, ix in changes.tunnels if (who, name) == (line.company, line.name)]
        if new:
            first, last = min(new), max(new)
            ink = Ink(theme.HALO, False, theme.HALO, HALO_SWELL, inset=0.24 if first else 0)
            points, cells = line.points[first : last + 2], line.cells[first : last + 1]
            draw_run(canvas, grid, points, cells, ink)


def draw_badge(
    canvas: Canvas, at: tuple[int, int], line: LineView, captions: Captions, radius: int
) -> None:
    """Draw the badge of a line: its company's letter, full or dashed."""
    colour, is_striped = theme.COMPANIES[line.company], line.name is LineName.STRIPED
    ink = colour if is_striped else theme.COMPANY_INKS[line.company]
    canvas.stamp(badge_stamp(radius, colour, is_striped), *at)
    letter, size = captions.letters[line.company], round(radius * 1.3)
    canvas.text(at, letter, size, ink=ink, weight=Weight.BOLD, anchor="mm")


def draw_badges(canvas: Canvas, grid: Grid, view: View, captions: Captions) -> None:
    """Draw the badges where lines start and where they have come to."""
    radius = grid.part(0.165)
    taken = {placed.cell for placed in view.placed}
    for line in view.lines:
        if not line.cells:
            continue
        draw_badge(canvas, grid.at(line.points[0]), line, captions, radius)
        if line.is_finished:
            draw_badge(canvas, grid.at(line.points[-1]), line, captions, radius)
        elif len(line.cells) > 1:
            head = _head_spot(grid, line, taken)
            draw_badge(canvas, head, line, captions, grid.part(0.15))


def _head_spot(grid: Grid, line: LineView, taken: set[Cell]) -> tuple[int, int]:
    """Return where the badge near a line's open end goes: clear of markers."""
    for start, end, cell in _from_the_end(line):
        if cell not in taken:
            x, y = grid.beside(start, end, cell, BADGE_OFF, 0.5)
            return round(x), round(y)
    return grid.at(line.points[-2])


def _from_the_end(line: LineView) -> Iterator[tuple[Point, Point, Cell]]:
    """Yield the tunnels of a line, newest first."""
    ends = list(pairwise(line.points))
    for (start, end), cell in reversed(list(zip(ends, line.cells, strict=True))):
        yield start, end, cell
