"""Servers, their channels and members: as the gateway has told, or as Discord says when asked.

A bot that is on the gateway has all of its servers in discord.py's cache. One that
takes interactions over HTTP hears of none: it asks.
"""

import asyncio
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeVar

import aiohttp
import discord
from cachetools import TLRUCache, TTLCache

from metrobot.service.model.clock import Clock
from metrobot.service.model.computers import computer_of
from metrobot.store.schema.rows import NOBODY
from metrobot.ui.kit.connection import Connection
from metrobot.ui.pages.ids import Press
from metrobot.ui.words.player_names import storable

T = TypeVar("T")

PATIENCE: Final = 1.0
"""Seconds that Discord has to answer a question; the bot's answer is due within three."""
UNANSWERED: Final = (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError)
"""Errors in which a question to Discord may end."""
NOT_THERE: Final = {10004, 50001}
"""Discord's codes for a server without the bot."""
NO_MEMBER: Final = {10007, 10013}
"""Discord's codes for somebody who is no member of a server, or nobody at all."""
_SEEN_FOR: Final = 600.0
"""Seconds for which somebody who was on a server is taken to be there."""
_GONE_FOR: Final = 120.0
"""Seconds for which somebody who has left a server is taken to be gone."""
_UNINVITED_FOR: Final = 10.0
"""The same for the bot itself: whoever has just invited it tries again at once."""
_MOST_KNOWN: Final = 20_000
"""People and servers of whom it is known."""
_BOT: Final = NOBODY
"""Key of the bot itself, in place of a person's id."""
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


class Sight(NamedTuple):
    """Rights of somebody in a channel, as Discord told of them last.

    Attributes:
        sees: whether they may see it.
        writes: whether they may write there too, but for a time-out.
        silent_until: end of their last time-out in the server, which may be over, or None.
    """

    sees: bool = False
    writes: bool = False
    silent_until: datetime | None = None


def code_of(error: BaseException) -> int | str:
    """Return Discord's code for an error, else its type: its text may hold a token."""
    return error.code if isinstance(error, discord.HTTPException) else type(error).__name__


async def _fetched(client: discord.Client, guild: int) -> Server:
    """Return a server, its channels and the bot in it, asked of Discord."""
    # discord.py caches nothing of it: the bot's intents leave out emojis and stickers.
    server = await client.fetch_guild(guild, with_counts=False)
    own = client.user.id if client.user else 0
    channels, me = await asyncio.gather(_channels(server), server.fetch_member(own))
    return Server(server, me, {channel.id: channel for channel in channels})


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


async def in_time(question: Awaitable[T]) -> T | None:
    """Return Discord's answer to a question; None if it does not tell in time."""
    try:
        return await asyncio.wait_for(question, PATIENCE)
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
    if (known_channel := server.channel(channel)) is not None:
        return known_channel
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
    servers = await asyncio.gather(*(in_time(fetch_guild(client, guild)) for guild in guilds))
    return tuple(server is not None for server in servers)


def _known_for(person: int, *, gone: bool) -> float:
    """Return the seconds for which it is known whether somebody, or the bot, is on a server."""
    return (_UNINVITED_FOR if person == _BOT else _GONE_FOR) if gone else _SEEN_FOR


