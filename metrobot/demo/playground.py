"""A small server on the simulated Discord, with people to play as."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime

import simcord
from discord.ext import commands

from metrobot.demo.markdown import lists_as_on_discord
from metrobot.demo.proxy import Awaited, Opening, Proxy

PEOPLE = ("Ada", "Bruno", "Chidi", "Dana")
_BIRTH = datetime(2025, 1, 1, tzinfo=UTC)
# Seconds that the bot may take over one press, on a slow machine.
_PATIENCE = 20.0


async def nobody(_channel: int) -> frozenset[int]:
    """Await nobody: for a bot that plays no games."""
    return frozenset()


@contextlib.asynccontextmanager
async def playground(
    bot: commands.AutoShardedBot,
    *,
    port: int,
    people: Sequence[str] = PEOPLE,
    awaited: Awaited = nobody,
    opening: Opening | None = None,
) -> AsyncIterator[str]:
    """Run the bot for people in a browser; gives the address to open.

    Args:
        bot: the bot as it would run on Discord, not yet started.
        port: on loopback; 0: any that is free.
        people: their names; the first owns the server.
        awaited: gives the ids of those whom a channel waits for.
        opening: begins a game by one press on the page; None: the page offers none.

    Raises:
        OSError: the port is taken.
    """
    session = simcord.run(bot, shard_count=1, check_errors=False, settle_timeout=_PATIENCE)
    # simcord dates everything from the start of 2026 and offers no other way. It has to
    # be changed before the bot starts, whose timers would else see a leap.
    session._env.backend.clock._epoch = datetime.now(UTC)
    answered = bot.tree.on_error
    async with session as env:
        # simcord takes each error of a command for its failure. The bot answers its own.
        bot.tree.error(answered)
        channel, members = _server(env, people)
        with lists_as_on_discord():
            async with (
                env.preview(channel, viewers=members, layout="channel") as preview,
                Proxy(env, preview, members, awaited, opening).serving(port) as address,
            ):
                yield address


def _server(
    env: simcord.Env, people: Sequence[str]
) -> tuple[simcord.ChannelHandle, tuple[simcord.MemberActor, ...]]:
    clock = env.backend.clock
    # Ids are made from the time, and games that are kept go by the ids of people.
    clock._epoch, now = _BIRTH, clock._epoch
    env.backend.bot_user.name = "Metrobot"
    users = [env.create_user(name) for name in people]
    guild = env.create_guild("Playground", owner=users[0])
    channel = guild.create_text_channel("metro")
    members = tuple(guild.add_member(user) for user in users)
    clock._epoch = now
    return channel, members
