"""The layer of printed names: gates, and the letters and numbers on the rim."""

from collections.abc import Container, Iterator, Mapping
from typing import Final

from metrobot.games.metromania.geometry import (
    AXIAL,
    CORNERS,
    GATES,
    POINT_AT,
    ROWS,
    SIDE,
    Cell,
    Gate,
    Point,
)
from metrobot.games.metromania.view import View
from render import theme
from render.canvas import Canvas
from render.lettering import CAP, Weight, width
from render.metromania.glyphs import pill, wedge_stamp
from render.metromania.grid import Grid, Spot, between, unit
from render.metromania.places import tunnel_edges
from render.metromania.room import boxed
from render.signs import Box

GATE_SHIFT: Final = 0.12
"""How far a gate's name gives way to a line, in edges."""
WIDE: Final = 3.2
"""In a smaller cell, in sizes of letters, a gate's name needs a pill to stand on."""
OUT: Final = 0.56
"""From a point on the rim to its letter or number, in edges."""
ROW_TURNS: Final = {-SIDE: 3.4, 0: 3.0, SIDE: 2.6}
COLUMN_TURNS: Final = {-SIDE: 1.6, 0: 1.0, SIDE: 0.4}
"""Where these stand at the city's corners, in sixths of a turn from east."""


def draw_rim(canvas: Canvas, grid: Grid) -> None:
    """Write the rows' letters at the left and the numbers of the slanting rows above."""
    for name, spot in rim_names(grid):
        if grid.sees(spot, round(grid.unit * 0.7)):
            canvas.text(spot, name, grid.unit, ink=theme.SOFT_INK, anchor="mm")


def rim_names(grid: Grid) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the letters and numbers, each with its middle.

    Source: MM §1.5.
    """
    for r in range(-SIDE, SIDE + 1):
        first = min(q for q, row in POINT_AT if row == r)
        turn = ROW_TURNS.get(r, 3.5 if r < 0 else 2.5)
        yield ROWS[r + SIDE], _outwards(grid, POINT_AT[first, r], turn)
    for q in range(-SIDE, SIDE + 1):
        last = max(row for column, row in POINT_AT if column == q)
        turn = COLUMN_TURNS.get(q, 1.5 if q < 0 else 0.5)
        yield str(q + SIDE + 1), _outwards(grid, POINT_AT[q, last], turn)


def _outwards(grid: Grid, point: Point, turn: float) -> tuple[int, int]:
    """Return a spot outside the city beside a point on its rim."""
    x, y = grid.at(point)
    ux, uy = unit(turn)
    return round(x + ux * OUT * grid.edge), round(y + uy * OUT * grid.edge)


def draw_gate_arrows(canvas: Canvas, grid: Grid, view: View) -> None:
    """Draw on the rim which way each free gate leads: into the city, or out of it."""
    edges = tunnel_edges(view)
    for gate in GATES:
        if gate.cell not in edges:
            rim = between(grid.at(gate.rim[0]), grid.at(gate.rim[1]), 0.5)
            _gate_arrow(canvas, grid, gate, between(rim, grid.middle(gate.cell), 0.22))


def _gate_arrow(canvas: Canvas, grid: Grid, gate: Gate, spot: Spot) -> None:
    """Draw a gate's arrow on the rim."""
    ink = theme.INK if gate.is_start else theme.CARD
    turn = gate.side + 0.5 + (3 if gate.is_start else 0)
    stamp = wedge_stamp(turn % 6, grid.part(0.19), ink)
    canvas.stamp(stamp, round(spot[0]), round(spot[1]))


def draw_gate_names(canvas: Canvas, grid: Grid, view: View, offered: Container[Point] = ()) -> None:
    """Write the names of all gates, over whatever leads through them.

    Args:
        canvas: to draw on.
        grid: the transform.
        view: what is shown.
        offered: outer corners of gates at which a line can be started.
    """
    edges = tunnel_edges(view)
    for gate in GATES:
        left, top, right, bottom = gate_name_box(grid, gate, edges)
        if grid.sees(gate_name_at(grid, gate, edges), (right - left) // 2, (bottom - top) // 2):
            is_busy = gate.cell in edges or gate.outer in offered or grid.edge < WIDE * grid.unit
            _gate_name(canvas, grid, gate, edges, is_busy=is_busy)


def _gate_name(
    canvas: Canvas,
    grid: Grid,
    gate: Gate,
    edges: Mapping[Cell, tuple[Point, Point]],
    *,
    is_busy: bool,
) -> None:
    """Write a gate's name, on a pill where a line leads through it or could."""
    ground, ink = theme.GATE_START, theme.INK
    if not gate.is_start:
        ground, ink = theme.GATE_END, theme.CARD
    at = gate_name_at(grid, gate, edges)
    if is_busy:
        left, top, right, bottom = gate_name_box(grid, gate, edges)
        canvas.layers(pill(right - left, bottom - top, ground, theme.CITY_EDGE), *at)
    canvas.text(at, gate.name, grid.unit, ink=ink, weight=Weight.BOLD, anchor="mm")


def gate_name_at(
    grid: Grid, gate: Gate, edges: Mapping[Cell, tuple[Point, Point]]
) -> tuple[int, int]:
    """Return where the middle of a gate's name stands."""
    middle, edge = grid.middle(gate.cell), edges.get(gate.cell)
    if edge is None:
        rim = between(grid.at(gate.rim[0]), grid.at(gate.rim[1]), 0.5)
        x, y = between(rim, middle, 1.2)
        level = 0.07 * grid.edge * (1 if _is_upright(gate) else -1) * (gate.side not in {1, 4})
        return round(x), round(y + level)
    third = next(point for point in CORNERS[gate.cell] if point not in edge)
    x, y = between(middle, grid.at(third), GATE_SHIFT / 0.577)
    return round(x), round(y)


def _is_upright(gate: Gate) -> bool:
    """Return whether a gate's cell stands on its edge, with a corner above."""
    rows = [AXIAL[point][1] for point in CORNERS[gate.cell]]
    return rows.count(min(rows)) > 1


def gate_name_box(grid: Grid, gate: Gate, edges: Mapping[Cell, tuple[Point, Point]]) -> Box:
    """Return what a gate's name takes, with a little room around."""
    room = width(gate.name, grid.unit, Weight.BOLD) + round(grid.unit * 0.4)
    return boxed(gate_name_at(grid, gate, edges), (room, round(grid.unit * (CAP + 0.45))))
