"""PostgreSQL, which several processes share, through SQLAlchemy's own dialect.

What two of them do at the same time is kept apart by the rows that they name:
whoever acts on a game writes its row first, so that the other one waits, and
then finds another revision than the one that it has seen. What is read within
one transaction is of one moment.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from typing import Any, Final, Self, TypeVar

import sqlalchemy as sa
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from metrobot.store.db.dialects import SHARED, advisory_lock
from metrobot.store.db.errors import server_trouble_of
from metrobot.store.db.notify import ChangeListener
from metrobot.store.db.signals import StoreSignals

T = TypeVar("T")

CONNECTIONS: Final = 10
"""How many transactions there are at a time at the most, and one connection to listen."""
TRIES: Final = 5
"""How often a transaction is begun that gets into the way of others."""
PATIENCE: Final = 10.0
"""Seconds that a server has to let a new connection in, unless the address says otherwise."""
VANISHED: Final = 20_000
"""Milliseconds after which a connection is lost whose other end takes nothing any more."""
_LET_GO: Final = "SET idle_in_transaction_session_timeout = '1min'"
"""A transaction in which nothing is done any more holds its rows no longer than that."""
_OVER_TCP: Final = (socket.AF_INET, socket.AF_INET6)
_PROCESS: Final = "metrobot.process"
"""Where the number of the server's process is kept that serves a connection."""
_IN_THE_WAY: Final = {"40001", "40P01"}
"""SQLSTATEs of two transactions of which one has to give way: serialization, deadlock."""


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


class PostgresBackend:
    """Connections to a server, one a transaction.

    Attributes:
        listener: hears what other processes have changed.
    """

    is_shared = True

    def __init__(self, engine: AsyncEngine, signals: StoreSignals) -> None:
        self._engine = engine
        self._name = engine.url.render_as_string().partition("?")[0]
        self._reading = engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        # Whoever holds a lock needs other connections: they must not wait for each other.
        self._locking = create_async_engine(engine.url, poolclass=NullPool)
        self._own = set[int]()
        self.listener = ChangeListener(engine, self._own, signals)
        event.listen(engine.sync_engine, "connect", _begin)
        event.listen(engine.sync_engine, "checkout", self._note)
        event.listen(engine.sync_engine, "close", self._unnote)

    @classmethod
    async def open(cls, url: URL, signals: StoreSignals) -> Self:
        """Prepare to connect to a server.

        Raises:
            SQLAlchemyError: its driver is not installed, or it is of another kind.
        """
        if url.get_backend_name() != SHARED:
            raise ArgumentError(f"{url.get_backend_name()} is neither sqlite nor {SHARED}")
        try:
            engine = create_async_engine(
                url,
                hide_parameters=True,
                pool_pre_ping=True,
                pool_size=CONNECTIONS,
                max_overflow=1,
                connect_args={} if "timeout" in url.query else {"timeout": PATIENCE},
            )
        except ImportError as error:
            raise ArgumentError(f"no driver for {url.drivername}: {error}") from error
        return cls(engine, signals)

    def _note(self, connection: Any, record: Any, _: Any) -> None:
        """Note a connection of this process that is used: what is done there is known here."""
        record.info[_PROCESS] = connection.driver_connection.get_server_pid()
        self._own.add(record.info[_PROCESS])

    def _unnote(self, _: Any, record: Any) -> None:
        """Forget a connection that is closed: another process may get its number."""
        self._own.discard(record.info.get(_PROCESS))

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return what some work reads, all of it at one moment of the database.

        Raises:
            DatabaseTroubleError: it cannot be read at present.
        """
        return await to_the_end(self._run(self._reading, work))

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Return what some work returns once all that it wrote is safe, or nothing is.

        Where it gets into the way of another transaction, it is done again.

        Raises:
            DatabaseTroubleError: it cannot be written at present.
        """
        return await to_the_end(self._run(self._engine, work))

    async def _run(self, engine: AsyncEngine, work: Callable[[Connection], T]) -> T:
        """Run some work as one transaction, again if it had to give way."""
        for tried in range(1, TRIES + 1):
            is_begun = False
            try:
                async with engine.begin() as connection:
                    is_begun = True
                    return await connection.run_sync(work)
            except (OSError, TimeoutError, DBAPIError, sa.exc.TimeoutError) as error:
                _without_values(error)
                if is_begun and not isinstance(error, DBAPIError):
                    raise  # the work's own
                if _state(error) in _IN_THE_WAY and tried < TRIES:
                    continue
                raise self._told(error) from error
        raise AssertionError("the last try returns or raises")

    def _told(self, error: Exception) -> Exception:
        """Return an error as whoever runs the bot is told of it; a fault of ours as it is."""
        return server_trouble_of(self._name, error) or error

    def advisory_lock(self, name: str) -> AbstractAsyncContextManager[None]:
        """Keep other processes from doing what has this name; wait for one that does it."""
        return self._alone(name)

    @asynccontextmanager
    async def _alone(self, name: str) -> AsyncIterator[None]:
        """Hold a lock of the server, which goes with the connection."""
        async with AsyncExitStack() as stack:
            try:
                connection = await stack.enter_async_context(self._locking.begin())
                await connection.run_sync(advisory_lock, name)
            except (OSError, TimeoutError, DBAPIError) as error:
                raise self._told(error) from error
            yield

    async def close(self) -> None:
        """Close all connections once the last transaction is done."""
        await self.listener.close()
        await self._engine.dispose()


def _begin(connection: Any, _: Any) -> None:
    """Bound what a new connection may do to others by dying: nobody else can tell the server."""
    detect_dead_peer(connection.driver_connection)
    connection.run_async(lambda driver: driver.execute(_LET_GO))


def detect_dead_peer(driver: Any) -> None:
    """Have it noticed when the other end of a driver's connection has vanished.

    A machine that has died says nothing. By itself Linux would wait for it for a
    quarter of an hour, though another server may long have taken its place.
    """
    transport = getattr(driver, "_transport", None)
    way = None if transport is None else transport.get_extra_info("socket")
    number = getattr(socket, "TCP_USER_TIMEOUT", None)  # not everywhere
    if way is not None and number is not None and way.family in _OVER_TCP:
        way.setsockopt(socket.IPPROTO_TCP, number, VANISHED)


def _state(error: BaseException) -> str | None:
    """Return the SQLSTATE of an error of the server, or None."""
    cause = error.orig if isinstance(error, DBAPIError) else None
    return getattr(cause, "sqlstate", None)


def _without_values(error: BaseException) -> None:
    """Take out of an error what the server says of the row that it refused: it may be secret."""
    link: BaseException | None = error
    while link is not None:
        if getattr(link, "detail", None):
            link.detail = None  # type: ignore[attr-defined]  # asyncpg's errors have it
        origin = getattr(link, "orig", None)
        if origin is not None and origin is not link.__cause__:
            _without_values(origin)
        link = link.__cause__ or link.__context__
