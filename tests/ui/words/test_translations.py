"""Every language that counts as complete is; and what is not would be found."""

import dataclasses
import re
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Message
from discord import app_commands

from metrobot.store.store import Store
from metrobot.ui.app.bot import Metrobot
from metrobot.ui.app.build import make_bot
from metrobot.ui.app.command_tree import commands_of
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.words.catalogue import COMPLETE, words_for
from metrobot.ui.words.translator import CommandTranslator, description_keys
from render.text.lettering import is_known
from tests.titles import modules
from tests.ui.catalogues import (
    DISCORD,
    LOCALE,
    PLURALS,
    allowed_names,
    catalogue_faults,
    command_faults,
    messages,
    parts,
    read,
    unknown_commands,
    wanted_names,
)

ENGLISH = messages("en")
TRANSLATED = [language for language in COMPLETE if language != "en"]


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Metrobot]:
    """Return the bot with all games, not running."""
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}")
    made = make_bot(store, FRONTS)
    yield made
    made.parts.drawing.close()
    await store.close()


async def payloads(bot: Metrobot) -> list[dict[str, Any]]:
    """Return all commands as Discord is told of them."""
    translator = CommandTranslator()
    commands = bot.tree.get_commands()
    return [await each.get_translated_payload(bot.tree, translator) for each in commands]


async def test_complete_languages_lack_nothing(bot: Metrobot) -> None:
    """No sentence is missing, unused, or fills in other facts than in English."""
    names, more = wanted_names(bot.tree), allowed_names(bot.tree)
    faults = {
        language: catalogue_faults(language, messages(language), ENGLISH, names, more)
        for language in TRANSLATED
    }

    assert {language: found for language, found in faults.items() if found} == {}


async def test_all_commands_are_in_all_complete_languages(bot: Metrobot) -> None:
    """Names, descriptions, options and choices, under each name that Discord has for a language."""
    locales = [locale for language in COMPLETE for locale in DISCORD[language]]

    assert [fault for each in await payloads(bot) for fault in command_faults(each, locales)] == []


async def test_descriptions_of_commands_come_from_the_catalogue(bot: Metrobot) -> None:
    """Their English sentence is how their translations are found."""
    said = [part["description"] for each in await payloads(bot) for part in parts(each)]

    assert [each for each in said if each not in description_keys()] == []


async def test_sentences_name_commands_that_there_are(bot: Metrobot) -> None:
    """And options that these have, by their English names: each reader sees their own."""
    named = {
        path.name: unknown_commands(messages(path.name), bot.tree) for path in LOCALE.iterdir()
    }

    assert {language: found for language, found in named.items() if found} == {}


async def test_the_page_of_commands_names_those_that_there_are_and_all(bot: Metrobot) -> None:
    page = (LOCALE.parents[2] / "docs" / "commands.md").read_text("utf-8")
    commands = [each for each in commands_of(bot.tree) if isinstance(each, app_commands.Command)]
    named = set(re.findall(r"`/([a-z]+(?: [a-z]+)?)\b", page))

    assert unknown_commands({"page": Message("page", page)}, bot.tree) == []
    assert {each.qualified_name for each in commands} == named


def test_plural_forms_are_those_of_the_language() -> None:
    found = {path: read(path).num_plurals for path in LOCALE.glob("*/*.po")}

    assert {path: n for path, n in found.items() if n != PLURALS[path.parent.name]} == {}


def test_no_key_stands_in_two_catalogues_of_a_language() -> None:
    for folder in LOCALE.iterdir():
        keys = [message.id for path in folder.glob("*.po") for message in read(path) if message.id]
        assert len(keys) == len(set(map(str, keys))), folder


@pytest.mark.parametrize("language", COMPLETE)
def test_words_on_pictures_can_be_drawn(language: str) -> None:
    """Each sign of theirs is in a typeface that is shipped."""
    words = words_for(language)
    shown = [each.captions(words) for each in modules("metrobot.ui", "pictures").values()]
    texts = [text for each in shown for text in _texts(dataclasses.astuple(each))]

    assert len(texts) > 40
    assert [text for text in texts if not all(map(is_known, text.replace("\n", " ")))] == []


def _texts(fields: Iterable[Any]) -> Iterator[str]:
    """Yield all texts, those within others included."""
    for each in fields:
        if isinstance(each, str | tuple | list):
            yield from (each,) if isinstance(each, str) else _texts(each)


def _told(**changed: str | tuple[str, ...] | None) -> dict[str, Message]:
    """Return a small Korean catalogue, some of its messages changed."""
    whole: dict[str, str | tuple[str, ...] | None] = {
        "a.one": "{name:이} 왔어요.",
        "a.two": ("{n}명",),
        "a.four": "`/me settings zone:` 쳐 보세요.",
        "name.go": "가기",
    }
    whole |= {name.replace("_", "."): said for name, said in changed.items()}
    return {
        key: Message(key if isinstance(said, str) else (key, key), said)
        for key, said in whole.items()
        if said is not None
    }


