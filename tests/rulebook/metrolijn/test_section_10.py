"""ML §10: the examples, on the data, on empty sheets."""

from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer
from metrobot.games.metrolijn.result import count_of
from metrobot.games.metrolijn.state import State
from tests.games.metrolijn.positions import FIRST, after, marks, new, on_line, ride, turned
from tests.rulebook.cases import Cases, section


def ridden(before: State, card: str, letter: str, way: int | None = None) -> list[str]:
    """Return the names of the stations that a card marks on a line."""
    state = turned(before, card)
    return marks(state, on_line(state, letter, way=way))


def played(before: State, card: str, letter: str, count: int | None = None, **way: int) -> State:
    """Return the state after a round alone."""
    state = turned(before, card)
    return after(state, on_line(state, letter, count, **way))


def number(before: State, letter: str) -> tuple[object, int]:
    """Return the number that a transfer writes on a line, and what it is worth."""
    state = turned(before, "T")
    action = on_line(state, letter)
    assert isinstance(action, Transfer)
    sheet = after(state, action).sheets[FIRST]
    return (action.station, action.value), count_of(state, sheet).transfers


AMSTERDAM, BERLIN = new(), new(map="berlin")
CENTRAL = after(turned(AMSTERDAM, "F"), FreeRide("centraal-station"))
WEST = played(BERLIN, "3", "G", way=1)
NORTH = after(turned(AMSTERDAM, "3"), Mark("A", ("noord", "noorderpark"), None))
STEGLITZ = played(BERLIN, "4", "J")

CASES: Cases = {
    "10 1: Amsterdam, 5 on F": (
        lambda: ridden(AMSTERDAM, "5", "F"),
        ["IJburg", "Zuiderzeeweg", "Rietlandpark", "Kattenburgerstraat", "Muziekgebouw"],
    ),
    "10 2: a 6 on A stops before Centraal Station": (
        lambda: ridden(CENTRAL, "6", "A"),
        ["Noord", "Noorderpark"],
    ),
    "10 2: E3 instead": (lambda: ridden(CENTRAL, "E3", "A"), ["Noord", "Noorderpark", "Rokin"]),
    "10 3: transfer on J, worth 4": (lambda: number(AMSTERDAM, "J"), (("rai", 2), 4)),
    "10 3: on A after Noord and Noorderpark": (
        lambda: number(NORTH, "A"),
        (("centraal-station", 4), 8),
    ),
    "10 4: Berlin, ring G, 3 clockwise": (
        lambda: ridden(BERLIN, "3", "G", 1),
        ["Westend", "Jungfernheide", "Westhafen"],
    ),
    "10 4: then 3 the other way": (
        lambda: ridden(WEST, "3", "G", -1),
        ["Messe Nord", "Westkreuz", "Heidelberger Platz"],
    ),
    "10 5: Berlin, 4 on J": (
        lambda: ridden(BERLIN, "4", "J"),
        ["Rathaus Steglitz", "Bundesplatz", "Berliner Straße", "Spichernstraße"],
    ),
    "10 5: then 6 on A": (lambda: ridden(STEGLITZ, "6", "A"), ["Wannsee"]),
    "10 6: a 4 marks one station": (lambda: ride("X _ X _ _", "4"), "X x X _ _"),
    "10 6: E3 three": (lambda: ride("X _ X _ _", "E3"), "X x X x x"),
}
test_section_10 = section(CASES)
