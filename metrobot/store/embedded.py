"""SQLite in a file of ours: each transaction is one trip to aiosqlite's thread.

SQLAlchemy's own asynchronous dialect asks that thread for every statement, and
for every BEGIN and COMMIT: about ten trips for storing one turn. Here the whole
transaction, written with SQLAlchemy's ordinary connection, runs there at once.
It takes half the time, and cannot be cancelled half-way.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

import aiosqlite
import sqlalchemy as sa
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

T = TypeVar("T")

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 5000",
)
_CHUNK = 64
"""Rows that aiosqlite would fetch at a time; nothing here asks it for rows."""


class Thread(aiosqlite.Connection):
    """A connection of aiosqlite to whose thread whole pieces of work can be given."""

    async def run(self, work: Callable[[], T]) -> T:
        """Return what some work returns that runs in the connection's thread."""
        result: T = await self._execute(work)  # type: ignore[no-untyped-call]  # theirs is bare
        return result

    @property
    def driver(self) -> sqlite3.Connection:
        """The connection of the driver, to be used in its thread alone."""
        return self._conn


class Embedded:
    """One connection to SQLite; its thread does one transaction after another."""

    def __init__(self, thread: Thread, reader: Connection, writer: Connection) -> None:
        self._thread = thread
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, url: URL) -> Self:
        """Connect to a file of SQLite, or to a database in memory.

        Raises:
            OSError: the file cannot be written.
            SQLAlchemyError: it is no database.
        """
        await asyncio.to_thread(_touch, url)
        plain = url.set(drivername="sqlite")
        arguments, options = plain.get_dialect()().create_connect_args(plain)
        # The driver would begin transactions by itself, too late and not for
        # all statements; without an isolation level it leaves that to `_begin`.
        options = {**options, "isolation_level": None}
        thread = Thread(partial(sqlite3.connect, *arguments, **options), _CHUNK)
        await thread
        try:
            return await thread.run(partial(cls._prepared, thread))
        except BaseException:
            await thread.close()
            raise

    @classmethod
    def _prepared(cls, thread: Thread) -> Self:
        """Set up a fresh connection.

        SQLAlchemy's connections for reading and for writing are two views of
        it, kept open: making one for each transaction takes longer than most
        transactions.

        Raises:
            DBAPIError: the file is no database, or a damaged one.
        """
        try:
            for pragma in PRAGMAS:
                thread.driver.execute(pragma)
            _look_through(thread.driver)
        except sqlite3.Error as error:
            raise DBAPIError.instance(PRAGMAS[0], None, error, sqlite3.Error) from error
        # Errors are logged: what was to be written may be secret.
        engine = sa.create_engine(
            "sqlite://",
            creator=lambda: thread.driver,
            poolclass=StaticPool,
            hide_parameters=True,
        )
        event.listen(engine, "begin", _begin)
        return cls(thread, engine.connect(), engine.connect().execution_options(writing=True))

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return what some work reads, all of it at one moment of the database."""
        return await self._thread.run(partial(_transaction, self._reader, work))

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Return what some work returns once all that it wrote is safe, or nothing is."""
        return await self._thread.run(partial(_transaction, self._writer, work))

    async def close(self) -> None:
        """Close the connection once the last transaction is done."""
        await self._thread.run(self._let_go)
        await self._thread.close()

    def _let_go(self) -> None:
        """Close both views, in the thread that they belong to."""
        self._reader.close()
        self._writer.close()


def _touch(url: URL) -> None:
    """Make sure that the file of SQLite can be written; say why if it cannot.

    SQLite itself does not say why, and the driver's thread outlives a failure.
    """
    if url.database not in (None, "", ":memory:") and not url.query:
        Path(str(url.database)).open("ab").close()


def _look_through(driver: sqlite3.Connection) -> None:
    """Make sure that a file is whole, all of it, which takes about a second for a gigabyte.

    Raises:
        sqlite3.DatabaseError: it is damaged.
    """
    (found,) = driver.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        error = sqlite3.DatabaseError(str(found))
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error


def _transaction(connection: Connection, work: Callable[[Connection], T]) -> T:
    """Commit some work, or none of it if it fails."""
    with connection.begin():
        return work(connection)


def _begin(connection: Connection) -> None:
    """Begin a transaction; a writer claims the database before it reads."""
    writing = connection.get_execution_options().get("writing")
    # Straight to the driver: SQLAlchemy has nothing to add to this statement.
    driver: Any = connection.connection.driver_connection
    driver.execute("BEGIN IMMEDIATE" if writing else "BEGIN")
