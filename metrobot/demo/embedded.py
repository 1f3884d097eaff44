"""The bot as it runs on Discord, on an embedded database of its own."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from metrobot.service.reviews import Reviews
from metrobot.store.opening import open_store
from metrobot.thinking.pool import Pool
from metrobot.thinking.reviewing import BackRoom
from metrobot.ui.bot import Metrobot, make_bot
from metrobot.ui.fronts import FRONTS


async def at_once(_: float) -> None:
    """Let computers play at once: here time passes when somebody says so."""


async def _look_back(reviews: Reviews, back_room: BackRoom) -> None:
    """Have reviews made that were asked for, beside the bot.

    simcord's page waits for all that a press begins; a review takes most of a minute.
    """
    while True:
        await asyncio.sleep(1)
        await reviews.sweep(back_room)


@contextlib.asynccontextmanager
async def embedded_bot(folder: Path) -> AsyncIterator[Metrobot]:
    """Make the bot, not yet started; its games are kept in a folder.

    Raises:
        UnusableDatabaseError: the database in the folder cannot be used.
    """
    store = await open_store(f"sqlite+aiosqlite:///{folder / 'metrobot.db'}")
    try:
        # The simulated Discord starts over each time, without any commands.
        await store.set_memo("commands", "")
        pool, back_room = Pool(), BackRoom()
        bot = make_bot(
            store,
            FRONTS,
            dev_guild=None,
            thinker=pool,
            adviser=pool,
            pause=at_once,
        )
        looking_back = asyncio.create_task(_look_back(bot.desk.tables.reviews, back_room))
        try:
            yield bot
        finally:
            looking_back.cancel()
            await asyncio.gather(looking_back, return_exceptions=True)
            await bot.desk.tables.close()
            bot.desk.close()
            pool.close()
            back_room.close()
    finally:
        await store.close()