SMALL = {
    "a.one": Message("a.one", "{name} has come to play."),
    "a.two": Message(("a.two", "a.two"), ("{n} person", "{n} people")),
    "a.four": Message("a.four", "Type `/me settings zone:`."),
}
FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "a sentence is missing": ({"a_one": None}, "a.one: missing"),
    "a sentence is empty": ({"a_one": ""}, "a.one: missing"),
    "a form is empty": ({"a_two": ("",)}, "a.two: missing"),
    "a name is missing": ({"name_go": None}, "name.go: missing"),
    "nobody says it": ({"a_three": "셋"}, "a.three: nobody says it"),
    "a fact is missing": ({"a_one": "왔어요."}, "a.one: fills in [], not ['name']"),
    "a fact is wrong": ({"a_one": "{nam}"}, "a.one: fills in ['nam'], not ['name']"),
    "too many forms": ({"a_two": ("{n}명", "{n}명")}, "a.two: has 2 forms"),
    "no forms": ({"a_two": "{n}명"}, "a.two: with a plural in one language alone"),
    "no such particle": ({"a_one": "{name:의}"}, "a.one: cannot write 의"),
    "an option is missing": ({"a_four": "쳐 보세요."}, "a.four: names the options []"),
    "an option is wrong": ({"a_four": "`to:`"}, "a.four: names the options ['to']"),
    "not translated": ({"a_one": "{name} has come to play."}, "a.one: is in English"),
}


@pytest.mark.parametrize(("changed", "fault"), FAULTS.values(), ids=FAULTS)
def test_faults_of_a_catalogue_are_found(changed: dict[str, Any], fault: str) -> None:
    assert catalogue_faults("ko", _told(), SMALL, {"name.go"}) == []
    assert catalogue_faults("ko", _told(**changed), SMALL, {"name.go"}) == [fault]


def _command(**changed: Any) -> dict[str, Any]:
    """Return a command as Discord is told of it, changed."""
    option = {"name": "to", "name_localizations": {"nl": "naar"}}
    said = {"description": "x", "description_localizations": {"nl": "y"}}
    choice = {"name": "solid", "value": "solid", "name_localizations": {"nl": "vol"}}
    inner = {**option, **said, "choices": [choice | changed.pop("choice", {})]}
    whole = {"name": "dig", "name_localizations": {"nl": "graven"}, **said}
    return {**whole, "options": [inner] * changed.pop("times", 1), **changed}


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"name_localizations": {}}, "called ''"),
        ({"name_localizations": {"nl": "Graven"}}, "called 'Graven'"),
        ({"name_localizations": {"nl": "graaf iets"}}, "called 'graaf iets'"),
        ({"name_localizations": {"nl": "g" * 33}}, "called 'ggg"),
        ({"description_localizations": {}}, "described ''"),
        ({"description_localizations": {"nl": "x" * 101}}, "described 'xxx"),
        ({"choice": {"name_localizations": {}}}, "solid is ''"),
        ({"times": 2}, "two are 'naar'"),
    ],
)
def test_faults_of_commands_are_found(changed: dict[str, Any], says: str) -> None:
    assert command_faults(_command(), ["nl"]) == []
    assert any(says in fault for fault in command_faults(_command(**changed), ["nl"]))


@pytest.mark.parametrize(
    ("said", "unknown"),
    [
        ("`/me settings zone:` or `/board`", []),
        ("`/me settings quiet_from: quiet_until:22:00`", []),
        ("`zone:` and `from:` and `python -m metrobot`", []),
        ("`/me setting`", ["/me setting"]),
        ("`/me settings zones:`", ["/me settings zones:"]),
        ("`/board zone:`", ["/board zone:"]),
        ("`zones:`", ["zones:"]),
    ],
)
async def test_commands_and_options_that_there_are_not_are_found(
    bot: Metrobot, said: str, unknown: list[str]
) -> None:
    assert unknown_commands({"a": Message("a", said)}, bot.tree) == unknown


async def test_words_that_are_missing_are_in_english(bot: Metrobot) -> None:
    """Nothing is empty, and languages call themselves the same everywhere."""
    translator = CommandTranslator()
    group = bot.tree.get_command("me")
    assert group is not None
    payload = await group.get_translated_payload(bot.tree, translator)
    language = next(each for each in payload["options"] if each["name"] == "language")
    choices = {each["name"]: each for each in language["options"][0]["choices"]}

    assert choices["English"]["name_localizations"]["nl"] == "English"
    assert choices["한국어"]["name_localizations"]["es-ES"] == "한국어"
    assert "de" not in choices["English"]["name_localizations"]
