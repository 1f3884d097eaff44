"""A worker at work: it takes jobs from the queue, one after the other, until it is told to end."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Final, Protocol

from metrobot.service.model.clock import Clock
from metrobot.service.ports import JobKind
from metrobot.store.db.errors import DatabaseTroubleError
from metrobot.store.statements.jobs import GivenBackError
from metrobot.store.store import Store

log = logging.getLogger(__name__)

GRACE: Final = 6.0
"""Seconds that what has begun may still take when the worker is to end."""
KEPT: Final = timedelta(hours=1)
"""How long jobs are kept that nobody has asked about again: reviews are kept with their games."""
TIDIED_EVERY: Final = 600.0
_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 60.0
"""Seconds before the queue is tried again: twice as many each time."""


class JobSource(Protocol):
    """Where jobs come from."""

    async def serve(
        self,
        kinds: Sequence[str],
        do: Callable[[str], Awaitable[None]],
        places: int,
        until: asyncio.Event,
    ) -> None:
        """Have jobs done until something is so."""

    async def tidy(self) -> None:
        """Remove what is noted of jobs that were done a while ago."""


class JobWorker:
    """Does jobs.

    Args:
        store: where they are written down.
        source: where they come from.
        think: does one: its kind, what was asked, what came of it; it never fails.
        clock: tells the time.
        places: how many turns are thought out at the same time.
    """

    def __init__(
        self,
        store: Store,
        source: JobSource,
        think: Callable[[str, bytes], Awaitable[bytes]],
        clock: Clock,
        places: int,
    ) -> None:
        self._store = store
        self._source = source
        self._think = think
        self._clock = clock
        self._places = max(2, places)
        self._end = asyncio.Event()

    def end(self) -> None:
        """Begin nothing new, and end."""
        self._end.set()

    async def work(self) -> None:
        """Do jobs until told to end; where the database is away, wait for it."""
        pause = _FIRST_PAUSE
        while not self._end.is_set():
            begun = self._clock.monotonic()
            try:
                await self._serve()
            except DatabaseTroubleError as error:
                log.error("%s", error)  # noqa: TRY400 -- one line says all
            except Exception as error:  # each driver raises errors of its own
                log.error("The queue broke (%s)", type(error).__name__)  # noqa: TRY400 -- likewise
            if self._clock.monotonic() - begun > _LONGEST_PAUSE:
                pause = _FIRST_PAUSE
            if not self._end.is_set():
                await _rest(self._end, pause)
                pause = min(2 * pause, _LONGEST_PAUSE)

    async def _serve(self) -> None:
        """Do jobs on one connection to the queue.

        Raises:
            Exception: it is lost.
        """
        until = asyncio.Event()
        tasks = [
            # Apart, since a review takes most of a minute: nothing else is to wait for it.
            asyncio.create_task(self._source.serve([JobKind.TURN], self.do, self._places, until)),
            asyncio.create_task(self._source.serve([JobKind.REVIEW], self.do, 2, until)),
            asyncio.create_task(self._source.serve([JobKind.FILM], self.do, 2, until)),
            asyncio.create_task(self._tidy(until)),
            asyncio.create_task(self._end.wait()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            until.set()
            await asyncio.wait(tasks[:-1], timeout=2 * GRACE)
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        for each in ended:
            if isinstance(each, Exception):
                raise each

    async def _tidy(self, until: asyncio.Event) -> None:
        """Remove what nobody needs any more, now and from time to time."""
        while not until.is_set():
            await self._store.clear_jobs(self._clock.now() - KEPT)
            await self._source.tidy()
            await _rest(until, TIDIED_EVERY)

    async def do(self, key: str) -> None:
        """Do one job, unless it is done, or nobody needs it any more.

        Raises:
            GivenBackError: another worker is to do it.
        """
        try:
            job = await self._store.take_job(key, self._clock.now())
            if job is None or job.asked is None:
                return
            found = await self._thought(job.kind, job.asked)
            if found is None:
                await self._store.give_back_job(key)
            else:
                await self._store.answer_job(key, found)
                return
        except DatabaseTroubleError as error:
            log.error("%s", error)  # noqa: TRY400 -- one line says all
        raise GivenBackError

    async def _thought(self, kind: str, asked: bytes) -> bytes | None:
        """Return what came of a job; None if the worker is to end before."""
        thinking = asyncio.create_task(_awaited(self._think(kind, asked)))
        ending = asyncio.create_task(self._end.wait())
        try:
            await asyncio.wait({thinking, ending}, return_when=asyncio.FIRST_COMPLETED)
            if not thinking.done():
                await asyncio.wait({thinking}, timeout=GRACE)
            return thinking.result() if thinking.done() else None
        finally:
            ending.cancel()
            thinking.cancel()
            await asyncio.gather(thinking, ending, return_exceptions=True)


async def _awaited(found: Awaitable[bytes]) -> bytes:
    """Return what something awaitable gives."""
    return await found


async def _rest(until: asyncio.Event, seconds: float) -> None:
    """Wait for so long, or until something is so."""
    try:
        await asyncio.wait_for(until.wait(), seconds)
    except TimeoutError:
        return
