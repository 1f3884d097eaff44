"""ML §13: networks of seven lines."""

from metrobot.games.metrolijn.actions import FreeRide, Mark
from metrobot.games.metrolijn.reasons import Reason
from tests.games.metrolijn.positions import (
    TITLE,
    after,
    all_lines,
    full_but,
    new,
    on_line,
    picture,
    refusal,
    turned,
    windows,
    with_marks,
)
from tests.rulebook.cases import Cases, section

BERLIN, NIGHT = "berlin", "berlin-night"
"""The night lines of Berlin are A, D, F, G, H, I and J."""


EAST = "marzahn ostkreuz warschauer-strasse"
SOUTH = "wannsee rathaus-steglitz schoneberg yorckstrasse"


def ride(map_: str, letter: str, card: str, marked: str) -> str:
    """Return a line as it looks after a ride, drawn as text."""
    before = with_marks(new(map=map_), marked.split())
    state = turned(before, card)
    return picture(before, after(state, on_line(state, letter)), letter)


def transfer(map_: str, letter: str, marked: str) -> str:
    """Return a line as it looks after a transfer, drawn as text."""
    return ride(map_, letter, "T", marked)


def empty_after(map_: str, *ids: str) -> int:
    """Return the number of stations that count as empty once some are crossed."""
    return TITLE.view_for(with_marks(new(map=map_), ids)).sheets[0].count.empty


def last_window(letter: str) -> bool:
    """Return whether the game is over when the last empty windows, those of a line, are filled."""
    state = full_but(new(map=NIGHT), letter)
    for _ in range(len(windows(state, letter)), 2):
        state = turned(state, "3")
        state = after(state, on_line(state, letter))
    return state.is_over


CASES: Cases = {
    "13.1 lines that do not run cannot be chosen": (
        lambda: refusal(turned(new(map=NIGHT), "3"), Mark("B", (), None)),
        (Reason.NO_SUCH_LINE, {"line": "B"}),
    ),
    "13.1 stations that no line serves cannot be crossed": (
        lambda: refusal(turned(new(map=NIGHT), "F"), FreeRide("pankow")),
        (Reason.NO_SUCH_STATION, {"station": "pankow"}),
    ),
    "13.1 a network runs seven lines": (lambda: all_lines(new(map=NIGHT)), "ADFGHIJ"),
    "13.1 stations that are not there are not empty": (
        lambda: [empty_after(map_, "wannsee") for map_ in (BERLIN, NIGHT)],
        [67, 54],
    ),
    "13.2 a transfer number counts the lines that run": (
        lambda: [transfer(map_, "D", EAST) for map_ in (BERLIN, NIGHT)],
        ["X X X 4 _ _ _ _ _ _ _", "X X X 2 _ _ _ _ _ _ _"],
    ),
    "13.2 where the others do not run it may be 1": (
        lambda: [transfer(map_, "A", SOUTH) for map_ in (BERLIN, NIGHT)],
        ["X X X X 2 _ _ _ _ _ _", "X X X X 1 _ _ _ _ _ _"],
    ),
    "13.2 a special station of a line that runs stays special": (
        lambda: sorted(site.name for site in new(map=NIGHT).map.stations if site.is_special),
        ["Brandenburger Tor", "Tempelhof", "Zoologischer Garten"],
    ),
    "13.3 windows are those of the map": (
        lambda: {line.letter: line.windows for line in new(map=NIGHT).map.lines},
        {"A": 2, "D": 2, "F": 3, "G": 3, "H": 2, "I": 3, "J": 2},
    ),
    "13.3 a sheet has the windows of its lines": (lambda: new(map=NIGHT).map.windows, 17),
    "13.3 the game ends with the last of them": (lambda: last_window("A"), True),
    "13.4 all else is as on the map: a number stops before a mark": (
        lambda: ride(NIGHT, "J", "4", "zoologischer-garten turmstrasse"),
        "x x x x _ X _ X _ _ _",
    ),
}
test_section_13 = section(CASES)
