"""One database, whose transactions are done whole or not at all."""

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Self, TypeVar

from sqlalchemy import Connection

from metrobot.store.db.address import address_of
from metrobot.store.db.dialects import EMBEDDED, SHARED, advisory_lock
from metrobot.store.db.errors import BACK, DatabaseTroubleError
from metrobot.store.db.identity import identify, mark
from metrobot.store.db.signals import StoreSignals
from metrobot.store.db.sqlite import SqliteBackend
from metrobot.store.migrations import HEAD
from metrobot.vitals.listener import UNHEARD, Vitals

if TYPE_CHECKING:
    from metrobot.store.db.postgres import PostgresBackend

log = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(eq=False)
class Database:
    """A database brought to its newest form.

    Attributes:
        signals: tell listeners about changes by others.
    """

    _backend: "SqliteBackend | PostgresBackend"
    signals: StoreSignals
    _remote: "PostgresBackend | None"  # the same backend, if other processes share it
    _vitals: Vitals
    _in_trouble: set[str] = field(default_factory=set, init=False)  # kinds of failing transactions

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use it at the same time."""
        return self._remote is not None

    @classmethod
    async def open(cls, url: str, vitals: Vitals = UNHEARD) -> Self:
        """Connect to a database and bring it to its newest form.

        Args:
            url: as SQLAlchemy reads it, with an asynchronous driver.
            vitals: is told of each transaction.

        Raises:
            OSError: its file cannot be written.
            SQLAlchemyError: it cannot be reached or used.
        """
        address, signals = address_of(url), StoreSignals()
        if address.get_backend_name() != EMBEDDED:
            from metrobot.store.db.postgres import PostgresBackend  # noqa: PLC0415 -- 8 MB that a file needs not

            remote = await PostgresBackend.open(address, signals)
            database = cls(remote, signals, remote, vitals)
        else:
            embedded = await SqliteBackend.open(address, migrate, signals)
            database = cls(embedded, signals, None, vitals)
        try:
            if database._remote is not None:
                await database._remote.check_way()
            await database.write(migrate)
            if database._remote is not None:
                await database._remote.listener.start()
        except BaseException:
            await database.close()
            raise
        return database

    def advisory_lock(self, name: str) -> AbstractAsyncContextManager[None]:
        """Keep other processes from work of this name; wait for one that does it."""
        return nullcontext() if self._remote is None else self._remote.advisory_lock(name)

    async def hold(self, whole: str, parts: Sequence[str] = ()) -> bool:
        """Hold all of something, or parts of it, to the end of this process.

        Returns:
            Whether no other process holds any of that; on a file nobody else can.
        """
        return self._remote is None or await self._remote.hold(whole, parts)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return the result of some reading, all of one moment of the database."""
        return await self._run("read", work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Return the result of some work once all its writing is safe; if it fails, undo all.

        If the caller is cancelled, the work is done all the same: whole, or not at all.
        """
        return await self._run("write", work)

    async def _run(self, kind: Literal["read", "write"], work: Callable[[Connection], T]) -> T:
        """Run a transaction, and report its duration, with waiting, and its outcome."""
        begun = time.perf_counter()
        try:
            result = await self._backend.run(work, writing=kind == "write")
        except DatabaseTroubleError:
            self._in_trouble.add(kind)
            raise
        finally:
            self._vitals.stored(kind, time.perf_counter() - begun)
        # On a full disk reading still works: only a transaction of a kind that failed shows that
        # the trouble is over.
        if kind in self._in_trouble:
            self._in_trouble.clear()
            log.warning(BACK)
        return result

    async def close(self) -> None:
        """Close all connections once the last write is done."""
        await self._backend.close()


def migrate(connection: Connection) -> None:
    """Bring the database to its newest form, within the present transaction.

    Raises:
        UnusableFormError: it is none that this release can use.
        DatabaseTroubleError: nothing can be written to it.
    """
    if connection.dialect.name == SHARED:
        from metrobot.store.db.server_check import check_server  # noqa: PLC0415 -- no file needs it

        # Of several processes that start together one migrates, and the others wait.
        advisory_lock(connection, "migrate")
        check_server(connection)
    form, is_marked = identify(connection)
    if form != HEAD:
        from metrobot.store.db.migrate import upgrade_schema  # noqa: PLC0415 -- seldom, and it is large

        upgrade_schema(connection)
    if not is_marked:
        mark(connection)
