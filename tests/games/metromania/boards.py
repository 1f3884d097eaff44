"""Positions written as text, and words for what is tried on them.

A line is a list of points: `"0 solid: F4 F5 >F6"` is company 0's solid line. A
tunnel fills the cell to the left of its way; `>` before the point that it
leads to takes the cell to the right. Gates go by their names. Lines may begin
and end anywhere, as the rules' own positions do.
"""

import itertools
from collections.abc import Hashable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.ruleset import Ruleset
from metrobot.games.metromania.actions import Dig, LineName, PlaceStation
from metrobot.games.metromania.city import (
    LEFT,
    MARKER_NAMED,
    RIGHT,
    City,
    Ground,
    Layout,
    Marker,
    city_of,
)
from metrobot.games.metromania.geometry import (
    CELL_NAMED,
    CELL_NAMES,
    CITY_CELLS,
    CITY_POINTS,
    CORNERS,
    EXITS,
    GATE_OF,
    GATE_STEPS,
    POINT_NAMED,
    STEPS,
    TOUCHING,
    Cell,
    Point,
    Step,
)
from metrobot.games.metromania.result import EndedBy, Result, TripResult
from metrobot.games.metromania.setup import CityDraws
from metrobot.games.metromania.state import Deeds, Line, Phase, Placed, State, line_index
from metrobot.games.metromania.title import MetroMania

TITLE = MetroMania()
REAL_CITY = city_of(CityDraws()[0].layout)
"""Districts D1 to D6, none of them turned."""
_NUMBERS = itertools.count(1)


def rules(players: int = 4, **options: Any) -> Ruleset:
    """Return a ruleset, defaults where nothing is said."""
    return TITLE.ruleset(players, options)


def point(name: str) -> Point:
    """Return the point, or the gate's outer corner, with this name."""
    return POINT_NAMED[name]


def cell(names: str) -> Cell:
    """Return the cell with these three corners, in any order."""
    return CELL_NAMED[tuple(sorted(names.split()))]


def mask(names: str) -> int:
    return sum(1 << point(name) for name in names.split())


def city(spots: Mapping[str, str] = {}, park: str = "", lake: str = "") -> City:
    """Return a city that is blank but for these cells; its layout means nothing.

    Args:
        spots: cells by their corners, and their type.
        park: a cell's corners, or several cells parted by commas.
        lake: as `park`.
    """
    found: list[Ground | None] = [None] * (CITY_CELLS + 24)
    for names, kind in spots.items():
        found[cell(names)] = Ground(kind)
    greens = [_cells(park), _cells(lake)]
    counts = tuple(sum(found[at] is not None for at in cells) for cells in TOUCHING)
    park_mask, lake_mask = (
        sum(1 << at for at in {p for green in cells for p in CORNERS[green]}) for cells in greens
    )
    barred = sum(1 << at for at in greens[0] + greens[1])
    layout = _layout((tuple(found), barred))
    spot_cells = tuple(Cell(at) for at, kind in enumerate(found) if kind is not None)
    return City(layout, tuple(found), spot_cells, barred, counts, park_mask, lake_mask)


