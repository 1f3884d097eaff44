"""The layer of printed names: gates, and the letters and numbers on the rim."""

import math
from collections.abc import Container, Iterator, Mapping
from functools import cache, lru_cache
from itertools import product
from math import dist
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
from render.boxes import Box
from render.canvas import Canvas, disc_stamp
from render.metromania.glyphs import pill, wedge_stamp
from render.metromania.grid import Grid, Spot, point_between, unit
from render.metromania.labels.room import Room, boxed
from render.metromania.places import tunnel_edges
from render.placing.choice import Priced, cheapest
from render.placing.leaders import Place
from render.text.lettering import CAP, Weight, width

Gates = Mapping[Gate, Box]
"""The box of each gate's name that has room in the picture, in px."""

GATE_SHIFT: Final = 0.12
"""Distance by which a gate's name usually gives way to a line, in edges."""
# The farthest lies past the badge of a line that starts there.
OUTWARDS: Final = tuple(n * 0.06 for n in range(-5, 18))
"""Distances outwards by which a gate's name may give way, in edges."""
# Farther away it would be taken for another gate's.
ASIDE: Final = tuple(n * 0.06 for n in range(-6, 7))
"""Distances along the rim by which a gate's name may give way, in edges."""
GIVES_WAY: Final = tuple(sorted((math.hypot(*way), *way) for way in product(OUTWARDS, ASIDE)))
"""Ways to give way, in edges: distance, outwards, along the rim; the shortest first."""
HEAVY: Final = 10_000.0
"""Cost of a gate's name that hides a sign, however little of it."""
SIGN: Final = 1.0
"""Weight above which something is a sign."""
EDGE_NAME: Final = 9.0
"""Weight of a name at the rim, where a sign weighs from 3 to 6: it is needed to find a place."""
WIDE: Final = 3.2
"""Edge below which every gate's name stands on a pill, in sizes of letters."""
OUT: Final = 0.62
"""Distance from a point on the rim to its letter or number, in edges."""
ROW_TURNS: Final = {-SIDE: 3.4, 0: 3.0, SIDE: 2.6}
"""Directions of the letters at the city's corners, in sixths of a turn from east."""
COLUMN_TURNS: Final = {-SIDE: 1.6, 0: 1.0, SIDE: 0.4}
"""Directions of the numbers at the city's corners, in sixths of a turn from east."""
FIRST_OF_ROWS: Final = 2.0
"""Direction beyond which all directions are those of letters."""


def _rim() -> Iterator[tuple[str, Point, float]]:
    """Yield the letters and numbers, each with its point on the rim and its direction (MM §1.5)."""
    for r in range(-SIDE, SIDE + 1):
        first = min(q for q, row in POINT_AT if row == r)
        yield ROWS[r + SIDE], POINT_AT[first, r], ROW_TURNS.get(r, 3.5 if r < 0 else 2.5)
    for q in range(-SIDE, SIDE + 1):
        last = max(row for column, row in POINT_AT if column == q)
        turn = COLUMN_TURNS.get(q, 1.5 if q < 0 else 0.5)
        yield str(q + SIDE + 1), POINT_AT[q, last], turn


RIM: Final = tuple(_rim())


def draw_rim(canvas: Canvas, grid: Grid) -> None:
    """Write the rows' letters at the left and the numbers of the slanting rows above."""
    for (name, spot), (_, point, turn) in zip(rim_names(grid), RIM, strict=True):
        if not grid.sees(spot, round(grid.unit * 0.7)):
            continue
        # A name moved into the picture may lie on the city, so it gets a ground.
        if spot != _outwards(grid, point, turn):
            canvas.stamp(disc_stamp(grid.unit * 0.7, theme.NAME_GROUND), *spot)
        canvas.text(spot, name, grid.unit, ink=theme.SOFT_INK, anchor="mm")


