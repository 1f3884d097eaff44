"""Servers, their channels and members: as the gateway has told, or as Discord says when asked.

A bot that is on the gateway has all of its servers in discord.py's cache. One that
takes interactions over HTTP hears of none: it asks.
"""

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import aiohttp
import discord

from metrobot.ui.pages.ids import Press

T = TypeVar("T")

PATIENCE: Final = 1.0
"""Seconds that Discord has to answer a question; the bot's answer is due within three."""
UNANSWERED: Final = (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError)
"""Errors in which a question to Discord may end."""
NOT_THERE: Final = {10004, 50001}
"""Discord's codes for a server without the bot."""
_SERVER: Final = "server"
"""Key of an interaction's extras that holds its server, so that it is asked for once."""
_MEMBER: Final = "member"
"""Key of an interaction's extras that holds its person as a member of the server."""


# Over HTTP no event tells of servers. Only this module asks Discord for them
# (docs/decisions/interactions-over-http.md).
@dataclass(frozen=True, slots=True)
class Server:
    """A server with roles, channels and the bot in it: enough to tell permissions.

    Attributes:
        guild: with its roles.
        me: the bot in it.
        fetched: its channels by id, where `guild` is not of the cache and has none.
    """

    guild: discord.Guild
    me: discord.Member
    fetched: Mapping[int, discord.abc.GuildChannel] = field(default_factory=dict)

    def channel(self, channel: int) -> discord.abc.GuildChannel | discord.Thread | None:
        """Return a channel or thread that is known, or None."""
        return self.fetched.get(channel) or self.guild.get_channel_or_thread(channel)


def code_of(error: BaseException) -> int | str:
    """Return Discord's code for an error, else its type: its text may hold a token."""
    return error.code if isinstance(error, discord.HTTPException) else type(error).__name__


async def _fetched(client: discord.Client, guild: int) -> Server:
    """Return a server, its channels and the bot in it, asked of Discord."""
    # discord.py caches nothing of it: the bot's intents leave out emojis and stickers.
    found = await client.fetch_guild(guild, with_counts=False)
    own = client.user.id if client.user else 0
    channels, me = await asyncio.gather(_channels(found), found.fetch_member(own))
    return Server(found, me, {each.id: each for each in channels})


async def _channels(guild: discord.Guild) -> Sequence[discord.abc.GuildChannel]:
    """Return a server's channels; none if discord.py does not know the kind of one."""
    try:
        return await guild.fetch_channels()
    # One unknown kind spoils the whole list. Each channel is then asked for by itself.
    except discord.InvalidData:
        return ()


async def current_guild(client: discord.Client, guild: int) -> Server:
    """Return a server with its roles, its channels and the bot in it.

    Raises:
        HTTPException: Discord does not tell.
        ClientError: Discord cannot be reached.
    """
    cached = client.get_guild(guild)
    # During an outage the cache holds a server without roles and channels.
    if cached is not None and not cached.unavailable:
        return Server(cached, cached.me)
    return await _fetched(client, guild)


async def in_time(asked: Awaitable[T]) -> T | None:
    """Return Discord's answer to a question; None if it does not tell in time."""
    try:
        return await asyncio.wait_for(asked, PATIENCE)
    except UNANSWERED:
        return None


async def known_guild(client: discord.Client, guild: int) -> Server | None:
    """Return a server as it is now; None if Discord does not tell in time."""
    return await in_time(current_guild(client, guild))


async def guild_of(ix: Press) -> Server | None:
    """Return the server of an interaction; None if Discord does not tell in time.

    An interaction brings along what people may do in its own channel, but neither
    roles nor other channels.
    """
    if _SERVER not in ix.extras:
        ix.extras[_SERVER] = await known_guild(ix.client, ix.guild_id or 0)
    server: Server | None = ix.extras[_SERVER]
    return server


async def member_with_roles(ix: Press, server: Server) -> discord.Member | None:
    """Return the person of an interaction with roles; None if Discord does not tell in time."""
    # Without a cached server an interaction has the numbers of roles alone: enough for
    # `permissions_for`, but not for permissions in the server as a whole.
    if isinstance(ix.user, discord.Member) and ix.user.guild is server.guild:
        return ix.user
    if _MEMBER not in ix.extras:
        ix.extras[_MEMBER] = await in_time(server.guild.fetch_member(ix.user.id))
    member: discord.Member | None = ix.extras[_MEMBER]
    return member


async def channel_in(server: Server, channel: int) -> Any:
    """Return a channel or thread, asked of Discord if it is not known; None if missing."""
    if (known := server.channel(channel)) is not None:
        return known
    try:
        return await asyncio.wait_for(server.guild.fetch_channel(channel), PATIENCE)
    # Some channels are of a kind that discord.py does not know.
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
    """Return for each server whether the bot is there, as far as Discord says so in time."""
    found = await asyncio.gather(*(in_time(fetch_guild(client, guild)) for guild in guilds))
    return tuple(each is not None for each in found)


async def member_of(client: discord.Client, guild: int, person: int) -> discord.Member:
    """Return a member of a server, asked of Discord.

    Where an interaction names the server, `ix.guild` saves asking for that.

    Raises:
        HTTPException: they are no member, or Discord does not tell.
    """
    server = client.get_guild(guild) or await client.fetch_guild(guild, with_counts=False)
    return await server.fetch_member(person)
