"""Nobody's time is up for what they could not help: Discord away, or a clock that is wrong."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.faults.lines import Clocked
from tests.faults.loopback import Loopback
from tests.faults.parties import party_at
from tests.faults.process import STARTS
from tests.faults.troubles import Trouble
from tests.faults.waiting_games import rows
from tests.faults.world import until

pytestmark = pytest.mark.faults
MINUTE = 60.0
ROUNDS = 1.5
"""Seconds for some rounds of a bot that comes round all the time."""
AWAY = ("gateway", "requests", "both")
METHODS = ("GET", "POST", "PATCH", "PUT", "DELETE")


@pytest.fixture
async def bot(discord: Loopback, tmp_path: Path) -> AsyncIterator[Clocked]:
    """Return a bot with a game at *tonight*, in which a computer plays at once; it has begun."""
    bot = Clocked(discord, tmp_path)
    await bot.start()
    await party_at(discord, 0).start("underground", pace="tonight_at_once")
    await until(lambda: called(bot), STARTS, "the time for the turn has begun")
    yield bot
    await bot.stop()
    print(bot.log)


def called(bot: Clocked) -> int:
    """Return the number of seats whose time runs."""
    return len(rows(bot.database, "SELECT 1 FROM seats WHERE called_at IS NOT NULL"))


def played(bot: Clocked) -> int:
    """Return the number of turns that a computer has played, as the time for them was up."""
    return len(rows(bot.database, "SELECT 1 FROM deliveries WHERE kind = 'clock_plays'"))


async def spend(bot: Clocked, minutes: float) -> None:
    """Let time pass for the bot, a minute at a time, with some rounds after each."""
    while minutes > 0:
        bot.spend(MINUTE * min(1, minutes))
        await asyncio.sleep(ROUNDS)
        minutes -= 1


@pytest.mark.parametrize("away", AWAY)
async def test_discord_that_is_away_takes_nobodys_turn(
    discord: Loopback, bot: Clocked, away: str
) -> None:
    """For twelve minutes of the ten that a turn has; what was left of it comes afterwards."""
    gateway, down = discord.gateway, [Trouble(each, ".*", None, 503) for each in METHODS]
    if away != "requests":
        gateway.is_shut = True
        await gateway.drop()
    if away != "gateway":
        discord.rest.troubles += down
    await spend(bot, 12)
    assert played(bot) == 0

    gateway.is_shut = False
    discord.rest.troubles.clear()
    await until(lambda: gateway.is_open, 2 * MINUTE, "the bot is back")
    await spend(bot, 6)
    assert played(bot) == 0
    await spend(bot, 5)
    await until(lambda: played(bot) == 1, STARTS, "the time is up")


@pytest.mark.parametrize("wrong", [3600.0, -3600.0])
async def test_a_clock_that_is_wrong_for_seconds_takes_nobodys_turn(
    bot: Clocked, wrong: float
) -> None:
    """Nor does it give them more time than they have."""
    bot.set_ahead(wrong)
    await asyncio.sleep(4)
    bot.set_ahead(0)
    await asyncio.sleep(ROUNDS)
    assert played(bot) == 0
    await spend(bot, 9)
    assert played(bot) == 0
    await spend(bot, 1)
    await until(lambda: played(bot) == 1, STARTS, "the time is up")


async def test_a_bot_that_was_down_takes_nobodys_turn(discord: Loopback, bot: Clocked) -> None:
    await spend(bot, 5)
    await bot.kill()
    bot.spend(25 * 60 * MINUTE)
    await bot.start()
    await asyncio.sleep(ROUNDS)
    await spend(bot, 4)
    assert played(bot) == 0
    await spend(bot, 2)
    await until(lambda: played(bot) == 1, STARTS, "the time is up")
