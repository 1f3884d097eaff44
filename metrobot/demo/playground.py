"""A small server on the simulated Discord, with people to play as."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime

import discord
import simcord

from metrobot.demo.proxy import Proxy

PEOPLE = ("Ada", "Bruno", "Chidi", "Dana")
_PATIENCE = 20.0  # seconds that the bot may take over one press, on a slow machine


@contextlib.asynccontextmanager
async def playground(
    bot: discord.AutoShardedClient, *, port: int, people: Sequence[str] = PEOPLE
) -> AsyncIterator[str]:
    """Run the bot for people in a browser; gives the address to open.

    Args:
        bot: the bot as it would run on Discord, not yet started.
        port: on loopback; 0: any that is free.
        people: their names; the first owns the server.

    Raises:
        OSError: the port is taken.
    """
    async with simcord.run(bot, shard_count=1, check_errors=False, settle_timeout=_PATIENCE) as env:
        env.backend.bot_user.name = "Metrobot"
        users = [env.create_user(name) for name in people]
        guild = env.create_guild("Playground", owner=users[0])
        channel = guild.create_text_channel("metro")
        members = tuple(guild.add_member(user) for user in users)
        # simcord dates everything from the start of 2026 and offers no other way. Not
        # earlier: ids are made from the time, and games that are kept go by ids.
        env.backend.clock._epoch = datetime.now(UTC)
        async with (
            env.preview(channel, viewers=members, layout="channel") as preview,
            Proxy(env, preview, members).serving(port) as address,
        ):
            yield address
