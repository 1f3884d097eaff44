"""The presence over HTTP: interactions come as requests, without the gateway."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from aiohttp import web

from metrobot.shutdown import Shutdown
from metrobot.ui.app.bot import Metrobot
from metrobot.ui.app.clock import SystemClock
from metrobot.ui.kit.connection import OVER_HTTP
from metrobot.ui.process.http_endpoint import PATH, HttpEndpoint
from metrobot.ui.process.signatures import Signatures, Verify
from metrobot.ui.process.supervisor import StartError, judge
from metrobot.vitals.site import Health

log = logging.getLogger(__name__)

MOST: Final = 1_000
"""Connections at once; each takes a file, of which a process may open few."""
_GRACE: Final = 5.0
"""Seconds for requests that are still arriving when the process ends."""


@dataclass(frozen=True, slots=True)
class HttpServer:
    """Presence that takes interactions over HTTP.

    Attributes:
        verify: checks Discord's signatures.
        host: address at which it listens.
        port: at which it listens; 0: any that is free.
    """

    verify: Verify
    host: str
    port: int

    async def __call__(self, bot: Metrobot, token: str, ending: Shutdown) -> None:
        """Answer interactions and do rounds of housekeeping until told to stop.

        Raises:
            StartError: Discord does not let us in, or the port cannot be had.
        """
        await bot.__aenter__()
        try:
            if not await _logged_in(bot, token, ending):
                return
            async with self._open(bot):
                _look_at_address(bot)
                bot.parts.connection.hear(OVER_HTTP)
                bot.start_housekeeping()
                await ending.wait()
                if ending.signal is not None:
                    log.info("Told to stop (%s): ending.", ending.signal.name)
        finally:
            await bot.close()

    @asynccontextmanager
    async def _open(self, bot: Metrobot) -> AsyncIterator[None]:
        entrance = HttpEndpoint(Signatures(self.verify, SystemClock()), bot.dispatch_interaction)
        application = entrance.application()

        async def look() -> bool:
            await bot.parts.store.people.memo("health")
            return True

        # For balancers on other machines, which cannot ask at the port of figures.
        application.router.add_get("/healthz", Health(look).answer)
        runner = web.AppRunner(
            application, access_log=None, handle_signals=False, shutdown_timeout=_GRACE
        )
        await runner.setup()
        door = None
        try:
            door = await self._listen(runner)
            yield
        finally:
            # The door closes first, so that new requests find another process; those that are
            # in already are answered while the bot closes.
            if door is not None:
                door.close()
            await runner.cleanup()

    async def _listen(self, runner: web.AppRunner) -> asyncio.Server:
        if runner.server is None:
            raise RuntimeError("the runner is not set up")
        let_in, loop = _bounded(runner.server, _most_connections()), asyncio.get_running_loop()
        try:
            door = await loop.create_server(let_in, self.host, self.port)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise StartError(
                f"{self.host}:{self.port} cannot be listened at ({reason}): "
                "check SERVE_HOST and SERVE_PORT."
            ) from error
        host, port = door.sockets[0].getsockname()[:2]
        log.info("Interactions are taken at http://%s:%d%s", host, port, PATH)
        return door


def _bounded(server: web.Server, most: int) -> Callable[[], asyncio.Protocol]:
    """Return a factory of connections that closes the oldest where there are too many."""

    def connected() -> asyncio.Protocol:
        there = [conn for conn in server.connections if conn.transport is not None]
        # Newcomers are let in: connections that send nothing would otherwise keep Discord out.
        if len(there) >= most:
            log.warning(
                "Too many connections at once (%d): the oldest has to go. Only the web server in "
                "front should reach this port, see docs/hosting.md.",
                len(there),
            )
            there[0].force_close()
        return server()

    return connected


def _most_connections() -> int:
    """Raise the limit of open files if possible; return the limit of connections."""
    if sys.platform == "win32":  # it has no such limit
        return MOST
    import resource  # noqa: PLC0415 -- Windows has none

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = 2 * MOST if hard == resource.RLIM_INFINITY else min(2 * MOST, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    # The other half is for the database, Discord and pictures.
    return min(MOST, allowed // 2)


def _look_at_address(bot: Metrobot) -> None:
    """Warn if Discord has no address to send interactions to."""
    if bot.application is not None and not bot.application.interactions_endpoint_url:
        log.warning(
            "Discord brings nothing yet: enter the address as Interactions Endpoint URL in the "
            "developer portal, see docs/hosting.md."
        )


async def _logged_in(bot: Metrobot, token: str, ending: Shutdown) -> bool:
    """Log in; return False if the process is to end first."""
    # A login that hangs must not keep the process from ending.
    login = asyncio.create_task(bot.login(token), name="login")
    end_task = asyncio.create_task(ending.wait(), name="ending")
    await asyncio.wait({login, end_task}, return_when=asyncio.FIRST_COMPLETED)
    end_task.cancel()
    # Without effect on a login that is done.
    login.cancel()
    (failure, _) = await asyncio.gather(login, end_task, return_exceptions=True)
    if isinstance(failure, Exception):
        judge(failure, was_on=False)
    return not isinstance(failure, BaseException) and not ending.is_requested
