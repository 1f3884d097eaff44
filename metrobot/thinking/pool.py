"""Processes in which computers think: started when they are needed, ended with the bot.

Jobs wait in front of the pool and come one by one, by person and game, hints
and turns by turns, so that nobody holds up all others. A job that has begun is
not interrupted: what takes long needs a pool of its own. Jobs of a process that
dies are done again, in new processes.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum
from itertools import count
from threading import Thread
from typing import Final, TypeVar

from cachetools import LRUCache

from metrobot.players.levels import ADVISERS
from metrobot.processors import usable
from metrobot.service.ports import ChoiceJob, ChosenAction, Hint, HintJob
from metrobot.thinking.choice import choose_action
from metrobot.thinking.hint import hint_for
from metrobot.vitals.listener import UNHEARD, Vitals
from metrobot.vitals.memory import give_back_large_blocks

_REMEMBERED: Final = 1_000
"""Most people and games whose last place is remembered."""
log = logging.getLogger(__name__)
T = TypeVar("T")
_HAS_PLACE: ContextVar[bool] = ContextVar("has_place", default=False)
"""Whether the present task belongs to a turn that already holds a place."""
NICE: Final = 10
"""Niceness of the processes."""
TRIES: Final = 3
"""Attempts at a job whose process dies; it may be the job that kills it."""


def _settle_down(nice: int) -> None:
    give_back_large_blocks()
    if hasattr(os, "nice"):  # Windows has none
        os.nice(nice)
    # Ctrl-C is for the bot, which then ends its processes; one that is killed cannot: so they
    # watch it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, name="end with the bot", daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        # sys.exit would end this thread alone.
        os._exit(0)


@dataclass(frozen=True, slots=True)
class _Waiting:
    """Task that waits for a place of a FairSemaphore."""

    rank: int
    turn: int
    """Round of the place: higher the later its owner last had one."""
    number: int
    """Order of arrival."""
    kind: Hashable
    called: asyncio.Future[None]


class FairSemaphore:
    """Semaphore that gives nobody a second place while others wait.

    Lower ranks go before higher ones; within a rank, kinds alternate.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[_Waiting] = []
        self._numbers = count()
        self._round = 0
        self._last_kind: Hashable = None
        self._last_rounds: LRUCache[Hashable, int] = LRUCache(_REMEMBERED)

    @property
    def waiting(self) -> int:
        """Number of tasks that wait for a place."""
        return sum(not waiter.called.done() for waiter in self._waiting)

    @asynccontextmanager
    async def one(
        self, rank: int, who: Hashable = None, kind: Hashable = None
    ) -> AsyncIterator[None]:
        """Hold a place.

        Args:
            rank: lower ones go before higher ones.
            who: owner of the place, such as a person or a game; None: no particular one.
            kind: of work, such as a hint or a turn; many of one kind do not hold up another.
        """
        await self._enter(rank, who, kind)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, rank: int, who: Hashable, kind: Hashable) -> None:
        # Who has not asked for long begins in the present round, and has no earlier turns saved up.
        turn = max(self._round, self._last_rounds.get(who, -1) + 1)
        if who is not None:
            self._last_rounds[who] = turn
        if self._free:
            self._free -= 1
            self._last_kind = kind
            return
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(rank, turn, next(self._numbers), kind, called))
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                # It was given a place at the same moment: hand it on, or it would be lost.
                self._leave()
            raise

    def _leave(self) -> None:
        """Hand a place on to the next task that still waits."""
        # Those who have stopped waiting are still in the list.
        self._waiting = [task for task in self._waiting if not task.called.done()]
        if not self._waiting:
            self._free += 1
            return
        first = min(
            self._waiting,
            key=lambda task: (task.rank, task.kind == self._last_kind, task.turn, task.number),
        )
        self._round = max(self._round, first.turn)
        self._last_kind = first.kind
        first.called.set_result(None)


