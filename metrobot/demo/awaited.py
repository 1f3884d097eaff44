"""The bot with all its games in the playground."""

import contextlib
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

from metrobot.demo.against_computers import AgainstComputers
from metrobot.demo.bot_in_process import embedded_bot
from metrobot.demo.playground import playground
from metrobot.service.model.errors import TableError
from metrobot.ui.app.bot import Metrobot


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
    """Return the ids of those that the game of a channel waits for; a game that is over: nobody."""
    try:
        table = await bot.parts.tables.in_channel(channel)
    except TableError:
        return frozenset()
    return frozenset(person.id for person in table.to_call())
