"""Where Discord is: its own address, unless a setting names another.

discord.py documents no way to ask another API, nor to read how many sessions Discord allows:
what this module takes from its inside, no other does.
"""

import asyncio
import logging
from typing import Final

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

_OWN: Final = Route.BASE
_MARGIN: Final = 1.0
"""Seconds to be waited beyond what Discord says: its clock is another one."""
_PATIENCE: Final = 30.0
"""Seconds that Discord has to say where events come from."""

log = logging.getLogger(__name__)


def use(api: str) -> None:
    """Ask another API than Discord's from now on; with an empty address, Discord's own.

    Before a client is made.
    """
    Route.BASE = api.rstrip("/") or _OWN


async def await_gateway(client: discord.Client, shards: int | None) -> None:
    """Find out where events come from, and wait until Discord allows as many sessions as needed.

    discord.py asks for the address at the first connection alone, and begins later sessions
    at one of its own, which belongs to Discord. Whoever begins more sessions than are
    allowed is shut out, and loses the token.

    Args:
        client: that is logged in.
        shards: how many sessions are needed; None: as many as Discord advises.

    Raises:
        discord.GatewayNotFound: the API does not say.
        TimeoutError: the API does not answer.
    """
    async with asyncio.timeout(_PATIENCE):
        advised, gateway, limit = await client.http.get_bot_gateway()
    if Route.BASE != _OWN:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    if limit["remaining"] >= (advised if shards is None else shards):
        return
    pause = limit["reset_after"] / 1000 + _MARGIN
    log.warning(
        "Discord allows %d more sessions of %d; the bot comes on in %.0f s",
        limit["remaining"],
        limit["total"],
        pause,
    )
    await asyncio.sleep(pause)