class Members:
    """Knows the members of servers, the bot among them: as Discord says, kept for a while.

    Args:
        connection: to Discord.
        clock: tells the time.

    Attributes:
        left: servers and people who had left them when Discord last told of them.
        sight: rights of people, by server, channel and person.
        news: what is not stored yet of servers and their people: the name of who is there, empty
            where only what they do tells of it; None: they have left.
    """

    # Never from discord.py's cache: the bot hears of no members, and its cache is empty when it
    # starts, on another shard's servers, and over HTTP.
    def __init__(self, connection: Connection, clock: Clock) -> None:
        self._connection = connection
        self._gone: TLRUCache[tuple[int, int], bool] = TLRUCache(
            _MOST_KNOWN,
            ttu=lambda key, gone, now: now + _known_for(key[1], gone=gone),
            timer=clock.monotonic,
        )
        self.left = set[tuple[int, int]]()
        self.sight: TTLCache[tuple[int, int, int], Sight] = TTLCache(
            _MOST_KNOWN, _SEEN_FOR, timer=clock.monotonic
        )
        self.news = dict[tuple[int, int], str | None]()

    @property
    def can_ask(self) -> bool:
        """Whether the bot is on Discord."""
        return self._connection.is_up

    @property
    def client(self) -> discord.Client:
        """The client that is on Discord."""
        return self._connection.client

    def note(self, guild: int, person: int) -> None:
        """Record that somebody does something on a server, and so is there."""
        if self._gone.get((guild, person), True):
            self.news[guild, person] = self.news.get((guild, person)) or ""
        self._gone[guild, person] = False
        self.left.discard((guild, person))

    async def gone(self, guild: int, people: Iterable[int]) -> frozenset[int]:
        """Return those of some people who have left a server.

        Whoever Discord does not tell of in time counts as there, and so do computers and NOBODY.
        """
        humans = [person for person in people if person != NOBODY and computer_of(person) is None]
        unknown = [person for person in humans if (guild, person) not in self._gone]
        if unknown and self.can_ask:
            await in_time(self._ask(guild, unknown))
        return frozenset(person for person in humans if self._gone.get((guild, person)))

    async def member(self, guild: int, person: int) -> discord.Member | None:
        """Return a member as Discord knows them now; None if they have left.

        Raises:
            HTTPException: Discord does not tell.
        """
        return await self.member_of(await self._server(guild), person)

    def take_news(self) -> Mapping[tuple[int, int], str | None]:
        """Return the news of people that are not stored yet, and forget them."""
        news, self.news = self.news, {}
        return news

    async def look_up(self, guild: int, people: Iterable[int]) -> None:
        """Ask Discord about people, unless they have just done something.

        Raises:
            HTTPException: Discord does not tell of the server.
            ClientError: Discord cannot be reached.
        """
        unseen = [person for person in people if self._gone.get((guild, person), True)]
        if not unseen:
            return
        server = await self._server(guild)
        # One after the other: Discord has a limit for each server, and somebody may be waiting.
        for person in unseen:
            with suppress(*UNANSWERED):
                await self.member_of(server, person)

    async def is_bot_there(self, guild: int) -> bool:
        """Return whether the bot is on a server, as far as Discord says so in time."""
        client, key = self._connection.client, (guild, _BOT)
        cached = client.get_guild(guild)
        if cached is not None and not cached.unavailable:
            return True
        if key not in self._gone:
            self._gone[key] = await is_removed(client, guild)
        return not self._gone.get(key)

    async def _ask(self, guild: int, people: Iterable[int]) -> None:
        """Ask Discord about people; whoever it does not tell of stays unknown."""
        server = await self._server(guild)
        requests = (self.member_of(server, person) for person in people)
        await asyncio.gather(*requests, return_exceptions=True)

    async def _server(self, guild: int) -> discord.Guild:
        client = self._connection.client
        return client.get_guild(guild) or await client.fetch_guild(guild, with_counts=False)

    async def member_of(self, server: discord.Guild, person: int) -> discord.Member | None:
        """Return a member of a server that was asked for already; as for `member`."""
        try:
            member = await server.fetch_member(person)
        except discord.NotFound as error:
            # Any other answer says nothing of the person.
            if error.code not in NO_MEMBER:
                raise
            self._gone[server.id, person] = True
            self.news[server.id, person] = None
            if len(self.left) == _MOST_KNOWN:
                self.left.pop()
            self.left.add((server.id, person))
            return None
        self.note(server.id, person)
        self.news[server.id, person] = storable(member.display_name)
        return member
