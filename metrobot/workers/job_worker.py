"""A worker at work: it takes jobs from the queue, one after the other, until it is told to end."""

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
"""Seconds that what has begun may still take when the worker is to end."""
KEPT: Final = timedelta(hours=1)
"""How long jobs are kept that nobody has asked about again: reviews are kept with their games."""
TIDIED_EVERY: Final = 600.0
_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 60.0
"""Seconds before the queue is tried again: twice as many each time."""

Way: TypeAlias = Callable[[bytes], Awaitable[bytes]]
"""Returns what came of a job, as it is sent back."""


@dataclass(eq=False)
class JobWorker:
    """Does jobs.

    Attributes:
        store: where they are written down.
        queue: brings them.
        ways: how they are done, by their kinds.
        clock: tells the time.
        places: how many turns are thought out at the same time.
    """

    store: Store
    queue: JobQueue
    ways: Mapping[JobKind, Way]
    clock: Clock
    places: int
    _end: asyncio.Event = field(default_factory=asyncio.Event, init=False)
    _is_broken: bool = field(default=False, init=False)

    def end(self) -> None:
        """Begin nothing new, and end."""
        self._end.set()

    async def work(self) -> None:
        """Do jobs until told to end; where the database is away, wait for it."""
        pause = _FIRST_PAUSE
        while not self._end.is_set():
            begun = self.clock.monotonic()
            try:
                await self._serve()
            except DatabaseTroubleError as error:
                log.error("%s", error)  # noqa: TRY400 -- one line says all
            except Exception as error:  # each driver raises errors of its own
                log.error("The queue broke (%s)", type(error).__name__)  # noqa: TRY400 -- likewise
                self._is_broken = True
            if self.clock.monotonic() - begun > _LONGEST_PAUSE:
                pause = _FIRST_PAUSE
            await _rest(self._end, pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _serve(self) -> None:
        """Do jobs on one connection to the queue.

        Raises:
            Exception: it is lost.
        """
        until = asyncio.Event()
        # Apart, since a review takes most of a minute: nothing else is to wait for it.
        places = {JobKind.TURN: max(2, self.places), JobKind.REVIEW: 2, JobKind.FILM: 2}
        serving = [self.queue.serve(kind, self.do, n, until) for kind, n in places.items()]
        tasks = [asyncio.create_task(each) for each in (*serving, self._tidy(until))]
        ending = asyncio.create_task(self._end.wait())
        try:
            await asyncio.wait({*tasks, ending}, return_when=asyncio.FIRST_COMPLETED)
            until.set()
            await asyncio.wait(tasks, timeout=2 * GRACE)
        finally:
            for task in (*tasks, ending):
                task.cancel()
            ended = await asyncio.gather(*tasks, ending, return_exceptions=True)
        for each in ended:
            if isinstance(each, Exception):
                raise each

    async def _tidy(self, until: asyncio.Event) -> None:
        """Remove what nobody needs any more, now and from time to time."""
        while not until.is_set():
            await self.store.clear_jobs(self.clock.now() - KEPT)
            await self.queue.tidy()
            if self._is_broken:
                log.warning(BACK)
                self._is_broken = False
            await _rest(until, TIDIED_EVERY)

    async def do(self, key: str) -> None:
        """Do one job, unless it is done, or nobody needs it any more.

        Raises:
            GivenBackError: another worker is to do it.
        """
        try:
            job = await self.store.take_job(key, self.clock.now())
            if job is None or job.asked is None:
                return
            found = await self._before_end(self.answer(job.kind, job.asked))
            if found is not None:
                await self.store.answer_job(key, found)
                return
            await self.store.give_back_job(key)
        except DatabaseTroubleError as error:
            log.error("%s", error)  # noqa: TRY400 -- one line says all
        raise GivenBackError

    async def answer(self, kind: str, asked: bytes) -> bytes:
        """Return what came of a job; what cannot be done is refused, and logged."""
        try:
            return await self.ways[JobKind(kind)](asked)
        except Exception as error:
            said = str(error) if isinstance(error, UndoneError) else type(error).__name__
            log.error("A job (%s) could not be done: %s", kind, said)  # noqa: TRY400 -- secrets
            return REFUSED

    async def _before_end(self, found: Awaitable[bytes]) -> bytes | None:
        """Return what something gives; None if the worker is to end before."""
        thinking = asyncio.ensure_future(found)
        ending = asyncio.create_task(self._end.wait())
        try:
            await asyncio.wait({thinking, ending}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({thinking}, timeout=GRACE)
            return thinking.result() if thinking.done() else None
        finally:
            for task in (ending, thinking):
                task.cancel()
            await asyncio.gather(thinking, ending, return_exceptions=True)


async def _rest(until: asyncio.Event, seconds: float) -> None:
    """Wait for so long, or until something is so."""
    with suppress(TimeoutError):
        await asyncio.wait_for(until.wait(), seconds)
