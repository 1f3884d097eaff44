"""A database server that several processes share, through SQLAlchemy's own dialect."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Self, TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

T = TypeVar("T")


async def to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """Await work that goes on to its end even if the caller is cancelled.

    A cancelled caller is told so only when the work is done: a transaction is
    never left open on a connection that the next one will use.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait({task})
        if not task.cancelled():
            task.exception()  # looked at, so that asyncio does not report it as lost
        raise


class Remote:
    """Connections to a server, one a transaction, one writer at a time."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writer_lock = asyncio.Lock()

    @classmethod
    async def open(cls, url: URL) -> Self:
        """Prepare to connect to a server.

        Raises:
            SQLAlchemyError: its driver is not installed.
        """
        try:
            return cls(create_async_engine(url, hide_parameters=True))
        except ImportError as error:
            raise ArgumentError(f"no driver for {url.drivername}: {error}") from error

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return what some work reads."""
        return await to_the_end(self._run(work))

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Return what some work returns once all that it wrote is safe, or nothing is."""
        return await to_the_end(self._written(work))

    async def _written(self, work: Callable[[Connection], T]) -> T:
        """Run some work that writes, after what was asked for before."""
        async with self._writer_lock:
            return await self._run(work)

    async def _run(self, work: Callable[[Connection], T]) -> T:
        """Run some work as one transaction."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Close all connections once the last write is done."""
        async with self._writer_lock:
            await self._engine.dispose()
