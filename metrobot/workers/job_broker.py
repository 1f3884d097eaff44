"""Jobs for workers: requested here, done elsewhere, or done here if no worker does."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol
from weakref import WeakValueDictionary

from metrobot.service.model.clock import Clock
from metrobot.service.ports import JobId, JobKind, JobTimeouts
from metrobot.store.db.errors import DatabaseTroubleError
from metrobot.store.db.signals import StoreListener
from metrobot.store.open import UnusableDatabaseError, first_line, shown_address
from metrobot.store.statements.jobs import JobRow
from metrobot.store.store import Store

if TYPE_CHECKING:
    from metrobot.workers.job_queue import PgJobQueue

log = logging.getLogger(__name__)

LOOK: Final = 1.0
"""Seconds after which an answer is looked for, in case its notification was lost."""
REST: Final = 30.0
"""Seconds without requests to workers after none has begun in time."""


class JobQueue(Protocol):
    """Queue that brings keys of jobs to workers; see `PgJobQueue` for its methods."""

    async def put(self, kind: str, key: str) -> None:
        """Have a job done by a worker, unless it waits or is being done already."""

    async def serve(
        self, kind: str, do: Callable[[str], Awaitable[None]], places: int, until: asyncio.Event
    ) -> None:
        """Do jobs of a kind until an event is set."""

    async def tidy(self) -> None:
        """Remove old entries of the log of jobs."""


@dataclass(eq=False)
class DatabaseJobBroker(StoreListener):
    """Leaves jobs to workers that share the database.

    A table must never stand still for want of a worker: a job that none begins or
    finishes in time is done by whoever asked.
    """

    store: Store
    queue: JobQueue
    clock: Clock
    _awaited: WeakValueDictionary[str, asyncio.Event] = field(
        default_factory=WeakValueDictionary, init=False
    )
    _in_vain: set[JobKind] = field(default_factory=set, init=False)
    _rest_until: dict[JobKind, float] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.store.signals.subscribe(self)

    async def request(self, job_id: JobId, body: bytes, patience: JobTimeouts) -> bytes | None:
        """Return the answer of a worker; None if the job has to be done here."""
        if self.clock.monotonic() < self._rest_until.get(job_id.work, -math.inf):
            return None
        row = JobRow(job_id.key, job_id.work, job_id.game, body)
        try:
            if await self.store.jobs.add(row, self.clock.now()):
                await self.queue.put(job_id.work, job_id.key)
            return await self._found(job_id, patience)
        except DatabaseTroubleError as error:
            self._note(job_id.work, str(error))
        except Exception as error:  # each driver has errors of its own
            self._note(job_id.work, f"the queue cannot be used ({type(error).__name__})")
        return None

    def _note(self, work: JobKind, why: str) -> None:
        """Request nothing of a kind from workers for a while, and log why, once."""
        if work not in self._in_vain:
            log.warning("Jobs (%s) are done here for now: %s", work, why)
        self._in_vain.add(work)
        self._rest_until[work] = self.clock.monotonic() + REST

    async def _found(self, job_id: JobId, patience: JobTimeouts) -> bytes | None:
        """Wait for an answer; return it, or None if waiting is of no use any more."""
        key, start, begin = job_id.key, self.clock.monotonic(), None
        while True:
            # Before the store is read: otherwise an answer just after that would wake nobody.
            answer_event = self._awaited.setdefault(key, asyncio.Event())
            job = await self.store.jobs.by_key(key)
            if job is None:
                return None  # the board has moved on
            if job.answer is not None:
                self._in_vain.discard(job_id.work)
                # A film is large, and needed only once.
                if job_id.work is JobKind.FILM:
                    await self.store.jobs.drop(key)
                return job.answer or None
            now = self.clock.monotonic()
            # Begun, or begun again by another worker: the time for finishing starts over.
            if job.taken_at != begin:
                start, begin = now, job.taken_at
            seconds_left = start + (patience.untaken if begin is None else patience.undone) - now
            if seconds_left <= 0:
                if begin is None:
                    self._note(job_id.work, "no worker has begun in time")
                # What is asked is as secret as a hand, and nobody waits for an answer any more.
                await self.store.jobs.drop(key)
                return None
            with suppress(TimeoutError):
                await asyncio.wait_for(answer_event.wait(), min(seconds_left, LOOK))

    def answered(self, key: str) -> None:
        """Wake all who wait for a job; everybody if the key is unknown (empty)."""
        for job_key in [key] if key else list(self._awaited):
            if (answer_event := self._awaited.pop(job_key, None)) is not None:
                answer_event.set()


async def open_queue(url: str, store: Store) -> "PgJobQueue":
    """Open the queue of jobs of a database that several processes share.

    Raises:
        UnusableDatabaseError: the package of the queue is not installed, or fails.
    """
    try:
        from metrobot.workers.job_queue import PgJobQueue  # noqa: PLC0415 -- only who has workers needs it
    except ImportError as error:
        line = f"Workers need what requirements/postgresql.txt names: {error}."
        raise UnusableDatabaseError(line, is_setting=True) from error
    queue = await PgJobQueue.open(url)
    try:
        async with store.advisory_lock("queue"):
            await queue.settle()
    except Exception as error:  # each driver has errors of its own
        await queue.close()
        cause = f"{type(error).__name__}: {first_line(error)}"
        line = f"The queue of {shown_address(url)} cannot be opened: {cause}."
        raise UnusableDatabaseError(line, is_setting=False) from error
    return queue
