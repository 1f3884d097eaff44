"""PostgreSQL, which several processes share, through SQLAlchemy's own dialect.

Whoever acts on a game writes its row first, so that another process waits, and then
finds another revision than the one that it has seen. All that one transaction reads
is of one moment.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import Any, Final, Self, TypeVar

import sqlalchemy as sa
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from metrobot.store.db.address import connect_arguments
from metrobot.store.db.dialects import SHARED, advisory_lock
from metrobot.store.db.errors import POOLED, DatabaseTroubleError, UnsureError, server_trouble_of
from metrobot.store.db.notify import ChangeListener
from metrobot.store.db.signals import StoreSignals
from metrobot.store.migrations import UnsuitableError

T = TypeVar("T")

CONNECTIONS: Final = 10
"""Most transactions at a time, besides the connection that listens."""
TRIES: Final = 5
"""Most tries of a transaction that conflicts with others."""
VANISHED: Final = 20_000
"""Milliseconds after which a connection is lost if its other end acknowledges nothing."""
_LET_GO: Final = "1min"
"""Limit of the time for which an idle transaction can hold its rows."""
_SESSION: Final = """SELECT set_config(name, needed, false) FROM pg_settings JOIN (VALUES
('default_transaction_isolation', 'read committed'),
('idle_in_transaction_session_timeout', '{idle}'),
('idle_session_timeout', '0'),
('lock_timeout', '0'),
('statement_timeout', '0'),
('transaction_timeout', '0')) AS ours (name, needed) USING (name);
SELECT set_config('search_path', coalesce(
(SELECT quote_ident(nspname) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE pg_class.oid = to_regclass('alembic_version')), quote_ident(current_schema()),
current_setting('search_path')), false)"""
"""Statements that begin a session: settings of the role or the database that would break work
off do not hold, and tables of this name in other schemas are not seen."""
_TRIED: Final = 4
"""Connections that are compared with each other, as many as a process has at the least."""
_NUMBER: Final = "SELECT pg_backend_pid()"
_BARE: Final = "postgresql+asyncpg://"
_OVER_TCP: Final = (socket.AF_INET, socket.AF_INET6)
_PROCESS: Final = "metrobot.process"
"""Key of a connection's info with the number of its process on the server."""
_IN_THE_WAY: Final = {"40001", "40P01"}
"""SQLSTATEs of conflicts between transactions: serialization, deadlock."""


