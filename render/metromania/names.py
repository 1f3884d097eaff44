"""The layer of names: of points and of gates."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from metrobot.games.metromania.geometry import (
    CITY_POINTS,
    CORNERS,
    GATES,
    POINT_NAMES,
    TOUCHING,
    Cell,
    Gate,
    Point,
)
from metrobot.games.metromania.view import View
from render import theme
from render.canvas import Canvas
from render.lettering import Weight, text_stamp
from render.metromania.glyphs import wedge_stamp
from render.metromania.grid import Grid, Spot, between
from render.metromania.places import lines_at, tunnel_edges
from render.stamps import Drawing, Stamp, kept

SIZE: Final = 0.155
"""Of a point's name, in edges."""
GATE_SIZE: Final = 0.165
GATE_SHIFT: Final = 0.15
"""How far a gate's name gives way to a line, in edges."""


def draw_names(canvas: Canvas, grid: Grid, view: View) -> None:
    """Write the names of gates, and of points without a station where there is room."""
    busy, edges = lines_at(view), tunnel_edges(view)
    size = grid.part(SIZE)
    filled = {cell for cell, kind in enumerate(view.grounds) if kind is not None}
    for gate in GATES:
        _gate_name(canvas, grid, gate, edges.get(gate.cell))
    for point in map(Point, range(CITY_POINTS)):
        if point in view.stations:
            continue
        if not busy[point]:
            canvas.stamp(_name_stamp(POINT_NAMES[point], size), *grid.at(point))
            continue
        spot = _free_spot(grid, point, edges, filled)
        if spot is not None:
            name = POINT_NAMES[point]
            canvas.text(spot, name, size, ink=theme.SOFT_INK, anchor="mm")


@kept
def _name_stamp(name: str, size: int) -> Stamp:
    """Return a point's name on a little ground of its own."""
    drawing = Drawing(size, theme.NAME_GROUND)
    drawing.disc((0, 0), size * 0.88, theme.NAME_GROUND)
    stamp = drawing.stamp()
    text = text_stamp(name, size, Weight.SEMIBOLD, theme.SOFT_INK, "mm")
    if not isinstance(stamp.fill, tuple):
        at = (text.left - stamp.left, text.top - stamp.top)
        stamp.fill.paste(theme.SOFT_INK, at, text.mask)
    return replace(stamp, signs=text.signs)


def _free_spot(
    grid: Grid, point: Point, edges: Mapping[Cell, tuple[Point, Point]], filled: set[int]
) -> tuple[int, int] | None:
    """Return a spot for a name beside a point that lines pass, or None."""
    x, y = grid.at(point)
    for cell in TOUCHING[point]:
        if cell in filled or point in edges.get(cell, ()):
            continue
        mx, my = grid.middle(cell)
        return round(x + (mx - x) * 0.54), round(y + (my - y) * 0.54)
    return None


def _gate_name(canvas: Canvas, grid: Grid, gate: Gate, edge: tuple[Point, Point] | None) -> None:
    """Write a gate's name: with an arrow while it is free, else clear of its line."""
    ink = theme.INK if gate.is_start else theme.CARD
    middle, size = grid.middle(gate.cell), grid.part(GATE_SIZE)
    rim = between(grid.at(gate.rim[0]), grid.at(gate.rim[1]), 0.5)
    if edge is None:
        _gate_arrow(canvas, grid, gate, between(rim, middle, 0.34))
        spot = between(rim, middle, 1.3)
    else:
        third = next(point for point in CORNERS[gate.cell] if point not in edge)
        spot = between(middle, grid.at(third), GATE_SHIFT / 0.577)
        size = grid.part(GATE_SIZE * 0.85)
    at = round(spot[0]), round(spot[1])
    canvas.text(at, gate.name, size, ink=ink, weight=Weight.BOLD, anchor="mm")


def _gate_arrow(canvas: Canvas, grid: Grid, gate: Gate, spot: Spot) -> None:
    """Draw a gate's arrow on the rim: into the city, or out of it."""
    ink = theme.INK if gate.is_start else theme.CARD
    turn = gate.side + 0.5 + (3 if gate.is_start else 0)
    stamp = wedge_stamp(turn % 6, grid.part(0.19), ink)
    canvas.stamp(stamp, round(spot[0]), round(spot[1]))
