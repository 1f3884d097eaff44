"""SQLite in a file: each transaction is one trip to aiosqlite's thread.

SQLAlchemy's own asynchronous dialect asks that thread for every statement, and
for every BEGIN and COMMIT: about ten trips for storing one turn. Here the whole
transaction, written with SQLAlchemy's ordinary connection, runs there at once.
It takes half the time, and cannot be cancelled half-way.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto
from functools import partial
from pathlib import Path
from typing import Any, Final, Self, TypeVar
from urllib.parse import parse_qs, unquote, urlsplit

import aiosqlite
import sqlalchemy as sa
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from metrobot.store.db import integrity
from metrobot.store.db.errors import DatabaseTroubleError, ReplacedError, trouble_of
from metrobot.store.db.file_lock import HIDDEN
from metrobot.store.db.identity import identify
from metrobot.store.db.signals import StoreSignals
from metrobot.store.migrations import UnusableFormError

T = TypeVar("T")

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    # In WAL a lower level may lose the last commits when the power fails.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 5000",
)
_PUT_BACK: Final = "Put it back where it was, or a copy in its place"
_USED_NOW: Final = "From now on that one is used"
_CHUNK = 64
"""Rows that aiosqlite would fetch at a time; nothing here asks it for rows."""


# SQLAlchemy's asynchronous dialect goes to the thread for each statement, which took nearly three
# times as long: docs/decisions/embedded-sqlite-thread.md.
class SqliteThread(aiosqlite.Connection):
    """Connection of aiosqlite whose thread can do whole pieces of work."""

    async def run(self, work: Callable[[], T]) -> T:
        """Return the result of some work, done in the connection's thread."""
        result: T = await self._execute(work)  # type: ignore[no-untyped-call]  # theirs is bare
        return result

    @property
    def driver(self) -> sqlite3.Connection:
        """Connection of the driver, for its own thread only."""
        return self._conn

    def connect_anew(self) -> None:
        """Replace the connection of the driver, in its thread.

        Raises:
            sqlite3.Error: it cannot be made; the thread goes on without one.
        """
        self._conn.close()
        self._connection = self._connector()


class SqliteBackend:
    """One connection to SQLite; its thread does one transaction after another.

    Trouble with the file is a `DatabaseTroubleError`; once it is over, the next
    transaction works again, with a new connection if need be.

    Args:
        thread: has the connection.
        file: of the database; None: it is in memory.
        migrate: brings a file that takes its place to the newest form.
        signals: are told when another file has taken its place.
    """

    def __init__(
        self,
        thread: SqliteThread,
        file: Path | None,
        migrate: Callable[[Connection], None],
        signals: StoreSignals,
    ) -> None:
        self._migrate = migrate
        self._signals = signals
        self._thread = thread
        self._place = None if file is None else DatabaseFile(file)
        self._name = str(file or "in memory")
        self._is_lost = False
        self._look: integrity.IntegrityCheck | None = None

    @classmethod
    async def open(
        cls, url: URL, migrate: Callable[[Connection], None], signals: StoreSignals
    ) -> Self:
        """Connect to a file of SQLite, or to a database in memory; arguments as of the class.

        Raises:
            OSError: the file cannot be written.
            SQLAlchemyError: it is no database.
        """
        await asyncio.to_thread(_touch, url)
        plain = url.set(drivername="sqlite")
        arguments, options = plain.get_dialect()().create_connect_args(plain)
        # By itself the driver begins transactions too late, and not for all statements;
        # without an isolation level it leaves that to `_begin`.
        options = {**options, "isolation_level": None}
        thread = SqliteThread(partial(sqlite3.connect, *arguments, **options), _CHUNK)
        await thread
        try:
            embedded = cls(thread, file_of(url), migrate, signals)
            await thread.run(embedded._prepare)
        except BaseException:
            await thread.close()
            raise
        return embedded

    def _prepare(self) -> None:
        # Errors are logged, and the values of a statement may be secret.
        engine = sa.create_engine(
            "sqlite://",
            creator=lambda: self._thread.driver,
            poolclass=StaticPool,
            hide_parameters=True,
        )
        event.listen(engine, "begin", _begin)
        # First of all: nothing is written to a file that belongs to another program.
        with engine.connect() as looking:
            identify(looking)
        try:
            for pragma in PRAGMAS:
                self._thread.driver.execute(pragma)
            self._look_through()
        except sqlite3.Error as error:
            raise DBAPIError.instance(PRAGMAS[0], None, error, sqlite3.Error) from error
        # Two views of one connection, kept open: making one takes longer than most transactions.
        self._reader = engine.connect()
        self._writer = engine.connect().execution_options(writing=True)

    def _look_through(self) -> None:
        """Check the file; a large one is checked while it is used."""
        file = None if self._place is None else self._place.path
        if file is None or file.stat().st_size <= integrity.AT_ONCE:
            integrity.check_integrity(self._thread.driver)
        else:
            self._look = integrity.IntegrityCheck(file)

    async def run(self, work: Callable[[Connection], T], *, writing: bool) -> T:
        """Return the result of some work, all of one moment; what it writes is safe, or undone.

        Raises:
            DatabaseTroubleError: the database cannot be used at present.
        """
        try:
            return await self._thread.run(partial(self._tried, work, writing=writing))
        except ReplacedError:
            self._signals.replaced()
            raise

    def _tried(self, work: Callable[[Connection], T], *, writing: bool) -> T:
        """Do some work, if the file is there and sound."""
        self._find_place()
        try:
            return _transaction(self._writer if writing else self._reader, work)
        except (DBAPIError, sqlite3.Error) as error:
            trouble = trouble_of(self._name, error)
            if trouble is None:
                raise
            self._is_lost = trouble.is_connection_lost
            raise trouble from error

    def _find_place(self) -> None:
        """Check that the connection leads to the file of this name."""
        if self._place is None:
            return
        # What is written to a file that was moved or removed would be lost with it; SQLite cannot
        # notice.
        identity = self._place.found()
        if identity is FileIdentity.AS_IT_WAS and not self._is_lost:
            return
        if identity is not FileIdentity.AS_IT_WAS:
            # All that was committed goes into the old file, wherever it is now: a log that
            # stays under the name must not be taken for that of the new file.
            with suppress(sqlite3.Error):
                self._thread.driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if identity is FileIdentity.GONE:
            raise DatabaseTroubleError(self._name, "its file is gone or empty", _PUT_BACK)
        self._reconnect()
        if identity is FileIdentity.ANOTHER:
            self._place.settle()
            raise ReplacedError(self._name, "another file is in its place", _USED_NOW)

    def _reconnect(self) -> None:
        """Make a new connection to the file of this name."""
        self._is_lost = True
        try:
            # The old connection may be broken.
            with suppress(sqlite3.Error, SQLAlchemyError):
                self._let_go()
            self._thread.connect_anew()
            self._prepare()
            _transaction(self._writer, self._migrate)
        except (DBAPIError, sqlite3.Error) as error:
            raise trouble_of(self._name, error) or DatabaseTroubleError(
                self._name, f"{type(error).__name__} at a new connection", "Look after the file"
            ) from error
        except UnusableFormError as error:
            raise DatabaseTroubleError(self._name, error.reason, error.remedy) from error
        self._is_lost = False

    async def close(self) -> None:
        """Close the connection once the last transaction is done."""
        await self._thread.run(self._let_go)
        await self._thread.close()

    def _let_go(self) -> None:
        """Close both views, in the thread that they belong to."""
        if self._look is not None:
            self._look.stop()
            self._look = None
        self._reader.close()
        self._writer.close()


