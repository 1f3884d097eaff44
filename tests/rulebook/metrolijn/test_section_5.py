"""ML §5: rings. Drawn from the wagon on, in the order of the data."""

import pytest

from metrobot.games.metrolijn.actions import Mark, Transfer
from metrobot.games.metrolijn.board import WHOLE_IDS, map_named
from tests.games.metrolijn.positions import (
    FIRST,
    TITLE,
    after,
    finished,
    ids_of,
    new,
    on_line,
    refusal,
    ride,
    turned,
    with_marks,
)
from tests.rulebook.cases import Cases, section

EMPTY = "_ " * 15 + "_"
RIDES: dict[str, tuple[str, str, int, str]] = {
    "5 one way": (EMPTY, "3", 1, "x x x" + " _" * 13),
    "5 the other way: the first station is the first in both": (
        EMPTY,
        "3",
        -1,
        "x" + " _" * 13 + " x x",
    ),
    "5 each time the player chooses anew": (
        "X X X" + " _" * 13,
        "4",
        -1,
        "X X X" + " _" * 9 + " x x x x",
    ),
    "5 the same way again": ("X X X" + " _" * 13, "4", 1, "X X X x x x x" + " _" * 9),
    "5 for a transfer too": ("X" + " _" * 15, "T", -1, "X" + " _" * 14 + " 2"),
    "5 a transfer in the wagon's station both ways": (EMPTY, "T", -1, "1" + " _" * 15),
    "5 a number ends before a marked station": (
        "X" + " _" * 12 + " X _ _",
        "4",
        -1,
        "X" + " _" * 12 + " X x x",
    ),
    "5 an express jumps": ("X" + " _" * 12 + " X _ _", "E3", -1, "X" + " _" * 11 + " x X x x"),
    "5 one lap at most": ("_" + " X" * 13 + " _ _", "3", -1, "x" + " X" * 13 + " x x"),
    "5 a number stops before a marked one and does not come round": (
        "_" + " X" * 13 + " _ _",
        "3",
        1,
        "x" + " X" * 13 + " _ _",
    ),
    "5 nor does an express come back to the wagon": (
        "X" + " X" * 14 + " _",
        "E3",
        1,
        "X" + " X" * 14 + " x",
    ),
}


@pytest.mark.parametrize(("before", "card", "way", "behind"), RIDES.values(), ids=RIDES)
def test_section_5_on_a_line(before: str, card: str, way: int, behind: str) -> None:
    assert ride(before, card, way=way) == behind


RING = turned(new(map="berlin"), "3")
LAST = with_marks(new(map="berlin"), ids_of(RING, "G")[:-1])


def ways(card: str) -> dict[str, set[int | None]]:
    """Return for each line of Berlin the directions that are offered."""
    found: dict[str, set[int | None]] = {}
    for action in TITLE.legal_actions(turned(new(map="berlin"), card), FIRST):
        assert isinstance(action, Mark | Transfer)
        found.setdefault(action.line, set()).add(action.direction)
    return found


CASES: Cases = {
    "5 Berlin and Madrid have one each": (
        lambda: {m: "".join(x.letter for x in map_named(m).lines if x.is_ring) for m in WHOLE_IDS},
        {"amsterdam": "", "berlin": "G", "paris": "", "madrid": "J"},
    ),
    "5 two directions leave the first station": (lambda: ways("3")["G"], {1, -1}),
    "5 also for a transfer": (lambda: ways("T")["G"], {1, -1}),
    "5 other lines have one": (lambda: ways("3")["A"], {None}),
    "5 a direction must be named": (
        lambda: refusal(RING, Mark("G", (), None)),
        ("rule.ride.direction", {"line": "G"}),
    ),
    "5 and on another line none": (
        lambda: refusal(RING, Mark("A", (), 1)),
        ("rule.ride.direction", {"line": "A"}),
    ),
    "5 no third way": (
        lambda: refusal(RING, Mark("G", (), 2)),
        ("rule.ride.direction", {"line": "G"}),
    ),
    "5 finished when all its stations are marked": (
        lambda: finished(after(turned(LAST, "3"), on_line(turned(LAST, "3"), "G", way=1))),
        {"G": 1},
    ),
    "5 not before": (lambda: finished(after(turned(LAST, "3"), Mark("G", (), 1))), {}),
}
test_section_5 = section(CASES)
