"""The address of Discord's API: its own, unless a setting names another.

discord.py documents no way to use another API, nor to read how many sessions Discord allows.
No other module uses the undocumented parts that this one does.
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
"""Seconds to wait beyond what Discord says, as its clock is another one."""
_PATIENCE: Final = 30.0
"""Seconds that Discord has to tell the gateway's address."""

log = logging.getLogger(__name__)


def use(api: str) -> None:
    """Use another API than Discord's from now on; with an empty address, Discord's own.

    It must be called before a client is made.
    """
    Route.BASE = api.rstrip("/") or _OWN


async def await_gateway(client: discord.Client, shards: int | None) -> None:
    """Ask for the gateway's address, and wait until Discord allows the sessions that are needed.

    Args:
        client: that is logged in.
        shards: how many sessions are needed; None: as many as Discord advises.

    Raises:
        discord.GatewayNotFound: the API does not say.
        TimeoutError: the API does not answer.
    """
    async with asyncio.timeout(_PATIENCE):
        advised, gateway, limit = await client.http.get_bot_gateway()
    # discord.py asks for the address before the first connection alone; later sessions begin at a
    # built-in one, which is Discord's.
    if Route.BASE != _OWN:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    # A bot that begins more sessions than it is allowed is shut out, and loses its token.
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
