"""The presence on the gateway: one connection after another until told to stop."""

import asyncio
import contextlib
import logging
import traceback
from pathlib import Path
from typing import ClassVar, Final

import aiohttp
import discord

from metrobot.shutdown import Shutdown
from metrobot.store.db.errors import DatabaseTroubleError
from metrobot.ui.app.bot import Metrobot

log = logging.getLogger(__name__)

FIRST_PAUSE: Final = 1.0
"""Seconds before the first new connection; the pause doubles after each that breaks."""
LONGEST_PAUSE: Final = 45.0
"""Seconds to which that pause grows."""
UNREACHED: Final = 15.0
"""Longest pause while Discord cannot even be asked, which uses up no session."""
AWAY: Final = 20.0
"""Seconds without any shard after which a new connection is made: discord.py's own pauses grow
up to a quarter of an hour.
"""
_LOOK: Final = 1.0
STEADY: Final = 120.0
"""Seconds after which a connection was a good one, and pauses start from the first again."""
_CLOSING: Final = 25.0
"""Seconds that closing a bot may take: more than all its parts need together."""
_LIBRARY: Final = Path(discord.__file__).parent
_FOR_GOOD: Final = {
    4004: "Discord does not know this token: check DISCORD_TOKEN.",
    4010: "Discord refuses this shard: a newer release of Metrobot is needed.",
    4012: "Discord no longer speaks as this release does: a newer one is needed.",
    4013: "Discord does not know what the bot asks to hear: a newer release is needed.",
    4014: "Discord does not let the bot hear of its servers: check its intents in the portal.",
}
"""Reasons why another connection would not help, by the gateway's closing code."""


class StartError(Exception):
    """The bot cannot be on Discord; the message is one line for whoever runs it.

    Attributes:
        is_setting: whether a person has to change something, at Discord or here.
    """

    is_setting: ClassVar[bool] = False


class RefusedError(StartError):
    """Discord does not let the bot in, and will not."""

    is_setting = True


async def keep_connected(bot: Metrobot, token: str, ending: Shutdown) -> None:
    """Stay on Discord until told to stop; make a new connection after one that breaks.

    Store, service and memory stay; only discord.py's client is replaced.

    Raises:
        StartError: Discord does not let us in, or could not be reached to begin with.
    """
    pause, was_on = FIRST_PAUSE, False
    while True:
        began = asyncio.get_running_loop().time()
        failure = await _connection(bot, token, ending)
        if ending.is_requested:
            return
        was_on = was_on or bot.was_on
        judge(failure, was_on)
        if asyncio.get_running_loop().time() - began > STEADY:
            pause = FIRST_PAUSE
        log.warning(
            "The connection to Discord broke (%s); a new one in %.0f s", _what(failure), pause
        )
        await _rest(ending, pause)
        if ending.is_requested:
            return
        pause = min(2 * pause, LONGEST_PAUSE if bot.was_on else UNREACHED)
        bot = bot.reconnected()


async def _connection(bot: Metrobot, token: str, ending: Shutdown) -> BaseException | None:
    """Stay on Discord until the connection breaks or the process is to end; then close the bot.

    Returns:
        The error that broke it, or None.
    """
    # Not `async with`: its end would wait for ever where Discord is silent.
    await bot.__aenter__()
    connection = asyncio.create_task(bot.start(token), name="discord")
    end_task = asyncio.create_task(ending.wait(), name="ending")
    away = asyncio.create_task(_away(bot), name="away")
    await asyncio.wait({connection, end_task, away}, return_when=asyncio.FIRST_COMPLETED)
    end_task.cancel()
    away.cancel()
    if ending.signal is not None:
        log.info("Told to stop (%s): ending.", ending.signal.name)
    # An attempt to connect never ends by itself. What is connected goes on meanwhile.
    connection.cancel()
    closing = asyncio.create_task(bot.close(), name="closing")
    # With a limit: where Discord is silent, closing a connection may never end.
    await asyncio.wait({connection, closing}, timeout=_CLOSING)
    closing.cancel()
    for result in await asyncio.gather(closing, end_task, return_exceptions=True):
        if isinstance(result, Exception):
            log.error("The bot could not leave in good order (%s)", _what(result))
    return None if connection.cancelled() or not connection.done() else connection.exception()


async def _away(bot: Metrobot) -> None:
    """Wait until no shard of a bot has been connected for `AWAY` seconds."""
    clock = asyncio.get_running_loop()
    last_on = clock.time()
    while clock.time() - last_on < AWAY:
        await asyncio.sleep(_LOOK)
        if not bot.is_away:
            last_on = clock.time()


async def _rest(ending: Shutdown, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(ending.wait(), seconds)


def judge(failure: BaseException | None, was_on: bool) -> None:
    """Let a new connection be tried, unless it would not help.

    Args:
        failure: what broke the connection.
        was_on: whether there has been one since the process began.

    Raises:
        StartError: it would not help; or Discord could not even be asked, which
            whoever has just started the bot had better see.
        Exception: the fault is ours.
    """
    match failure:
        case discord.LoginFailure():
            raise RefusedError(_FOR_GOOD[4004]) from failure
        case discord.PrivilegedIntentsRequired():
            raise RefusedError(_FOR_GOOD[4014]) from failure
        case discord.ConnectionClosed(code=code) if code in _FOR_GOOD:
            raise RefusedError(_FOR_GOOD[code]) from failure
        case None:
            return
        # What worked before will work again, whatever broke it.
        case _ if was_on:
            return
        case TimeoutError() | aiohttp.ClientError() | OSError():
            raise StartError("Discord cannot be reached: check the network.") from failure
        case discord.DiscordException():
            raise StartError(f"Discord does not answer as it should: {failure}") from failure
        case DatabaseTroubleError():
            raise StartError(str(failure)) from failure
        case _ if _is_of_discord(failure):
            raise StartError(f"Discord does not answer as it should: {_what(failure)}") from failure
        case _:
            raise failure


def _is_of_discord(failure: BaseException) -> bool:
    """Return whether an error came about in discord.py, by what Discord has sent."""
    frames = traceback.extract_tb(failure.__traceback__)
    return bool(frames) and _LIBRARY in Path(frames[-1].filename).parents


def _what(failure: BaseException | None) -> str:
    """Return an error's type and the place where it was raised, without data."""
    if failure is None:
        return "closed by Discord"
    frames = traceback.extract_tb(failure.__traceback__)
    place = f" in {frames[-1].name}, line {frames[-1].lineno}" if frames else ""
    return f"{type(failure).__module__}.{type(failure).__name__}{place}"
