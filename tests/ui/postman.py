"""Brings interactions over HTTP in tests, instead of simcord's gateway."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any
from unittest.mock import Mock

from aiohttp import StreamReader
from aiohttp.test_utils import make_mocked_request
from simcord.gateway import ShardRouter

from metrobot.ui.app.bot import Metrobot
from metrobot.ui.app.clock import SystemClock
from metrobot.ui.kit.connection import OVER_HTTP
from metrobot.ui.process.http_endpoint import PATH, HttpEndpoint
from metrobot.ui.process.signatures import Signatures, verifier
from tests.ui.signing import PUBLIC_KEY, signed

TOLD = {
    *("id", "name", "type", "permissions", "last_message_id", "last_pin_timestamp", "nsfw"),
    *("parent_id", "guild_id", "flags", "rate_limit_per_user", "topic", "position"),
    "thread_metadata",
}
"""Fields of an interaction's channel that Discord says it sends."""


class Postman(ShardRouter):
    """Stands in for simcord's gateway: brings interactions to the entrance, and nothing else."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        bot = self._state._get_client()
        assert isinstance(bot, Metrobot)
        self._bot, self._clock = bot, SystemClock()
        signatures = Signatures(verifier(PUBLIC_KEY), self._clock)
        self._entrance = HttpEndpoint(signatures, bot.dispatch_interaction)
        self._under_way = set[asyncio.Task[None]]()

    def identify(self, shard_id: int, *, replay_guilds: bool = False) -> None:
        """Have the bot do a round: no gateway would prompt it."""
        self._bot.parts.connection.hear(OVER_HTTP)
        self._bot.start_housekeeping()

    def feed(self, event: str, payload: Mapping[str, Any]) -> None:
        """Bring an interaction; keep all else to oneself."""
        if event == "INTERACTION_CREATE":
            task = asyncio.get_running_loop().create_task(self._bring(payload))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def _bring(self, payload: Mapping[str, Any]) -> None:
        """Bring an interaction as Discord does."""
        channel = {key: value for key, value in payload["channel"].items() if key in TOLD}
        body = json.dumps({**payload, "channel": channel}, default=str).encode()
        headers = signed(body, self._clock.now().timestamp())
        stream = StreamReader(Mock(_reading_paused=False), 2**16, loop=asyncio.get_running_loop())
        stream.feed_data(body)
        stream.feed_eof()
        request = make_mocked_request("POST", PATH, headers, payload=stream)
        answer = await self._entrance.take(request)
        assert answer.status == 202, answer.status
