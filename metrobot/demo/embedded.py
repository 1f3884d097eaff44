"""The bot as it runs on Discord, on an embedded database of its own."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from metrobot.store.opening import open_store
from metrobot.thinking.pool import Pool
from metrobot.thinking.reviewing import BackRoom
from metrobot.ui.bot import Metrobot, make_bot
from metrobot.ui.fronts import FRONTS


async def at_once(_: float) -> None:
    """Let computers play at once: here time passes when somebody says so."""


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
            reviewer=back_room,
            pause=at_once,
        )
        try:
            yield bot
        finally:
            await bot.desk.tables.close()
            bot.desk.close()
            pool.close()
            back_room.close()
    finally:
        await store.close()
