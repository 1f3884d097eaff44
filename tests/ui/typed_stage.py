"""What the tests of typed turns share: a turn, what somebody types, and what is answered.

A command stands as it is seen on Discord: `/build colour:red from:Acton to:White City`.
"""

import re
from typing import Any, Final

import pytest

from metrobot.engine.actions import Action
from metrobot.engine.errors import Refusal
from metrobot.service.model.table import Table
from metrobot.ui.kit.typed_turns import AnyDraft, TypedCommand, TypedTurn
from metrobot.ui.metrolijn.commands import FREE, RIDE
from metrobot.ui.metromania.commands import DIG, PASS, STATION
from metrobot.ui.underground.commands import BUILD, TOKEN
from metrobot.ui.words.catalogue import languages, words_for
from tests.ui.stage import Shown, Stage

TYPED: Final = {command.name: command for command in (DIG, STATION, PASS, BUILD, TOKEN, RIDE, FREE)}


def turn_of(table: Table, draft: AnyDraft, locale: str = "en") -> TypedTurn:
    """Return a turn that somebody types in their language."""
    return TypedTurn(table, draft, words_for(locale))


def read(line: str) -> tuple[TypedCommand, dict[str, Any]]:
    """Return the command of a line, and its options as Discord sends them."""
    name, *parts = re.split(r" (\w+):", line.removeprefix("/"))
    pairs = zip(parts[::2], parts[1::2], strict=True)
    whole = {option.name for option in TYPED[name].options if option.kind is not str}
    return TYPED[name], {
        option: int(text) if option in whole and text.isdigit() else text for option, text in pairs
    }


def drafted(turn: TypedTurn, line: str) -> AnyDraft:
    """Return the draft with a line tried."""
    command, filled = read(line)
    return command.draft(turn, filled)


def actions(turn: TypedTurn, line: str) -> tuple[Action, ...]:
    return drafted(turn, line).actions


def refusal(turn: TypedTurn, line: str) -> Refusal:
    """Return the refusal of a line; its sentence can be said in all languages."""
    with pytest.raises(Refusal) as caught:
        actions(turn, line)
    for language in languages():
        assert "{" not in words_for(language).say(caught.value.key, **caught.value.facts)
    return caught.value


def refused(turn: TypedTurn, line: str) -> str:
    error = refusal(turn, line)
    return turn.words.say(error.key, **error.facts)


def legal_in(turn: TypedTurn, line: str) -> list[str]:
    """Return the legal inputs that the refusal of a line names, each once."""
    legal = refusal(turn, line).facts["legal"]
    assert isinstance(legal, tuple)
    assert len(set(legal)) == len(legal)
    return sorted(legal)


def offered(turn: TypedTurn, line: str) -> dict[Any, str]:
    """Return the suggestions for the last option of a line: value and label."""
    command, filled = read(line)
    last = next(reversed(filled))
    choices = command.suggestions(turn, filled, last, str(filled[last]))
    assert len(choices) <= 25
    assert all(0 < len(label) <= 100 for label, _ in choices)
    return {value: label for label, value in choices}


async def typed(stage: Stage, number: int, line: str) -> Shown:
    """Let somebody type a line on Discord; return the private answer."""
    command, filled = read(line)
    result = await stage.people[number].slash(stage.channel, command.name, **filled)
    assert result.ephemeral
    return result.response


async def suggested(stage: Stage, number: int, line: str) -> dict[Any, str]:
    """Return the suggestions on Discord for the last option of a line: value and label."""
    command, filled = read(line)
    option, text = filled.popitem()
    person = stage.people[number]
    choices = await person.autocomplete(stage.channel, command.name, option, str(text), **filled)
    return {choice["value"]: choice["name"] for choice in choices}
