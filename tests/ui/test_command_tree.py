"""The list of commands, as it is sent to Discord with all its translations."""

from collections.abc import AsyncIterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from metrobot.store.store import Store
from metrobot.ui.app.build import make_bot
from metrobot.ui.app.command_tree import _are_sound
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.words.translator import CommandTranslator
from tests.ui.limits import command_faults, list_faults, weight

DISCORD = {"en-US", "en-GB", "nl", "es-ES", "es-419", "ko"}
"""Discord's names of the languages that are spoken."""
Raw = dict[str, Any]


@pytest.fixture
async def listed(tmp_path: Path) -> AsyncIterator[list[Raw]]:
    """Return all commands as Discord gets them."""
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'tree.db'}")
    bot, translator = make_bot(store, FRONTS), CommandTranslator()
    await bot.tree.set_translator(translator)
    yield [
        await command.get_translated_payload(bot.tree, translator)
        for command in bot.tree.get_commands()
    ]
    bot.parts.drawing.close()
    await store.close()


def test_the_commands_keep_discords_limits(listed: list[Raw]) -> None:
    """Names, descriptions, options and choices of each, in all languages."""
    assert list_faults(listed) == []
    assert {"game", "me", "server", "board", "tutorial", "ride"} <= {e["name"] for e in listed}


def test_the_commands_are_told_in_all_languages(listed: list[Raw]) -> None:
    """So that what was checked above was there to be checked."""
    for command in listed:
        assert set(command["name_localizations"]) == DISCORD, command["name"]
        assert set(command["description_localizations"]) == DISCORD, command["name"]


def test_commands_stand_in_servers_but_for_the_line_of_the_day(listed: list[Raw]) -> None:
    """Whatever the portal says: installed on a server, used in a server; /daily goes along."""
    places = {each["name"]: (each["contexts"], each["integration_types"]) for each in listed}

    assert places.pop("daily") == ([0, 1, 2], [0, 1])
    assert set(map(str, places.values())) == {"([0], [0])"}


def test_no_command_comes_near_the_limit_of_all_its_texts(listed: list[Raw]) -> None:
    """8,000 characters, of each text the longest translation; a new subcommand needs room."""
    weights = {command["name"]: weight(command) for command in listed}

    assert all(each < 7000 for each in weights.values()), weights


def spoilt(listed: list[Raw], changed: Raw) -> Raw:
    """Return a copy of a command with something else in it."""
    found = next(each for each in listed if each["name"] == "board")
    return {**deepcopy(found), **changed}


FAULTS: dict[str, tuple[Raw, str]] = {
    "a name with a blank": ({"name": "my board"}, "name"),
    "a name in capitals": ({"name": "Board"}, "name"),
    "a long name in one language": ({"name_localizations": {"nl": "x" * 33}}, "name"),
    "no description": ({"description": ""}, "description"),
    "a long description": ({"description_localizations": {"ko": "x" * 101}}, "description"),
    "many options": ({"options": [{"name": f"o{n}", "description": "x"} for n in range(26)]}, "op"),
    "two options of one name": (
        {
            "options": [
                {"name": "a", "description": "x", "name_localizations": {"es-ES": "z"}},
                {"name": "b", "description": "x", "name_localizations": {"es-ES": "z"}},
            ]
        },
        "names twice",
    ),
    "what is required behind what is not": (
        {
            "options": [
                {"name": "a", "description": "x"},
                {"name": "b", "description": "x", "required": True},
            ]
        },
        "required first",
    ),
    "too much text": (
        {
            "options": [
                {
                    "name": "a",
                    "description": "x",
                    "options": [
                        {
                            "name": f"o{n}",
                            "description": "x" * 100,
                            "choices": [
                                {"name": f"{m}" + "x" * 90, "value": "y" * 9} for m in range(4)
                            ],
                        }
                        for n in range(20)
                    ],
                }
            ]
        },
        "weight",
    ),
}


@pytest.mark.parametrize(("changed", "fault"), FAULTS.values(), ids=FAULTS)
def test_each_fault_of_a_command_is_found(listed: list[Raw], changed: Raw, fault: str) -> None:
    """A checker that misses a fault would let it pass."""
    found = command_faults(spoilt(listed, changed))

    assert any(fault in each for each in found), found


@pytest.mark.parametrize(
    ("option", "is_sound"),
    [
        ({"type": 4, "value": 2**53}, True),
        ({"type": 4, "value": -(2**53)}, True),
        ({"type": 4, "value": 2**53 + 1}, False),
        ({"type": 4, "value": -(2**53) - 1}, False),
        ({"type": 4, "value": True}, False),
        ({"type": 4, "value": "1"}, False),
        ({"type": 4, "value": "1", "focused": True}, True),
        ({"type": 4, "value": [], "focused": True}, False),
        ({"type": 6, "value": "7"}, True),
        ({"type": 6, "value": "8"}, False),
        ({"type": 7, "value": "7"}, False),
    ],
)
def test_of_several_values_a_single_odd_one_is_refused_wherever_it_stands(
    option: dict[str, Any], is_sound: bool
) -> None:
    """First, last or in a group; the largest number that a client sends is taken."""
    sound = {"type": 3, "value": "a"}
    group = {"type": 1, "options": [sound, option]}
    for options in ([option, sound], [sound, option], [group, sound], [sound, group]):
        assert _are_sound(options, {"users": {"7": {}}}) == is_sound


def test_while_somebody_types_nothing_more_is_known_of_an_id() -> None:
    """Discord sends it once the command is sent."""
    assert _are_sound([{"type": 6, "value": "8"}], None)
