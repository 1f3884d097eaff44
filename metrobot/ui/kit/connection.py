"""The client that is on Discord, and whether it hears people and reaches them, as of now."""

import asyncio
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

from metrobot.service.model.clock import Clock

OVER_HTTP: Final = "http"
"""Ear of a process to which Discord brings interactions: of all servers."""
QUIET: Final = 120.0
"""Seconds without a request after which it is asked whether Discord is there."""
_PATIENCE: Final = 5.0
"""Seconds after which Discord is not there if it has not answered."""
_BROKEN: Final = 500
"""Status from which on an answer says that Discord does not work."""


# After a connection that broke the client is another one.
class Connection:
    """The client that is on Discord at the moment, for all that outlives a connection.

    Args:
        clock: tells how much time passes.

    Attributes:
        trace: aiohttp's hook, by which it hears of each request to Discord.
        when_turned: is called when something is heard or reached again, or no longer.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._client: discord.Client | None = None
        self._heard: dict[str, bool] = {}
        self._is_reached = True
        self._asked_at: float | None = None
        self.when_turned: Callable[[], None] = lambda: None
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_start.append(self._asked)
        self.trace.on_request_end.append(self._answered)
        self.trace.on_request_exception.append(self._failed)

    def use(self, client: discord.Client) -> None:
        """Send all requests to Discord through a client from now on, which hears nothing yet."""
        self._client = client
        self._turn({ear: False for ear in self._heard if ear != OVER_HTTP})

    def hear(self, ear: str, *, is_on: bool = True) -> None:
        """Record that a shard is connected, or is not."""
        self._turn({ear: is_on})

    def reached(self, *, is_reached: bool = True) -> None:
        """Record that Discord has answered a request or brought something over HTTP, or has not."""
        self._is_reached, self._asked_at = is_reached, self._clock.monotonic()
        self.when_turned()

    @property
    def is_up(self) -> bool:
        """Whether the bot is on Discord: anything is heard, and requests can be tried."""
        return self._client is not None and any(self._heard.values())

    @property
    def shards_down(self) -> int:
        """Number of the shards that were connected once and are not now."""
        return sum(not is_on for ear, is_on in self._heard.items() if ear != OVER_HTTP)

    def ears(self) -> Mapping[str, bool]:
        """Return all that this process hears, each with whether people can act there now."""
        return {ear: is_on and self._is_reached for ear, is_on in self._heard.items()}

    async def probe(self) -> None:
        """Ask whether Discord is there, after a request that failed and after silence."""
        now, last = self._clock.monotonic(), self._asked_at
        if last is None or (self._is_reached and now - last <= QUIET) or self._client is None:
            return
        try:
            await asyncio.wait_for(self._client.application_info(), _PATIENCE)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            # Any other refusal is an answer.
            is_lost = not isinstance(error, discord.HTTPException) or error.status >= _BROKEN
            self.reached(is_reached=not is_lost)
        else:
            self.reached()

    @property
    def client(self) -> discord.Client:
        """The present client.

        Raises:
            RuntimeError: the bot has not been on Discord yet.
        """
        if self._client is None:
            raise RuntimeError("the bot has not been on Discord yet")
        return self._client

    def locale_of(self, guild: int) -> str | None:
        """Return the locale of a server, as far as events have told it."""
        server = None if self._client is None else self._client.get_guild(guild)
        return server.preferred_locale.value if server else None

    def _turn(self, ears: Mapping[str, bool]) -> None:
        self._heard.update(ears)
        self.when_turned()

    async def _asked(self, _: aiohttp.ClientSession, context: SimpleNamespace, __: object) -> None:
        context.began = self._clock.monotonic()

    async def _answered(
        self, _: aiohttp.ClientSession, __: object, request: aiohttp.TraceRequestEndParams
    ) -> None:
        self.reached(is_reached=request.response.status < _BROKEN)

    async def _failed(
        self,
        _: aiohttp.ClientSession,
        context: SimpleNamespace,
        request: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        took = self._clock.monotonic() - context.began
        # Who asked may have had little time for the answer: that says nothing of Discord.
        if not isinstance(request.exception, asyncio.CancelledError) or took >= _PATIENCE:
            self.reached(is_reached=False)