class FileIdentity(Enum):
    """Result of a look at the file of a database."""

    AS_IT_WAS = auto()
    GONE = auto()
    ANOTHER = auto()


class DatabaseFile:
    """Path of a database, and the identity of its file.

    Attributes:
        path: the path.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.settle()

    def settle(self) -> None:
        """Remember the file that is there now."""
        self._was: os.stat_result | None = os.stat(self.path)

    def found(self) -> FileIdentity:
        """Return whether the same file is still there."""
        try:
            now = os.stat(self.path)
        except OSError:
            return FileIdentity.GONE
        if not now.st_size:
            # Emptied: if it is filled again, it is another database.
            self._was = None
            return FileIdentity.GONE
        is_same = self._was is not None and os.path.samestat(now, self._was)
        return FileIdentity.AS_IT_WAS if is_same else FileIdentity.ANOTHER


def file_of(url: URL) -> Path | None:
    """Return the file of an embedded database, or None if it is in memory."""
    name = url.database or ":memory:"
    if name.startswith("file:"):
        parts = urlsplit(name)
        in_memory = "memory" in (*url.query.values(), *parse_qs(parts.query).get("mode", ()))
        name = ":memory:" if in_memory else unquote(parts.path)
    return None if name in ("", ":memory:") else Path(name).absolute()


def _touch(url: URL) -> None:
    """Check that the file of SQLite can be written, and make it if it is not there."""
    # SQLite does not say why it fails, and the driver's thread outlives a failure. Nobody else
    # may read a new file, which will hold hands and keys.
    if (file := file_of(url)) is not None and not url.query:
        os.close(os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, HIDDEN))


def _transaction(connection: Connection, work: Callable[[Connection], T]) -> T:
    """Commit some work, or undo it if it fails."""
    driver: Any = connection.connection.driver_connection
    try:
        with connection.begin():
            return work(connection)
    finally:
        # After a failed COMMIT SQLAlchemy takes the transaction for closed, but SQLite
        # still has it open: no other one could begin.
        if driver.in_transaction:
            driver.rollback()


def _begin(connection: Connection) -> None:
    writing = connection.get_execution_options().get("writing")
    # Straight to the driver: SQLAlchemy has nothing to add to this statement.
    driver: Any = connection.connection.driver_connection
    # A writer claims the database before it reads: nothing it has read may be outdated when it
    # writes.
    driver.execute("BEGIN IMMEDIATE" if writing else "BEGIN")
