"""The hexagonal city as numbers: points, cells, edges, gates and their names.

Points, cells and edges are small integers, so that sets of them are bit masks
and a state is cheap to copy. Names exist at the borders only: records,
commands, pictures.

Source: MM §1.
"""

import math
from dataclasses import dataclass
from functools import cache
from typing import Final, NewType

Point = NewType("Point", int)
"""0..90: the city's points, rows A to K, each from left to right. 91..114: the outer corners of the
gates, in the order of GATES.
"""

Cell = NewType("Cell", int)
"""0..149: the city's cells. 150..173: the gates' cells, in the order of GATES."""

Edge = NewType("Edge", int)
"""A pair of neighbouring points, in no direction."""

Axial = tuple[int, int]

SIDE: Final = 5
DIRECTIONS: Final[tuple[Axial, ...]] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
TURNS: Final = tuple(tuple(min((b - a) % 6, (a - b) % 6) for b in range(6)) for a in range(6))
"""The turn from one direction to another: 0 straight, 1 gentle, 2 sharp, 3 back."""
SHARP: Final = 2
ROWS: Final = "ABCDEFGHIJK"
SIDE_NAMES: Final = ("NE", "N", "NW", "SW", "S", "SE")
PLACES: Final = (1, 2, 4, 5)
CITY_POINTS: Final = 91
CITY_CELLS: Final = 150
_SPAN: Final = range(-SIDE, SIDE + 1)
_EDGES: Final[dict[frozenset[Point], Edge]] = {}


@dataclass(frozen=True, slots=True)
class Gate:
    """An arrow cell outside the city, where lines start or end (MM §1.2, §1.5).

    Attributes:
        name: side and place, such as "N2".
        side: 0 to 5, anticlockwise from NE.
        is_start: whether it is white, for starts; black ones are for ends.
        rim: its two points on the city's rim.
        outer: the corner that bears the gate's name.
        cell: the gate's own cell.
    """

    name: str
    side: int
    is_start: bool
    rim: tuple[Point, Point]
    outer: Point
    cell: Cell


@dataclass(frozen=True, slots=True)
class Step:
    """One way to leave a point: towards a neighbour, along two cells at most.

    Attributes:
        direction: 0 to 5, anticlockwise from east, 60 degrees each.
        to: the neighbour.
        edge: the edge between them.
        cells: the cells that have this edge as a side, left one first.
    """

    direction: int
    to: Point
    edge: Edge
    cells: tuple[Cell, ...]


def _add(a: Axial, b: Axial, times: int = 1) -> Axial:
    return a[0] + times * b[0], a[1] + times * b[1]


def _is_inside(axial: Axial) -> bool:
    q, r = axial
    return abs(q) <= SIDE and abs(r) <= SIDE and abs(q + r) <= SIDE


def _gate_positions() -> list[tuple[str, int, Axial, Axial, Axial]]:
    """Return name, side, the two rim positions and the outer corner of each gate."""
    gates = []
    for side, name in enumerate(SIDE_NAMES):
        corner = _add((0, 0), DIRECTIONS[side], SIDE)
        along, out = DIRECTIONS[(side + 2) % 6], DIRECTIONS[(side + 1) % 6]
        for place in PLACES:
            a = _add(corner, along, place - 1)
            gates.append((f"{name}{place}", side, a, _add(a, along), _add(a, out)))
    return gates


_GATE_POSITIONS: Final = _gate_positions()
AXIAL: Final[tuple[Axial, ...]] = (
    *((q, r) for r in _SPAN for q in _SPAN if _is_inside((q, r))),
    *(gate[4] for gate in _GATE_POSITIONS),
)
"""Axial coordinates (q to the right, r up-right) of every point, gates included."""

POINT_AT: Final[dict[Axial, Point]] = {qr: Point(i) for i, qr in enumerate(AXIAL[:CITY_POINTS])}
POINT_NAMES: Final[tuple[str, ...]] = (
    *(f"{ROWS[r + SIDE]}{q + SIDE + 1}" for q, r in AXIAL[:CITY_POINTS]),
    *(gate[0] for gate in _GATE_POSITIONS),
)
"""The points' names as on a hexagonal chess board (MM §1.5)."""
POINT_NAMED: Final[dict[str, Point]] = {name: Point(i) for i, name in enumerate(POINT_NAMES)}


GATES: Final = tuple(
    Gate(
        name=name,
        side=side,
        is_start=name[-1] in "24",
        rim=(POINT_AT[a], POINT_AT[b]),
        outer=Point(CITY_POINTS + i),
        cell=Cell(CITY_CELLS + i),
    )
    for i, (name, side, a, b, _) in enumerate(_GATE_POSITIONS)
)
"""The 24 gates, sides anticlockwise from NE."""

GATE_OF: Final[dict[Point, Gate]] = {gate.outer: gate for gate in GATES}
"""Gate by its outer corner; city points are not in it."""


