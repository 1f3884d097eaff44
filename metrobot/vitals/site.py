"""Where hosts ask: /healthz and /metrics, on a port of this machine alone."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web

from metrobot.vitals.figures import Figures, Moment

log = logging.getLogger(__name__)

HERE: Final = "127.0.0.1"
PATIENCE: Final = 3.0
"""Seconds after which a database that has not answered is not well."""
_FORM: Final = {"Content-Type": "text/plain; version=0.0.4; charset=utf-8"}
Look = Callable[[], Awaitable[Moment]]
"""Tells how things stand; asks the database."""


@asynccontextmanager
async def site(port: int, figures: Figures, look: Look) -> AsyncIterator[int]:
    """Answer hosts for as long as the context lasts.

    A port that is taken is logged and holds up nothing: the bot is for players.

    Args:
        port: of this machine; 0: any that is free.
        figures: what is told.
        look: tells how things stand.

    Yields:
        The port; 0 if it is taken.
    """
    app = web.Application()
    app.add_routes([web.get("/healthz", _health(look)), web.get("/metrics", _told(figures, look))])
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


def _health(look: Look) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Return what says whether the bot is well: its loop runs, and its database answers."""

    async def answer(_: web.Request) -> web.Response:
        moment = await _seen(look)
        if moment is None:
            return web.Response(text="the database does not answer\n", status=503)
        return web.Response(text="well\n")

    return answer


def _told(figures: Figures, look: Look) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Return what tells all figures."""

    async def answer(_: web.Request) -> web.Response:
        moment = await _seen(look)
        if moment is None:
            return web.Response(text="the database does not answer\n", status=503)
        return web.Response(body=figures.text(moment), headers=_FORM)

    return answer


async def _seen(look: Look) -> Moment | None:
    """Return how things stand, or None where the database does not answer."""
    try:
        return await asyncio.wait_for(look(), PATIENCE)
    except Exception as error:  # whatever it is: whoever asks is to be told
        log.warning("the database does not answer: %s", type(error).__name__)
        return None