async def to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """Await work that goes on to its end even if the caller is cancelled."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        # The caller is only told once the work is done: a transaction must not stay open on a
        # connection that the next one will use.
        while not task.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait({task})
        if not task.cancelled():
            task.exception()  # fetched, so that asyncio does not log it as lost
        raise


class PostgresBackend:
    """Connections to a server, one for each transaction.

    Attributes:
        listener: hears changes by other processes.
    """

    def __init__(self, url: URL, signals: StoreSignals) -> None:
        arguments, schema = connect_arguments(url)
        # Errors are logged, and the values of a statement may be secret.
        make_engine = partial(
            create_async_engine, _BARE, hide_parameters=True, connect_args=arguments
        )
        self._engine = make_engine(
            # A server that was restarted has closed the connections that lie in the pool.
            pool_pre_ping=True,
            pool_size=CONNECTIONS,
            # For the connection that listens, which holds one of them for good.
            max_overflow=1,
        )
        self._name = url.render_as_string().partition("?")[0]
        self._reading = self._engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        # Not from the pool: if all its connections waited for locks, no holder could go on.
        self._locking = make_engine(poolclass=NullPool)
        self._own = set[int]()
        self._held = list[AsyncConnection]()
        self.listener = ChangeListener(self._engine, self._own, signals)
        for engine, idle in ((self._engine, _LET_GO), (self._locking, "0")):
            begin = partial(_begin, begin_session(schema, idle))
            event.listen(engine.sync_engine, "connect", begin)
        event.listen(self._engine.sync_engine, "checkout", self._note)
        event.listen(self._engine.sync_engine, "close", self._unnote)

    @classmethod
    async def open(cls, url: URL, signals: StoreSignals) -> Self:
        """Prepare to connect to a server.

        Raises:
            SQLAlchemyError: its driver is not installed, or it is of another kind.
        """
        if url.get_backend_name() != SHARED:
            raise ArgumentError(f"{url.get_backend_name()} is neither sqlite nor {SHARED}")
        try:
            return cls(url, signals)
        except ImportError as error:
            raise ArgumentError(f"no driver for {url.drivername}: {error}") from error

    async def check_way(self) -> None:
        """Look whether each connection is one session of the server, as locks and LISTEN need.

        Raises:
            UnsuitableError: a pooler shares sessions out by transactions.
            DatabaseTroubleError: the server takes no session.
            OSError: it cannot be reached.
        """
        connections, numbers = list[AsyncConnection](), list[int]()
        try:
            async with AsyncExitStack() as stack:
                for _ in range(_TRIED):
                    connections.append(await stack.enter_async_context(self._locking.connect()))
                    numbers += await connections[-1].scalars(sa.text(_NUMBER))
                    # The first one's transaction has ended: a pooler may give its session away.
                    await connections[0].rollback()
                numbers += await connections[0].scalars(sa.text(_NUMBER))
        except DBAPIError as error:
            raise self._told(error) from error.orig
        if numbers[0] != numbers[-1] or len(set(numbers)) < _TRIED:
            raise UnsuitableError(*POOLED)

    def _note(self, _: Any, record: Any, __: Any) -> None:
        """Remember the number of a connection of this process, whose changes are known here."""
        self._own.add(record.info[_PROCESS])

    def _unnote(self, _: Any, record: Any) -> None:
        """Forget the number of a closed connection, which another process may get."""
        # A connection that broke while it was made has no number yet.
        self._own.discard(record.info.get(_PROCESS))

    async def run(self, work: Callable[[Connection], T], *, writing: bool) -> T:
        """Return the result of some work, all of one moment; what it writes is safe, or undone.

        Work that conflicts with another transaction is done again.

        Raises:
            DatabaseTroubleError: the database cannot be used at present.
            UnsureError: it went away before it said whether all was stored.
        """
        return await to_the_end(self._run(work, writing=writing))

    async def _run(self, work: Callable[[Connection], T], *, writing: bool) -> T:
        """Run some work as one transaction, again after a conflict."""
        for attempt in range(1, TRIES + 1):
            is_begun = is_done = False
            try:
                async with (self._engine if writing else self._reading).begin() as connection:
                    is_begun = True
                    result = await connection.run_sync(work)
                    is_done = writing
                    return result
            except (OSError, TimeoutError, DBAPIError, sa.exc.TimeoutError) as error:
                _without_values(error)
                if is_begun and not is_done and not isinstance(error, DBAPIError):
                    raise  # an error of the work itself
                state = getattr(getattr(error, "orig", None), "sqlstate", None)
                if state in _IN_THE_WAY and attempt < TRIES:
                    continue
                trouble = self._told(error)
                # The server may have stored all of it, and gone before it could say so.
                if is_done and isinstance(trouble, DatabaseTroubleError):
                    raise UnsureError(self._name) from error
                raise trouble from error
        raise AssertionError("the last try returns or raises")

    def _told(self, error: Exception) -> Exception:
        """Return an error as its trouble with the server; a fault of ours as it is."""
        return server_trouble_of(self._name, error) or error

    @asynccontextmanager
    async def advisory_lock(self, name: str) -> AsyncIterator[None]:
        """Keep other processes from work of this name; wait for one that does it."""
        # The lock is the server's, which releases it with its connection.
        async with AsyncExitStack() as stack:
            try:
                connection = await stack.enter_async_context(self._locking.begin())
                await connection.run_sync(advisory_lock, name)
            except (OSError, TimeoutError, DBAPIError) as error:
                raise self._told(error) from error
            yield

    async def hold(self, whole: str, parts: Sequence[str]) -> bool:
        """Hold all of something, or parts of it, to the end of this process.

        Returns:
            Whether no other process holds any of that.
        """
        names = [sa.func.pg_try_advisory_lock(sa.func.hashtext(part)) for part in parts or [whole]]
        if parts:
            names.append(sa.func.pg_try_advisory_lock_shared(sa.func.hashtext(whole)))
        try:
            connection = await self._locking.connect()
            self._held.append(connection)
            answers = (await connection.execute(sa.select(*names))).one()
            await connection.commit()
        except (OSError, TimeoutError, DBAPIError) as error:
            raise self._told(error) from error
        return all(answers)

    async def close(self) -> None:
        """Close all connections once the last transaction is done."""
        await self.listener.close()
        for connection in self._held:
            with suppress(DBAPIError):  # the server is gone
                await connection.close()
        await self._engine.dispose()


def begin_session(schema: str, idle: str = _LET_GO) -> str:
    """Return the statements with which a session begins.

    Args:
        schema: where the tables are; empty: where the role finds them.
        idle: limit of the time for which a transaction may be idle.
    """
    # Not as it connects: a pooler would not pass that on.
    name = schema.replace("'", "''")
    first = f"SELECT set_config('search_path', quote_ident('{name}'), false);" if name else ""
    return first + _SESSION.format(idle=idle)


def _begin(statements: str, connection: Any, record: Any) -> None:
    # If either end dies, the other must not hold rows or wait for many minutes.
    detect_dead_peer(connection.driver_connection)
    connection.run_async(lambda driver: driver.execute(statements))
    # The driver knows the number of the pooler, if there is one.
    record.info[_PROCESS] = connection.run_async(lambda driver: driver.fetchval(_NUMBER))


def detect_dead_peer(driver: Any) -> None:
    """Set a timeout for the case that the other end of a connection has vanished."""
    # By itself Linux would wait for a quarter of an hour, though another server may have taken
    # over.
    transport = getattr(driver, "_transport", None)
    way = None if transport is None else transport.get_extra_info("socket")
    number = getattr(socket, "TCP_USER_TIMEOUT", None)  # Linux only
    if way is not None and number is not None and way.family in _OVER_TCP:
        way.setsockopt(socket.IPPROTO_TCP, number, VANISHED)


def _without_values(error: BaseException) -> None:
    """Remove the server's detail about a refused row from an error and its causes."""
    # Errors are logged, and the row may be secret.
    link: BaseException | None = error
    while link is not None:
        if getattr(link, "detail", None):
            link.detail = None  # type: ignore[attr-defined]  # asyncpg's errors have it
        origin = getattr(link, "orig", None)
        if origin is not None and origin is not link.__cause__:
            _without_values(origin)
        link = link.__cause__ or link.__context__
