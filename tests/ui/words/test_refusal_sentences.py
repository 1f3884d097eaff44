"""The sentences of refusals: one for each key, with facts that are safe to show."""

import string
from typing import Any

import pytest

from metrobot.engine.errors import CommonReason, Refusal
from metrobot.service.finished.replays import ReplayKey
from metrobot.service.membership.undo import UndoKey
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.people.server_games import Switch
from metrobot.ui.app.error_answers import refusal_text
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.ui.words.refusals import FrameKey
from tests.service.toy import Toy
from tests.titles import modules

KEYS = (
    *TableKey,
    *FrameKey,
    *ReplayKey,
    *UndoKey,
    *CommonReason,
    *(key for each in modules("metrobot.games", "reasons").values() for key in each.Reason),
    *(key for each in modules("metrobot.ui", "typed").values() for key in each.TypedKey),
)

RULES = [key for each in modules("metrobot.games", "reasons").values() for key in each.Reason]


def _fields(key: str) -> set[str]:
    """Return the names of the facts in a sentence."""
    raw = ENGLISH._sentences[key]
    return {name for _, name, _, _ in string.Formatter().parse(raw) if name}


@pytest.mark.parametrize("key", KEYS)
def test_every_refusal_has_its_sentence(key: str) -> None:
    facts: dict[str, Any] = dict.fromkeys(_fields(key), "fact") | {"channel": 1, "message": 2}
    facts |= {"switch": Switch.IMPORTS} if "switch" in facts else {}
    said = refusal_text(ENGLISH, Refusal(key, **facts), 1)

    assert said.endswith((".", "!", "?", "”"))
    assert "{" not in said


@pytest.mark.parametrize("key", RULES)
def test_refusals_of_the_rules_cite_their_section(key: str) -> None:
    """Whoever doubts it can look it up."""
    assert "§" in ENGLISH._sentences[key]


def test_no_two_refusals_share_a_key() -> None:
    """A key has one meaning."""
    assert len(set(KEYS)) == len(KEYS)


@pytest.mark.parametrize("number", [2, 3])
def test_wrong_numbers_of_people_are_listed(number: int) -> None:
    counts = tuple(map(str, Toy.player_counts))
    error = TableError(TableKey.WRONG_COUNT, have=number, counts=counts)

    assert refusal_text(ENGLISH, error).endswith("played by 2 or 3.")


def test_names_in_refusals_are_made_safe() -> None:
    error = TableError(TableKey.NOT_HOST, host="@everyone **Ann**\nBob <@1>")
    said = refusal_text(ENGLISH, error)

    assert "@everyone" not in said
    assert "\n" not in said
    assert "\\*\\*Ann" in said
    assert "<@1>" not in said


def test_the_link_to_another_game_may_lack_its_message() -> None:
    """A lobby that is just being posted is linked by its channel."""
    error = TableError(TableKey.EXISTS, channel=7, message=0)

    assert "](https://discord.com/channels/5/7) " in refusal_text(ENGLISH, error, 5)
