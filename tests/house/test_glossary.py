"""The glossary names classes that there are, each under its room."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_ROOM = re.compile(r"^### `([\w/]+)`\n\n(?:\|.*\n){2}((?:\| .*\n)+)", re.MULTILINE)
ROOMS = dict(_ROOM.findall((ROOT / "docs/glossary.md").read_text("utf-8")))
"""The rows of each room."""


def _classes(room: str) -> list[str]:
    """Return the classes that the glossary has of a room."""
    return re.findall(r"^\| `(\w+)` \|", ROOMS[room], re.MULTILINE)


def test_the_large_rooms_are_in_the_glossary() -> None:
    assert {"metrobot/engine", "metrobot/service", "metrobot/store", "metrobot/ui/kit"} <= set(
        ROOMS
    )
    assert {"Handlers", "Replies"} <= set(_classes("metrobot/ui/kit"))


@pytest.mark.parametrize("room", ROOMS)
def test_each_class_is_defined_in_its_room(room: str) -> None:
    code = "".join(path.read_text("utf-8") for path in (ROOT / room).rglob("*.py"))

    assert set(_classes(room)) - set(re.findall(r"^class (\w+)", code, re.MULTILINE)) == set()


@pytest.mark.parametrize("room", ROOMS)
def test_the_classes_of_a_room_stand_in_the_order_of_the_alphabet(room: str) -> None:
    """So that each is found, and named once."""
    assert _classes(room) == sorted(set(_classes(room)), key=str.lower)
