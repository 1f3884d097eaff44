"""ML §4: what the cards do, on lines drawn as text."""

from typing import Any

import pytest

from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer
from metrobot.games.metrolijn.state import State
from tests.games.metrolijn.positions import (
    FIRST,
    TITLE,
    after,
    before_ride,
    crosses,
    full_but,
    ids_of,
    new,
    on_line,
    refusal,
    ride,
    turned,
    windows,
    with_marks,
)
from tests.rulebook.cases import Cases, section

RIDES: dict[str, tuple[str, str, int | None, str]] = {
    "4.1 a 3 on an empty line": ("_ _ _ _ _ _ _", "3", None, "x x x _ _ _ _"),
    "4.1 a 6 on an empty line": ("_ _ _ _ _ _ _", "6", None, "x x x x x x _"),
    "4.1 pass over marked stations to the first empty one": (
        "X X _ _ _ _ _",
        "4",
        None,
        "X X x x x x _",
    ),
    "4.1 go on to its neighbours, stop before a marked one": (
        "_ _ X _ _ _ _",
        "5",
        None,
        "x x X _ _ _ _",
    ),
    "4.1 a gap is filled and no more": ("X _ X _ _", "4", None, "X x X _ _"),
    "4.1 stop at the end of the line": ("X X X _ _", "6", None, "X X X x x"),
    "4.1 the last gap": ("X X X X _", "3", None, "X X X X x"),
    "4.1 the rest is lost: nothing on a line without an empty station": (
        "X X X X X",
        "5",
        None,
        "X X X X X",
    ),
    "4.1 stop after n even where more are empty": ("X _ _ _ _", "3", None, "X x x x _"),
    "4.2 an express on an empty line": ("_ _ _ _ _", "E2", None, "x x _ _ _"),
    "4.2 marked stations on the way are jumped over": ("X _ X _ _", "E2", None, "X x X x _"),
    "4.2 as often as needed": ("_ X _ X _", "E3", None, "x X x X x"),
    "4.2 several in a row": ("_ X X X _", "E2", None, "x X X X x"),
    "4.2 empty ones never": ("X _ _ _ X _ _", "E2", None, "X x x _ X _ _"),
    "4.2 to the end of the line, the rest is lost": ("X X X X _", "E3", None, "X X X X x"),
    "4.2 a line without an empty station": ("X X X X X", "E3", None, "X X X X X"),
    "4.3 a number in the first empty station": ("_ _ _ _ _", "T", None, "1 _ _ _ _"),
    "4.3 after marked ones the number of lines that serve it": (
        "X X _ _ _",
        "T",
        None,
        "X X 2 _ _",
    ),
    "4.3 four lines": ("X X X X X X _", "T", None, "X X X X X X 4"),
    "4.3 nothing on a line without an empty station": ("X X X X X", "T", None, "X X X X X"),
    "4.5 fewer crosses: the first of them": ("_ _ _ _ _ _ _", "5", 2, "x x _ _ _ _ _"),
    "4.5 even none": ("_ _ _ _ _", "5", 0, "_ _ _ _ _"),
    "4.5 of an express too": ("_ X _ X _", "E3", 2, "x X x X _"),
    "4.5 a transfer number may be given up": ("_ _ _ _ _", "T", 0, "_ _ _ _ _"),
}


@pytest.mark.parametrize(("before", "card", "count", "behind"), RIDES.values(), ids=RIDES)
def test_section_4_on_a_line(before: str, card: str, count: int | None, behind: str) -> None:
    assert ride(before, card, count) == behind


def refused(row: str, card: str, action: Mark | Transfer) -> Any:
    """Return the refusal of a ride of the line drawn; its stations are told by places."""
    state, letter = before_ride(row)
    ids = [*ids_of(state, letter), "nowhere"]
    if isinstance(action, Mark):
        action = Mark(letter, tuple(ids[int(place)] for place in action.stations), None)
    else:
        station = None if action.station is None else ids[int(action.station)]
        action = Transfer(letter, station, action.value, None)
    return refusal(turned(state, card), action)


def mark(*places: int) -> Mark:
    """Return the crossing of stations by their places on the line drawn."""
    return Mark("", tuple(map(str, places)), None)


def number(place: int | None, value: int | None) -> Transfer:
    """Return the writing of a number into a station by its place on the line drawn."""
    return Transfer("", None if place is None else str(place), value, None)


def written(card: str) -> tuple[str, ...]:
    """Return the text that a card writes into a window."""
    state = turned(new(), card)
    return windows(after(state, on_line(state, "A")), "A")


def free(*marked: str) -> State:
    """Return Amsterdam with a free ride open."""
    return turned(with_marks(new(), marked), "F")


def first_refusal(*names: str) -> Any:
    """Return a refusal that tells which stations could be crossed on Madrid's G."""
    return ("rule.ride.not_the_first", {"line": "G", "stations": names})


START = ("Aeropuerto T4", "Feria de Madrid", "Mar de Cristal")
DONE = with_marks(new(), ids_of(new(), "A"))
ALL = with_marks(new(), [site.id for site in new().map.stations])

