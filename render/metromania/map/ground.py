"""The ground of a game: page, districts, cells, gates, the names on the rim."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import dist, floor
from typing import Final

from PIL import Image, ImageDraw

from metrobot.games.metromania.city import Ground, Layout, grounds
from metrobot.games.metromania.geometry import (
    CITY_CELLS,
    CORNERS,
    DIRECTIONS,
    GATES,
    POINT_AT,
    SIDE,
    Cell,
    Point,
)
from render import theme
from render.canvas import Canvas
from render.ground_cache import Grounds
from render.metromania.glyphs import tree_stamp, waves_stamp
from render.metromania.grid import Grid, Spot, point_between
from render.metromania.labels.names import draw_rim
from render.metromania.places import SPOT_INKS
from render.palette import COMMON
from render.theme import Colour, blend

OVERSAMPLE: Final = 2
"""Px drawn for one px, across only, since every line is level or steep."""
EDGE: Final = 40
"""Px by which a bar may reach beyond the picture."""
MOST_BYTES: Final = 8_000_000
"""Bytes of all grounds together, enough for some six cities."""

RIM: Final = 0.022
"""Width of the rim of a gate's cell, in edges."""
INRADIUS: Final = 0.2887
"""Distance from a cell's middle to its sides, in edges."""

CELLS: Final = {
    Ground.PARK: theme.PARK,
    Ground.LAKE: theme.LAKE,
    **{kind: blend(ink, theme.DISTRICTS[0], 0.2) for kind, ink in SPOT_INKS.items()},
}
"""Surfaces of cells that are not blank."""
AREAS: Final = (theme.GATE_START, *theme.DISTRICTS, theme.PAGE, *CELLS.values(), theme.GATE_END)
# No mean of a bar's number and another number may equal a second such mean, or the number
# of another colour.
BARS: Final = {theme.CELL_EDGE: 64, theme.DISTRICT_EDGE: 96, theme.CITY_EDGE: 200}
"""Numbers of the colours of bars."""
NUMBERS: Final = BARS | {colour: 2 * n for n, colour in enumerate(AREAS)}
CENTRE: Final = POINT_AT[(0, 0)]
_SPAN: Final = range(-SIDE, SIDE + 1)
STREETS: Final = tuple(
    (POINT_AT[min(row)], POINT_AT[max(row)])
    for row in (
        *([corner for corner in POINT_AT if corner[0] == n] for n in _SPAN),
        *([corner for corner in POINT_AT if corner[1] == n] for n in _SPAN),
        *([corner for corner in POINT_AT if sum(corner) == n] for n in _SPAN),
    )
)
"""Ends of all straight rows of edges: whole rows are faster to draw than single edges."""
CITY_CORNERS: Final = tuple(POINT_AT[(q * SIDE, r * SIDE)] for q, r in DIRECTIONS)

kept: Final = Grounds(COMMON, MOST_BYTES)
"""Cache of the grounds of whole boards."""


def ground(layout: Layout | None, grid: Grid, size: tuple[int, int]) -> Image.Image:
    """Return a fresh copy of a city's ground; those used last are kept."""
    # Nothing of a turn is on the ground, so one serves a whole game.
    return kept.fresh((layout, grid, size), lambda: draw_ground(layout, grid, size))


def draw_ground(layout: Layout | None, grid: Grid, size: tuple[int, int]) -> Image.Image:
    """Return a city's ground, newly drawn."""
    image = _surfaces(layout, grid, size)
    canvas = Canvas(image)
    for cell, kind in enumerate(grounds(layout) if layout else ()):
        if kind in {Ground.PARK, Ground.LAKE}:
            stamp = tree_stamp if kind is Ground.PARK else waves_stamp
            # A sign that the edge would cut is left out.
            if grid.sees(centre := grid.middle(Cell(cell)), grid.part(0.25)):
                canvas.stamp(stamp(grid.part(0.22)), *centre)
    # Close grids name every point, so the rim needs no letters.
    if not grid.is_close:
        draw_rim(canvas, grid)
    return image


