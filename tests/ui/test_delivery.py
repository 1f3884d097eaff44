"""What is said in a game of MetrOmania, to whom, and what Discord may do to it."""

from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from tests.ui.discord_game import DiscordGame, ids, on_discord, texts

pytestmark = pytest.mark.usefixtures("quick_pictures")


def channel_path(game: DiscordGame) -> str:
    return f"/channels/{game.channel.id}/messages"


def posts(game: DiscordGame, path: str) -> list[dict[str, Any]]:
    """Return the bot's requests to post there, accepted or not."""
    found = [each for each in game.env.http_requests if each.method == "POST"]
    return [each.json for each in found if each.path == path and each.json]


def files(game: DiscordGame) -> list[str]:
    """Return the names of all public pictures."""
    return [
        each["filename"] for message in game.public for each in game.stored(message).attachments
    ]


async def restore(game: DiscordGame) -> None:
    """Let Discord accept messages again, and the bot try again."""
    game.env.backend.faults.clear()
    await game.env.advance_time(7200)


async def test_a_move_outlives_a_missing_permission(tmp_path: Path) -> None:
    """The player is told what is missing; the board comes when it is given back."""
    async with on_discord(tmp_path / "games.db") as game:
        await game.start(2)
        person, planner = await game.ready(Random(4))
        before = len(game.public)
        _deny(game, send_messages=True)
        answer = await game.confirm(person, planner)
        await game.env.advance_time(300)
        silent = len(game.public)
        _deny(game)
        await restore(game)
        after = game.public

    assert "I need the permission to send messages" in texts(answer)
    assert silent == before
    assert len(after) == before + 1
    assert ids(after[-1], "plan")


def _deny(game: DiscordGame, **denied: bool) -> None:
    """Take permissions in the channel from the bot, and give back all others."""
    bits = discord.Permissions(**denied).value
    bot = game.env.backend.bot_user.id
    overwrite = Overwrite(bot, OverwriteType.MEMBER, allow=0, deny=bits)
    game.env.backend.set_overwrite(game.channel.id, overwrite)


async def test_only_whose_turn_it_is_is_called(tmp_path: Path) -> None:
    """Each message of a whole game allows one mention: the next player's; the last all."""
    async with on_discord(tmp_path / "games.db") as game:
        await game.start(3)
        awaited = [[str((await game.to_act()).id)]]
        chooser = Random(7)
        while (await game.table()).to_act():
            await game.turn(chooser)
            people = (await game.table()).to_act()
            awaited.append([str(person.id) for person in people])
        allowed = [each["allowed_mentions"] for each in posts(game, channel_path(game))]
        everybody = sorted(str(person.id) for person in (await game.table()).people)

    called = [[str(user) for user in each.get("users", [])] for each in allowed]
    assert called[: len(awaited)] == awaited
    assert not any(called[len(awaited) : -1])
    assert sorted(called[-1]) == everybody
    assert not any(set(each["parse"]) - {"users"} for each in allowed)
    assert not any(each["parse"] for each in allowed if each.get("users"))


async def test_no_two_turns_share_a_file_name_or_a_nonce(tmp_path: Path) -> None:
    """Discord's clients keep pictures by name, and Discord drops what has a known nonce."""
    async with on_discord(tmp_path / "games.db") as game:
        await game.start(2)
        await game.finish(Random(3))
        names, sent = files(game), posts(game, channel_path(game))

    nonces = [each["nonce"] for each in sent]
    assert len(set(names)) == len(names) > 10
    assert len(set(nonces)) == len(nonces)
    assert all(len(nonce) <= 25 for nonce in nonces)
    assert all(each["enforce_nonce"] is True for each in sent)