class Priority(IntEnum):
    """Order in which jobs get a process: the lowest first."""

    HINT = 0
    """One person waits for it; hints alternate with turns."""
    TURN = 1
    """A table waits for it; turns alternate with hints."""
    COMPARE = 2
    """Part of a comparison, for which somebody waits some seconds."""
    FILM = 3
    """Somebody waits for it, and knows that it takes a while."""
    REVIEW = 4
    """Somebody has asked for it; it may take most of a minute."""
    PAR = 5
    """Nobody waits for it: the par of a line of the day."""


# In a thread, thinking would share one processor with the event loop:
# docs/decisions/computers-at-the-table.md.
class Pool:
    """Thinks in processes of its own.

    Args:
        workers: number of processes; None: one for each processor that it may use but one.
        vitals: is told of each job that is done.
        nice: niceness of the processes.
    """

    def __init__(
        self, workers: int | None = None, vitals: Vitals = UNHEARD, nice: int = NICE
    ) -> None:
        self.workers = workers or max(1, usable() - 1)
        self._vitals = vitals
        self._nice = nice
        self._places = FairSemaphore(self.workers)
        self._executor: ProcessPoolExecutor | None = None

    @property
    def waiting(self) -> int:
        """Number of jobs that wait for a process."""
        return self._places.waiting

    async def decide(self, job: ChoiceJob) -> ChosenAction:
        """Return a computer's choice."""
        if _HAS_PLACE.get():
            return await self._timed(Priority.TURN, choose_action, job)
        return await self.run(Priority.TURN, choose_action, job)

    @asynccontextmanager
    async def turn(self, game: int) -> AsyncIterator[None]:
        """Keep a place for all choices of a game's computers: a turn under way waits no more."""
        async with self._places.one(Priority.TURN, ("game", game), Priority.TURN):
            token = _HAS_PLACE.set(True)
            try:
                yield
            finally:
                _HAS_PLACE.reset(token)

    def knows(self, title: str) -> bool:
        """Return whether it can give hints in games of a title."""
        return title in ADVISERS

    async def find_hint(self, job: HintJob) -> Hint | None:
        """Return a hint, or None if all were shown."""
        return await self.run(Priority.HINT, hint_for, job, who=("person", job.person))

    async def run(
        self, rank: Priority, work: Callable[..., T], /, *arguments: object, who: Hashable = None
    ) -> T:
        """Return the result of a function in another process.

        Args:
            rank: priority of the job.
            work: a function of a module.
            arguments: its arguments, which can be pickled.
            who: waits for it, such as a person; owners take turns.

        Raises:
            BrokenProcessPool: the process died each time.
        """
        # Hints and turns have one rank, so that their kinds alternate.
        async with self._places.one(max(rank, Priority.TURN), who, rank):
            return await self._timed(rank, work, *arguments)

    async def _timed(self, rank: Priority, work: Callable[..., T], *arguments: object) -> T:
        """Return the result of a function in another process, in a new one if it dies."""
        start, loop = time.perf_counter(), asyncio.get_running_loop()
        for tries_left in reversed(range(TRIES)):
            executor = self._executor = self._executor or self._new_executor()
            try:
                result = await loop.run_in_executor(executor, work, *arguments)
            except BrokenProcessPool:
                # Another job may have replaced the broken executor already.
                if self._executor is executor:
                    self.close()
                if not tries_left:
                    raise
                log.warning("a process in which computers think has died: once more")
            else:
                self._vitals.thought(rank.name.lower(), time.perf_counter() - start)
                return result
        raise AssertionError("the last try returns or raises")

    def _new_executor(self) -> ProcessPoolExecutor:
        # Not forked: a fork would begin with copies of locks that nobody in it releases.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, context, _settle_down, (self._nice,))

    def close(self) -> None:
        """Let the processes end, without waiting for them."""
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(wait=False, cancel_futures=True)
