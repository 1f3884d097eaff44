"""The layer of printed names: gates, and the letters and numbers on the rim."""

import math
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import product
from math import dist, hypot
from typing import Final, NamedTuple

from metrobot.games.metromania.city import SPOTS
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
from render.boxes import Box, meet, moved, nearest
from render.canvas import Canvas, disc_stamp
from render.metromania.glyphs import pill, wedge_stamp
from render.metromania.grid import Grid, Spot, point_between, unit
from render.metromania.labels.room import Place, boxed
from render.metromania.places import (
    BADGE,
    MARKER,
    SPOT,
    badge_points,
    lines_at,
    marker_spot,
    station_radius,
    tunnel_edges,
)
from render.placing.choice import cheapest
from render.placing.memory import remembered
from render.text.lettering import CAP, Weight, width

Gates = Mapping[Gate, Place]
"""The middle of each gate's name, in px."""

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
HEAVY: Final = 100
"""Weight of a sign that a gate's name must not hide."""
LIGHT: Final = 10
"""Weight of a sign that a gate's name should not hide."""
MARKER_REACH: Final = 1.25
"""Radius of a marker with its rims, in radii of its shape."""
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
        places: the middle of each name.
        starts: outer corners of gates at which a line can be started.
    """
    edges = tunnel_edges(view)
    for gate, centre in places.items():
        size = _gate_name_size(grid, gate)
        if grid.sees(centre, size[0] // 2, size[1] // 2):
            ground, ink = theme.GATE_START, theme.INK
            if not gate.is_start:
                ground, ink = theme.GATE_END, theme.CARD
            if gate.cell in edges or gate.outer in starts or grid.edge < WIDE * grid.unit:
                canvas.layers(pill(*size, ground, theme.CITY_EDGE), *centre)
            canvas.letter(centre, gate.name, grid.unit, ink)


class Sign(NamedTuple):
    """A round sign that a gate's name should not hide.

    Attributes:
        centre: its middle.
        radius: its radius, in px.
        weight: cost of hiding it.
    """

    centre: tuple[int, int]
    radius: int
    weight: int


def signs_at(grid: Grid, view: View) -> list[Sign]:
    """Return markers and stations, which weigh most, then spots, badges and names on the rim."""
    edges, counts = tunnel_edges(view), lines_at(view)
    marker, spot = round(grid.round_sign(MARKER) * MARKER_REACH), grid.round_sign(SPOT)
    signs = [Sign(marker_spot(grid, piece.cell, edges), marker, HEAVY) for piece in view.placed]
    radii = {point: station_radius(grid, counts[point]) for point in view.stations}
    signs += [Sign(grid.at(point), radius, HEAVY) for point, radius in radii.items()]
    cells = (Cell(cell) for cell, kind in enumerate(view.grounds) if kind in SPOTS)
    signs += [Sign(marker_spot(grid, cell, edges), spot, LIGHT) for cell in cells]
    badges = (point for line in view.lines for point in badge_points(line))
    signs += [Sign(grid.at(point), grid.round_sign(BADGE), 3 * LIGHT) for point in badges]
    if not grid.is_close:
        signs += [Sign(centre, round(grid.unit * 0.5), 2 * LIGHT) for _, centre in rim_names(grid)]
    return signs


def _gate_shift(
    edge: int, size: tuple[int, int], side: int, signs: Sequence[Sign], obstacles: Sequence[Box]
) -> Place:
    """Return the px by which a gate's name gives way to signs, as few as possible.

    Args:
        edge: px of an edge.
        size: of the name.
        side: of the city at which the gate lies.
        signs: signs that it should not hide, seen from the usual middle of the name.
        obstacles: boxes that would hide it, likewise.
    """
    (ux, uy), (vx, vy) = unit(side + 0.5), unit(side + 2)

    def place(out: float, across: float) -> Place:
        return round((ux * out + vx * across) * edge), round((uy * out + vy * across) * edge)

    def hidden(centre: Place) -> float:
        box = boxed(centre, size)
        obstacle_cost = HEAVY * any(meet(box, obstacle) for obstacle in obstacles)
        # The deeper a sign is hidden, the more it costs.
        deep = [(sign.weight, depth) for sign in signs if (depth := _depth(box, sign))]
        return sum(weight * (depth + (weight == HEAVY)) for weight, depth in deep) + obstacle_cost

    best = cheapest(((place(out, across), far) for far, out, across in GIVES_WAY), hidden)
    assert best is not None, "there is a place, however much it costs"
    return best[0]


def touches(box: Box, sign: Sign) -> bool:
    """Return whether a box lies over a round sign."""
    return _depth(box, sign) > 0


def _depth(box: Box, sign: Sign) -> float:
    """Return the depth of a box in a sign: 0.0 outside, 1.0 over its middle."""
    (left, top, right, bottom), (x, y), radius = box, sign.centre, sign.radius
    # Most signs are out of reach, which is seen without a root.
    if x <= left - radius or x >= right + radius or y <= top - radius or y >= bottom + radius:
        return 0.0
    return max(0.0, 1 - dist(nearest(box, (x, y)), (x, y)) / radius)


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


def gate_places(grid: Grid, view: View, obstacles: Sequence[Box] = ()) -> Gates:
    """Return the middles of the gates' names: as before, where nothing near them has changed.

    Args:
        grid: the transform.
        view: the view that is drawn.
        obstacles: boxes in px that are drawn over the city later.
    """
    edges, signs = tunnel_edges(view), signs_at(grid, view)
    places = dict[Gate, Place]()
    for gate in GATES:
        (x, y), size = _usual_name_at(grid, gate, edges), _gate_name_size(grid, gate)
        reach = grid.edge + size[0]
        near = [
            Sign((across - x, down - y), radius, weight)
            for (across, down), radius, weight in signs
            if -reach < down - y < reach and hypot(across - x, down - y) < reach
        ]
        boxes = tuple(moved(box, -x, -y) for box in obstacles)
        search = (grid.edge, size, gate.side, tuple(near), boxes)
        dx, dy = remembered(search, partial(_gate_shift, *search))
        places[gate] = x + dx, y + dy
    return places


def gate_name_boxes(grid: Grid, places: Gates) -> Iterator[Box]:
    """Yield the boxes of the gates' names at their middles, with a small margin."""
    for gate, centre in places.items():
        yield boxed(centre, _gate_name_size(grid, gate))


def _gate_name_size(grid: Grid, gate: Gate) -> tuple[int, int]:
    room = width(gate.name, grid.unit, Weight.BOLD) + round(grid.unit * 0.4)
    return room, round(grid.unit * (CAP + 0.45))