def rim_names(grid: Grid) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the letters and numbers with their middles, numbers clear of letters."""
    letters = list[tuple[int, int]]()
    for name, point, turn in RIM:
        x, y = _rim_spot(grid, point, turn)
        if turn > FIRST_OF_ROWS:
            letters.append((x, y))
        else:
            # A number gives way along its own slanting row, so that it still points to it.
            while any(dist((x, y), other) < grid.unit * 1.4 for other in letters):
                x, y = x + round(grid.unit * grid.edge / 2 / grid.row), y + grid.unit
        yield name, (x, y)


def _rim_spot(grid: Grid, point: Point, turn: float) -> tuple[int, int]:
    """Return the middle of a letter or number: on the rim, or where its row leaves the picture."""
    spot, half = _outwards(grid, point, turn), round(grid.unit * 0.7)
    if grid.is_close or grid.sees(spot, half):
        return spot
    (x, y), (right, bottom) = grid.at(point), grid.room
    if turn > FIRST_OF_ROWS:
        return max(x, half), y
    slope = grid.edge / 2 / grid.row
    if y < half:
        x, y = round(x - (half - y) * slope), half
    if x > right - half:
        x, y = right - half, round(y + (x - right + half) / slope)
    return (x, y) if half <= x and y <= bottom - half else spot


def rim_middle(grid: Grid, gate: Gate) -> Spot:
    """Return the middle of the edge on the rim at which a gate lies, in px."""
    return point_between(grid.at(gate.rim[0]), grid.at(gate.rim[1]), 0.5)


def _outwards(grid: Grid, point: Point, turn: float) -> tuple[int, int]:
    """Return a spot outside the city, beside a point on its rim."""
    x, y = grid.at(point)
    ux, uy = unit(turn)
    return round(x + ux * OUT * grid.edge), round(y + uy * OUT * grid.edge)


def draw_gate_arrows(canvas: Canvas, grid: Grid, view: View) -> None:
    """Draw an arrow at each free gate: into the city, or out of it."""
    edges = tunnel_edges(view)
    for gate in GATES:
        if gate.cell not in edges and grid.reaches(grid.at(gate.rim[0]), 2):
            x, y = point_between(rim_middle(grid, gate), grid.middle(gate.cell), 0.22)
            turn, ink = (
                (gate.side + 3.5, theme.INK) if gate.is_start else (gate.side + 0.5, theme.CARD)
            )
            canvas.stamp(wedge_stamp(turn % 6, grid.part(0.19), ink), round(x), round(y))


def draw_gate_names(
    canvas: Canvas, grid: Grid, view: View, places: Gates, starts: Container[Point] = ()
) -> None:
    """Write the names of all gates, above the lines that lead through them.

    Args:
        canvas: to draw on.
        grid: the transform.
        view: the view that is drawn.
        places: the box of each name.
        starts: outer corners of gates at which a line can be started.
    """
    edges = tunnel_edges(view)
    for gate, (left, top, right, bottom) in places.items():
        size, centre = (right - left, bottom - top), ((left + right) // 2, (top + bottom) // 2)
        ground, ink = (
            (theme.GATE_START, theme.INK) if gate.is_start else (theme.GATE_END, theme.CARD)
        )
        if gate.cell in edges or gate.outer in starts or grid.edge < WIDE * grid.unit:
            canvas.layers(pill(*size, ground, theme.CITY_EDGE), *centre)
        canvas.letter(centre, gate.name, grid.unit, ink)


def _usual_name_at(
    grid: Grid, gate: Gate, edges: Mapping[Cell, tuple[Point, Point]]
) -> tuple[int, int]:
    """Return the middle of a gate's name if nothing is in its way."""
    middle, edge = grid.middle(gate.cell), edges.get(gate.cell)
    if edge is None:
        x, y = point_between(rim_middle(grid, gate), middle, 1.2)
        return round(x), round(y + _level(gate) * grid.edge)
    third = next(point for point in CORNERS[gate.cell] if point not in edge)
    x, y = point_between(middle, grid.at(third), GATE_SHIFT / 0.577)
    return round(x), round(y)


@cache
def _level(gate: Gate) -> float:
    """Return the shift of a gate's name towards its edge, downwards, in edges."""
    rows = [AXIAL[point][1] for point in CORNERS[gate.cell]]
    is_upright = rows.count(min(rows)) > 1
    return 0.07 * (1 if is_upright else -1) * (gate.side not in {1, 4})


def gate_places(grid: Grid, view: View, room: Room) -> Gates:
    """Return the box of each gate's name, where it hides as little as possible, and fill it.

    Args:
        grid: the transform.
        view: the view that is drawn.
        room: the room that other signs leave.
    """
    edges, places = tunnel_edges(view), dict[Gate, Box]()
    for gate in GATES:
        (x, y), size = _usual_name_at(grid, gate, edges), _gate_name_size(grid, gate)
        if grid.sees((x, y), size[0] // 2, size[1] // 2):
            ways = _ways(grid.edge, gate.side)
            best = cheapest(
                (
                    (boxed((x + dx, y + dy), size), far * size[0] * size[1])
                    for (dx, dy), far in ways
                ),
                room.cost,
                # A hidden marker or station would be missed more than a stretch of a line.
                lambda box: HEAVY * (room.most(box) > SIGN),
            )
            assert best is not None, "there is a place, however much it costs"
            places[gate] = best[0]
            room.put(best[0], EDGE_NAME)
    return places


@lru_cache(maxsize=64)
def _ways(edge: int, side: int) -> tuple[Priced[Place], ...]:
    """Return the ways in which a gate's name may give way at a side of the city, in px."""
    (ux, uy), (vx, vy) = unit(side + 0.5), unit(side + 2)
    return tuple(
        ((round((ux * out + vx * across) * edge), round((uy * out + vy * across) * edge)), far)
        for far, out, across in GIVES_WAY
    )


def _gate_name_size(grid: Grid, gate: Gate) -> tuple[int, int]:
    room = width(gate.name, grid.unit, Weight.BOLD) + round(grid.unit * 0.4)
    return room, round(grid.unit * (CAP + 0.45))
