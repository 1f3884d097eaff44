"""Actions as fields of the record."""

from typing import Any

import pytest

from metrobot.engine.actions import Action
from metrobot.engine.errors import CommonReason, PartialRecordError, RecordError
from metrobot.games.metromania.actions import Dig, LineName
from tests.games.metromania.boards import TITLE, board, cell, point, refusal, site

DIG: dict[str, Any] = {
    "line": "striped",
    "from": "F10",
    "to": "F9",
    "cell": ["F10", "F9", "G9"],
    "marker": "A",
}
CITY = {"districts": [["D3", 2], ["D1", 0], ["D6", 1], ["D2", 2], ["D5", 0], ["D4", 1]]}


def test_a_tunnel_has_its_fields_in_order() -> None:
    dig = Dig(LineName.STRIPED, point("F10"), point("F9"), cell("F9 F10 G9"), "A")

    assert list(TITLE.encode(dig).items()) == list(DIG.items())


def test_a_tunnel_without_a_marker_says_null() -> None:
    assert TITLE.encode(TITLE.decode("dig", {**DIG, "marker": None}))["marker"] is None


def test_a_station_and_a_city_have_their_fields() -> None:
    assert TITLE.encode(site("solid", "F6")) == {"line": "solid", "point": "F6"}
    assert TITLE.encode(TITLE.decode("city", CITY)) == CITY


@pytest.mark.parametrize("kind", ["stop", "decline"])
def test_an_action_of_its_kind_alone_has_no_fields(kind: str) -> None:
    assert TITLE.encode(TITLE.decode(kind, {})) == {}
    with pytest.raises(RecordError, match="unknown field 'line'"):
        TITLE.decode(kind, {"line": "solid"})


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("dance", {}),
        ("dig", {}),
        ("dig", {**DIG, "more": 1}),
        ("dig", {**DIG, "line": "dotted"}),
        ("dig", {**DIG, "line": 1}),
        ("dig", {**DIG, "from": "F12"}),
        ("dig", {**DIG, "from": 6}),
        ("dig", {**DIG, "to": "N3"}),
        ("dig", {**DIG, "cell": ["F9", "F10", "G9"]}),
        ("dig", {**DIG, "cell": ["F10", "F9"]}),
        ("dig", {**DIG, "cell": [1, 2, 3]}),
        ("dig", {**DIG, "cell": [["F10"], "F9", "G9"]}),
        ("dig", {**DIG, "cell": "F10"}),
        ("dig", {**DIG, "marker": "G"}),
        ("dig", {**DIG, "marker": "AB"}),
        ("dig", {**DIG, "marker": ""}),
        ("dig", {**DIG, "marker": 1}),
        ("station", {"line": "solid"}),
        ("station", {"line": "solid", "point": "Z9"}),
        ("city", {"districts": []}),
        ("city", {"districts": [["D1", 0]] * 5}),
        ("city", {"districts": [["D7", 0]] * 6}),
        ("city", {"districts": [[1, 0]] * 6}),
        ("city", {"districts": [["D1", 3]] * 6}),
        ("city", {"districts": [["D1", True]] * 6}),
        ("city", {"districts": ["D1"] * 6}),
        ("deal", {"hands": 1}),
        ("deal", {"hands": [1]}),
        ("deal", {"hands": [["A-L"]]}),
        ("deal", {"hands": [[1]]}),
    ],
)
def test_malformed_fields_are_refused(kind: str, fields: dict[str, Any]) -> None:
    with pytest.raises(RecordError):
        TITLE.decode(kind, fields)


def test_hands_that_are_left_out_are_told_apart() -> None:
    with pytest.raises(PartialRecordError):
        TITLE.decode("deal", {"hands": None})


def test_an_action_of_another_game_is_refused() -> None:
    """It fails closed: no rule knows it."""
    assert refusal(board(), Action()) == (CommonReason.UNKNOWN_ACTION, {})
