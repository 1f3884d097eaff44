"""MM §1: the city."""

from collections import Counter
from itertools import combinations

import pytest

from metrobot.games.metromania.city import DISTRICTS, cell_of, grounds
from metrobot.games.metromania.geometry import (
    CELL_NAMED,
    CITY_CELLS,
    CORNERS,
    GATE_OF,
    GATES,
    POINT_NAMED,
    POINT_NAMES,
    STEPS,
    TOUCHING,
    position,
)
from metrobot.games.metromania.setup import CityDraws
from tests.games.metromania.boards import REAL_CITY, cell, cell_name, point
from tests.rulebook.cases import Cases, section

GROUNDS = grounds(REAL_CITY.layout)

CASES: Cases = {
    "1.1 the city has 91 points": (lambda: len(STEPS), 91),
    "1.1 the city has 150 cells": (lambda: CITY_CELLS, 150),
    "1.1 the city has 240 edges, the gates 48 more": (
        lambda: len({frozenset(side) for at in CORNERS for side in combinations(at, 2)}),
        240 + 48,
    ),
    "1.1 there are 6! x 3^6 cities": (lambda: len(CityDraws()), 720 * 729),
    "1.1 cell 14 in sextant 0, not turned": (lambda: cell_name(cell_of(0, 0, 14)), "H7 H8 I7"),
    "1.1 cell 14 in sextant 0, turned once": (lambda: cell_name(cell_of(0, 1, 14)), "G7 G8 H7"),
    "1.1 cell 14 in sextant 0, turned twice": (lambda: cell_name(cell_of(0, 2, 14)), "G8 G9 H8"),
    "1.1 six districts of 25 cells fill the city": (
        lambda: {cell_of(s, r, n) for s in range(6) for r in [s % 3] for n in range(1, 26)},
        set(range(150)),
    ),
    "1.2 each side has two white and two black gates": (
        lambda: Counter((gate.side, gate.is_start) for gate in GATES),
        Counter({(side, white): 2 for side in range(6) for white in (True, False)}),
    ),
    "1.2 gate cells lie outside the city": (
        lambda: {gate.cell for gate in GATES},
        set(range(150, 174)),
    ),
    "1.3 six spots of each type, a park and a lake of four cells": (
        lambda: Counter(map(str, filter(None, GROUNDS))),
        Counter({"R": 6, "W": 6, "L": 6, "park": 4, "lake": 4}),
    ),
    "1.3 there are six districts": (
        lambda: sorted(DISTRICTS),
        ["D1", "D2", "D3", "D4", "D5", "D6"],
    ),
    "1.4 an edge inside has a cell on each side, on the rim one": (
        lambda: Counter(len(way.cells) for ways in STEPS for way in ways),
        Counter({2: 2 * (240 - 30), 1: 2 * 30}),
    ),
    "1.4 an edge is a side of each of its cells": (
        lambda: all(
            {at, way.to} < set(CORNERS[beside])
            for at, ways in enumerate(STEPS)
            for way in ways
            for beside in way.cells
        ),
        True,
    ),
    "1.4 the centre touches six cells": (lambda: len(TOUCHING[point("F6")]), 6),
    "1.4 a corner of the city touches two cells": (lambda: len(TOUCHING[point("K6")]), 2),
    "1.5 the centre is F6": (lambda: position(point("F6")), (0.0, 0.0)),
    "1.5 rows from A at the bottom to K, numbers by diagonals": (
        lambda: [POINT_NAMES[0], POINT_NAMES[5], POINT_NAMES[85], POINT_NAMES[90]],
        ["A6", "A11", "K1", "K6"],
    ),
    "1.5 F7 lies to the right of the centre": (lambda: position(point("F7")), (1.0, 0.0)),
    "1.5 G6 lies up and to the right": (
        lambda: position(point("G6")),
        (0.5, pytest.approx(0.8660254)),
    ),
    "1.5 N1 and N5 are black, N2 and N4 white": (
        lambda: [GATE_OF[point(name)].is_start for name in ("N1", "N2", "N4", "N5")],
        [False, True, True, False],
    ),
    "1.5 places count anticlockwise: N1 lies at the right end of the top": (
        lambda: [POINT_NAMES[at] for at in GATE_OF[point("N1")].rim],
        ["K6", "K5"],
    ),
    "1.5 a cell goes by its corners, F10 before F9": (
        lambda: cell_name(cell("F9 F10 G9")),
        "F10 F9 G9",
    ),
    "1.5 every point has a name of its own": (lambda: len(POINT_NAMED), 91 + 24),
    "1.5 every cell has a name of its own": (lambda: len(CELL_NAMED), 150 + 24),
}
test_section_1 = section(CASES)