def _city_cells() -> list[tuple[Point, Point, Point]]:
    """Return the corners of the city's cells, by rows, up and down alternating."""
    cells = []
    for q, r in AXIAL[:CITY_POINTS]:
        for corners in (((q, r), (q + 1, r), (q, r + 1)), ((q, r), (q, r + 1), (q - 1, r + 1))):
            if all(_is_inside(corner) for corner in corners):
                a, b, c = (POINT_AT[corner] for corner in corners)
                cells.append((a, b, c))
    return cells


CORNERS: Final[tuple[tuple[Point, Point, Point], ...]] = tuple(
    _city_cells() + [(gate.rim[0], gate.rim[1], gate.outer) for gate in GATES]
)
"""The three corners of every cell, gates included."""

CORNER_BITS: Final = tuple(sum(1 << point for point in corners) for corners in CORNERS)
"""For each cell its corners as bits, gates included."""

CELL_WITH: Final[dict[frozenset[Point], Cell]] = {
    frozenset(corners): Cell(i) for i, corners in enumerate(CORNERS)
}
CELL_NAMES: Final[tuple[tuple[str, str, str], ...]] = tuple(
    tuple(sorted(POINT_NAMES[p] for p in corners))  # type: ignore[misc]  # three in, three out
    for corners in CORNERS
)
"""The names of each cell's corners, sorted by code point (F10 before F9)."""
CELL_NAMED: Final[dict[tuple[str, ...], Cell]] = {
    names: Cell(i) for i, names in enumerate(CELL_NAMES)
}


def cell_name(cell: Cell) -> str:
    """Return a cell's name: its three corners in the order of the board."""
    return "·".join(sorted(CELL_NAMES[cell], key=_by_place))


def _by_place(name: str) -> tuple[str, int]:
    """Return a sort key that puts F9 before F10."""
    row = name.rstrip("0123456789")
    return row, int(name.removeprefix(row))


TOUCHING: Final = tuple(
    tuple(Cell(cell) for cell, corners in enumerate(CORNERS[:CITY_CELLS]) if point in corners)
    for point in range(CITY_POINTS)
)
"""For each city point, the up to six city cells that touch it (MM §1.4)."""


def _edge(a: Point, b: Point) -> Edge:
    # Numbered in the order of first use, which is the same in every process.
    return _EDGES.setdefault(frozenset((a, b)), Edge(len(_EDGES)))


def _steps_from(point: Point) -> tuple[Step, ...]:
    steps = []
    for direction, delta in enumerate(DIRECTIONS):
        to = POINT_AT.get(_add(AXIAL[point], delta))
        if to is None:
            continue
        sides = (DIRECTIONS[(direction + 1) % 6], DIRECTIONS[(direction - 1) % 6])
        thirds = [POINT_AT.get(_add(AXIAL[point], side)) for side in sides]
        cells = tuple(CELL_WITH[frozenset((point, to, p))] for p in thirds if p is not None)
        steps.append(Step(direction, to, _edge(point, to), cells))
    return tuple(steps)


STEPS: Final = tuple(_steps_from(Point(p)) for p in range(CITY_POINTS))
"""For each city point, its steps within the city, by direction."""


@cache
def direction_between(a: Point, b: Point) -> int:
    """Return the direction, 0 to 5, from a point to a neighbouring one.

    Raises:
        ValueError: they are not neighbours.
    """
    (aq, ar), (bq, br) = AXIAL[a], AXIAL[b]
    return DIRECTIONS.index((bq - aq, br - ar))


@cache
def step_between(a: Point, b: Point, *cells: Cell) -> Step:
    """Return the step from a point to a neighbouring one, along these cells.

    Raises:
        ValueError: they are not neighbours.
    """
    return Step(direction_between(a, b), b, _edge(a, b), cells)


GATE_STEPS: Final = {
    gate.outer: tuple(step_between(gate.outer, rim, gate.cell) for rim in gate.rim)
    for gate in GATES
}
"""For each gate's outer corner the two steps onto the rim."""

EXITS: Final = tuple(
    tuple(
        (gate, step_between(point, gate.outer, gate.cell))
        for gate in GATES
        if point in gate.rim and not gate.is_start
    )
    for point in map(Point, range(CITY_POINTS))
)
"""For each city point, the black gates at which a line may end from it, with the step out."""


def edge_between(a: Point, b: Point) -> Edge:
    """Return the edge between two neighbouring points.

    Raises:
        KeyError: they are not neighbours.
    """
    return _EDGES[frozenset((a, b))]


def position(point: Point) -> tuple[float, float]:
    """Return a point's coordinates on paper: x to the right, y upwards, edge length 1."""
    q, r = AXIAL[point]
    return q + r / 2, r * math.sqrt(3) / 2


def steps_apart(a: Point, b: Point) -> int:
    """Return the number of steps between two points, ignoring obstacles."""
    q, r = AXIAL[a][0] - AXIAL[b][0], AXIAL[a][1] - AXIAL[b][1]
    return max(abs(q), abs(r), abs(q + r))
