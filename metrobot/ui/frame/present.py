"""Whether the message that an answer links to is still there."""

import asyncio
import logging
from typing import Final

import aiohttp
import discord

from metrobot.service.table import Table
from metrobot.ui.frame.desk import Desk, channel_of

log = logging.getLogger(__name__)

GONE: Final = 10008
"""Discord's code for a message that there is not."""
_UNREACHED: Final = (discord.HTTPException, aiohttp.ClientError, asyncio.TimeoutError, OSError)


async def present(desk: Desk, client: discord.Client, table: Table) -> Table:
    """Return a table whose newest message can be linked to.

    One that was deleted is posted again, if its game is still played, and the
    table is returned without it: what links to it leads to its channel then.
    """
    if table.board_message is None or not await _is_gone(client, table, table.board_message):
        return table
    log.info("the newest message of game %s is gone", table.id)
    return await desk.tables.places.show_again(table)


async def _is_gone(client: discord.Client, table: Table, message: int) -> bool:
    """Return whether a message was deleted, as far as the bot may read in its channel."""
    if not _may_read(client, table):
        return False
    try:
        await channel_of(client, table).fetch_message(message)
    except discord.NotFound as error:
        return error.code == GONE
    except _UNREACHED:
        return False
    return False


def _may_read(client: discord.Client, table: Table) -> bool:
    """Return whether Discord would tell the bot of a message; it asks for no such right."""
    guild = client.get_guild(table.guild)
    channel = guild.get_channel_or_thread(table.channel) if guild else None
    if guild is None or channel is None:
        return False
    granted = channel.permissions_for(guild.me)
    return granted.view_channel and granted.read_message_history
