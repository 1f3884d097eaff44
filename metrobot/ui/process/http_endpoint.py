"""Where Discord brings interactions over HTTP: signed, one request each.

Discord is told at once that an interaction has arrived (202). The answer follows
over the API, from the same handlers that answer what comes from the gateway.
"""

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from aiohttp import web

from metrobot.ui.process.signatures import Signatures

log = logging.getLogger(__name__)

PATH: Final = "/interactions"
"""Where Discord brings them; what stands before it is left to whoever is in front."""
MOST: Final = 512 * 1024
"""Bytes of one request: an interaction brings along the message that was pressed."""
_PATIENCE: Final = 5.0
"""Seconds that a request may take to arrive: Discord itself waits for three."""
_PING: Final = 1
_KNOWN_KINDS: Final = (2, 3, 4, 5)
"""Commands, presses, suggestions and forms, by Discord's numbers."""

_UNTOLD: Final = {
    "name": "",
    "position": 0,
    "bitrate": 0,
    "user_limit": 0,
    "owner_id": "0",
    "message_count": 0,
    "member_count": 0,
}
"""What Discord need not tell of the channel of an interaction, and discord.py asks for.

On the gateway it knows the channel from an event. We ask for none of it.
"""

Interaction: TypeAlias = dict[str, Any]


class HttpEndpoint:
    """Lets in what Discord has signed, each interaction once.

    Args:
        signatures: knows what Discord has signed, and what has come already.
        hear: has an interaction answered, by a task of its own.
    """

    def __init__(self, signatures: Signatures, hear: Callable[[Interaction], None]) -> None:
        self._signatures = signatures
        self._hear = hear

    def application(self) -> web.Application:
        """Return what a web server runs."""
        made = web.Application(client_max_size=MOST)
        made.router.add_post(PATH, self.take)
        return made

    async def take(self, request: web.Request) -> web.Response:
        """Take one request.

        Raises:
            HTTPRequestEntityTooLarge: it is longer than any interaction.
        """
        try:
            body = await asyncio.wait_for(request.read(), _PATIENCE)
        except TimeoutError:
            return web.Response(status=408)
        except (ConnectionError, web.RequestPayloadError):
            return web.Response(status=400)  # whoever sent it has gone, or it cannot be unpacked
        if not self._signatures.is_valid(
            request.headers.get("X-Signature-Ed25519", ""),
            request.headers.get("X-Signature-Timestamp", ""),
            body,
        ):
            return web.Response(status=401)
        found = _read(body)
        if found is None:
            return web.Response(status=400)
        if found["type"] == _PING:
            return web.json_response({"type": _PING})
        return self._taken(found)

    def _taken(self, found: Interaction) -> web.Response:
        """Have an interaction answered, unless it has come before."""
        if found["type"] not in _KNOWN_KINDS:
            return web.Response(status=400)
        if self._signatures.is_new(found["id"]):
            try:
                self._hear(_completed(found))
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                # Signed, but not of a form that this release knows. Nothing of it is logged.
                log.warning("an interaction could not be read: %s", type(error).__name__)
                return web.Response(status=400)
        # The tasks of the handlers begin after this is written.
        return web.Response(status=202)


def _read(body: bytes) -> Interaction | None:
    """Return what a request says, or None if it is no interaction."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or not isinstance(found.get("type"), int):
        return None
    return found if found["type"] == _PING or isinstance(found.get("id"), str) else None


def _completed(found: Interaction) -> Interaction:
    """Return an interaction whose channel is told as discord.py expects it."""
    channel = found.get("channel")
    return {**found, "channel": {**_UNTOLD, **channel}} if isinstance(channel, dict) else found
