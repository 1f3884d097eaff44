"""MM §15: worked examples and positions."""

from functools import cache

from metrobot.games.metromania.city import City, city_of
from metrobot.games.metromania.geometry import EXITS, GATE_STEPS, GATES, STEPS, TURNS, Gate
from metrobot.games.metromania.reasons import Reason
from metrobot.games.metromania.setup import CityDraws
from tests.games.metromania.boards import board, dig, dug, key, refusal, stations_of, trip
from tests.rulebook.cases import Cases, section

AT_F4, AT_F8 = "F3 F4 G3", "F8 F9 G8"
RED, GREEN, ORANGE, BLUE = range(4)

EVENING = trip(
    board(
        "0 solid: F4 F5 F6 F7 F8",
        "1 solid: F4 G4 G5 G6 G7 F8",
        "0 striped: F4 E5 D6",
        "2 solid: D6 D7 D8 E8 F8",
        stations="F4 F8 G6 E5 D6",
        placed={"0 E-W": AT_F4, "3 E-L": AT_F8},
    ),
    "E",
)
DAY = trip(
    board(
        "3 solid: F4 F5 F6",
        "1 solid: F6 F7 F8",
        "3 striped: F4 E5 D6",
        "2 solid: D6 D7 D8 E8 F8",
        stations="F4 F5 F6 F8 E5 D6",
        placed={"1 D-W": AT_F8, "3 D-R": AT_F4},
    ),
    "D",
)
CINEMA = trip(
    board("0 solid: F4 F5 F6", stations="F4 F6", placed={"2 C-L": AT_F8, "1 C-R": AT_F4}), "C"
)

A = "0 solid: F4 F5 F6 F7 F8 F9"
A_ZIGZAG = "0 solid: F4 F5 F6 >F7 F8 F9"
AT_E6 = board(A, "1 solid: D6 E6", seat=1)
AT_F6 = dug(AT_E6, "solid", "F6")
AT_F8_OF_A = board(A, "1 solid: D6 E6 F6 >F7 >F8", seat=1, stations="F6")
AT_G8 = dug(AT_F8_OF_A, "solid", "G8")
ALTERNATE = board(A_ZIGZAG, "1 solid: H5 G5 F5", seat=1, stations="F5")


def shortest(start: Gate) -> dict[Gate, int]:
    """Return the least number of tunnels from a white gate to each black gate."""
    front = {(step.to, step.direction) for step in GATE_STEPS[start.outer]}
    seen, found, count = set(front), dict[Gate, int](), 1
    while front:
        count += 1
        for at, heading in front:
            for gate, step in EXITS[at]:
                if TURNS[heading][step.direction] < 2:
                    found.setdefault(gate, count)
        front = {
            (step.to, step.direction)
            for at, heading in front
            for step in STEPS[at]
            if TURNS[heading][step.direction] < 2
        } - seen
        seen |= front
    return found


def tunnels(*turns: int) -> list[int]:
    """Return the lengths of the shortest lines to sides so many places further on."""
    return sorted(
        {
            count
            for gate in GATES
            if gate.is_start
            for end, count in shortest(gate).items()
            if (end.side - gate.side) % 6 in turns
        }
    )


@cache
def cities() -> list[City]:
    return [city_of(CityDraws()[number].layout) for number in range(0, 720 * 729, 2741)]


CASES: Cases = {
    "15.1 E-E: Red's own line takes 1 minute; Red alone scores, 6": (
        lambda: (EVENING.minutes, EVENING.points),
        (1, (6, 0, 0, 0)),
    ),
    "15.1 D-D: Green 6, Orange 3, Blue 6 once": (
        lambda: (DAY.minutes, DAY.points),
        (6, (0, 6, 3, 6)),
    ),
    "15.1 C-C: no station at the leisure marker: Orange alone is guilty": (
        lambda: (CINEMA.minutes, CINEMA.points, CINEMA.guilty),
        (None, (0, 0, -6, 0), (2,)),
    ),
    "15.2a A alone makes no station": (
        lambda: stations_of(dug(board("0 solid: F4 F5 F6"), "solid", "F7", "F8", "F9")),
        "",
    ),
    "15.2b B to F6: station F6": (lambda: stations_of(AT_F6), "F6"),
    "15.2c B to F7, then F8: none": (lambda: stations_of(dug(AT_F6, "solid", ">F7", ">F8")), "F6"),
    "15.2c one free cell each": (
        lambda: [key(AT_F6, dig(AT_F6, "solid", "F7")), key(AT_F6, dig(AT_F6, "solid", ">F7"))],
        [Reason.CELL_TAKEN, None],
    ),
    "15.2d B to G8: station F8": (lambda: stations_of(AT_G8), "F6 F8"),
    "15.2e B from G8 to F9: sharp": (
        lambda: refusal(AT_G8, dig(AT_G8, "solid", "F9")),
        (Reason.SHARP_ANGLE, {"point": "G8"}),
    ),
    "15.2f B from G8 to H7: legal": (lambda: key(AT_G8, dig(AT_G8, "solid", "H7")), None),
    "15.2g B just arrived at F6 with its station: to E7 although sharp": (
        lambda: key(AT_F6, dig(AT_F6, "solid", "E7")),
        None,
    ),
    "15.2h B follows A in the other cells, crossing over: no further station": (
        lambda: stations_of(dug(ALTERNATE, "solid", ">F6", "F7", ">F8")),
        "F5",
    ),
    "15.2h leaving by E9: station F8": (
        lambda: stations_of(
            dug(
                board(A_ZIGZAG, "1 solid: H5 G5 F5 >F6 F7 >F8", seat=1, stations="F5"),
                "solid",
                "E9",
            )
        ),
        "F5 F8",
    ),
    "15.3 12 white and 12 black gates": (
        lambda: [sum(gate.is_start is white for gate in GATES) for white in (True, False)],
        [12, 12],
    ),
    "15.3 the shortest line to the opposite side takes 12 tunnels": (lambda: tunnels(3), [12]),
    "15.3 to the two others 8 to 11": (lambda: tunnels(2, 4), [8, 10, 11]),
    "15.3 about 42 points touch one spot": (
        lambda: round(sum(city.spot_counts.count(1) for city in cities()) / len(cities())),
        42,
    ),
    "15.3 about 6 points touch two": (
        lambda: round(sum(city.spot_counts.count(2) for city in cities()) / len(cities())),
        6,
    ),
    "15.3 no point touches three": (lambda: max(max(city.spot_counts) for city in cities()), 2),
    "15.3 park and lake never share a point": (
        lambda: [city for city in cities() if city.park & city.lake],
        [],
    ),
}
test_section_15 = section(CASES)
