"""Who is spoken to in which language, on Discord."""

from collections.abc import Mapping
from typing import Any

import discord
import pytest

from metrobot.ui.words.catalogue import words_for
from tests import kept
from tests.ui.stage import Stage, texts

GERMAN_REFUSAL = "Du spielst hier nicht mit."
ENGLISH_REFUSAL = words_for("en").say("table.not_seated")
GERMAN_CALL, ENGLISH_CALL = "Du bist dran", "it’s your turn"


def set_locale(stage: Stage, locale: str) -> None:
    """Set everybody's Discord to a language from now on, restarts included."""

    def changed(name: str, payload: Mapping[str, Any]) -> None:
        if name == "INTERACTION_CREATE" and isinstance(payload, dict):
            payload["locale"] = locale

    stage.env.backend.subscribers.insert(0, changed)


def manager(stage: Stage) -> Any:
    """Add somebody who may manage the server."""
    role = stage.guild.create_role("Boss", permissions=discord.Permissions(manage_guild=True))
    return stage.guild.add_member(stage.env.create_user("Gil"), roles=[role])


async def refusal(stage: Stage) -> str:
    """Return the refusal for somebody without a hand here."""
    return texts((await stage.people[2].slash(stage.channel, "hand")).response)


async def choose(stage: Stage, command: str, number: int, language: str) -> str:
    """Choose a language for somebody; return the private answer."""
    answer = await stage.people[number].slash(stage.channel, command, language=language)
    assert answer.response is not None
    assert answer.response.ephemeral
    return texts(answer.response)


async def test_a_person_chooses_his_language(pair: Stage) -> None:
    await choose(pair, "me language", 2, "de")
    chosen = await refusal(pair)
    other = await pair.people[1].slash(pair.channel, "board")
    await pair.restart()

    assert chosen == GERMAN_REFUSAL
    assert await refusal(pair) == GERMAN_REFUSAL
    assert "Steine" not in texts(other.response)


async def test_a_choice_can_be_taken_back(pair: Stage) -> None:
    await choose(pair, "me language", 2, "de")
    said = await choose(pair, "me language", 2, "auto")

    assert said == words_for("en").say("language.person.auto")
    assert await refusal(pair) == ENGLISH_REFUSAL


async def test_a_choice_goes_before_discords_setting(stage: Stage) -> None:
    set_locale(stage, "de")
    await stage.start(1)
    before = await refusal(stage)
    await choose(stage, "me language", 2, "en")

    assert (before, await refusal(stage)) == (GERMAN_REFUSAL, ENGLISH_REFUSAL)


async def test_a_server_chooses_its_language(stage: Stage) -> None:
    """It goes before what Discord says of the server, and outlives a restart."""
    await manager(stage).slash(stage.channel, "server language", language="de")
    board = await stage.start(1)
    await stage.restart()
    await stage.turn(0, "Take 1", "Stop")

    assert GERMAN_CALL in texts(board)
    assert GERMAN_CALL in texts(stage.last)


async def test_a_servers_choice_is_for_all_that_is_public(stage: Stage) -> None:
    await manager(stage).slash(stage.channel, "server language", language="de")
    await stage.start(1)

    assert await refusal(stage) == ENGLISH_REFUSAL


async def test_a_servers_language_serves_where_the_readers_has_no_catalogue(stage: Stage) -> None:
    """Better than English, which nobody there may read."""
    set_locale(stage, "fi")
    await manager(stage).slash(stage.channel, "server language", language="de")
    await stage.start(1)

    assert await refusal(stage) == GERMAN_REFUSAL


async def test_only_those_who_manage_a_server_choose_for_it(stage: Stage) -> None:
    """Discord is told so, and does not offer the command to others."""
    offered = stage.people[0].available_commands(stage.channel)
    group = stage.bot.tree.get_command("server")

    assert not any(name.startswith("server") for name in offered)
    assert group is not None
    assert group.to_dict(stage.bot.tree)["default_member_permissions"] == (
        discord.Permissions(manage_guild=True).value
    )


async def test_letters_are_in_the_language_that_their_reader_chose(stage: Stage) -> None:
    """A hand comes unprompted; the reader's choice is known all the same, also after a restart."""
    await choose(stage, "me language", 1, "de")
    await stage.restart()
    await stage.start(1)

    assert "Deine Zahl ist" in texts(stage.direct(stage.people[1])[0])
    assert "Your number is" in texts(stage.direct(stage.people[0])[0])


async def test_commands_are_mentioned_so_that_each_reader_sees_his_own_name(stage: Stage) -> None:
    """A link of Discord's, also after a restart that registers nothing."""
    said = (await stage.people[0].slash(stage.channel, "board")).response
    await stage.restart()
    again = (await stage.people[0].slash(stage.channel, "board")).response

    for each in (said, again):
        assert each is not None
        assert "</game new:" in str(each.components)
        assert "`/game new`" in texts(each)


REAL = {"nl": "nl", "es-ES": "es", "es-419": "es", "ko": "ko"}
"""Locales of Discord, and the catalogues that serve them."""


@pytest.mark.parametrize(("locale", "language"), REAL.items())
async def test_the_languages_that_there_are_are_spoken(
    stage: Stage, locale: str, language: str
) -> None:
    set_locale(stage, locale)
    words = words_for(language)
    refused = texts((await stage.people[0].slash(stage.channel, "game join")).response)
    await stage.restart()
    told = texts((await stage.people[0].slash(stage.channel, "help")).response)

    assert words.locale == language
    assert refused.startswith(words.say("table.none_here"))
    assert words_for("en").say("table.none_here") not in refused
    assert words.say("help.start") in told


async def test_changed_translations_are_told_to_discord(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A release with a better word makes it known, though no command has changed."""

    def syncs() -> int:
        requests = stage.env.http_requests
        return sum(each.method == "PUT" and each.path.endswith("/commands") for each in requests)

    before = syncs()
    await stage.restart()
    same = syncs()
    monkeypatch.setattr(kept, "TRANSLATIONS", {})
    monkeypatch.setitem(words_for("nl")._sentences, "name.hand", "kaarten")
    await stage.restart()

    assert (before, same, syncs()) == (1, 1, 2)
