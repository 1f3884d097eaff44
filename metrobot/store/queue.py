"""The queue of jobs on PostgreSQL, by pgqueuer: it knows keys of jobs and nothing of what is asked.

Nothing else imports pgqueuer, which is there for those who play on PostgreSQL alone.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any, Final, Self

import asyncpg
from pgqueuer.adapters.drivers.asyncpg import AsyncpgPoolDriver
from pgqueuer.adapters.persistence.qb import (
    QueryBuilderEnvironment,
    QueryQueueBuilder,
    QuerySchedulerBuilder,
)
from pgqueuer.core.qm import QueueManager
from pgqueuer.domain.errors import RetryRequested
from pgqueuer.domain.models import Job
from pgqueuer.domain.settings import DBSettings
from pgqueuer.queries import Queries
from pydantic_settings import PydanticBaseSettingsSource
from sqlalchemy.engine import make_url

from metrobot.store.jobs import GivenBackError

HEARTBEAT: Final = timedelta(seconds=8)
"""A job of whose worker nothing was heard for so long is given to another one."""
AGAIN: Final = timedelta(seconds=1)
"""How long a job rests that was given back."""
LOOK: Final = timedelta(seconds=4)
"""How often a worker looks for jobs of which it was not told."""
CONNECTIONS: Final = 4
KEPT: Final = timedelta(hours=1)
"""How long pgqueuer's log of what was done, which holds numbers alone, is kept."""
_NAMES: Final = "metrobot_"
"""What all that pgqueuer makes in the database begins with."""
_CLOSING: Final = 5.0


class _Settings(DBSettings):
    """The names of pgqueuer's tables: ours, whatever stands in the environment."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: Any,  # noqa: ARG003 -- pydantic's form
        init_settings: PydanticBaseSettingsSource,
        *_: Any,
        **__: Any,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Read nothing but what is given here."""
        return (init_settings,)


Do = Callable[[str], Awaitable[None]]
"""Does the job that has a key; fails with nothing but GivenBackError."""


class Queue:
    """Brings the keys of jobs to workers, each to one of them."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        names = _Settings(prefix=_NAMES)
        self._names = names.qualified
        self._channel = names.channel
        self._pool = pool
        self._queries = Queries(
            AsyncpgPoolDriver(pool),
            QueryBuilderEnvironment(names),
            QueryQueueBuilder(names),
            QuerySchedulerBuilder(names),
        )

    @classmethod
    async def open(cls, url: str) -> Self:
        """Connect to a database.

        Args:
            url: as SQLAlchemy reads it.
        """
        address = make_url(url)
        _, given = address.get_dialect()().create_connect_args(address)
        known = {name: value for name, value in given.items() if not name.startswith("prepared_")}
        return cls(await asyncpg.create_pool(**known, min_size=0, max_size=CONNECTIONS))

    async def settle(self) -> None:
        """Make pgqueuer's tables, or bring them to its newest form; one process at a time."""
        async with self._pool.acquire() as connection:
            # On one connection: pgqueuer keeps a lock there while it changes its tables.
            queries = Queries.from_asyncpg_connection(connection)
            queries.qbe, queries.qbq = self._queries.qbe, self._queries.qbq
            if await queries.schema_is_installed():
                await queries.apply_upgrade()
            else:
                await queries.install()

    async def put(self, kind: str, key: str) -> None:
        """Have a job done by a worker, unless it waits or is being done already."""
        await self._queries.enqueue(kind, key.encode(), dedupe_key=key, on_conflict="skip")

    async def serve(self, kinds: Sequence[str], do: Do, places: int, until: asyncio.Event) -> None:
        """Do jobs until something is so; what has begun by then is done first.

        Args:
            kinds: of which jobs.
            do: does one.
            places: how many are done at the same time, at least two.
            until: what ends it.

        Raises:
            Exception: the database cannot be reached, or its messages do not come.
        """
        manager = QueueManager(self._queries, self._channel)
        manager.shutdown = until

        async def done(job: Job) -> None:
            try:
                await do((job.payload or b"").decode())
            except GivenBackError:
                raise RetryRequested(AGAIN, "given back") from None

        for kind in kinds:
            manager.entrypoint(kind, accepts_context=False)(done)
        await manager.run(
            batch_size=1,
            max_concurrent_tasks=places,
            dequeue_timeout=LOOK,
            heartbeat_timeout=HEARTBEAT,
            log_aggregation_interval=timedelta(),
            shutdown_on_listener_failure=True,
        )

    async def tidy(self) -> None:
        """Remove what pgqueuer notes of jobs that were done a while ago."""
        names = self._names
        statement = f"DELETE FROM {names.queue_table_log} WHERE created < now() - $1::interval"
        await self._pool.execute(statement, KEPT)

    async def waiting(self) -> int:
        """Return how many jobs wait for a worker."""
        return sum(
            each.count for each in await self._queries.queue_size() if each.status == "queued"
        )

    async def close(self) -> None:
        """Close the connections."""
        try:
            async with asyncio.timeout(_CLOSING):
                await self._pool.close()
        except TimeoutError:
            self._pool.terminate()
