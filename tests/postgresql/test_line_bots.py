"""The real bot on PostgreSQL, two of them or one that is killed: a line is the same for all."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from tests.databases import url_of
from tests.faults.ledger import kept
from tests.faults.line_ledger import LineLedger
from tests.faults.lines import LinePlayer
from tests.faults.loopback import Loopback, on_loopback
from tests.faults.process import Bot
from tests.faults.test_kills import LONGEST_LIFE
from tests.faults.world import until
from tests.postgresql.test_two_bots import ALL_TOLD, two_bots

pytestmark = pytest.mark.postgresql
PEOPLE = 4
CARDS = 40
KILLS = 10
PATIENCE = 120.0


def _today() -> int:
    """Return a constant that stands for the number of the day."""
    return 0


def _confirmed(players: Sequence[LinePlayer]) -> int:
    """Return the number of cards that were answered as played."""
    return sum(attempt.is_confirmed for each in players for attempt in each.attempts)


async def _a_moment(chance: Random) -> None:
    """Wait a little."""
    end = time.monotonic() + chance.uniform(0, LONGEST_LIFE)
    await until(lambda: time.monotonic() > end, PATIENCE, "a moment")


@asynccontextmanager
async def _at_play(discord: Loopback) -> AsyncIterator[list[LinePlayer]]:
    """Play the line of the day with some people; fail if one of them could not."""
    channel = discord.world.channels[0]
    players = [
        LinePlayer(discord, person, channel, Random(at), at_once=at == 1)
        for at, person in enumerate(discord.world.people)
    ]
    playing = [asyncio.create_task(each.play(_today)) for each in players]
    yield players
    for each in playing:
        each.cancel()
    ended = await asyncio.gather(*playing, return_exceptions=True)
    assert not [each for each in ended if isinstance(each, Exception)], ended


def _check(file: Path, players: Sequence[LinePlayer]) -> None:
    """Compare stored lines with shown ones; everyone must have the same first card."""
    ledger = LineLedger(file)
    ledger.check(players)
    assert len(ledger.salts) == 1
    alts = [str(each.seen[min(each.seen)].alts) for each in players if each.seen]
    firsts = {re.sub(r"Person \d+", "", alt) for alt in alts}
    assert len(firsts) == 1, firsts


async def test_two_bots_deal_everybody_the_same_and_lose_no_card(tmp_path: Path) -> None:
    """The day is opened by all at once, each press goes to either bot, some come twice."""
    url = url_of(tmp_path / "server")
    async with on_loopback(channels=1, people=PEOPLE, clients=2) as discord:
        async with two_bots(discord, tmp_path, url) as bots, _at_play(discord) as players:
            await until(lambda: _confirmed(players) >= CARDS, PATIENCE, "cards are played")
        file = await kept(url, tmp_path, ALL_TOLD)
    _check(file, players)
    for bot in bots:
        assert "Traceback" not in bot.log, bot.log


@pytest.mark.measured
async def test_no_kill_loses_or_doubles_a_card(tmp_path: Path) -> None:
    url, chance = url_of(tmp_path / "server"), Random(3)
    async with on_loopback(channels=1, people=PEOPLE) as discord:
        bot = Bot(discord, tmp_path / "bot", url=url)
        await bot.start()
        try:
            async with _at_play(discord) as players:
                for _ in range(KILLS):
                    await _a_moment(chance)
                    await bot.kill()
                    await bot.start()
        finally:
            await bot.stop()
        file = await kept(url, tmp_path, ALL_TOLD)
    _check(file, players)
    print(f"\n{KILLS} kills, {_confirmed(players)} cards")
    assert "Traceback" not in bot.log, bot.log
