"""MM §13: test trips."""

from typing import Any

from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.result import Guilt, Section, TripResult
from metrobot.games.metromania.state import State
from tests.games.metromania.boards import board, city, point, trip
from tests.rulebook.cases import Cases, section

# Two markers of A: by company 0 at F4, by company 1 at F8.
A_R, A_W = "F3 F4 G3", "F8 F9 G8"
A = {"0 A-R": A_R, "1 A-W": A_W}
ROW = "F4 F5 F6 F7 F8"


def short(found: TripResult) -> tuple[int | None, tuple[int, ...], tuple[int, ...]]:
    """Return the minutes, the points and the guilty."""
    return found.minutes, found.points, found.guilty


def monday(*lines: str, stations: str, **more: Any) -> TripResult:
    """Return Monday's trip between the markers at F4 and F8."""
    return trip(board(*lines, stations=stations, placed=A, **more), "A")


def two(*lines: str, stations: str, **more: Any) -> tuple[Any, ...]:
    """Return Monday's trip in a game of two."""
    found = monday(*lines, stations=stations, players=2, **more)
    return (*short(found), found.cancelled)


GREEN = city(park="F3 F4 G3", lake="F8 F9 G8")


def sunday(*lines: str, stations: str, **more: Any) -> TripResult:
    """Return Sunday's trip from a park at F4 to a lake at F8."""
    return trip(board(*lines, stations=stations, on=GREEN, **more), "S")


SPLIT = ("0 solid: F4 F5 F6", "1 solid: F6 F7 F8")
DOUBLE = (f"0 solid: {ROW}", "1 solid: F4 >F5 >F6 >F7 >F8")
UNPLACED: dict[str, Any] = {"placed": {"1 A-W": A_W}, "hands": {0: "A-R"}}


def guilt(state: State, letter: str = "A") -> tuple[tuple[int, ...], tuple[Guilt, ...]]:
    """Return the seats guilty of a trip, and their reasons."""
    found = trip(state, letter)
    return found.guilty, found.reasons


