"""The whole truth of a game at one moment, as values.

Sets of points, cells and edges are the bits of integers, so that a state costs
little to copy.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import GameState
from metrobot.games.metromania.actions import LINE_NAMES, STATIONS, LineName
from metrobot.games.metromania.city import City, Marker
from metrobot.games.metromania.geometry import CORNER_BITS, Cell, Point
from metrobot.games.metromania.options import company_count
from metrobot.games.metromania.result import EndedBy


class Phase(StrEnum):
    """Steps of a game: each waits for chance, for a company, or for nobody."""

    CITY = "city"
    DEAL = "deal"
    BUILDING = "building"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Line:
    """One line as it was dug (MM §2.1, §6).

    Attributes:
        points: from the start gate's outer corner on; empty while unstarted.
        cells: of its tunnels, in order; one fewer than points.
        visited: its points, as bits.
        edges: its edges, as bits.
        last_edge: the one bit of its last edge, 0 while unstarted.
        heading: direction of its last tunnel, 0 to 5; 0 while unstarted.
        start_side: side of the city, 0 to 5; 0 while unstarted.
        is_finished: whether it has reached a black gate.
    """

    points: tuple[Point, ...] = ()
    cells: tuple[Cell, ...] = ()
    visited: int = 0
    edges: int = 0
    last_edge: int = 0
    heading: int = 0
    start_side: int = 0
    is_finished: bool = False


UNSTARTED: Final = Line()


@dataclass(frozen=True, slots=True)
class Placed:
    """A destination marker on the board (MM §9.1)."""

    marker: Marker
    cell: Cell
    company: Seat


@dataclass(frozen=True, slots=True)
class Deeds:
    """The progress of the last turn in which somebody acted.

    Attributes:
        turn: its number; -1 before anybody acted.
        dug: number of tunnels, 0 to 3.
        has_placed: whether a marker was placed.
        bonus: the line just ended whose station is still to be chosen (MM §10.3).
        lacking: for each line that was blocked when that turn began, the markers
            that everybody knew its owner did not hold (MM §11.3).
    """

    turn: int = -1
    dug: int = 0
    has_placed: bool = False
    bonus: LineName | None = None
    lacking: tuple[frozenset[Marker], ...] = ()


@dataclass(frozen=True, slots=True)
class State(GameState):
    """One game at one moment.

    Attributes:
        phase: the step that the game is at.
        city: the districts as laid out, None before.
        hands: for each company the markers not yet placed, sorted.
        lines: solid and striped of company 0, of company 1, and so on.
        used: the cells filled by tunnels, as bits.
        stations: the points with a station, as bits.
        stock: stations left, 0 to 30.
        placed: markers on the board, by letter and type.
        station_points: per company, as scored while building.
        turn: number of turns ended by all companies, those passed over included.
        deeds: the progress of the last turn in which somebody acted.
        idle_turns: number of turns in a row without a tunnel or a station (MM §11.4).
        ended_by: the cause that ended or will end the building.
        final_turn: number of the last turn, once it is certain (MM §11.2).
    """

    phase: Phase
    city: City | None
    # Not printed: logs and errors must not tell hands.
    hands: tuple[tuple[Marker, ...], ...] = field(repr=False)
    lines: tuple[Line, ...]
    used: int = 0
    stations: int = 0
    stock: int = STATIONS
    placed: tuple[Placed, ...] = ()
    station_points: tuple[int, ...] = ()
    turn: int = 0
    deeds: Deeds = Deeds()
    idle_turns: int = 0
    ended_by: EndedBy | None = None
    final_turn: int | None = None

    @property
    def company_count(self) -> int:
        """The number of companies."""
        return len(self.hands)

    @property
    def active(self) -> Seat:
        """The company on turn; companies take turns for ever (MM §3.1, §3.4)."""
        return Seat(self.turn % len(self.hands))

    @property
    def now(self) -> Deeds:
        """The progress of the current turn."""
        return self.deeds if self.deeds.turn == self.turn else NOTHING_DONE

    @property
    def built_city(self) -> City:
        """The city, in a phase that has one."""
        assert self.city is not None, "the city has not been laid out"
        return self.city

    def stations_at(self, cell: Cell) -> int:
        """Return the stations that touch a cell, as bits (MM §13.1)."""
        return self.stations & CORNER_BITS[cell]


NOTHING_DONE: Final = Deeds()


def line_index(seat: Seat, name: LineName) -> int:
    """Return the index of a company's line in `State.lines`."""
    return 2 * seat + LINE_NAMES.index(name)


def points_in(mask: int) -> tuple[Point, ...]:
    """Return the points whose bits are set, in ascending order."""
    points = []
    while mask:
        low = mask & -mask
        points.append(Point(low.bit_length() - 1))
        mask ^= low
    return tuple(points)


def empty_state(rules: Ruleset) -> State:
    """Return the state before the first action (MM §3)."""
    count = company_count(rules)
    return State(
        rules=rules,
        phase=Phase.CITY,
        city=None,
        hands=((),) * count,
        lines=(UNSTARTED,) * (2 * count),
        station_points=(0,) * count,
    )
