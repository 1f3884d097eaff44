"""The site for hosts: /healthz and /metrics, on a port of this machine alone."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web

from metrobot.vitals.metrics import Gauges, Metrics

log = logging.getLogger(__name__)

HERE: Final = "127.0.0.1"
PATIENCE: Final = 3.0
"""Seconds after which a database that has not answered counts as broken."""
_FORM: Final = {"Content-Type": "text/plain; version=0.0.4; charset=utf-8"}
Look = Callable[[], Coroutine[None, None, Gauges]]
"""Function that reads the Gauges from the database."""


class _GaugeReader:
    """Reads the Gauges, once for all requests that come meanwhile."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._looking: asyncio.Task[Gauges] | None = None

    async def moment(self) -> Gauges | None:
        """Return the present Gauges, or None if the database does not answer."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.ensure_future(self._look())
            # asyncio would log an error that nobody reads: whoever asked may have gone.
            self._looking.add_done_callback(lambda done: done.cancelled() or done.exception())
        looking = self._looking
        # Not cancelled: a transaction is never broken off, so cancelling would wait for it.
        await asyncio.wait({looking}, timeout=PATIENCE)
        error = looking.exception() if looking.done() else TimeoutError()
        if error is None:
            return looking.result()
        log.warning("the database does not answer: %s", type(error).__name__)
        return None


@asynccontextmanager
async def metrics_site(port: int, figures: Metrics, look: Look) -> AsyncIterator[int]:
    """Serve figures and health for as long as the context lasts.

    Args:
        port: of this machine; 0: any that is free.
        figures: the figures that are served.
        look: reads the Gauges.

    Yields:
        The port; 0 if it is taken.
    """
    app, sight = web.Application(), _GaugeReader(look)
    app.add_routes(
        [web.get("/healthz", _health(sight)), web.get("/metrics", _metrics(figures, sight))]
    )
    runner = web.AppRunner(app, access_log=None, handle_signals=False)
    await runner.setup()
    try:
        yield await _opened(runner, port)
    finally:
        await runner.cleanup()


async def _opened(runner: web.AppRunner, port: int) -> int:
    """Open a port and return its number; 0 if it cannot be had."""
    try:
        await web.TCPSite(runner, HERE, port).start()
    # A taken port is logged and holds up nothing: the bot is there for players.
    except OSError as error:
        log.error("No figures are told: METRICS_PORT %d cannot be had: %s", port, error.strerror)  # noqa: TRY400 -- one line says all
        return 0
    found: int = runner.addresses[0][1]
    return found


def _health(sight: _GaugeReader) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Return the handler of /healthz: well if the loop runs and the database answers."""

    async def answer(_: web.Request) -> web.Response:
        moment = await sight.moment()
        if moment is None:
            return web.Response(text="the database does not answer\n", status=503)
        return web.Response(text="well\n")

    return answer


def _metrics(
    figures: Metrics, sight: _GaugeReader
) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Return the handler of /metrics."""

    async def answer(_: web.Request) -> web.Response:
        moment = await sight.moment()
        if moment is None:
            return web.Response(text="the database does not answer\n", status=503)
        return web.Response(body=figures.text(moment), headers=_FORM)

    return answer