class _Surfaces:
    """An image of surfaces and bars, enlarged across, in numbers of colours.

    The mean of two numbers stands for the colour between both, so that one channel is
    enough to draw and to smooth.
    """

    def __init__(self, grid: Grid, size: tuple[int, int]) -> None:
        self.grid = grid
        self.image = Image.new("L", (size[0] * OVERSAMPLE, size[1]), NUMBERS[theme.PAGE])
        self._draw = ImageDraw.Draw(self.image)
        self._right, self._low = size[0] + EDGE, size[1] + EDGE

    def fill(self, corners: Iterable[Spot], colour: Colour) -> None:
        """Fill the area between some spots, if it is visible."""
        spots = list(corners)
        if self._is_seen(spots):
            enlarged = [(floor(x * OVERSAMPLE), floor(y)) for x, y in spots]
            self._draw.polygon(enlarged, fill=NUMBERS[colour])

    def bar(self, start: Point, end: Point, colour: Colour, share: float) -> None:
        """Draw a straight line a little beyond two points; `share` is its width in edges."""
        a, b = self.grid.at(start), self.grid.at(end)
        if not self._is_seen((a, b)):
            return
        width = max(1.0, self.grid.edge * share)
        length = dist(a, b)
        ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        # The ends reach a little further, so that bars that meet leave no gap.
        more, half = width * 0.29, (width - 0.6) / 2
        ax, ay = a[0] - ux * more, a[1] - uy * more
        bx, by = b[0] + ux * more, b[1] + uy * more
        nx, ny = -uy * half, ux * half
        corners = ((ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny))
        enlarged = [(round(x * OVERSAMPLE), round(y)) for x, y in corners]
        self._draw.polygon(enlarged, fill=NUMBERS[colour])

    def smooth(self) -> Image.Image:
        """Return the picture at its size, in colours."""
        smooth = self.image.reduce((OVERSAMPLE, 1))
        smooth.putpalette(_shades())
        return smooth.convert("RGB")

    def _is_seen(self, corners: Sequence[Spot]) -> bool:
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        across = max(xs) >= -EDGE and min(xs) <= self._right
        return across and max(ys) >= -EDGE and min(ys) <= self._low


def _surfaces(layout: Layout | None, grid: Grid, size: tuple[int, int]) -> Image.Image:
    """Draw districts, cells and gates, without their signs."""
    surfaces = _Surfaces(grid, size)
    kinds = grounds(layout) if layout else (None,) * CITY_CELLS
    for sextant in range(6):
        corners = CENTRE, CITY_CORNERS[sextant], CITY_CORNERS[(sextant + 1) % 6]
        surfaces.fill(map(grid.at, corners), theme.DISTRICTS[sextant])
    for cell, kind in enumerate(kinds):
        if kind is not None:
            surfaces.fill(map(grid.at, CORNERS[cell]), CELLS[kind])
    for start, end in STREETS:
        surfaces.bar(start, end, theme.CELL_EDGE, 0.018)
    for n in range(3):
        surfaces.bar(CITY_CORNERS[n], CITY_CORNERS[n + 3], theme.DISTRICT_EDGE, 0.03)
    for gate in GATES:
        colour = theme.GATE_START if gate.is_start else theme.GATE_END
        surfaces.fill(_grown(grid, gate.cell, RIM / 2), theme.CITY_EDGE)
        surfaces.fill(_grown(grid, gate.cell, -RIM / 2), colour)
    # The city's edge comes last, over the ends of its streets and the gates' cells.
    for n in range(6):
        surfaces.bar(CITY_CORNERS[n], CITY_CORNERS[(n + 1) % 6], theme.CITY_EDGE, 0.06)
    return surfaces.smooth()


def _grown(grid: Grid, cell: Cell, share: float) -> Iterator[Spot]:
    """Yield a cell's corners with all its sides moved outwards by a share of an edge."""
    middle, more = grid.middle(cell), 1 + share / INRADIUS
    for point in CORNERS[cell]:
        yield point_between(middle, grid.at(point), more)


@cache
def _shades() -> bytes:
    """Return the colour of each number; means that never occur have a colour near them."""
    colours = {number: colour for colour, number in NUMBERS.items()}
    for bar in BARS:
        for colour, number in NUMBERS.items():
            colours.setdefault((number + BARS[bar]) // 2, blend(bar, colour, 0.5))
    nearest = (min(colours, key=lambda key: abs(key - number)) for number in range(256))
    return bytes(channel for number in nearest for channel in colours[number])
