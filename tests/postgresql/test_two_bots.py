"""Two bots as processes on one PostgreSQL: whoever is asked plays, and each turn is told once."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from metrobot.games.registry import TITLES
from metrobot.service.outbox.leases import LEASE
from metrobot.store.store import Store
from tests.databases import url_of
from tests.faults.ledger import check_said, check_stored, kept
from tests.faults.lines import Clocked
from tests.faults.loopback import Loopback, on_loopback
from tests.faults.parties import A_TABLE
from tests.faults.playing import Party
from tests.faults.process import STARTS, Bot
from tests.faults.world import until

pytestmark = pytest.mark.postgresql
GAMES = tuple(TITLES)
ALL_TOLD = LEASE.total_seconds() + 45


@asynccontextmanager
async def two_bots(
    discord: Loopback, folder: Path, url: str, shards: Sequence[str] = ("", "")
) -> AsyncIterator[list[Bot]]:
    """Run two bots on one database for as long as the context lasts."""
    bots = [
        Bot(discord, folder / f"bot-{number}", url=url, more={"SHARDS": each})
        for number, each in enumerate(shards)
    ]
    try:
        for bot in bots:
            await bot.start()
        yield bots
    finally:
        for bot in bots:
            await bot.stop()


def at_tables(discord: Loopback, tables: int) -> list[Party]:
    """Return the people of a number of channels."""
    world = discord.world
    return [
        Party(discord, world.channels[at], world.people[at * A_TABLE :][:A_TABLE], Random(at))
        for at in range(tables)
    ]


async def play(parties: Sequence[Party], turns: int) -> None:
    """Begin a game at each table, and play a number of turns at all of them together."""
    await asyncio.gather(*(party.start(GAMES[at % len(GAMES)]) for at, party in enumerate(parties)))

    async def on(party: Party) -> None:
        while sum(each.turns for each in parties) < turns and not party.is_over:
            await party.play(party.turns + 1)

    await asyncio.gather(*map(on, parties))


@pytest.mark.parametrize(
    ("tables", "turns"), [(6, 18), pytest.param(20, 200, marks=pytest.mark.measured)]
)
async def test_two_bots_lose_double_and_hush_no_turn(
    tmp_path: Path, tables: int, turns: int
) -> None:
    """Each press goes to either of them by chance."""
    url = url_of(tmp_path / "server")
    async with on_loopback(tables, tables * A_TABLE, clients=2) as discord:
        async with two_bots(discord, tmp_path, url) as bots:
            parties, began = at_tables(discord, tables), time.monotonic()
            await play(parties, turns)
            took = time.monotonic() - began
            file = await kept(url, tmp_path, ALL_TOLD)
        confirmed = sum(party.turns for party in parties)
        print(f"\n{confirmed} turns at {tables} tables by two bots: {took:.1f} s")
        check_stored(file, parties)
        check_said(discord, file, parties)

    assert confirmed >= turns
    for bot in bots:
        assert "Traceback" not in bot.log, bot.log


async def test_each_bot_hears_its_shards_alone(tmp_path: Path) -> None:
    """A game is played by the one that hears its server, and told by either."""
    url = url_of(tmp_path / "server")
    async with on_loopback(1, A_TABLE, clients=3) as discord:
        async with two_bots(discord, tmp_path, url, ("0-1/3", "2/3")) as bots:
            (party,) = at_tables(discord, 1)
            # Each bot begins one session after the other, as Discord wants it: what is
            # pressed before then may be of a shard that nobody hears yet.
            await until(lambda: len(discord.gateway.shards) == 3, STARTS, "all shards are heard")
            await play([party], 2)
            file = await kept(url, tmp_path, ALL_TOLD)
        check_stored(file, [party])
        check_said(discord, file, [party])

    assert sorted(discord.gateway.shards) == [(0, 3), (1, 3), (2, 3)]
    for bot in bots:
        assert "Traceback" not in bot.log, bot.log


APART = 300.0
"""Seconds by which the clock of one machine is ahead of the other's."""
ROUNDS = 1.5
"""Seconds for some rounds of bots that come round all the time."""


async def test_clocks_five_minutes_apart_take_nobodys_turn_and_hold_up_none(tmp_path: Path) -> None:
    """Both go by the database's; and when one is set right, nothing moves."""
    url = url_of(tmp_path / "server")
    async with on_loopback(1, A_TABLE, clients=2) as discord:
        bots = [Clocked(discord, tmp_path / f"bot-{number}", url) for number in range(2)]
        bots[1].set_ahead(APART)
        try:
            for bot in bots:
                await bot.start()
            (party,) = at_tables(discord, 1)
            await party.start("underground", pace="tonight_at_once")
            store = await Store.open(url)
            await asyncio.sleep(2 * ROUNDS)
            for minute in range(9):
                await _spend(bots, 60)
                if minute == 4:
                    bots[1].set_ahead(0)
                assert await _count(store, _PLAYED) == 0, minute
            await _spend(bots, 75)
            assert await _count(store, _PLAYED) == 1
            assert await _count(store, "SELECT count(*) FROM hearings") <= 2 * (len(bots) + 1)
            await store.close()
        finally:
            for bot in bots:
                await bot.stop()

    for bot in bots:
        assert "Traceback" not in bot.log, bot.log


_PLAYED = "SELECT count(*) FROM deliveries WHERE kind = 'clock_plays'"


async def _spend(bots: Sequence[Clocked], seconds: float) -> None:
    """Let time pass for all bots, with some rounds after it."""
    for bot in bots:
        bot.spend(seconds)
    await asyncio.sleep(ROUNDS)


async def _count(store: Store, query: str) -> int:
    asked = sa.text(query)
    return int(await store._database.read(lambda c: c.execute(asked).scalar_one()))