CASES: Cases = {
    "4.1 the window gets n": (lambda: [written("3"), written("6")], [("3",), ("6",)]),
    "4.1 windows are filled in order": (
        lambda: windows(
            after(turned(after(turned(new(), "5"), Mark("A", (), None)), "3"), Mark("A", (), None)),
            "A",
        ),
        ("5", "3"),
    ),
    "4.1 no station is left out": (
        lambda: refused("_ _ _ _ _", "3", mark(0, 2)),
        first_refusal(*START),
    ),
    "4.1 nor is there a fourth": (
        lambda: refused("_ _ _ _ _", "3", mark(0, 1, 2, 3)),
        first_refusal(*START),
    ),
    "4.1 never beyond a marked one": (
        lambda: refused("_ X _ _ _", "3", mark(0, 2)),
        first_refusal(*START[:1]),
    ),
    "4.1 no cross where none is empty": (
        lambda: refused("X X X X X", "3", mark(0)),
        ("rule.ride.all_marked", {"line": "G"}),
    ),
    "4.2 the window of an express gets its number": (
        lambda: [written("E2"), written("E3")],
        [("2",), ("3",)],
    ),
    "4.2 never over an empty one": (
        lambda: refused("_ X _ _ _", "E2", mark(0, 3)),
        first_refusal(START[0], START[2]),
    ),
    "4.3 the window gets +": (lambda: written("T"), ("+",)),
    "4.3 in the first empty station, no later": (
        lambda: refused("_ _ _ _ _", "T", number(2, 2)),
        ("rule.ride.not_the_transfer", {"line": "G", "station": "Aeropuerto T4", "value": 1}),
    ),
    "4.3 no other number": (
        lambda: refused("X X _ _ _", "T", number(2, 3)),
        ("rule.ride.not_the_transfer", {"line": "G", "station": "Mar de Cristal", "value": 2}),
    ),
    "4.3 no station without a number": (
        lambda: refused("X X _ _ _", "T", number(2, None)),
        ("rule.ride.not_the_transfer", {"line": "G", "station": "Mar de Cristal", "value": 2}),
    ),
    "4.3 no number where none is empty": (
        lambda: refused("X X X X X", "T", number(2, 2)),
        ("rule.ride.all_marked", {"line": "G"}),
    ),
    "4.3 every station counts the lines that list it": (
        lambda: [
            site.lines
            == sum(
                new(map=m).map.station_named(site.id) in line.stations
                for line in new(map=m).map.lines
            )
            for m in ("amsterdam", "berlin", "paris", "madrid")
            for site in new(map=m).map.stations
        ],
        [True] * (69 + 68 + 65 + 67),
    ),
    "4.4 no window": (lambda: after(free(), FreeRide("rokin")).sheets[FIRST].windows, ((),) * 10),
    "4.4 a cross in any one empty station": (
        lambda: len(after(free(), FreeRide("rokin")).sheets[FIRST].crossed),
        1,
    ),
    "4.4 in whichever, or none": (
        lambda: len(TITLE.legal_actions(free("rokin", "noord"), FIRST)),
        69 - 2 + 1,
    ),
    "4.4 not in a marked one": (
        lambda: refusal(free("rokin"), FreeRide("rokin")),
        ("rule.free.station_marked", {"station": "Rokin"}),
    ),
    "4.4 not in one that the map does not have": (
        lambda: refusal(free(), FreeRide("sol")),
        ("rule.ride.no_such_station", {"station": "sol"}),
    ),
    "4.5 the choice is by number, never by starting later": (
        lambda: refused("_ _ _ _ _", "3", mark(1, 2)),
        first_refusal(*START),
    ),
    "4.5 every number up to n": (
        lambda: [crosses(a) for a in TITLE.legal_actions(turned(full_but(new(), "A"), "4"), FIRST)],
        [4, 3, 2, 1, 0],
    ),
    "4.5 the window must be filled all the same": (
        lambda: windows(after(turned(new(), "5"), Mark("A", (), None)), "A"),
        ("5",),
    ),
    "4.5 for a transfer that is given up too": (
        lambda: windows(after(turned(new(), "T"), Transfer("A", None, None, None)), "A"),
        ("+",),
    ),
    "4.5 also on a line that is already complete": (
        lambda: windows(after(turned(DONE, "5"), on_line(turned(DONE, "5"), "A")), "A"),
        ("5",),
    ),
    "4.5 a free ride may be given up": (
        lambda: after(free(), FreeRide(None)).sheets == new().sheets,
        True,
    ),
    "4.5 it must be where no station is empty": (
        lambda: TITLE.legal_actions(turned(ALL, "F"), FIRST),
        (FreeRide(None),),
    ),
    "4 a number is no transfer": (
        lambda: refusal(turned(new(), "3"), Transfer("A", "noord", 1, None)),
        ("rule.ride.other_card", {"card": "3"}),
    ),
    "4 a transfer crosses nothing": (
        lambda: refusal(turned(new(), "T"), Mark("A", ("noord",), None)),
        ("rule.ride.other_card", {"card": "T"}),
    ),
    "4 only the free ride rides free": (
        lambda: refusal(turned(new(), "E2"), FreeRide("noord")),
        ("rule.ride.other_card", {"card": "E2"}),
    ),
}
test_section_4 = section(CASES)
