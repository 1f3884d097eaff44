"""Which lines tell what tests run a change."""

from pathlib import Path

import pytest

from tests.mutations.__main__ import room_of
from tests.mutations.changes import mutations_of
from tests.mutations.trying import lines_of

SOURCE = """\
def f(
    a=3,
):
    if (
        a
        > 4
    ): a -= 5
    return [
        a,
        6,
    ]
"""


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        ("3 -> 4", range(1, 4)),
        ("a > 4 -> a >= 4", range(4, 7)),
        ("5 -> 6", range(7, 8)),
        ("6 -> 7", range(8, 12)),
    ],
)
def test_a_change_is_run_with_its_statement(change: str, lines: range) -> None:
    """A constant on a line of its own is on no line that is run."""
    (found,) = [
        each for each in mutations_of(Path("a.py"), SOURCE.encode()) if each.name.endswith(change)
    ]

    assert lines_of(found, SOURCE.encode()) == lines


@pytest.mark.parametrize(
    ("path", "rooms", "room"),
    [
        ("metrobot/ui/seats/seat_pages.py", None, "ui"),
        ("metrobot/ui/seats/seat_pages.py", ["service", "ui/seats"], "ui/seats"),
        ("metrobot/ui/seats/seat_pages.py", ["ui/seat"], "ui"),
        ("metrobot/memory.py", ["ui"], "metrobot"),
        ("render/film/gif.py", ["render"], "render"),
    ],
)
def test_a_room_may_lie_within_another(path: str, rooms: list[str] | None, room: str) -> None:
    """Whatever lies in none that is named belongs to the widest."""
    assert room_of(Path(path), rooms) == room
