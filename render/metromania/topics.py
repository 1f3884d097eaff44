"""Small pictures for the pages of the rules, drawn with the board's own layers.

Each is one or two examples. An example is written as lines, "F4 F5/E5 F6/E6": from
F4 a tunnel to F5 in the cell whose third corner is E5, and so on.
"""

from dataclasses import replace
from itertools import pairwise
from typing import Final

from PIL import Image

from metrobot.engine.actors import Seat
from metrobot.games.metromania.city import MARKER_NAMED
from metrobot.games.metromania.geometry import (
    CELL_WITH,
    GATE_OF,
    POINT_NAMED,
    TOUCHING,
    Cell,
    Point,
)
from metrobot.games.metromania.view import CompanyView, LineView, PlacedMarker, View, example_view
from render import theme
from render.boxes import square
from render.canvas import Canvas
from render.metromania.area import grid_for
from render.metromania.board import draw_city
from render.metromania.captions import Captions
from render.metromania.changes import Changes
from render.metromania.examples import EXAMPLES, Example
from render.metromania.glyphs import cross_stamp, tick_stamp
from render.metromania.grid import Grid, point_between
from render.metromania.lines.tracks import OFFSET, ghost, track_legs
from render.metromania.map.ground import draw_ground
from render.palette import COMMON
from render.text.lettering import Weight, least_size

EXAMPLE_SIZE: Final = (640, 520)
GAP: Final = 16
MARGIN: Final = 0.5
"""Margin around the visible points of an example, in edges."""
CAPTION: Final = 60
TOPICS: Final = tuple(EXAMPLES)
"""Pages of the rules that have a picture."""


def draw_topic(name: str, captions: Captions) -> Image.Image:
    """Return the picture of one page of the rules.

    Raises:
        KeyError: the page has no picture; see `TOPICS`.
    """
    examples = EXAMPLES[name]
    width = len(examples) * (EXAMPLE_SIZE[0] + GAP) + GAP
    foot = CAPTION if any(example.caption for example in examples) else 0
    image = Image.new("RGB", (width, EXAMPLE_SIZE[1] + foot + 2 * GAP), theme.PAGE)
    canvas = Canvas(image)
    for n, example in enumerate(examples):
        left = GAP + n * (EXAMPLE_SIZE[0] + GAP)
        canvas.lay(_picture(example, captions, least_size(width)), (left, GAP))
        if example.caption:
            _caption(canvas, example, captions, left)
    return COMMON.reduced(image)


def _picture(example: Example, captions: Captions, unit: int) -> Image.Image:
    grid = grid_for(_points(example.show), EXAMPLE_SIZE, unit, MARGIN)
    canvas = Canvas(draw_ground(None, grid, EXAMPLE_SIZE))
    view, radius = _view(example), grid.part(0.13)
    good, bad = tick_stamp(radius, theme.GOOD), cross_stamp(radius, theme.BAD)
    verdicts = [(_judged(canvas, grid, notation), good) for notation in example.good]
    verdicts += [(_judged(canvas, grid, notation), bad) for notation in example.bad]
    obstacles = [square(spots[0], grid.part(0.16)) for spots, _ in verdicts]
    obstacles += [square(spot, grid.part(0.05)) for spots, _ in verdicts for spot in spots[1:]]
    draw_city(canvas, grid, view, captions, _changes(example, view), obstacles=obstacles)
    for spots, stamp in verdicts:
        canvas.stamp(stamp, *spots[0])
    return canvas.image


def _points(names: str) -> tuple[Point, ...]:
    return tuple(POINT_NAMED[name] for name in names.split())


def run_of(notation: str) -> tuple[tuple[Point, ...], tuple[Cell, ...]]:
    """Return the points and cells of a line as an example writes it."""
    first, *steps = notation.split()
    ends = [first, *(step.split("/")[0] for step in steps)]
    points = tuple(POINT_NAMED[name] for name in ends)
    thirds = [POINT_NAMED[step.split("/")[1]] for step in steps]
    pairs = zip(pairwise(points), thirds, strict=True)
    return points, tuple(CELL_WITH[frozenset((a, b, third))] for (a, b), third in pairs)


def _view(example: Example) -> View:
    view = example_view()
    return replace(
        view,
        companies=tuple(_company(example, company) for company in view.companies),
        stations=frozenset(_points(example.stations)),
        placed=tuple(_placed(example, notation) for notation in example.markers),
    )


def _company(example: Example, company: CompanyView) -> CompanyView:
    solid, striped = company.lines
    first = _line(example, solid, company.seat)
    return replace(company, lines=(first, _line(example, striped, company.seat + 2)))


def _line(example: Example, line: LineView, number: int) -> LineView:
    if number >= len(example.lines) or not example.lines[number]:
        return line
    points, cells = run_of(example.lines[number])
    tunnels_left = line.tunnels_left - len(cells)
    is_finished = points[-1] in GATE_OF
    return replace(
        line, points=points, cells=cells, is_finished=is_finished, tunnels_left=tunnels_left
    )


def _placed(example: Example, notation: str) -> PlacedMarker:
    name, *corners = notation.split()
    cell = CELL_WITH[frozenset(POINT_NAMED[corner] for corner in corners)]
    is_served = any(cell in TOUCHING[point] for point in _points(example.stations))
    return PlacedMarker(MARKER_NAMED[name], cell, Seat(0), is_served)


def _changes(example: Example, view: View) -> Changes:
    """Return the changes in an example: the last tunnels of its last line."""
    line = view.companies[len(example.lines) - 1].lines[0]
    count = len(line.cells)
    tunnels = tuple((line.company, line.name, ix) for ix in range(count - example.new, count))
    return Changes(tunnels, _points(example.new_stations))


def _judged(canvas: Canvas, grid: Grid, notation: str) -> list[tuple[int, int]]:
    """Draw a judged tunnel as an open one; return the px of its sign and along it."""
    (start, end), (cell,) = run_of(notation)
    (leg,) = track_legs((start, end), (cell,))
    x, y = point_between(grid.at(start), grid.at(end), 0.5)
    canvas.layers(
        ghost(leg, grid.edge, theme.LIVERIES[0].ghost, theme.LIVERIES[0].edge), round(x), round(y)
    )
    spots = (grid.beside(start, end, cell, OFFSET, along) for along in (0.62, 0.3, 0.45, 0.85))
    return [(round(x), round(y)) for x, y in spots]


def _caption(canvas: Canvas, example: Example, captions: Captions, left: int) -> None:
    words = getattr(captions, example.caption)
    y = EXAMPLE_SIZE[1] + GAP + CAPTION // 2
    stamp = tick_stamp(17, theme.GOOD) if example.is_good else cross_stamp(17, theme.BAD)
    canvas.stamp(stamp, left + 24, y)
    canvas.text((left + 54, y + 1), words, 32, weight=Weight.BOLD, anchor="lm", room=560)
