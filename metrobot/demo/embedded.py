"""The bot as it runs on Discord, on an embedded database of its own."""

import contextlib
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

from metrobot.demo.playground import playground
from metrobot.service.errors import TableError
from metrobot.store.opening import open_store
from metrobot.ui.bot import Metrobot, make_bot
from metrobot.ui.fronts import FRONTS


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
        playground(bot, port=port, awaited=partial(awaited_by, bot)) as address,
    ):
        yield address


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
        bot = make_bot(store, FRONTS, dev_guild=None)
        try:
            yield bot
        finally:
            await bot.desk.tables.close()
            bot.desk.close()
    finally:
        await store.close()


async def awaited_by(bot: Metrobot, channel: int) -> frozenset[int]:
    """Return the ids of those that the game of a channel waits for; a game that is over: nobody."""
    try:
        table = await bot.desk.tables.in_channel(channel)
    except TableError:
        return frozenset()
    return frozenset(person.id for person in table.to_act())
