"""Comparison of two ways to play a turn: many short jobs, so that no hint waits for long."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from metrobot.games.registry import TITLES
from metrobot.players.analysis.duels import Duel, Mover, paired_ends
from metrobot.players.analysis.facts import Estimate
from metrobot.players.analysis.review import LENSES
from metrobot.players.analysis.traces import Means
from metrobot.players.contract import PlayoutEnd
from metrobot.service.ports import CompareJob, Comparison, Interval
from metrobot.thinking.analysis import AnalysisProcess
from metrobot.thinking.pool import Pool, Priority

GAMES: Final = {"metrolijn": 400, "metromania": 60, "underground": 60}
"""Games played on for each way, by title: with the most seats they take eight seconds at most."""
BATCH: Final = {"metrolijn": 40, "metromania": 2, "underground": 4}
"""Of these in one job, which takes less than a second."""


def played_pairs(job: CompareJob, first: int) -> list[tuple[PlayoutEnd, ...]]:
    """Return the ends of a batch of games, of either way, from the first of them on."""
    title = TITLES[job.title]
    player = title.player_of(job.view.rules, job.seat)
    mover = Mover(job.seat, player, job.view, job.turn)

    def dice(name: str) -> random.Random:
        return random.Random(f"{job.seed.hex()}:{name}")

    means = Means(title, LENSES[job.title], dice, lambda: 0.0)
    numbers = range(first, min(first + BATCH[job.title], GAMES[job.title]))
    # The dice of a review: of one turn it says the same.
    two = (job.other, job.played)
    return [tuple(paired_ends(mover, two, means, "duel", number)) for number in numbers]


def compared(job: CompareJob) -> Comparison:
    """Return the comparison of two ways to play a turn, in whatever process this is called."""
    return _judged(job, {first: played_pairs(job, first) for first in _batches(job)})


def _batches(job: CompareJob) -> range:
    return range(0, GAMES[job.title], BATCH[job.title])


def _judged(job: CompareJob, ends: dict[int, list[tuple[PlayoutEnd, ...]]]) -> Comparison:
    player, duel = TITLES[job.title].player_of(job.view.rules, job.seat), Duel()
    # In their order, so that sums are rounded alike wherever the games were played.
    for first in sorted(ends):
        for other_end, played_end in ends[first]:
            duel.add(other_end, played_end, player)
    other, played = map(_interval, duel.worths())
    return Comparison(
        played, other, _interval(duel.worth()), tuple(duel.differences()), duel.gain.count
    )


def _interval(estimate: Estimate) -> Interval:
    return Interval(estimate.value, estimate.low, estimate.high)


@dataclass(frozen=True)
class Comparing:
    """Compares ways to play a turn in processes.

    Attributes:
        pool: thinks for hints and turns, which go first.
        room: makes reviews; it helps while there are none.
    """

    pool: Pool
    room: AnalysisProcess

    async def compare(self, job: CompareJob) -> Comparison:
        """Return the comparison of two ways to play a turn.

        Raises:
            BrokenProcessPool: a process died each time.
        """
        batches, ends = iter(_batches(job)), dict[int, list[tuple[PlayoutEnd, ...]]]()

        async def work(pool: Pool, is_free: Callable[[], bool]) -> None:
            while is_free() and (first := next(batches, None)) is not None:
                ends[first] = await pool.run(
                    Priority.COMPARE, played_pairs, job, first, who=("person", job.person)
                )

        workers = [work(self.pool, lambda: True) for _ in range(self.pool.workers)]
        with self.room.kept():
            # A review that has come meanwhile takes a minute, for which no batch is to wait.
            await asyncio.gather(*workers, work(self.room, lambda: self.room.jobs == 1))
        return _judged(job, ends)
