"""Killed at any instant, the bot loses no move, doubles none, and leaves none untold."""

import asyncio
import contextlib
import time
from random import Random

import pytest

from tests.faults.ledger import check_said, check_stored, is_all_told
from tests.faults.loopback import Loopback
from tests.faults.playing import Party
from tests.faults.process import Bot
from tests.faults.world import LateError, until

pytestmark = pytest.mark.faults
SEED = 11
GAMES = ("metromania", "underground", "metrolijn")
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


async def moment(chance: Random, parties: list[Party]) -> None:
    """Wait for a random instant: any, or one while a move is being made."""
    longest = LONGEST_LIFE
    if chance.random() < 2 / 3:
        tried = sum(len(party.attempts) for party in parties)
        with contextlib.suppress(LateError):
            await until(
                lambda: sum(len(party.attempts) for party in parties) > tried,
                LONGEST_LIFE,
                "somebody presses Confirm",
            )
        longest = LONGEST_MOVE
    end = time.monotonic() + chance.uniform(0, longest)
    await until(lambda: time.monotonic() > end, LONGEST_LIFE + 1, "a moment")


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
                await moment(chance, parties)
                await bot.kill()
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
