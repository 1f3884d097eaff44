"""Workers as processes: killed while they think, each turn is played once all the same."""

import asyncio
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from metrobot.store.schema.tables import jobs
from metrobot.store.store import Store
from metrobot.store.upkeep.copy_database import copy
from metrobot.vitals.asking import is_well
from tests.databases import url_of
from tests.faults.ledger import Stored, stored
from tests.faults.loopback import on_loopback
from tests.faults.playing import Party
from tests.faults.process import Bot
from tests.faults.worker import Helper
from tests.faults.world import until

pytestmark = pytest.mark.postgresql
TAKEN_AGAIN = 45.0
"""Seconds until the turn of a killed worker is played, on a busy machine."""


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """Open the store on a database for as long as the context lasts."""
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()


async def _taken(store: Store) -> int:
    """Return the number of jobs that a worker has begun and not ended."""
    begun = sa.select(sa.func.count()).where(jobs.c.taken_at.is_not(None), jobs.c.answer.is_(None))
    found: int = await store._database.read(lambda c: c.execute(begun).scalar_one())
    return found


async def _game(url: str, folder: Path) -> Stored:
    kept = folder / "copy.db"
    async with opened(url) as store, opened(f"sqlite+aiosqlite:///{kept}") as target:
        await copy(store.content, target.content, lambda _: None)
    (game,) = stored(kept)
    return game


async def test_a_worker_killed_while_it_thinks_loses_and_doubles_no_turn(tmp_path: Path) -> None:
    """Another one begins anew; where there is none, the bot thinks itself."""
    url = url_of(tmp_path / "server")
    async with on_loopback(people=1) as discord:
        party = Party(discord, discord.world.channels[0], discord.world.people, Random(5))
        first, second = (Helper(tmp_path / name, url) for name in ("first", "second"))
        bot = Bot(discord, tmp_path / "bot", url=url, more={"WORKERS": "yes"})
        try:
            await first.ready()
            await second.ready()
            second.process.send_signal(signal.SIGSTOP)
            await bot.start()
            await party.start_against_computer("metromania")
            await party.turn()
            await until(party.called, TAKEN_AGAIN, "the computer has played")
            first.stall()
            async with opened(url) as store, asyncio.timeout(TAKEN_AGAIN):
                await party.turn()
                while not await _taken(store):  # noqa: ASYNC110 -- others tell nobody
                    await asyncio.sleep(0.05)
            first.kill()
            second.process.send_signal(signal.SIGCONT)
            await until(party.called, TAKEN_AGAIN, "another worker has played for the computer")
            alone = bot.log.count("Jobs (turn) are done here for now")
            second.kill()
            await party.turn()
            await until(party.called, TAKEN_AGAIN, "the bot has played for the computer")
            async with opened(url) as store:
                left = await store._database.read(lambda c: c.execute(sa.select(jobs)).all())
        finally:
            await bot.stop()
            first.kill()
            second.kill()
        game = await _game(url, tmp_path)

    acted = [logged for logged in game.now.log if isinstance(logged.event.actor, int)]
    turns = {(logged.turn, logged.event.actor) for logged in acted}
    assert alone == 0, bot.log
    assert left == []  # nothing that a seat could see stays behind
    assert "Jobs (turn) are done here for now" in bot.log
    assert len(turns) in (6, 7)  # the computer may begin
    assert len({number for number, _ in turns}) == len(turns)
    assert "Traceback" not in bot.log + first.log + second.log


async def test_a_worker_tells_how_it_is_and_ends_in_good_order(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    worker = Helper(tmp_path / "worker", url_of(tmp_path / "server"), {"METRICS_PORT": str(port)})
    try:
        await worker.ready()
        is_up = await asyncio.to_thread(is_well, port)
        worker.process.terminate()
        code = await asyncio.to_thread(worker.process.wait, 20)
    finally:
        worker.kill()

    assert (is_up, code) == (True, 0)
    assert "Told to stop (SIGTERM): ending." in worker.log
    assert "Traceback" not in worker.log
