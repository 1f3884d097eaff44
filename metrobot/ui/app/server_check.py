"""A regular look for lost servers and channels, and for people who have left.

Over HTTP no event tells that a channel was deleted, or that the bot was removed or
invited again; no process hears events while none runs; and none ever tells of people.
"""

import asyncio
import logging
from contextlib import suppress
from datetime import timedelta
from typing import Final

import discord
from cachetools import TTLCache
from discord.utils import snowflake_time, utcnow

from metrobot.service.model.clock import Clock
from metrobot.service.model.table import CHANNEL_GONE, REMOVED
from metrobot.service.tables import Tables
from metrobot.store.db.errors import DatabaseTroubleError
from metrobot.ui.kit.connection import Connection
from metrobot.ui.kit.guilds import NOT_THERE, UNANSWERED, Members, Server, current_guild

log = logging.getLogger(__name__)

EVERY: Final = timedelta(seconds=45)
"""Time between two looks at some servers."""
AT_ONCE: Final = 5
"""Servers that are looked at together, and servers whose people are."""
_NO_CHANNEL: Final = 10003


class ServerCheck:
    """Looks at all servers in which games are played, a few at a time.

    Args:
        tables: the service.
        absent: servers in which the bot was not within the last hour.
        connection: knows Discord.
        members: knows who is on a server.
        clock: tells how much time has passed.
    """

    def __init__(
        self,
        tables: Tables,
        absent: TTLCache[int, bool],
        connection: Connection,
        members: Members,
        clock: Clock,
    ) -> None:
        self._places, self._people = tables.channels, tables.people
        self._members = members
        self._asking: asyncio.Task[None] | None = None
        self._absent = absent
        self._connection = connection
        self._clock = clock
        self._last = 0
        self._looked: float | None = None
        self._began = utcnow()

    async def put_away_threads(self) -> None:
        """Archive empty threads of the bot's own: it was killed before it stored their games."""
        client = self._connection.client
        own = client.user.id if client.user else 0
        threads = (thread for guild in client.guilds for thread in guild.threads)
        empty = [t for t in threads if t.owner_id == own and not t.last_message_id]
        # This process may be about to store the game of a younger one.
        for thread in (t for t in empty if snowflake_time(t.id) <= self._began):
            if thread.id not in await self._places.channels_in(thread.guild.id):
                with suppress(*UNANSWERED):
                    await thread.edit(archived=True)

    async def look(self) -> None:
        """Look at the next servers, unless it is too early."""
        now = self._clock.monotonic()
        if self._looked is not None and now - self._looked < EVERY.total_seconds():
            return
        self._looked = now
        await self._people.note_members(self._members.take_news())
        if self._asking is None or self._asking.done():
            # In a task of its own: what is due in a round does not wait for it.
            self._asking = asyncio.create_task(self._ask_about_people(), name="members")
        guilds = await self._places.servers_after(self._last, AT_ONCE)
        # Fewer than asked for were the last ones: the next look begins anew.
        self._last = guilds[-1] if len(guilds) == AT_ONCE else 0
        for guild in (guild for guild in guilds if guild not in self._absent):
            try:
                await self._look_at(guild)
            except UNANSWERED as error:
                log.info("a server could not be looked at: %s", type(error).__name__)

    async def close(self) -> None:
        """Ask about nobody any more."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)

    async def _ask_about_people(self) -> None:
        """Find out who of those that are compared has left their server, of some servers."""
        for _ in range(AT_ONCE):
            # Who is not asked about now is so tomorrow.
            with suppress(DatabaseTroubleError, *UNANSWERED):
                if (claimed := await self._people.claim_members()) is None:
                    return
                if claimed[0] not in self._absent:
                    await self._members.look_up(*claimed)
                    await self._people.note_members(self._members.take_news())

    async def _look_at(self, guild: int) -> None:
        """Look for a server and its channels that are gone, or there again.

        Raises:
            HTTPException: Discord does not say.
            ClientError: Discord cannot be reached.
        """
        try:
            server = await current_guild(self._connection.client, guild)
        except (discord.NotFound, discord.Forbidden) as error:
            if error.code in NOT_THERE:
                # Asked again after an hour only: each refusal counts against the bot at Discord.
                self._absent[guild] = True
                await self._places.server_lost(guild, REMOVED)
            return
        channels = await self._places.channels_in(guild)
        for channel, reason in channels.items():
            if reason is None and await _is_gone(server, channel):
                await self._places.channels_lost([channel], CHANNEL_GONE)
        if any(channels.values()):
            await self._places.recheck(guild)


async def _is_gone(server: Server, channel: int) -> bool:
    """Return whether a channel or thread was deleted.

    Raises:
        HTTPException: Discord does not say.
        ClientError: Discord cannot be reached.
    """
    if server.channel(channel) is not None:
        return False
    try:
        await server.guild.fetch_channel(channel)
    except discord.NotFound as error:
        return error.code == _NO_CHANNEL
    # It is closed to the bot, or of a kind that discord.py does not know: not gone.
    except (discord.Forbidden, discord.InvalidData):
        return False
    return False
