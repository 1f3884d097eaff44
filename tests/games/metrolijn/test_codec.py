"""What a record may and may not say."""

from typing import Any

import pytest

from metrobot.engine.actions import Action
from metrobot.engine.errors import RecordError
from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer, TurnUp
from tests.games.metrolijn.positions import TITLE

WRITTEN: dict[str, tuple[Action, dict[str, Any]]] = {
    "card": (TurnUp("E2"), {"card": "E2"}),
    "mark": (
        Mark("A", ("noord", "noorderpark"), None),
        {"line": "A", "stations": ["noord", "noorderpark"]},
    ),
    "mark nothing": (Mark("A", (), None), {"line": "A", "stations": []}),
    "mark on a ring": (Mark("G", (), -1), {"line": "G", "stations": [], "direction": -1}),
    "transfer": (Transfer("J", "rai", 2, None), {"line": "J", "station": "rai", "value": 2}),
    "transfer given up, on a ring": (
        Transfer("G", None, None, 1),
        {"line": "G", "station": None, "value": None, "direction": 1},
    ),
    "free": (FreeRide("rai"), {"station": "rai"}),
    "free given up": (FreeRide(None), {"station": None}),
}


@pytest.mark.parametrize(("action", "fields"), WRITTEN.values(), ids=WRITTEN)
def test_an_action_is_written_as_the_format_says(action: Action, fields: dict[str, Any]) -> None:
    assert TITLE.encode(action) == fields
    assert TITLE.decode(action.kind, fields) == action


MARK = {"line": "A", "stations": ["noord"]}
FAULTS: dict[str, tuple[str, dict[str, Any], str]] = {
    "an unknown kind": ("ride", {}, "unknown kind 'ride'"),
    "a key too many": ("free", {"station": None, "line": "A"}, "needs the keys"),
    "a direction without a line": ("free", {"station": None, "direction": 1}, "needs the keys"),
    "a key too few": ("mark", {"line": "A"}, "needs the keys"),
    "no value": ("transfer", {"line": "A", "station": "noord"}, "needs the keys"),
    "a card that is no text": ("card", {"card": 3}, "no string: 3"),
    "a line that is no text": ("mark", {**MARK, "line": None}, "no string: None"),
    "stations that are no list": ("mark", {**MARK, "stations": "noord"}, "no list: 'noord'"),
    "a station that is no text": ("mark", {**MARK, "stations": [1]}, "no string: 1"),
    "a free ride to a number": ("free", {"station": 1}, "no string: 1"),
    "no direction": ("mark", {**MARK, "direction": None}, "'direction' is 1 or -1, not None"),
    "direction 0": ("mark", {**MARK, "direction": 0}, "'direction' is 1 or -1, not 0"),
    "direction true": ("mark", {**MARK, "direction": True}, "'direction' is 1 or -1, not True"),
    "a value that is true": (
        "transfer",
        {"line": "A", "station": "noord", "value": True},
        "no number: True",
    ),
}


@pytest.mark.parametrize(("kind", "fields", "fault"), FAULTS.values(), ids=FAULTS)
def test_a_faulty_record_is_told_what_is_wrong(
    kind: str, fields: dict[str, Any], fault: str
) -> None:
    with pytest.raises(RecordError, match=fault):
        TITLE.decode(kind, fields)


def test_only_actions_of_this_game_are_written() -> None:
    with pytest.raises(RecordError, match="no action of this game"):
        TITLE.encode(Action())
