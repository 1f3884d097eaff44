"""The bot as it runs on Discord, on an embedded database of its own."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

from metrobot.demo.against_computers import AgainstComputers
from metrobot.demo.playground import playground
from metrobot.service.model.errors import TableError
from metrobot.service.ports import Helpers
from metrobot.service.tables import Tables
from metrobot.store.open import open_store
from metrobot.thinking.analysis import AnalysisProcess
from metrobot.thinking.pool import Pool
from metrobot.ui.app.bot import Metrobot
from metrobot.ui.app.build import make_bot
from metrobot.ui.app.fronts import FRONTS


@contextlib.asynccontextmanager
async def embedded_playground(folder: Path, port: int) -> AsyncIterator[str]:
    """Run the bot with all its games for people in a browser; gives the address to open.

    Args:
        folder: keeps its games.
        port: on loopback; 0: any that is free.

    Raises:
        OSError: the port is taken.
        UnusableDatabaseError: the database in the folder cannot be used.
    """
    async with (
        embedded_bot(folder) as bot,
        playground(
            bot, port=port, awaited=partial(awaited_by, bot), opening=AgainstComputers(bot)
        ) as address,
    ):
        yield address


async def awaited_by(bot: Metrobot, channel: int) -> frozenset[int]:
    """Return the ids of the people that a channel's game waits for; none once it is over."""
    try:
        table = await bot.parts.tables.in_channel(channel)
    except TableError:
        return frozenset()
    return frozenset(person.id for person in table.to_call())


async def no_pause(_: float) -> None:
    """Let computers play at once: the simulated clock moves only when somebody says so."""


async def _look_back(tables: Tables, analysis: AnalysisProcess) -> None:
    """Make the reviews and pars that were asked for, beside the bot."""
    # simcord's page waits for all that a press begins, and a review takes most of a minute.
    while True:
        await asyncio.sleep(1)
        await tables.reviews.sweep(analysis)
        await tables.daily.pars.sweep(analysis)


@contextlib.asynccontextmanager
async def embedded_bot(folder: Path) -> AsyncIterator[Metrobot]:
    """Make the bot, not yet started; its games are kept in a folder.

    Raises:
        UnusableDatabaseError: the database in the folder cannot be used.
    """
    store = await open_store(f"sqlite+aiosqlite:///{folder / 'metrobot.db'}")
    try:
        # The simulated Discord starts over each time, without any commands.
        await store.people.set_memo("commands", "")
        pool, analysis = Pool(), AnalysisProcess()
        bot = make_bot(
            store,
            FRONTS,
            dev_guild=None,
            helpers=Helpers(pool, pool, pause=no_pause, turn=pool.turn),
        )
        looking_back = asyncio.create_task(_look_back(bot.parts.tables, analysis))
        try:
            yield bot
        finally:
            looking_back.cancel()
            await asyncio.gather(looking_back, return_exceptions=True)
            await bot.parts.tables.close()
            bot.parts.drawing.close()
            pool.close()
            analysis.close()
    finally:
        await store.close()
