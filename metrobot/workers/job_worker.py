"""Worker: takes jobs from the queue until it is told to end."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final, TypeAlias

from metrobot.service.model.clock import Clock
from metrobot.service.ports import JobKind
from metrobot.store.db.errors import BACK, DatabaseTroubleError
from metrobot.store.statements.jobs import GivenBackError
from metrobot.store.store import Store
from metrobot.workers.answers import REFUSED, UndoneError
from metrobot.workers.job_broker import JobQueue

log = logging.getLogger(__name__)

GRACE: Final = 6.0
"""Seconds that jobs under way may still take when the worker has to end."""
KEPT: Final = timedelta(hours=1)
"""Time for which jobs are kept; reviews are kept longer, with their games."""
TIDIED_EVERY: Final = 600.0
_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 60.0
"""Longest pause in seconds before the queue is tried again; pauses double each time."""

Way: TypeAlias = Callable[[bytes], Awaitable[bytes]]
"""Does a job, and returns the answer as it is sent back."""


@dataclass(eq=False)
class JobWorker:
    """Does jobs.

    Attributes:
        store: keeps jobs and answers.
        queue: brings keys of jobs.
        ways: functions that do jobs, by kind.
        clock: tells the time.
        places: most turns at the same time.
    """

    store: Store
    queue: JobQueue
    ways: Mapping[JobKind, Way]
    clock: Clock
    places: int
    _end: asyncio.Event = field(default_factory=asyncio.Event, init=False)
    _is_broken: bool = field(default=False, init=False)

    def end(self) -> None:
        """Take no new jobs, and end."""
        self._end.set()

    async def work(self) -> None:
        """Do jobs until told to end; if the database is away, wait for it."""
        pause = _FIRST_PAUSE
        while not self._end.is_set():
            start = self.clock.monotonic()
            try:
                await self._serve()
            except DatabaseTroubleError as error:
                log.error("%s", error)  # noqa: TRY400 -- one line says all
            except Exception as error:  # each driver has errors of its own
                log.error("The queue broke (%s)", type(error).__name__)  # noqa: TRY400 -- likewise
                self._is_broken = True
            # It has worked for a while, so this is another trouble than the last one.
            if self.clock.monotonic() - start > _LONGEST_PAUSE:
                pause = _FIRST_PAUSE
            await _rest(self._end, pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _serve(self) -> None:
        until = asyncio.Event()
        # Kind by kind: a review takes most of a minute, and nothing else may wait for it.
        places = {**dict.fromkeys(JobKind, 2), JobKind.TURN: max(2, self.places)}
        serving = [self.queue.serve(kind, self.do, n, until) for kind, n in places.items()]
        tasks = [asyncio.create_task(coroutine) for coroutine in (*serving, self._tidy(until))]
        ending = asyncio.create_task(self._end.wait())
        try:
            await asyncio.wait({*tasks, ending}, return_when=asyncio.FIRST_COMPLETED)
            until.set()
            await asyncio.wait(tasks, timeout=2 * GRACE)
        finally:
            for task in (*tasks, ending):
                task.cancel()
            results = await asyncio.gather(*tasks, ending, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                raise result

    async def _tidy(self, until: asyncio.Event) -> None:
        """Remove old jobs and old entries of the log, now and every ten minutes."""
        while not until.is_set():
            await self.store.jobs.clear(self.clock.now() - KEPT)
            await self.queue.tidy()
            # Both statements have gone through, so database and queue work again.
            if self._is_broken:
                log.warning(BACK)
                self._is_broken = False
            await _rest(until, TIDIED_EVERY)

    async def do(self, key: str) -> None:
        """Do one job, unless it is done or nobody needs it any more.

        Raises:
            GivenBackError: another worker has to do it.
        """
        try:
            job = await self.store.jobs.take(key, self.clock.now())
            if job is None or job.asked is None:
                return
            answer = await self._before_end(self.answer(job.kind, job.asked))
            if answer is not None:
                await self.store.jobs.answer(key, answer)
                return
            await self.store.jobs.give_back(key)
        except DatabaseTroubleError as error:
            log.error("%s", error)  # noqa: TRY400 -- one line says all
        raise GivenBackError

    async def answer(self, kind: str, data: bytes) -> bytes:
        """Return the answer to a job; refuse and log one that cannot be done."""
        try:
            return await self.ways[JobKind(kind)](data)
        except Exception as error:
            cause = str(error) if isinstance(error, UndoneError) else type(error).__name__
            log.error("A job (%s) could not be done: %s", kind, cause)  # noqa: TRY400 -- secrets
            return REFUSED

    async def _before_end(self, work: Awaitable[bytes]) -> bytes | None:
        """Return the result of some work; None if the worker has to end before."""
        thinking = asyncio.ensure_future(work)
        ending = asyncio.create_task(self._end.wait())
        try:
            await asyncio.wait({thinking, ending}, return_when=asyncio.FIRST_COMPLETED)
            # Told to end: a turn may be done in a moment, and would be begun again elsewhere.
            await asyncio.wait({thinking}, timeout=GRACE)
            return thinking.result() if thinking.done() else None
        finally:
            for task in (ending, thinking):
                task.cancel()
            await asyncio.gather(thinking, ending, return_exceptions=True)


async def _rest(until: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(until.wait(), seconds)
