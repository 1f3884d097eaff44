"""What a record may and may not say."""

from typing import Any

import pytest

from metrobot.engine.actions import Action
from metrobot.engine.errors import RecordError
from metrobot.games.underground.actions import PlaceTokens, TakeToken
from tests.games.underground.positions import PLAIN_SYMBOLS, TITLE, cards, piece, trip

SYMBOLS = TITLE.encode(PlaceTokens(PLAIN_SYMBOLS))["symbols"]
BUILD = {"colour": "red", "a": "acton", "b": "alperton"}

WRITTEN: dict[str, tuple[Action, dict[str, Any]]] = {
    "tokens": (PlaceTokens(PLAIN_SYMBOLS), {"symbols": SYMBOLS}),
    "draw": (cards("bank", "acton"), {"cards": ["bank", "acton"]}),
    "build": (piece("red", "alperton", "acton"), {"colour": "red", "a": "alperton", "b": "acton"}),
    "token": (TakeToken(), {}),
    "travel": (
        trip("bank", "red", "blue", "green"),
        {"to": "bank", "colours": ["blue", "green", "red"]},
    ),
}


@pytest.mark.parametrize(("action", "fields"), WRITTEN.values(), ids=WRITTEN)
def test_an_action_is_written_as_the_format_says(action: Action, fields: dict[str, Any]) -> None:
    assert TITLE.encode(action) == fields
    assert TITLE.decode(action.kind, fields) == action


def test_a_link_may_be_named_from_either_end() -> None:
    turned = {**BUILD, "a": BUILD["b"], "b": BUILD["a"]}

    assert TITLE.decode("build", BUILD) == TITLE.decode("build", turned)


def test_connection_stations_have_symbols() -> None:
    assert sorted(SYMBOLS.values()) == sorted(PLAIN_SYMBOLS)
    assert list(SYMBOLS)[:2] == ["baker_street", "kings_cross_st_pancras"]


FAULTS: dict[str, tuple[str, dict[str, Any], str]] = {
    "an unknown kind": ("dig", {}, "unknown kind 'dig'"),
    "a key too many": ("token", {"count": 1}, "needs the keys"),
    "a key too few": ("travel", {"to": "bank"}, "needs the keys"),
    "no station": ("travel", {"to": "bonk", "colours": []}, "no station: 'bonk'"),
    "a number for a station": ("travel", {"to": 3, "colours": []}, "no station: 3"),
    "no list of colours": ("travel", {"to": "bank", "colours": "red"}, "must be a list"),
    "no colour": ("travel", {"to": "bank", "colours": ["mauve"]}, "no colour: 'mauve'"),
    "a list for a colour": ("build", {**BUILD, "colour": ["red"]}, "no colour: "),
    "colours unsorted": ("travel", {"to": "bank", "colours": ["red", "blue"]}, "must be sorted"),
    "a colour twice": ("travel", {"to": "bank", "colours": ["red", "red"]}, "must be sorted"),
    "no link": ("build", {**BUILD, "b": "bank"}, "no link between 'acton' and 'bank'"),
    "a link to itself": ("build", {**BUILD, "b": "acton"}, "no link between"),
    "no list of cards": ("draw", {"cards": "bank"}, "must be a list"),
    "no card": ("draw", {"cards": ["bonk"]}, "no station"),
    "no mapping of symbols": ("tokens", {"symbols": list(PLAIN_SYMBOLS)}, "connection stations"),
    "a symbol too few": ("tokens", {"symbols": {"victoria": "laptop"}}, "connection stations"),
    "no symbol": ("tokens", {"symbols": {**SYMBOLS, "victoria": 1}}, "a symbol is a string"),
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
