"""Where hosts ask: /healthz and /metrics, on a port of this machine alone."""

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
"""Seconds after which a database that has not answered is not well."""
_FORM: Final = {"Content-Type": "text/plain; version=0.0.4; charset=utf-8"}
Look = Callable[[], Coroutine[None, None, Gauges]]
"""Tells how things stand; asks the database."""


class _GaugeReader:
    """Looks how things stand, for all who ask meanwhile."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._looking: asyncio.Task[Gauges] | None = None

    async def moment(self) -> Gauges | None:
        """Return how things stand, or None where the database does not answer."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.ensure_future(self._look())
            # Whoever asked may have gone without it.
            self._looking.add_done_callback(lambda done: done.cancelled() or done.exception())
        looking = self._looking
        # Not cancelled: a transaction is never broken off, so that would be to wait for it.
        await asyncio.wait({looking}, timeout=PATIENCE)
        error = looking.exception() if looking.done() else TimeoutError()
        if error is None:
            return looking.result()
        log.warning("the database does not answer: %s", type(error).__name__)
        return None


@asynccontextmanager
async def metrics_site(port: int, figures: Metrics, look: Look) -> AsyncIterator[int]:
    """Answer hosts for as long as the context lasts.

    A port that is taken is logged and holds up nothing: the bot is for players.

    Args:
        port: of this machine; 0: any that is free.
        figures: what is told.
        look: tells how things stand.

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
    """Open a port, and return it; 0 if it cannot be had."""
    try:
        await web.TCPSite(runner, HERE, port).start()
    except OSError as error:
        log.error("No figures are told: METRICS_PORT %d cannot be had: %s", port, error.strerror)  # noqa: TRY400 -- one line says all
        return 0
    found: int = runner.addresses[0][1]
    return found


def _health(sight: _GaugeReader) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Return what says whether the bot is well: its loop runs, and its database answers."""

    async def answer(_: web.Request) -> web.Response:
        moment = await sight.moment()
        if moment is None:
            return web.Response(text="the database does not answer\n", status=503)
        return web.Response(text="well\n")

    return answer


def _metrics(
    figures: Metrics, sight: _GaugeReader
) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Return what tells all figures."""

    async def answer(_: web.Request) -> web.Response:
        moment = await sight.moment()
        if moment is None:
            return web.Response(text="the database does not answer\n", status=503)
        return web.Response(body=figures.text(moment), headers=_FORM)

    return answer
