"""An answer always comes: to every command, every button and menu, whatever breaks inside."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import aiohttp
import discord
import pytest
import simcord
from discord import app_commands
from simcord import interactions

from metrobot.ui.app.command_tree import commands_of
from metrobot.ui.kit.replies import Replies
from metrobot.ui.pages.args import BranchArg
from metrobot.ui.pages.ids import Press, PressId, PressKind, ReplaySource
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.last_word import LAST_WORD
from tests.ui.stage import Stage, texts

BRANCHING = (PressKind.BRANCH, PressKind.BRANCH_BEGIN, PressKind.BRANCH_OUT)
WHERE = ("before", "after a promise", "after a defer")
"""Moments at which a handler breaks: before any answer to Discord, or after a promise of one."""


class BrokenError(Exception):
    """An error that nobody foresaw."""


def boom(where: str) -> Any:
    async def broken(*args: Any, **_: Any) -> None:
        ix = next(each for each in args if isinstance(each, discord.Interaction))
        if ix.response.is_done():
            raise BrokenError  # promised by the id alone
        if where == WHERE[1]:
            await ix.response.defer(ephemeral=True, thinking=True)
        elif where == WHERE[2]:
            await ix.response.defer()
        raise BrokenError

    return broken


def said(answer: simcord.InteractionResult) -> str:
    """Return the text of the private answer; empty while there is only a promise."""
    if not answer.acknowledged or answer._interaction.loading:
        return ""
    found = answer.followups[-1] if answer.followups else answer.response
    return texts(found) if found is not None and found.ephemeral else ""


async def pressed(stage: Stage, custom_id: str) -> simcord.InteractionResult:
    """Press a button with some id on the newest message."""
    answer = stage.forge(stage.people[0], stage.last, custom_id)
    await stage.env.settle()
    assert isinstance(answer, simcord.InteractionResult)
    return answer


async def typed(
    stage: Stage, command: Any, options: Sequence[dict[str, Any]] = ()
) -> simcord.InteractionResult:
    """Type a command, with none of its options unless some are given."""
    path = command.qualified_name.split(" ")
    data: dict[str, Any] = {"id": "1", "name": path[0], "type": 1, "options": list(options)}
    if len(path) > 1:
        data["options"] = [{"type": 1, "name": path[1], "options": list(options)}]
    backend, channel = stage.env.backend, stage.channel.id
    record, payload = interactions.base_payload(
        backend,
        type=2,
        channel_id=channel,
        guild_id=stage.guild.id,
        user_id=stage.people[0].id,
        data=data,
    )
    backend.emit("INTERACTION_CREATE", payload)
    await stage.env.settle()
    return simcord.InteractionResult(stage.env, record)


@pytest.fixture
def speechless(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Remove all sentences of the catalogues."""

    def say(*_: Any, **__: Any) -> str:
        raise BrokenError

    with monkeypatch.context() as patched:
        patched.setattr(Words, "say", say)
        yield


def within(parameter: app_commands.Parameter, number: int) -> int:
    """Return a number as Discord lets it through."""
    least, most = parameter.min_value or -(2**53), parameter.max_value or 2**53
    return int(max(least, min(number, most)))


def leaves(stage: Stage) -> list[Any]:
    found = commands_of(stage.bot.tree)
    return [each for each in found if isinstance(each, app_commands.Command)]


def break_all(stage: Stage, where: str) -> None:
    """Break every handler of presses, also those for private messages alone."""
    presses = stage.bot.parts.handlers._presses
    for kind, found in presses.items():
        rule = replace(found.rule, only_private=False)
        presses[kind] = replace(found, rule=rule, answer=boom(where))


@pytest.mark.parametrize("where", WHERE)
async def test_a_press_that_breaks_inside_is_answered(pair: Stage, where: str) -> None:
    break_all(pair, where)

    for kind in PressKind:
        arg = BranchArg(ReplaySource.HERE, 0) if kind in BRANCHING else "h"
        answer = await pressed(pair, str(PressId(1, 0, kind, str(arg))))
        assert "something went wrong" in said(answer), kind


@pytest.mark.parametrize("where", WHERE[:2])
async def test_a_command_that_breaks_inside_is_answered(
    stage: Stage, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: Any) -> dict[str, Any]:
        return {}

    stage.foreseen = (BrokenError, app_commands.AppCommandError)
    monkeypatch.setattr(app_commands.Command, "_transform_arguments", nothing)
    assert len(leaves(stage)) > 20
    for command in leaves(stage):
        command._callback = boom(where)

        assert "something went wrong" in said(await typed(stage, command)), command.qualified_name


CUTS = [
    aiohttp.ServerDisconnectedError(),
    aiohttp.ClientPayloadError(),
    ConnectionResetError(104, "reset"),
]
"""Errors raised when Discord cuts a connection during a request."""


