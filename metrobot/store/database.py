"""One database: its connections, its pragmas, its transactions."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, Self, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool

T = TypeVar("T")

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 5000",
)


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


class Database:
    """A database brought to its newest form, with one writer at a time."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._readers = engine
        self._writers = engine.execution_options(writing=True)
        self._writer_lock = asyncio.Lock()
        # A database in memory has one connection, which readers then share.
        is_shared = isinstance(engine.pool, StaticPool)
        self._reader_lock = self._writer_lock if is_shared else asyncio.Semaphore(8)

    @classmethod
    async def open(cls, url: str) -> Self:
        """Connect to a database and bring it to its newest form.

        Args:
            url: as SQLAlchemy reads it, with an asynchronous driver.

        Raises:
            OSError: its file cannot be written.
            SQLAlchemyError: it cannot be reached or used.
        """
        address = make_url(url)
        await asyncio.to_thread(_touch, address)
        database = cls(_engine(address))
        try:
            await database.write(migrate)
        except BaseException:
            await database.close()
            raise
        return database

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return what some work reads, all of it at one moment of the database."""
        return await to_the_end(_run(self._readers, self._reader_lock, work))

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Return what some work returns once all that it wrote is safe, or nothing is."""
        return await to_the_end(_run(self._writers, self._writer_lock, work))

    async def close(self) -> None:
        """Close all connections once the last write is done."""
        async with self._writer_lock:
            await self._readers.dispose()


async def _run(
    engine: AsyncEngine, lock: asyncio.Lock | asyncio.Semaphore, work: Callable[[Connection], T]
) -> T:
    """Run some work as one transaction."""
    async with lock, engine.connect() as connection:
        return await connection.run_sync(_transaction, work)


def _transaction(connection: Connection, work: Callable[[Connection], T]) -> T:
    """Commit some work, or none of it if it fails."""
    with connection.begin():
        return work(connection)


def migrate(connection: Connection) -> None:
    """Bring the database to its newest form, within the present transaction."""
    command.upgrade(migrations(connection), "head")


def migrations(connection: Connection) -> Config:
    """Return Alembic's configuration, which stands in no file, for a connection."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _touch(url: URL) -> None:
    """Make sure that the file of SQLite can be written; say why if it cannot.

    SQLite itself does not say why, and the driver's thread outlives a failure.
    """
    is_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    if is_file and not url.query:
        Path(str(url.database)).open("ab").close()


def _engine(url: URL) -> AsyncEngine:
    """Return an engine; of SQLite one whose transactions are real."""
    if url.get_backend_name() != "sqlite":
        return _other_engine(url)
    # Nothing is reset on return: each use is a transaction that has ended.
    engine = create_async_engine(url, pool_reset_on_return=None)
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _other_engine(url: URL) -> AsyncEngine:
    """Return an engine of another database, whose driver may not be installed."""
    try:
        return create_async_engine(url)
    except ImportError as error:
        raise ArgumentError(f"no driver for {url.drivername}: {error}") from error


def _prepare(connection: Any, _: object) -> None:
    """Set up a fresh connection of SQLite."""
    # The driver would begin transactions by itself, too late and not for all
    # statements; without an isolation level it leaves that to `_begin`.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin(connection: Connection) -> None:
    """Begin a transaction; a writer claims the database before it reads."""
    writing = connection.get_execution_options().get("writing")
    # Straight to the driver: SQLAlchemy has nothing to add to this statement.
    cursor = connection.connection.cursor()
    cursor.execute("BEGIN IMMEDIATE" if writing else "BEGIN")
    cursor.close()
