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

GAMES: Final = {
    "metrolijn": {1: 1000, 2: 800, 3: 700, 4: 600, 5: 500, 6: 400, 7: 340, 8: 300},
    "metromania": {2: 40, 3: 40, 4: 36},
    "underground": {2: 60, 3: 60, 4: 60, 5: 60},
}
"""Games played on for each way, by title and number of players.

At the first turn, the longest, they take five seconds of a processor, in MetrOmania nine: so
within eight seconds on two of them. `docs/decisions/branches.md` has the figures.
"""
BATCH: Final = {"metrolijn": 40, "metromania": 2, "underground": 4}
"""Of these in one job, which takes less than a second."""


def _numbers(job: CompareJob) -> range:
    return range(GAMES[job.title][job.view.rules.players])


def played_pairs(job: CompareJob, first: int) -> list[tuple[PlayoutEnd, ...]]:
    """Return the ends of a batch of games, of either way, from the first of them on."""
    title = TITLES[job.title]
    player = title.player_of(job.view.rules, job.seat)
    mover = Mover(job.seat, player, job.view, job.turn)

    def dice(name: str) -> random.Random:
        return random.Random(f"{job.seed.hex()}:{name}")

    means = Means(title, LENSES[job.title], dice, lambda: 0.0)
    numbers = _numbers(job)[first : first + BATCH[job.title]]
    # The dice of a review: of one turn it says the same.
    two = (job.other, job.played)
    return [tuple(paired_ends(mover, two, means, "duel", number)) for number in numbers]


def compared(job: CompareJob) -> Comparison:
    """Return the comparison of two ways to play a turn, in whatever process this is called."""
    firsts = _numbers(job)[:: BATCH[job.title]]
    return _judged(job, {first: played_pairs(job, first) for first in firsts})


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
        firsts = iter(_numbers(job)[:: BATCH[job.title]])
        ends = dict[int, list[tuple[PlayoutEnd, ...]]]()

        async def work(pool: Pool, is_free: Callable[[], bool]) -> None:
            while is_free() and (first := next(firsts, None)) is not None:
                ends[first] = await pool.run(
                    Priority.COMPARE, played_pairs, job, first, who=("person", job.person)
                )

        workers = [work(self.pool, lambda: True) for _ in range(self.pool.workers)]
        with self.room.kept():
            # A review that has come meanwhile takes a minute, for which no batch is to wait.
            await asyncio.gather(*workers, work(self.room, lambda: self.room.jobs == 1))
        return _judged(job, ends)
