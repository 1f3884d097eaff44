"""The endpoint to which Discord sends interactions over HTTP: signed, one request each.

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
"""Path of the endpoint; a web server in front may put something before it."""
MOST: Final = 512 * 1024
"""Largest request in bytes: an interaction brings the message that was pressed."""
_PATIENCE: Final = 5.0
"""Seconds that a request may take to arrive: Discord itself waits for three."""
_PING: Final = 1
_KNOWN_KINDS: Final = (2, 3, 4, 5)
"""Discord's numbers of commands, presses, suggestions and forms."""

_UNTOLD: Final = {
    "name": "",
    "position": 0,
    "bitrate": 0,
    "user_limit": 0,
    "owner_id": "0",
    "message_count": 0,
    "member_count": 0,
}
"""Fields of a channel that discord.py requires and an interaction may lack.

On the gateway discord.py knows the channel from an event. The bot uses none of them.
"""

Interaction: TypeAlias = dict[str, Any]


class HttpEndpoint:
    """Accepts interactions that Discord has signed, each once.

    Args:
        signatures: checks signatures, and knows which interactions have come.
        hear: starts a task that answers an interaction.
    """

    def __init__(self, signatures: Signatures, hear: Callable[[Interaction], None]) -> None:
        self._signatures = signatures
        self._hear = hear

    def application(self) -> web.Application:
        """Return the web application with this endpoint."""
        application = web.Application(client_max_size=MOST)
        application.router.add_post(PATH, self.take)
        return application

    async def take(self, request: web.Request) -> web.Response:
        """Answer one request.

        Raises:
            HTTPRequestEntityTooLarge: it is longer than any interaction.
        """
        try:
            # A sender that never ends would keep its connection, of which there are only so many.
            body = await asyncio.wait_for(request.read(), _PATIENCE)
        except TimeoutError:
            return web.Response(status=408)
        except (ConnectionError, web.RequestPayloadError):
            # The sender has gone, or the body cannot be unpacked.
            return web.Response(status=400)
        if not self._signatures.is_valid(
            request.headers.get("X-Signature-Ed25519", ""),
            request.headers.get("X-Signature-Timestamp", ""),
            body,
        ):
            return web.Response(status=401)
        if (ix := _read(body)) is None:
            return web.Response(status=400)
        return web.json_response({"type": _PING}) if ix["type"] == _PING else self._taken(ix)

    def _taken(self, ix: Interaction) -> web.Response:
        """Have an interaction answered, unless it has come before."""
        if ix["type"] not in _KNOWN_KINDS:
            return web.Response(status=400)
        # An interaction that is sent again is taken, but answered once.
        if self._signatures.is_new(ix["id"]):
            try:
                self._hear(_completed(ix))
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                # Signed, but not of a form that this release knows. Nothing of it is logged.
                log.warning("an interaction could not be read: %s", type(error).__name__)
                return web.Response(status=400)
        # The handlers' tasks start only once this is written, so their answer comes after it.
        return web.Response(status=202)


def _read(body: bytes) -> Interaction | None:
    """Parse the body of a request; return None if it is no interaction."""
    try:
        ix = json.loads(body)
    # Deeply nested JSON ends in a RecursionError.
    except (ValueError, RecursionError):
        return None
    if not isinstance(ix, dict) or not isinstance(ix.get("type"), int):
        return None
    return ix if ix["type"] == _PING or isinstance(ix.get("id"), str) else None


def _completed(ix: Interaction) -> Interaction:
    """Return an interaction whose channel has the fields that discord.py requires."""
    channel = ix.get("channel")
    return {**ix, "channel": {**_UNTOLD, **channel}} if isinstance(channel, dict) else ix
