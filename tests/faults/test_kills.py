"""Killed at any instant, the bot loses no move, doubles none, and leaves none untold."""

import asyncio
import contextlib
import time
from random import Random

import pytest

from metrobot.games.registry import TITLES
from tests.faults.ledger import check_said, check_stored, is_all_told
from tests.faults.loopback import Loopback
from tests.faults.playing import Party
from tests.faults.process import Bot
from tests.faults.troubles import POST, Trouble
from tests.faults.world import LateError, until

pytestmark = pytest.mark.faults
SEED = 11
GAMES = tuple(TITLES)
ALL_TOLD = 45.0
LONGEST_LIFE = 4.0
"""Seconds after which a bot is killed at the latest, counted from when it hears again."""

LONGEST_MOVE = 0.4
"""Seconds within which a move is stored, told and noted as told."""


async def seated(discord: Loopback, seed: int) -> list[Party]:
    """Return a party for each game, its first board before it."""
    parties = [
        Party(discord, discord.world.channels[at], discord.world.people[at * 2 :][:2], Random(seed))
        for at in range(len(GAMES))
    ]
    for party, title in zip(parties, GAMES, strict=True):
        await party.start(title)
    return parties


async def kill(bot: Bot, discord: Loopback, chance: Random, parties: list[Party]) -> None:
    """Kill the bot at a random instant: any, while a move is made, or while one is told."""
    kind = chance.choice(("any", "move", "asked", "done"))
    if kind in ("asked", "done"):
        await kill_telling(bot, discord, is_done=kind == "done")
        return
    if kind == "move":
        tried = sum(len(party.attempts) for party in parties)
        with contextlib.suppress(LateError):
            await until(
                lambda: sum(len(party.attempts) for party in parties) > tried,
                LONGEST_LIFE,
                "somebody presses Confirm",
            )
    end = time.monotonic() + chance.uniform(0, LONGEST_MOVE if kind == "move" else LONGEST_LIFE)
    await until(lambda: time.monotonic() > end, LONGEST_LIFE + 1, "a moment")
    await bot.kill()


async def kill_telling(bot: Bot, discord: Loopback, *, is_done: bool) -> None:
    """Kill the bot between asking Discord for a post and hearing that it is there.

    Args:
        bot: which.
        discord: hears the post.
        is_done: whether Discord has done it by then; else it does it afterwards.
    """
    posts = POST.format(channel=".*")
    held = Trouble("POST", posts, stalls=not is_done, holds=is_done)
    discord.rest.troubles.append(held)
    with contextlib.suppress(LateError):
        await until(lambda: held.met, LONGEST_LIFE, "something is posted")
    await bot.kill()
    discord.rest.troubles.remove(held)
    held.over.set()


async def test_no_kill_loses_doubles_or_hushes_a_move(
    discord: Loopback, bot: Bot, kills: int
) -> None:
    """At random instants of three games at once; after each kill all is held to the store."""
    chance, done = Random(SEED), 0
    while done < kills:
        parties = await seated(discord, SEED + done)
        playing = [asyncio.create_task(party.play(10_000)) for party in parties]
        try:
            while done < kills and not all(task.done() for task in playing):
                await kill(bot, discord, chance, parties)
                done += 1
                check_stored(bot.database, parties)
                await bot.start()
        finally:
            for task in playing:
                task.cancel()
            ended = await asyncio.gather(*playing, return_exceptions=True)
        faults = [e for e in ended if isinstance(e, Exception) and not isinstance(e, LateError)]
        assert not faults, faults
        await until(lambda: is_all_told(bot.database), ALL_TOLD, "all is told")
        check_stored(bot.database, parties)
        check_said(discord, bot.database, parties)
    confirmed = sum(party.turns for party in parties)
    print(f"\n{done} kills, {confirmed} turns confirmed in the last games, {bot.starts} starts")
    assert "Traceback" not in bot.log, bot.log
