"""Where Discord is: its own address, unless a setting names another."""

from typing import Final

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route

_OWN: Final = Route.BASE


def use(api: str) -> None:
    """Ask another API than Discord's from now on; with an empty address, Discord's own.

    Before a client is made.
    """
    Route.BASE = api.rstrip("/") or _OWN


async def know_gateway(http: HTTPClient) -> None:
    """Find out where events come from, where the API is not Discord's own.

    discord.py asks for it at the first connection alone. It begins later
    sessions at an address of its own, which belongs to Discord.

    Raises:
        discord.GatewayNotFound: the API does not say.
    """
    if Route.BASE != _OWN:
        _, gateway, _ = await http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
