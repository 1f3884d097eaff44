"""Who draws: threads of this process, or processes of their own.

Threads share one processor for whatever is Python, with the event loop too;
processes share nothing, but each takes memory. So they are started when
pictures first queue up, and threads draw until they are there: a bot with a few
games never has them.
"""

import asyncio
import logging
import os
import pickle
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import count
from time import monotonic
from typing import Final, TypeVar

from metrobot.memory import give_back_holes
from metrobot.process_pool import process_pool

log = logging.getLogger(__name__)

T = TypeVar("T")

THREADS: Final = min(2, os.cpu_count() or 1)
"""So many of them draw. Pillow lets another one go on while it encodes."""
THREADS_USE: Final = 2
"""So many processors threads can use: they draw as many whole turns a second as processes."""
MOST: Final = 4
"""So many processes draw unless it is said otherwise."""
NICE: Final = 5
"""By so much they go behind the bot itself, which answers first; computers think behind both."""
GIVE_BACK: Final = 8
"""After so many pictures each process gives back to the system what they have left."""
LONG: Final = 6
"""With so many pictures waiting, processes are worth their memory."""
MOST_DEATHS: Final = 5
"""After so many deaths of processes only threads draw: there may be no memory for more."""
FORGOTTEN: Final = 3600.0
"""Seconds after which a death does not count any more."""


def fitting(processors: int | None) -> int:
    """Return how many processes draw on a machine with so many processors.

    Two are used by two threads as well, without the memory that processes take.

    Args:
        processors: None: nobody knows.
    """
    return 0 if processors is None or processors <= THREADS_USE else min(MOST, processors - 1)


class RenderPool:
    """Has pictures drawn, and all else done that must not hold up the event loop.

    Args:
        processes: how many of them draw; 0: only threads do.
        waiting: tells how many pictures wait.
    """

    def __init__(self, processes: int, waiting: Callable[[], int]) -> None:
        # Few threads: pictures queue up instead of taking all processors.
        self._threads = ThreadPoolExecutor(THREADS + 1, thread_name_prefix="artist")
        self._count = processes
        self._waiting = waiting
        self._processes: ProcessPoolExecutor | None = None
        self._first: list[Future[bytes]] = []
        self._deaths = list[float]()

    @property
    def hands(self) -> int:
        """How many pictures they draw at the same time; besides, one thread does other work."""
        return max(self._count, THREADS)

    def close(self) -> None:
        """Let threads and processes end."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._dismiss()
        self._count = 0

    async def work(self, job: Callable[[], T]) -> T:
        """Return what a job makes in a drawing thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, job)

    async def draw(self, picture: Callable[[], bytes]) -> bytes:
        """Return the file of a picture, drawn in a process if there is one, else in a thread.

        Args:
            picture: draws it.
        """
        sent = _packed(picture) if self._count else None
        if sent is None or (processes := self._ready(sent)) is None:
            return await self.work(partial(_drawn, picture))
        try:
            return await asyncio.get_running_loop().run_in_executor(processes, drawn, sent)
        except BrokenProcessPool:
            self._died(processes)
            return await self.work(partial(_drawn, picture))

    def _ready(self, sent: bytes) -> ProcessPoolExecutor | None:
        """Return the processes once they are ready; have them started when pictures queue up.

        Args:
            sent: a picture that each draws to begin with, so that it has read what that takes.
        """
        if self._processes is None and self._waiting() >= LONG:
            self._start(sent)
        return self._processes if all(first.done() for first in self._first) else None

    def _start(self, sent: bytes) -> None:
        """Have the processes started, each with a picture to begin with."""
        try:
            self._processes = process_pool(self._count, NICE)
            self._first = [self._processes.submit(drawn, sent) for _ in range(self._count)]
        except (OSError, BrokenProcessPool) as error:
            log.warning("threads draw, since no processes can be started: %s", error)
            self._count = 0

    def _died(self, processes: ProcessPoolExecutor) -> None:
        """Do without processes that have died; others come, but not for ever."""
        if self._processes is not processes:
            return  # another picture has told it before
        self._dismiss()
        now = monotonic()
        self._deaths = [each for each in self._deaths if now - each < FORGOTTEN] + [now]
        if len(self._deaths) >= MOST_DEATHS:
            self._count = 0
        log.warning(
            "a process that draws has died: %s",
            "others come when they are needed" if self._count else "from now on threads draw",
        )

    def _dismiss(self) -> None:
        """Let the processes end."""
        processes, self._processes = self._processes, None
        if processes is not None:
            processes.shutdown(wait=False, cancel_futures=True)


def _packed(picture: Callable[[], bytes]) -> bytes | None:
    """Return what draws a picture as it is sent to another process, None if it cannot be."""
    try:
        return pickle.dumps(picture)
    except (pickle.PicklingError, AttributeError, TypeError):
        return None


def drawn(sent: bytes) -> bytes:
    """Return the file of a picture, in a process that draws."""
    return _drawn(pickle.loads(sent))


_pictures: Final = count(1)


def _drawn(picture: Callable[[], bytes]) -> bytes:
    """Return the file of a picture; give back now and then what pictures have left."""
    file = picture()
    if next(_pictures) % GIVE_BACK == 0:
        give_back_holes()
    return file
