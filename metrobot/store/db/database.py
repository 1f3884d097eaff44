"""One database: transactions that are whole, and never left half-way."""

import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.engine import make_url

from metrobot.store.db.dialects import EMBEDDED, SHARED, advisory_lock
from metrobot.store.db.sqlite import SqliteBackend
from metrobot.store.migrations import HEAD

if TYPE_CHECKING:
    from metrobot.store.db.postgres import PostgresBackend

T = TypeVar("T")


class Backend(Protocol):
    """Where the data are, and how a transaction gets there.

    Attributes:
        is_shared: whether other processes may use it at the same time.
    """

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use it at the same time."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return what some work reads."""

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Return what some work returns once all that it wrote is safe, or nothing is."""

    async def close(self) -> None:
        """Close all connections once the last transaction is done."""


def _nothing() -> None:
    """Do nothing."""


class Database:
    """A database brought to its newest form.

    Attributes:
        replaced: called when another one has taken its place, so that nothing
            may be remembered of it.
        changed: called with what another process has changed: `game` and its
            number, `people`; with nothing where that is not known.
        answered: called with the key of a job that another process has done;
            with nothing where that is not known.
        used: called with `read` or `write` and its seconds, where somebody wants to know.
    """

    def __init__(self, backend: Backend, remote: "PostgresBackend | None" = None) -> None:
        """Keep what a database is reached by.

        Args:
            backend: what reads and writes it.
            remote: the same, where other processes share it.
        """
        self.used: Callable[[str, float], None] | None = None
        self.replaced: Callable[[], None] = _nothing
        self.changed: Callable[[str], None] = lambda _: None
        self.answered: Callable[[str], None] = lambda _: None
        self._backend = backend
        self._remote = remote
        if remote is not None:
            remote.listener.heard = self._hear

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use it at the same time."""
        return self._backend.is_shared

    @property
    def is_heard(self) -> bool:
        """Whether it is known at once what other processes change."""
        return self._remote is None or self._remote.listener.is_up

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
        if address.get_backend_name() != EMBEDDED:
            from metrobot.store.db.postgres import PostgresBackend  # noqa: PLC0415 -- 8 MB that a file needs not

            remote = await PostgresBackend.open(address)
            database = cls(remote, remote)
        else:
            embedded = await SqliteBackend.open(address)
            embedded.migrate = migrate
            database = cls(embedded)
            embedded.replaced = database._forget
        try:
            await database.write(migrate)
            await database._listen()
        except BaseException:
            await database.close()
            raise
        return database

    def _hear(self, said: str) -> None:
        """Let whoever remembers or awaits something know what another process has done."""
        what, _, key = said.partition(" ")
        if what == "job":
            self.answered(key)
            return
        self.changed(said)
        if not said:
            self.answered("")

    async def _listen(self) -> None:
        """Hear what other processes change, where there may be any."""
        if self._remote is not None:
            await self._remote.listener.start()

    def advisory_lock(self, name: str) -> AbstractAsyncContextManager[None]:
        """Keep other processes from doing what has this name; wait for one that does it."""
        return nullcontext() if self._remote is None else self._remote.advisory_lock(name)

    def _forget(self) -> None:
        """Let whoever remembers something of it know that another one is there."""
        self.replaced()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return what some work reads, all of it at one moment of the database."""
        begun = time.perf_counter()
        try:
            return await self._backend.read(work)
        finally:
            self._note("read", begun)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Return what some work returns once all that it wrote is safe, or nothing is.

        If the caller is cancelled, the work is done all the same: whole, or not at all.
        """
        begun = time.perf_counter()
        try:
            return await self._backend.write(work)
        finally:
            self._note("write", begun)

    def _note(self, kind: str, begun: float) -> None:
        """Tell whoever wants to know it how long a transaction took, waiting included."""
        if self.used is not None:
            self.used(kind, time.perf_counter() - begun)

    async def close(self) -> None:
        """Close all connections once the last write is done."""
        await self._backend.close()


def migrate(connection: Connection) -> None:
    """Bring the database to its newest form, within the present transaction.

    Of several processes that start together one does it, and the others wait.
    """
    if connection.dialect.name == SHARED:
        advisory_lock(connection, "migrate")
    if _form(connection) != HEAD:
        from metrobot.store.db.migrate import upgrade_schema  # noqa: PLC0415 -- seldom, and it is large

        upgrade_schema(connection)


def _form(connection: Connection) -> str | None:
    """Return which form a database has; None if it has none yet."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(sa.text("SELECT version_num FROM alembic_version"))
    return found.scalar_one_or_none()