@cache
def _layout(ground: Hashable) -> Layout:
    """Return a layout that no other ground has: cities are compared by theirs."""
    number = next(_NUMBERS)
    return tuple(
        replace(placement, rotation=number // 3**sextant % 3)
        for sextant, placement in enumerate(REAL_CITY.layout)
    )


def _cells(text: str) -> list[Cell]:
    return [cell(names) for names in text.split(",") if names]


BLANK = city()

ENDS = (
    "0 solid: F4 E4",
    "0 striped: H6 H7",
    "1 solid: D3 D4",
    "2 solid: B8 B9",
    "2 striped: J6 J7",
)
"""Lines of a board on which company 0 can fill the only cell where company 1's could go on."""


def walled(free: str = "", spots: Mapping[str, str] = {}) -> City:
    """Return a city where nothing can be dug on but these cells, parted by commas."""
    open_cells = {*_cells(free), *map(cell, spots)}
    walls = [CELL_NAMES[at] for at in range(CITY_CELLS) if Cell(at) not in open_cells]
    return city(spots, park=",".join(" ".join(names) for names in walls))


def step(at: Point, to: str) -> Step:
    """Return the step between two points."""
    ways = (
        [*STEPS[at], *(way for _, way in EXITS[at])] if at < CITY_POINTS else list(GATE_STEPS[at])
    )
    return next(way for way in ways if way.to == point(to.lstrip(">")))


def beside(at: Point, to: str) -> Cell:
    """Return the cell of a tunnel: left of its way, or right where `>` says so."""
    way = step(at, to)
    return way.cells[-1 if to.startswith(">") else 0]


def line(text: str, *, side: int = 0) -> Line:
    """Return a line through these points."""
    first, *others = text.split()
    at, points, cells, edges, last, heading = point(first), [point(first)], [], 0, 0, 0
    for to in others:
        way = step(at, to)
        cells.append(beside(at, to))
        at, last, heading = way.to, 1 << way.edge, way.direction
        points.append(at)
        edges |= last
    start = GATE_OF[points[0]].side if points[0] in GATE_OF else side
    visited = sum(1 << at for at in points)
    is_finished = at >= CITY_POINTS
    return Line(tuple(points), tuple(cells), visited, edges, last, heading, start, is_finished)


def hand(names: str) -> tuple[Marker, ...]:
    return tuple(sorted(MARKER_NAMED[name] for name in names.split()))


def board(
    *lines: str,
    players: int = 4,
    seat: int = 0,
    on: City = BLANK,
    stations: str = "",
    stock: int | None = None,
    hands: Mapping[int, str] = {},
    placed: Mapping[str, str] = {},
    points: tuple[int, ...] | None = None,
    round_number: int = 1,
    sides: Mapping[str, int] = {},
    taken: str = "",
    filled: str = "",
    deeds: Deeds | None = None,
    **options: Any,
) -> State:
    """Return a position.

    Args:
        lines: as the module tells.
        players: people.
        seat: the company to act.
        on: the city.
        stations: points.
        stock: stations left; by default what is not on the board.
        hands: company to markers.
        placed: company and marker (`"0 A-R"`) to the cell where it lies.
        points: scored per company.
        round_number: 0 is everybody's first turn.
        sides: line (`"0 solid"`) to the side where it started, if not at a gate.
        taken: gates whose cells are filled by nobody's line.
        filled: cells, parted by commas, filled by nobody's line.
        deeds: of the turn that is going on; its number is filled in.
        options: of the game.
    """
    ruleset = rules(players, **options)
    count = TITLE.seat_count(ruleset)
    found = [Line()] * (2 * count)
    for text in lines:
        name, way = text.split(": ")
        found[_index(name)] = line(way, side=sides.get(name, 0))
    built = mask(stations)
    used = sum(1 << at for at in {at for each in found for at in each.cells})
    used |= sum(1 << GATE_OF[point(name)].cell for name in taken.split())
    used |= sum(1 << at for at in _cells(filled))
    turn = round_number * count + seat
    return State(
        rules=ruleset,
        phase=Phase.BUILDING,
        city=on,
        hands=tuple(hand(hands.get(company, "")) for company in range(count)),
        lines=tuple(found),
        used=used,
        stations=built,
        stock=30 - built.bit_count() if stock is None else stock,
        placed=tuple(_lying(name, where) for name, where in placed.items()),
        station_points=points or (0,) * count,
        turn=turn,
        deeds=Deeds() if deeds is None else replace(deeds, turn=turn),
    )


def _index(name: str) -> int:
    """Return the place of a line such as "0 solid"."""
    company, which = name.split()
    return line_index(Seat(int(company)), LineName(which))


def _lying(name: str, where: str) -> Placed:
    """Return a marker on the board."""
    company, marker = name.split()
    return Placed(MARKER_NAMED[marker], cell(where), Seat(int(company)))


def dig(state: State, name: str, to: str, letter: str | None = None) -> Dig:
    """Return a tunnel of the company to act, from its line's end."""
    end = state.lines[line_index(state.active, LineName(name))].points[-1]
    return Dig(LineName(name), end, point(to.lstrip(">")), beside(end, to), letter)


def start(name: str, gate: str, to: str) -> Dig:
    outer = point(gate)
    return Dig(LineName(name), outer, point(to), GATE_OF[outer].cell, None)


def site(name: str, at: str) -> PlaceStation:
    return PlaceStation(LineName(name), point(at))


def after(state: State, *actions: Any) -> State:
    """Return the state after actions of whoever is to act."""
    for action in actions:
        state = TITLE.apply(state, TITLE.awaiting(state)[0], action)
    return state


def tried(state: State, *actions: Any) -> State:
    """Return the state after these actions of a draft of the active company."""
    seat = state.active
    for action in actions:
        state = TITLE.tried(state, seat, action)
    return state


def dug(state: State, name: str, *way: str) -> State:
    """Return the state after tunnels of one line, from point to point."""
    for to in way:
        state = after(state, dig(state, name, to))
    return state


def refusal(state: State, action: Any) -> tuple[str, dict[str, Any]] | None:
    """Return the key and the facts of the refusal, or None if the action is legal."""
    found = TITLE.objection(state, TITLE.awaiting(state)[0], action)
    return None if found is None else (found.key, dict(found.facts))


def key(state: State, action: Any) -> str | None:
    """Return the key of the refusal, or None if the action is legal."""
    found = refusal(state, action)
    return None if found is None else found[0]


def stations_of(state: State) -> str:
    names = TITLE.view_for(state).stations
    return " ".join(sorted(_name(at) for at in names))


def _name(at: Point) -> str:
    return next(name for name, number in POINT_NAMED.items() if number == at)


def cell_name(at: Cell) -> str:
    return " ".join(CELL_NAMES[at])


def choices(state: State) -> tuple[Any, ...]:
    return TITLE.legal_actions(state, state.active)


def fresh(players: int = 4, **options: Any) -> State:
    """Return a game with its city laid out, and its hands if nothing is drawn."""
    state = TITLE.initial_state(rules(players, **options))
    return TITLE.apply(state, CHANCE, TITLE.chance(state)[0])


def counted(state: State, ended_by: EndedBy = EndedBy.LINES) -> Result:
    """Return the final count of a position, as if building had ended there.

    Markers that the position does not name are still in the hands of companies
    0 (left column) and 1 (right column).
    """
    named = {marker for held in state.hands for marker in held}
    named |= {placed.marker for placed in state.placed}
    missing = [tuple(m for m in column if m not in named) for column in (LEFT, RIGHT)]
    hands = tuple(
        (*held, *(missing[seat] if seat < 2 else ())) for seat, held in enumerate(state.hands)
    )
    return TITLE.outcome(replace(state, phase=Phase.OVER, ended_by=ended_by, hands=hands))


def trip(state: State, letter: str) -> TripResult:
    return next(trip for trip in counted(state).trips if trip.trip == letter)


def is_blocked(state: State, name: str) -> bool | None:
    """Return whether everybody sees a line such as "0 solid" as blocked."""
    company, which = name.split()
    lines = TITLE.view_for(state).companies[int(company)].lines
    return next(line.is_blocked for line in lines if line.name == which)