def loud(caplog: pytest.LogCaptureFixture) -> list[tuple[str, bool]]:
    """Return the warnings and errors in the log, and whether each has a traceback."""
    found = (each for each in caplog.records if each.levelno >= logging.WARNING)
    return [(each.getMessage(), bool(each.exc_info)) for each in found]


@pytest.mark.parametrize("cut", CUTS)
async def test_an_answer_that_discord_cuts_off_is_told_as_not_taken(
    stage: Stage, caplog: pytest.LogCaptureFixture, cut: Exception
) -> None:
    """It is no fault of ours: one line in the log, without a traceback."""
    stage.foreseen = (type(cut),)

    async def broken(*_: Any, **__: Any) -> None:
        raise cut

    await stage.start(1)
    presses = stage.bot.parts.handlers._presses
    presses[PressKind.HAND] = replace(presses[PressKind.HAND], answer=broken)
    caplog.clear()

    assert said(await pressed(stage, "mb1:1:0:hand:")).startswith("Discord did not take my answer.")
    assert loud(caplog) == [(f"Discord did not take an answer: {type(cut).__name__}", False)]


@pytest.mark.parametrize("cut", CUTS)
async def test_a_refusal_that_discord_cuts_off_gives_way_to_the_last_word(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, cut: Exception
) -> None:
    async def reply(context: Replies, ix: Press, _: Any) -> None:
        await context.defer_private(ix)
        raise cut

    await stage.start(1)
    monkeypatch.setattr(Replies, "reply", reply)
    caplog.clear()
    answer = await pressed(stage, "mb1:99:0:hand:")

    assert answer.response is not None
    assert answer.response.content == LAST_WORD
    assert loud(caplog) == [(f"a refusal could not be shown: {type(cut).__name__}", False)]


@pytest.mark.parametrize("where", WHERE[:2])
async def test_without_any_sentence_the_last_word_is_said(
    stage: Stage, where: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """It needs no catalogue and no page."""
    await stage.start(1)
    break_all(stage, where)
    request.getfixturevalue("speechless")

    for kind in PressKind:
        answer = await pressed(stage, str(PressId(1, 0, kind, "x")))
        found = answer.followups[-1] if answer.followups else answer.response
        assert found is not None
        assert found.content == LAST_WORD, kind


async def test_a_page_that_discord_refuses_gives_way_to_the_last_word(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def reply(context: Replies, ix: Press, _: Any) -> None:
        await context.defer_private(ix)
        raise BrokenError

    await stage.start(1)
    monkeypatch.setattr(Replies, "reply", reply)

    answer = await pressed(stage, "mb1:99:0:hand:")

    assert answer.response is not None
    assert answer.response.content == LAST_WORD


@pytest.mark.parametrize("arg", ["", "x", "1", "9" * 60, "h-1", "i-1", "1.yes", "agree.1", "sure"])
@pytest.mark.long
async def test_nonsense_in_an_id_is_answered(pair: Stage, arg: str) -> None:
    """By each kind of press, on a game and on none."""
    message = pair.last

    for kind in PressKind:
        for game in (1, 10**17):
            press = pair.forge(pair.people[2], message, str(PressId(game, 0, kind, arg)))
            await pair.env.settle()
            assert press.acknowledged, kind
            assert not press._interaction.loading, kind


@pytest.mark.parametrize("number", [10**18, 10**19, 10**40])
async def test_a_number_beyond_all_games_is_answered(pair: Stage, number: int) -> None:
    """Such an id is none of any release, but begins like ours."""
    assert "no longer works" in said(await pressed(pair, f"mb1:{number}:0:board:"))


async def test_every_command_is_answered_where_no_game_is(stage: Stage) -> None:
    stage.foreseen = (app_commands.AppCommandError,)
    for command in leaves(stage):
        answer = await typed(stage, command)

        assert answer.acknowledged, command.qualified_name
        assert not answer._interaction.loading, command.qualified_name


@pytest.mark.parametrize("number", ["0", "-1", str(2**63 - 1), str(2**63), "9" * 19, "9" * 90])
@pytest.mark.parametrize("is_started", [False, True])
async def test_every_option_is_answered_for_any_number(
    stage: Stage, number: str, is_started: bool
) -> None:
    """As text; as a number up to what Discord lets through."""
    stage.foreseen = (app_commands.AppCommandError,)
    if is_started:
        await stage.start(1)
    kinds = discord.AppCommandOptionType
    for command in leaves(stage):
        numeric = [p for p in command.parameters if p.type in (kinds.string, kinds.integer)]
        given = [
            {"name": str(p.display_name), "type": p.type.value}
            | {"value": number if p.type is kinds.string else within(p, int(number))}
            for p in numeric
        ]
        if given:
            answer = await typed(stage, command, given)

            assert said(answer), command.qualified_name
            assert "something went wrong" not in said(answer), command.qualified_name
