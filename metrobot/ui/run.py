"""From settings to a running bot, and every way in which that can end."""

import asyncio
import contextlib
import logging
import signal
from typing import Final

import aiohttp
import discord

from metrobot.settings import Settings
from metrobot.store.opening import UnusableDatabaseError, open_store
from metrobot.ui import address
from metrobot.ui.bot import Metrobot, make_bot
from metrobot.ui.fronts import FRONTS

log = logging.getLogger(__name__)

NO_TOKEN: Final = """\
There is no token, so the bot cannot log in. Put it into a file called .env beside bot.py:
    DISCORD_TOKEN=your-token-here
You get one at https://discord.com/developers/applications under Bot, Reset Token.
See .env.example for the other settings. To play without Discord: make play"""
EXIT_SETTINGS: Final = 2
EXIT_FAILED: Final = 1


class StartError(Exception):
    """The bot could not start; the message is one line for whoever runs it.

    Args:
        line: the message.
        code: the exit code.
    """

    def __init__(self, line: str, code: int = EXIT_FAILED) -> None:
        super().__init__(line)
        self.code = code


def run(settings: Settings) -> int:
    """Run the bot until it is told to stop; return the exit code of the process."""
    if not settings.discord_token.get_secret_value():
        log.error(NO_TOKEN)
        return EXIT_SETTINGS
    # The bot never speaks: what voice would need is not missing.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    try:
        asyncio.run(_run(settings))
    except StartError as error:
        log.error("%s", error)  # noqa: TRY400 -- one line, not a traceback, is what helps here
        return error.code
    except KeyboardInterrupt:
        pass  # where signals cannot be handled, Ctrl-C still ends it in peace
    return 0


async def _run(settings: Settings) -> None:
    """Open the store, run the bot, close both.

    Raises:
        StartError: the database cannot be opened, or Discord does not let us in.
    """
    try:
        store = await open_store(settings.database_url)
    except UnusableDatabaseError as error:
        code = EXIT_SETTINGS if error.is_setting else EXIT_FAILED
        raise StartError(str(error), code) from error
    address.use(settings.discord_api)
    try:
        bot = make_bot(store, FRONTS, dev_guild=settings.dev_guild)
        await _connect(bot, settings.discord_token.get_secret_value())
    finally:
        await store.close()


async def _connect(bot: Metrobot, token: str) -> None:
    """Be on Discord until told to stop.

    Raises:
        StartError: Discord does not let us in, or cannot be reached.
    """
    async with bot:
        _stop_on_signals(bot)
        try:
            await bot.start(token)
        except discord.LoginFailure as error:
            raise StartError("Discord does not know this token: check DISCORD_TOKEN.") from error
        except (TimeoutError, aiohttp.ClientError, OSError) as error:
            raise StartError("Discord cannot be reached: check the network.") from error
        except discord.DiscordException as error:
            raise StartError(f"Discord does not answer as it should: {error}") from error


def _stop_on_signals(bot: Metrobot) -> None:
    """Leave in good order when the process is asked to end."""
    loop = asyncio.get_running_loop()
    ending = set[asyncio.Task[None]]()

    def stop() -> None:
        if not ending:
            ending.add(asyncio.create_task(bot.close()))

    with contextlib.suppress(NotImplementedError):  # Windows has no such handlers
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop)
