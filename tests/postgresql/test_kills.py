"""The real bot on PostgreSQL, killed in the middle: no move lost, none doubled, none untold."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from metrobot.service.outbox.leases import LEASE
from metrobot.store.store import Store
from metrobot.store.upkeep.copy_database import copy
from tests.databases import url_of
from tests.faults.ledger import check_said, check_stored
from tests.faults.loopback import on_loopback
from tests.faults.process import Bot
from tests.faults.test_kills import kill, seated
from tests.faults.world import LateError

pytestmark = [pytest.mark.postgresql, pytest.mark.measured]
KILLS = 2
ALL_TOLD = LEASE.total_seconds() + 45


async def _all_told(store: Store) -> None:
    """Wait until nothing is left to be said."""
    async with asyncio.timeout(ALL_TOLD):
        while await store.outbox.every_pending():  # noqa: ASYNC110 -- another process says it
            await asyncio.sleep(0.2)


async def test_no_kill_loses_doubles_or_hushes_a_move(tmp_path: Path) -> None:
    """The next process sends the messages that a killed one left unsent."""
    url, chance = url_of(tmp_path / "server"), Random(7)
    async with on_loopback(channels=4, people=8) as discord:
        bot = Bot(discord, tmp_path / "bot", url=url)
        await bot.start()
        try:
            parties = await seated(discord, 7)
            playing = [asyncio.create_task(party.play(10_000)) for party in parties]
            for _ in range(KILLS):
                await kill(bot, discord, chance, parties)
                await bot.start()
            for task in playing:
                task.cancel()
            ended = await asyncio.gather(*playing, return_exceptions=True)
            store, kept = await Store.open(url), tmp_path / "copy.db"
            await _all_told(store)
            target = await Store.open(f"sqlite+aiosqlite:///{kept}")
            await copy(store.content, target.content, lambda _: None)
            await target.close()
            await store.close()
        finally:
            await bot.stop()
        check_stored(kept, parties)
        check_said(discord, kept, parties)

    assert not [e for e in ended if isinstance(e, Exception) and not isinstance(e, LateError)]
    assert "Traceback" not in bot.log, bot.log