CASES: Cases = {
    "13.1 from a station at the one marker to one at the other, on anybody's line": (
        lambda: short(monday(f"2 solid: {ROW}", stations="F4 F8")),
        (1, (0, 0, 3, 0), ()),
    ),
    "13.1 from any of the stations that touch a marker": (
        lambda: monday("2 solid: G3 F4 F5 F6 F7 F8 F9", stations="G3 F4 F8 F9").minutes,
        1,
    ),
    "13.1 a station beside it does not serve": (
        lambda: guilt(board(f"2 solid: {ROW}", stations="F5 F8", placed=A)),
        ((0,), (Guilt.NO_STATION,)),
    ),
    "13.2 a section takes 1 minute, whatever its length": (
        lambda: monday(f"0 solid: {ROW}", stations="F4 F8").minutes,
        1,
    ),
    "13.2 two sections take 2": (lambda: monday(f"0 solid: {ROW}", stations="F4 F6 F8").minutes, 2),
    "13.2 a change takes 3": (lambda: monday(*SPLIT, stations="F4 F6 F8").minutes, 5),
    "13.2 also between lines of one company": (
        lambda: monday("0 solid: F4 F5 F6", "0 striped: F6 F7 F8", stations="F4 F6 F8").minutes,
        5,
    ),
    "13.2 two changes take 6": (
        lambda: (
            monday(
                "0 solid: F4 F5", "1 solid: F5 F6 F7", "2 solid: F7 F8", stations="F4 F5 F7 F8"
            ).minutes
        ),
        9,
    ),
    "13.2 who changes thrice at one station pays once": (
        lambda: monday(*SPLIT, "2 solid: D6 E6 F6 G6", stations="F4 F6 F8").minutes,
        5,
    ),
    "13.2 an unfinished line serves, and a finished one": (
        lambda: short(
            monday(
                "0 solid: S2 A7 B6 C6 D6 E6 F6 G6 H6 I6 J6 K5 N1",
                f"1 solid: {ROW}",
                stations="F4 F6 F8",
            )
        ),
        (2, (0, 6, 0, 0), ()),
    ),
    "13.2 points without a station are passed": (
        lambda: monday(*SPLIT, stations="F4 F8").minutes,
        None,
    ),
    "13.2 start and end markers are no stations": (
        lambda: [section.end for section in sunday("0 solid: N2 K4 J4", stations="K4").sections],
        [],
    ),
    "13.3 who placed a marker scores 6": (
        lambda: monday(f"1 solid: {ROW}", stations="F4 F8").points,
        (0, 6, 0, 0),
    ),
    "13.3 all others on a fastest route score 3": (
        lambda: monday(f"3 solid: {ROW}", stations="F4 F8").points,
        (0, 0, 0, 3),
    ),
    "13.3 all fastest routes count, also those alongside": (
        lambda: monday(*DOUBLE, stations="F4 F8").points,
        (6, 6, 0, 0),
    ),
    "13.3 a slower route counts nothing": (
        lambda: monday(f"2 solid: {ROW}", "3 solid: F4 G4 G5 G6 G7 F8", stations="F4 F8 G5").points,
        (0, 0, 3, 0),
    ),
    "13.3 each player scores once": (
        lambda: monday(f"2 solid: {ROW}", "2 striped: F4 G4 G5 G6 G7 F8", stations="F4 F8").points,
        (0, 0, 3, 0),
    ),
    "13.3 a change scores nobody: a section is needed": (
        lambda: monday(*SPLIT, "2 solid: D6 E6 F6 G6", stations="F4 F6 F8").points,
        (6, 6, 0, 0),
    ),
    "13.3 the sections on any fastest route": (
        lambda: monday(*SPLIT, stations="F4 F5 F6 F8").sections,
        (
            Section(Seat(0), LineName.SOLID, point("F4"), point("F5")),
            Section(Seat(0), LineName.SOLID, point("F5"), point("F6")),
            Section(Seat(1), LineName.SOLID, point("F6"), point("F8")),
        ),
    ),
    "13.3 of two fastest routes one is shown as the route": (
        lambda: monday(*DOUBLE, stations="F4 F8").route,
        (Section(Seat(0), LineName.SOLID, point("F4"), point("F8")),),
    ),
    "13.4 a marker not placed: its holder is guilty": (
        lambda: guilt(board(f"2 solid: {ROW}", stations="F4 F8", **UNPLACED)),
        ((0,), (Guilt.NOT_PLACED,)),
    ),
    "13.4 neither marker placed: both": (
        lambda: guilt(board(hands={0: "A-R", 3: "A-W"})),
        ((0, 3), (Guilt.NOT_PLACED, Guilt.NOT_PLACED)),
    ),
    "13.4 no station at a marker: its placer": (
        lambda: guilt(board(f"2 solid: {ROW}", stations="F4", placed=A)),
        ((1,), (Guilt.NO_STATION,)),
    ),
    "13.4 no connection: both placers": (
        lambda: guilt(board("2 solid: F4 F5 F6", "3 solid: F7 F8", stations="F4 F8", placed=A)),
        ((0, 1), (Guilt.NO_CONNECTION, Guilt.NO_CONNECTION)),
    ),
    "13.4 unplaced and unserved markers all count": (
        lambda: guilt(board(f"2 solid: {ROW}", stations="F4", **UNPLACED)),
        ((0, 1), (Guilt.NOT_PLACED, Guilt.NO_STATION)),
    ),
    "13.4 the connection matters only if there are none": (
        lambda: guilt(board("2 solid: F4 F5 F6", "3 solid: F7 F8", stations="F8", placed=A)),
        ((0,), (Guilt.NO_STATION,)),
    ),
    "13.4 each guilty player loses 6, nobody else anything": (
        lambda: short(monday("2 solid: F4 F5 F6", stations="F4")),
        (None, (0, -6, 0, 0), (1,)),
    ),
    "13.4 one company with both markers loses once": (
        lambda: short(trip(board(players=3, hands={0: "A-R A-W"}), "A")),
        (None, (-6, 0, 0), (0,)),
    ),
    "13.5 two players: lines of both on the fastest routes, nobody scores": (
        lambda: two(*DOUBLE, stations="F4 F8"),
        (1, (0, 0), (), True),
    ),
    "13.5 also on one route in turn": (
        lambda: two(*SPLIT, stations="F4 F6 F8"),
        (5, (0, 0), (), True),
    ),
    "13.5 one alone scores": (
        lambda: two(f"0 solid: {ROW}", stations="F4 F8"),
        (1, (6, 0), (), False),
    ),
    "13.5 both guilty: nobody is punished, both are named": (
        lambda: two(stations=""),
        (None, (0, 0), (0, 1), True),
    ),
    "13.5 one guilty is punished": (
        lambda: two(f"0 solid: {ROW}", stations="F4"),
        (None, (0, -6), (1,), False),
    ),
    "13.5 Sunday included": (
        lambda: (
            sunday(*DOUBLE, stations="F4 F8", players=2).points,
            sunday(*DOUBLE, stations="F4 F8", players=2).cancelled,
        ),
        ((0, 0), True),
    ),
    "13.5 option score: both score": (
        lambda: two(*DOUBLE, stations="F4 F8", shared_trips="score"),
        (1, (6, 6), (), False),
    ),
    "13.5 option score: both are punished": (
        lambda: two(stations="", shared_trips="score"),
        (None, (-6, -6), (0, 1), False),
    ),
    "13.5 not in the advanced game": (
        lambda: two(*DOUBLE, stations="F4 F8", advanced=True),
        (1, (6, 6, 0, 0), (), False),
    ),
    "13.6 Sunday from park to lake: 5 points for each on a fastest route": (
        lambda: short(sunday(*DOUBLE, "2 solid: F4 G4 G5 G6 G7 F8", stations="F4 F8")),
        (1, (5, 5, 5, 0), ()),
    ),
    "13.6 between stations at any of their cells": (
        lambda: (
            trip(
                board(
                    "2 solid: C5 D5 E5 F5 G5 H5",
                    stations="C5 H5",
                    on=city(park="F3 F4 G3,B5 C4 C5", lake="H5 H6 I5"),
                ),
                "S",
            ).minutes
        ),
        1,
    ),
    "13.6 no penalty": (
        lambda: short(sunday("2 solid: F4 F5 F6", stations="F4")),
        (None, (0, 0, 0, 0), ()),
    ),
}
test_section_13 = section(CASES)
