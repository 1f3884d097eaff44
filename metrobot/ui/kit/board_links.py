"""Whether the message that an answer links to is still there."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import aiohttp
import discord
from cachetools import TTLCache

from metrobot.service.model.table import CHANNEL_GONE, Table
from metrobot.service.tables import Tables
from metrobot.ui.kit.connection import Connection
from metrobot.ui.kit.replies import channel_of

log = logging.getLogger(__name__)

GONE: Final = 10008
"""Discord's code for a message that there is not."""
_NO_CHANNEL: Final = 10003
_UNREACHED: Final = (discord.HTTPException, aiohttp.ClientError, asyncio.TimeoutError, OSError)
_LONGEST: Final = 5.0
"""Seconds that an answer waits for what Discord knows of a message; after that it is there."""


# A link into nothing is worse than one to the channel: docs/decisions/lost-channels.md.
@dataclass(eq=False)
class BoardLinks:
    """Makes sure of the messages that answers link to.

    Attributes:
        tables: post boards again.
        connection: asks Discord whether a message is there.
        unreadable: channels of which Discord has just told the bot nothing.
    """

    tables: Tables
    connection: Connection
    unreadable: TTLCache[int, bool]

    async def with_message(self, table: Table) -> Table:
        """Return a table whose newest message can be linked to.

        One that was deleted is posted again, if its game is still played, and the
        table is returned without it: what links to it leads to its channel then.
        Where the whole channel was deleted, it leads to the server.
        """
        if table.place.board_message is None or table.place.lost == CHANNEL_GONE:
            return table
        missing = await self._missing(table, table.place.board_message)
        if missing == _NO_CHANNEL:
            return replace(table, place=replace(table.place, lost=CHANNEL_GONE))
        if missing != GONE:
            return table
        log.info("the newest message of game %s is gone", table.id)
        return await self.tables.channels.show_again(table)

    async def with_messages(self, tables: Sequence[Table]) -> tuple[Table, ...]:
        """Return several tables, in their order, whose newest messages can be linked to."""
        return tuple(await asyncio.gather(*map(self.with_message, tables)))

    async def _missing(self, table: Table, message: int) -> int:
        """Return Discord's code where a message or its channel was deleted, else 0.

        It is found out as far as the bot may read in the channel.
        """
        client, channel = self.connection.client, table.place.channel
        if channel in self.unreadable or not _may_read(client, table):
            return 0
        try:
            async with asyncio.timeout(_LONGEST):
                await channel_of(client, table).fetch_message(message)
        except discord.NotFound as error:
            return error.code
        except discord.Forbidden:
            self.unreadable[channel] = True
        except _UNREACHED:
            return 0
        return 0


def _may_read(client: discord.Client, table: Table) -> bool:
    """Return whether Discord may tell the bot of a message; it asks for no such right.

    A channel that is not known may be an archived thread, or deleted, or no event tells
    of servers: Discord is asked.
    """
    guild = client.get_guild(table.place.guild)
    channel = guild.get_channel_or_thread(table.place.channel) if guild else None
    if guild is None or channel is None:
        return True
    granted = channel.permissions_for(guild.me)
    return granted.view_channel and granted.read_message_history
