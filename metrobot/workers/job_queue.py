"""Queue of jobs on PostgreSQL, by pgqueuer: it holds keys of jobs, and none of their content.

Nothing else imports pgqueuer, which only hosts with PostgreSQL have.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from typing import Any, Final, Self

import asyncpg
from pgqueuer.adapters.drivers.asyncpg import AsyncpgDriver, AsyncpgPoolDriver
from pgqueuer.adapters.persistence.qb import (
    QueryBuilderEnvironment,
    QueryQueueBuilder,
    QuerySchedulerBuilder,
)
from pgqueuer.core.qm import QueueManager
from pgqueuer.domain.errors import RetryRequested
from pgqueuer.domain.models import Job
from pgqueuer.domain.settings import DBSettings
from pgqueuer.ports.driver import Driver
from pgqueuer.queries import Queries

from metrobot.store.db.address import address_of, connect_arguments
from metrobot.store.db.postgres import begin_session, detect_dead_peer
from metrobot.store.statements.jobs import GivenBackError

HEARTBEAT: Final = timedelta(seconds=8)
"""Silence of a worker after which its job is given to another one."""
AGAIN: Final = timedelta(seconds=1)
"""Pause of a job that was given back."""
LOOK: Final = timedelta(seconds=4)
"""Time between looks for jobs whose notification was lost."""
CONNECTIONS: Final = 4
KEPT: Final = timedelta(hours=1)
"""Time for which pgqueuer's log, which holds only numbers, is kept."""
_NAMES: Final = "metrobot_"
"""Prefix of all names that pgqueuer makes in the database."""
_CLOSING: Final = 5.0
_PATIENCE: Final = 10.0


async def _begin(statements: str, connection: Any) -> None:
    detect_dead_peer(connection)
    await connection.execute(statements)


class PgJobQueue:
    """Brings the keys of jobs to workers, each to one of them.

    Args:
        address: of the database, as asyncpg takes it.
        pool: connections to it.
        begin: begins a session on a connection.
    """

    def __init__(
        self,
        address: Mapping[str, Any],
        pool: asyncpg.Pool,
        begin: Callable[[Any], Awaitable[None]],
    ) -> None:
        self._address = dict(address)
        self._pool = pool
        self._begin = begin
        # The usual constructor would read settings from the environment.
        self._names = DBSettings.model_construct(prefix=_NAMES)
        self._queries = self._asking(AsyncpgPoolDriver(pool))

    @classmethod
    async def open(cls, url: str) -> Self:
        """Connect to a database.

        Args:
            url: as SQLAlchemy reads it.
        """
        address, schema = connect_arguments(address_of(url))
        # SQLAlchemy's own arguments of this kind are unknown to asyncpg.
        kwargs = {n: v for n, v in address.items() if not n.startswith("prepared_")}
        begin = partial(_begin, begin_session(schema))
        # Each time that a connection is taken: it was cleared when it was given back.
        pool = asyncpg.create_pool(**kwargs, min_size=0, max_size=CONNECTIONS, setup=begin)
        return cls(kwargs, await pool, begin)

    def _asking(self, driver: Driver) -> Queries:
        env, queue = QueryBuilderEnvironment(self._names), QueryQueueBuilder(self._names)
        return Queries(driver, env, queue, QuerySchedulerBuilder(self._names))

    async def settle(self) -> None:
        """Make pgqueuer's tables, or bring them to its newest form; one process at a time."""
        async with self._pool.acquire() as connection:
            # On one connection: pgqueuer keeps a lock there while it changes its tables.
            queries = self._asking(AsyncpgDriver(connection))
            if await queries.schema_is_installed():
                await queries.apply_upgrade()
            else:
                await queries.install()

    async def put(self, kind: str, key: str) -> None:
        """Have a job done by a worker, unless it waits or is being done already.

        Raises:
            Exception: the queue cannot be used, or not in time: a table is waiting.
        """
        async with asyncio.timeout(_PATIENCE):
            await self._queries.enqueue(kind, key.encode(), dedupe_key=key, on_conflict="skip")

    async def serve(
        self, kind: str, do: Callable[[str], Awaitable[None]], places: int, until: asyncio.Event
    ) -> None:
        """Do jobs of a kind until an event is set; jobs under way are finished first.

        Args:
            kind: of the jobs.
            do: does the job of a key; raises nothing but GivenBackError.
            places: most jobs at the same time, at least two.
            until: the event.

        Raises:
            Exception: the database cannot be reached, or its messages do not come.
        """

        async def done(job: Job) -> None:
            try:
                await do((job.payload or b"").decode())
            except GivenBackError:
                raise RetryRequested(AGAIN, "given back") from None

        async with self._connected() as driver:
            manager = QueueManager(self._asking(driver), self._names.channel)
            # In place of its own event, so that one signal ends all queues of a worker.
            manager.shutdown = until
            manager.entrypoint(kind, accepts_context=False)(done)
            await manager.run(
                batch_size=1,
                max_concurrent_tasks=places,
                dequeue_timeout=LOOK,
                heartbeat_timeout=HEARTBEAT,
                log_aggregation_interval=timedelta(),
                # A queue that hears nothing would go on with its seldom looks; ended, it is
                # connected anew.
                shutdown_on_listener_failure=True,
            )

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[AsyncpgDriver]:
        connection = await asyncpg.connect(**self._address)
        try:
            await self._begin(connection)
            driver = AsyncpgDriver(connection)
            # pgqueuer checks its notifications while it only begins to listen, and would
            # sometimes take that for a broken connection.
            await driver.add_listener(self._names.channel, lambda _: None)
            yield driver
        finally:
            # Not closed: the server may not answer any more.
            connection.terminate()

    async def tidy(self) -> None:
        """Remove old entries of pgqueuer's log."""
        log = self._names.qualified.queue_table_log
        statement = f"DELETE FROM {log} WHERE created < now() - $1::interval"
        await self._pool.execute(statement, KEPT)

    async def waiting(self) -> int:
        """Return the number of jobs that wait for a worker."""
        sizes = await self._queries.queue_size()
        return sum(size.count for size in sizes if size.status == "queued")

    async def close(self) -> None:
        """Close the connections."""
        try:
            async with asyncio.timeout(_CLOSING):
                await self._pool.close()
        except TimeoutError:
            # A server that does not answer must not hold up the end of the process.
            self._pool.terminate()
