"""The site for hosts: /healthz and /metrics, on a port of this machine alone.

`serve` answers /healthz at its own port too, to anybody who can reach that.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, Generic, TypeVar

from aiohttp import web

from metrobot.vitals.metrics import Gauges, Metrics

log = logging.getLogger(__name__)

HERE: Final = "127.0.0.1"
PATIENCE: Final = 3.0
"""Seconds after which a database that has not answered counts as broken."""
_FORM: Final = {"Content-Type": "text/plain; version=0.0.4; charset=utf-8"}
_unanswered = partial(web.Response, text="not well\n", status=503)
T = TypeVar("T")


class Health(Generic[T]):
    """Answers /healthz; looks into the database once for all who ask meanwhile.

    Args:
        look: reads something from the database.
    """

    def __init__(self, look: Callable[[], Coroutine[None, None, T]]) -> None:
        self._look = look
        self._looking: asyncio.Task[T] | None = None

    async def answer(self, _: web.Request) -> web.Response:
        """Answer /healthz: well if the loop runs and the database answers."""
        return _unanswered() if await self.moment() is None else web.Response(text="well\n")

    async def moment(self) -> T | None:
        """Return the result of a look, or None if the database does not answer."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.ensure_future(self._look())
            # asyncio would log an error that nobody reads: whoever asked may have gone.
            self._looking.add_done_callback(lambda task: task.cancelled() or task.exception())
        looking = self._looking
        # Not cancelled: a transaction is never broken off, so cancelling would wait for it.
        await asyncio.wait({looking}, timeout=PATIENCE)
        error = looking.exception() if looking.done() else TimeoutError()
        if error is None:
            return looking.result()
        log.warning("the database does not answer: %s", type(error).__name__)
        return None


@asynccontextmanager
async def metrics_site(
    port: int, figures: Metrics, look: Callable[[], Coroutine[None, None, Gauges]]
) -> AsyncIterator[int]:
    """Serve figures and health for as long as the context lasts.

    Args:
        port: of this machine; 0: any that is free.
        figures: the figures that are served.
        look: reads the Gauges.

    Yields:
        The port; 0 if it is taken.
    """
    app, health = web.Application(), Health(look)

    async def metrics(_: web.Request) -> web.Response:
        moment = await health.moment()
        if moment is None:
            return _unanswered()
        return web.Response(body=figures.text(moment), headers=_FORM)

    app.add_routes([web.get("/healthz", health.answer), web.get("/metrics", metrics)])
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
    return int(runner.addresses[0][1])
