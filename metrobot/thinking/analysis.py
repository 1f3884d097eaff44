"""Reviews and pars: what takes long, in a process of its own."""

import random
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from statistics import median_low
from typing import Final, TypeVar

from metrobot.games.registry import TITLES
from metrobot.players.analysis.course import course_of
from metrobot.players.analysis.review import LENSES, analyse, go_on
from metrobot.players.analysis.review_json import dump_review, load_review
from metrobot.service.ports import Par, ParJob, ReviewJob
from metrobot.thinking.pars import GAMES, POLICY, best_score, line_score
from metrobot.thinking.pool import Pool, Priority
from metrobot.vitals.listener import UNHEARD, Vitals

T = TypeVar("T")

LAST: Final = 19
"""Largest niceness of a process."""


def review_game(job: ReviewJob) -> str:
    """Return the review of a game, as it is stored."""
    if job.title not in LENSES:
        return dump_review(None)
    title = TITLES[job.title]
    course, start = course_of(title, title.initial_state(job.rules), job.events), time.thread_time()

    def used() -> float:
        return (time.thread_time() - start) / job.seconds if job.seconds else 1.0

    def dice(name: str) -> random.Random:
        return random.Random(f"{job.seed.hex()}:{name}")

    earlier = load_review(job.earlier) if job.earlier else None
    if earlier is not None:
        return dump_review(go_on(earlier, course, dice, used))
    return dump_review(analyse(course, dice, used))


# A review takes most of a minute and cannot be interrupted; no hint or turn may wait for it.
class AnalysisProcess(Pool):
    """Makes reviews and pars, one at a time, in a process of its own.

    The process ends when there is nothing more to do.

    Args:
        vitals: is told of each job that is done.
        nice: niceness of the process.

    Attributes:
        jobs: number of those that are done, wait, or keep the process.
    """

    def __init__(self, vitals: Vitals = UNHEARD, nice: int = LAST) -> None:
        super().__init__(1, vitals, nice)
        self.jobs = 0

    async def review(self, job: ReviewJob) -> str:
        """Return the review of a game, as it is stored.

        Raises:
            BrokenProcessPool: the process died each time.
        """
        return await self.run(Priority.REVIEW, review_game, job, who=("person", job.person))

    async def judge(self, job: ParJob) -> Par:
        """Return the par of a line of the day.

        Raises:
            BrokenProcessPool: the process died each time.
        """
        # Game by game, so that a review waits for one of them at most.
        scores = {
            level: [
                await self.run(Priority.PAR, line_score, job, level, game) for game in range(GAMES)
            ]
            for level in ("strong", "easy", "fair")
        }
        best = await self.run(Priority.PAR, best_score, job)
        par, easy, fair = (median_low(values) for values in scores.values())
        # The search does not try everything: a computer may have found more.
        return Par(par, easy, max(best, *scores["strong"], *scores["fair"]), POLICY, fair)

    async def run(
        self, rank: Priority, work: Callable[..., T], /, *arguments: object, who: Hashable = None
    ) -> T:
        """Return the result of a function in the process, which ends after the last one."""
        with self.kept():
            return await super().run(rank, work, *arguments, who=who)

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Let the process go on until the block ends."""
        self.jobs += 1
        try:
            yield
        finally:
            self.jobs -= 1
            if not self.jobs:
                # It holds tens of megabytes, and may not be needed for hours.
                self.close()
