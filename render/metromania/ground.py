"""What never changes in a game: page, districts, cells, spots, gates."""

from dataclasses import replace
from typing import Final

from PIL import Image, ImageDraw

from metrobot.games.metromania.city import SPOTS, Ground, Layout, grounds
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
from render.grounds import Grounds
from render.lettering import Weight
from render.metromania.glyphs import (
    glyph_drop,
    shape_stamp,
    tree_stamp,
    waves_stamp,
)
from render.metromania.grid import LETTERED, Grid
from render.palette import COMMON
from render.theme import Colour, blend

OVERSAMPLE: Final = 2
EDGE: Final = 40
"""Px by which the line around a shape may reach beyond it."""
BAND: Final = 360
"""Px drawn enlarged at a time: the whole at once would take 20 megabytes."""
MOST_BYTES: Final = 1_500_000
"""What all grounds together may take: those of some thirty cities."""

SPOT_INKS: Final = dict(zip(SPOTS, theme.SPOTS, strict=True))
CENTRE: Final = POINT_AT[(0, 0)]
_SPAN: Final = range(-SIDE, SIDE + 1)
STREETS: Final = tuple(
    (POINT_AT[min(row)], POINT_AT[max(row)])
    for row in (
        *([at for at in POINT_AT if at[0] == n] for n in _SPAN),
        *([at for at in POINT_AT if at[1] == n] for n in _SPAN),
        *([at for at in POINT_AT if sum(at) == n] for n in _SPAN),
    )
)
"""The ends of all straight rows of edges: drawn at once, they are drawn fast."""
CITY_CORNERS: Final = tuple(POINT_AT[(q * SIDE, r * SIDE)] for q, r in DIRECTIONS)

kept: Final = Grounds(COMMON, MOST_BYTES)
"""The grounds of whole boards."""


def ground(layout: Layout | None, grid: Grid, size: tuple[int, int]) -> Image.Image:
    """Return a fresh copy of a city's ground; those lately used are kept."""
    key = (layout, grid, size)
    return kept.fresh(key, lambda: draw_ground(layout, grid, size))


def draw_ground(layout: Layout | None, grid: Grid, size: tuple[int, int]) -> Image.Image:
    """Return a city's ground, newly drawn."""
    image = Image.new("RGB", size, theme.PAGE)
    reach = min(size[0], grid.x + 6 * grid.edge)  # beside the city nothing needs smooth edges
    for top in range(0, size[1], BAND):
        band = replace(grid, y=grid.y - top)
        height = min(BAND, size[1] - top)
        image.paste(_surfaces(layout, band, (reach, height)), (0, top))
    canvas = Canvas(image)
    for cell, kind in enumerate(grounds(layout) if layout else ()):
        if kind is not None:
            _sign(canvas, grid, Cell(cell), kind)
    return image


class _Surfaces:
    """Plain surfaces and lines, drawn enlarged."""

    def __init__(self, grid: Grid, size: tuple[int, int]) -> None:
        self.grid = grid
        large = (size[0] * OVERSAMPLE, size[1] * OVERSAMPLE)
        self.image = Image.new("RGB", large, theme.PAGE)
        self._draw = ImageDraw.Draw(self.image)

    def _at(self, point: Point) -> tuple[int, int]:
        x, y = self.grid.at(point)
        return x * OVERSAMPLE, y * OVERSAMPLE

    def fill(self, points: tuple[Point, ...], colour: Colour) -> None:
        """Fill the area between some points, where it can be seen."""
        corners = [self._at(point) for point in points]
        if self._is_seen(corners):
            self._draw.polygon(corners, fill=colour)

    def outline(self, points: tuple[Point, ...], colour: Colour, share: float) -> None:
        """Draw the closed line through some points, its width in edges."""
        width = max(1, round(self.grid.edge * share * OVERSAMPLE))
        ring = [self._at(point) for point in (*points, points[0], points[1])]
        if self._is_seen(ring):
            self._draw.line(ring, fill=colour, width=width, joint="curve")

    def _is_seen(self, corners: list[tuple[int, int]]) -> bool:
        """Return whether a shape may reach into the picture."""
        width, height = self.image.size
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        across = max(xs) >= -EDGE and min(xs) <= width + EDGE
        return across and max(ys) >= -EDGE and min(ys) <= height + EDGE

    def line(self, start: Point, end: Point, colour: Colour, share: float) -> None:
        """Draw the straight line between two points, its width in edges."""
        width = max(1, round(self.grid.edge * share * OVERSAMPLE))
        self._draw.line((self._at(start), self._at(end)), fill=colour, width=width)


def _surfaces(layout: Layout | None, grid: Grid, size: tuple[int, int]) -> Image.Image:
    """Return districts, cells and gates without their signs."""
    surfaces = _Surfaces(grid, size)
    kinds = grounds(layout) if layout else (None,) * CITY_CELLS
    for sextant in range(6):
        surfaces.fill(district_points(sextant), theme.DISTRICTS[sextant])
    for cell, kind in enumerate(kinds):
        if kind is not None:
            surfaces.fill(CORNERS[cell], cell_colour(kind))
    for start, end in STREETS:
        surfaces.line(start, end, theme.CELL_EDGE, 0.018)
    for sextant in range(6):
        surfaces.outline(district_points(sextant), theme.DISTRICT_EDGE, 0.03)
    for gate in GATES:
        colour = theme.GATE_START if gate.is_start else theme.GATE_END
        surfaces.fill(CORNERS[gate.cell], colour)
        surfaces.outline(CORNERS[gate.cell], theme.CITY_EDGE, 0.022)
    surfaces.outline(CITY_CORNERS, theme.CITY_EDGE, 0.06)
    return surfaces.image.reduce(OVERSAMPLE)


def district_points(sextant: int) -> tuple[Point, Point, Point]:
    """Return the corners of the district in a sextant."""
    return CENTRE, CITY_CORNERS[sextant], CITY_CORNERS[(sextant + 1) % 6]


def cell_colour(kind: Ground) -> Colour:
    """Return the surface of a cell that is not blank."""
    if kind is Ground.PARK:
        return theme.PARK
    if kind is Ground.LAKE:
        return theme.LAKE
    return blend(SPOT_INKS[kind], theme.DISTRICTS[0], 0.2)


def _sign(canvas: Canvas, grid: Grid, cell: Cell, kind: Ground) -> None:
    """Draw the sign of a cell that is not blank."""
    x, y = grid.middle(cell)
    if kind is Ground.PARK:
        canvas.stamp(tree_stamp(grid.part(0.22)), x, y)
    elif kind is Ground.LAKE:
        canvas.stamp(waves_stamp(grid.part(0.22)), x, y)
    else:
        radius = grid.round_sign(0.17)
        is_seen = grid.sees((x, y), radius)
        spot_sign(canvas, x, y, kind, radius, is_lettered=is_seen)


def spot_sign(
    canvas: Canvas, x: int, y: int, kind: Ground, radius: int, *, is_lettered: bool = True
) -> None:
    """Draw a spot: its shape with its letter."""
    canvas.stamp(shape_stamp(kind, radius, SPOT_INKS[kind]), x, y)
    drop = round(radius * glyph_drop(kind))
    at, size = (x, y + drop), round(radius / LETTERED)
    if is_lettered:
        canvas.text(at, kind.value, size, ink=theme.CARD, weight=Weight.BOLD, anchor="mm")
