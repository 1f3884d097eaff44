"""What is known of servers: what the gateway has told, or else what Discord says when asked.

A bot that is on the gateway has all of its servers in discord.py's cache. One that
takes interactions over HTTP hears of none: it asks, and gets the same objects.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import aiohttp
import discord

from metrobot.ui.pages.ids import Press

PATIENCE: Final = 1.0
"""So many seconds Discord may take to tell of something; an answer is due within three."""
UNANSWERED: Final = (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError)
"""What asking may end in."""
NOT_THERE: Final = {10004, 50001}
"""Discord's codes for a server in which the bot is not."""
_TOLD: Final = ("id", "name", "owner_id", "preferred_locale", "roles")
"""What is kept of what Discord says of a server."""
_SERVER: Final = "server"
"""Where an interaction keeps its server: it is asked for once."""


async def _fetched(client: discord.Client, guild: int) -> discord.Guild:
    """Return a server as Discord tells of it."""
    http, own = client.http, client.user.id if client.user else 0
    guild_told, channels, member = await asyncio.gather(
        http.get_guild(guild, with_counts=False),
        http.get_all_guild_channels(guild),
        http.get_member(guild, own),
    )
    # Nothing else: emojis, for one, would stay in discord.py's cache for good.
    told: Any = {key: guild_told.get(key) for key in _TOLD}
    told |= {"channels": channels, "members": [member]}
    return discord.Guild(data=told, state=client._connection)


async def current_guild(client: discord.Client, guild: int) -> discord.Guild:
    """Return a server with its roles, its channels and the bot in it.

    Raises:
        HTTPException: Discord does not tell.
        ClientError: Discord cannot be reached.
    """
    cached = client.get_guild(guild)
    if cached is not None and not cached.unavailable:
        return cached
    return await _fetched(client, guild)


async def known_guild(client: discord.Client, guild: int) -> discord.Guild | None:
    """Return a server as it is now; None if nothing can be known of it in time."""
    try:
        return await asyncio.wait_for(current_guild(client, guild), PATIENCE)
    except UNANSWERED:
        return None


async def guild_of(ix: Press) -> discord.Guild | None:
    """Return the server of an interaction, and have who pressed or typed be a member of it.

    An interaction brings along what people may do in its own channel, but neither
    roles nor other channels.
    """
    if _SERVER not in ix.extras:
        found = await known_guild(ix.client, ix.guild_id or 0)
        ix.extras[_SERVER] = found
        if found is not None and isinstance(ix.user, discord.Member):
            ix.user.guild = found
    server: discord.Guild | None = ix.extras[_SERVER]
    return server


async def channel_in(server: discord.Guild, channel: int) -> Any:
    """Return a channel or thread of a server, or None; Discord is asked for what is not known."""
    cached = server.get_channel_or_thread(channel)
    if cached is not None:
        return cached
    try:
        return await asyncio.wait_for(server.fetch_channel(channel), PATIENCE)
    except (*UNANSWERED, discord.InvalidData):
        return None


async def fetch_guild(client: discord.Client, guild: int) -> discord.Guild | None:
    """Return a server with its name and language; None if Discord does not say.

    Raises:
        ClientError: Discord cannot be reached.
        DiscordServerError: it cannot answer now.
    """
    cached = client.get_guild(guild)
    if cached is not None and not cached.unavailable:
        return cached
    try:
        return await client.fetch_guild(guild, with_counts=False)
    except (discord.NotFound, discord.Forbidden):
        return None


async def is_removed(client: discord.Client, guild: int) -> bool:
    """Return whether Discord says that the bot is not in a server, whatever events have told."""
    try:
        await asyncio.wait_for(client.fetch_guild(guild, with_counts=False), PATIENCE)
    except (discord.NotFound, discord.Forbidden) as error:
        return error.code in NOT_THERE
    except UNANSWERED:
        return False
    return False


async def are_there(client: discord.Client, guilds: Sequence[int]) -> tuple[bool, ...]:
    """Return of each server whether the bot is there, as far as Discord says so in time."""

    async def is_there(guild: int) -> bool:
        try:
            found = await asyncio.wait_for(fetch_guild(client, guild), PATIENCE)
        except UNANSWERED:
            return False
        return found is not None

    return tuple(await asyncio.gather(*map(is_there, guilds)))


async def member_of(client: discord.Client, guild: int, person: int) -> discord.Member:
    """Return a member of a server, asked of Discord.

    Raises:
        HTTPException: they are no member, or Discord does not tell.
    """
    server = client.get_guild(guild)
    if server is None:
        bare: Any = {"id": guild, "unavailable": True}
        server = discord.Guild(data=bare, state=client._connection)
    return await server.fetch_member(person)
