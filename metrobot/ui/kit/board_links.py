"""Checks that messages which answers link to are still there."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord
from cachetools import TTLCache

from metrobot.service.model.table import CHANNEL_GONE, Table
from metrobot.service.tables import Tables
from metrobot.ui.kit.connection import Connection
from metrobot.ui.kit.guilds import UNANSWERED
from metrobot.ui.kit.replies import channel_of

log = logging.getLogger(__name__)

GONE: Final = 10008
"""Discord's code for a message that does not exist."""
_NO_CHANNEL: Final = 10003
_LONGEST: Final = 5.0
"""Seconds that an answer waits for Discord; then the message counts as there."""


# A link into nothing is worse than one to the channel: docs/decisions/lost-channels.md.
@dataclass(eq=False)
class BoardLinks:
    """Checks messages that answers link to, and has deleted boards posted again.

    Attributes:
        tables: post boards again.
        connection: knows the client that asks Discord.
        unreadable: channels in which Discord has lately let the bot read nothing.
    """

    tables: Tables
    connection: Connection
    unreadable: TTLCache[int, bool]

    async def with_message(self, table: Table) -> Table:
        """Return a table whose newest message can be linked to.

        A deleted board of a game that is still played is posted again, and the table is
        returned without it: links lead to its channel then, or to the server if the
        whole channel was deleted.
        """
        if table.place.board_message is None or table.place.lost == CHANNEL_GONE:
            return table
        code = await self._missing(table, table.place.board_message)
        if code == _NO_CHANNEL:
            return replace(table, place=replace(table.place, lost=CHANNEL_GONE))
        if code != GONE:
            return table
        log.info("the newest message of game %s is gone", table.id)
        return await self.tables.channels.show_again(table)

    async def with_messages(self, tables: Sequence[Table]) -> tuple[Table, ...]:
        """Return several tables, in their order, whose newest messages can be linked to."""
        return tuple(await asyncio.gather(*map(self.with_message, tables)))

    async def _missing(self, table: Table, message: int) -> int:
        """Return Discord's code if a message or its channel was deleted, else 0."""
        client, channel = self.connection.client, table.place.channel
        if channel in self.unreadable or not _may_read(client, table):
            return 0
        try:
            async with asyncio.timeout(_LONGEST):
                await channel_of(client, table).fetch_message(message)
        except discord.NotFound as error:
            return error.code
        # The bot asks for no right to read messages; each refusal counts against it at Discord.
        except discord.Forbidden:
            self.unreadable[channel] = True
        # A slow Discord is no sign that the message is gone.
        except UNANSWERED:
            return 0
        return 0


def _may_read(client: discord.Client, table: Table) -> bool:
    """Return whether it is worth asking Discord for a message of the table's channel."""
    guild = client.get_guild(table.place.guild)
    channel = guild.get_channel_or_thread(table.place.channel) if guild else None
    # It may be an archived thread, or deleted, or no event tells of servers.
    if guild is None or channel is None:
        return True
    granted = channel.permissions_for(guild.me)
    return granted.view_channel and granted.read_message_history
