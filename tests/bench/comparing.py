"""The wait for a hint that is asked while thirty people compare turns.

Where the bot thinks, with no answer remembered. Seconds are those of a busy clock, so the time of
a fixed loop of Python stands beside them; nothing is held to them.
"""

import asyncio
import time
from collections.abc import Awaitable
from dataclasses import replace
from math import inf
from statistics import median
from typing import Final
from unittest.mock import patch

from metrobot.service.ports import CompareJob, HintJob
from metrobot.thinking import comparing
from metrobot.thinking.analysis import AnalysisProcess
from metrobot.thinking.comparing import Comparing
from metrobot.thinking.pool import Pool, Priority
from tests.bench.measure import LEAST, Row, p95, some
from tests.league.judged import random_job
from tests.league.measures import loop

WHAT: Final = "a hint asked while thirty people compare turns"
ASKING: Final = some(30, 2)
LATER: Final = 1.0
"""Seconds after which the hint is asked: all comparisons are in the queue by then."""
GAMES: Final = {
    title: dict.fromkeys(games, comparing.BATCH[title]) if LEAST else games
    for title, games in comparing.GAMES.items()
}


async def measure() -> Row:
    """Return the line of the table."""
    jobs = [replace(random_job("beside", number), person=number) for number in range(ASKING)]
    pool, room = Pool(), AnalysisProcess()
    asked, hint = Comparing(pool, room), _hint_of(jobs[0])
    loops = [loop() for _ in range(3)]
    try:
        await pool.run(Priority.TURN, abs, 1)  # processes are there
        alone = await _timed(pool.find_hint(hint))
        with patch(f"{comparing.__name__}.GAMES", GAMES):
            waiting = [asyncio.create_task(_timed(asked.compare(job))) for job in jobs]
            await asyncio.sleep(LATER)
            among = await _timed(pool.find_hint(hint))
            before = sum(each.done() for each in waiting)
            seconds = await asyncio.gather(*waiting)
    finally:
        pool.close()
        room.close()
    each = median([*loops, *(loop() for _ in range(3))])
    times = (
        f"in loops of `sum(range(10**6))`, {each * 1000:.1f} ms each: {among / each:.0f},"
        f" alone {alone / each:.0f}; {before} of {ASKING} comparisons were answered by then",
        f"the comparisons: p95 {p95(seconds) / each:.0f} loops, {p95(seconds):.1f} s by the clock",
    )
    return Row(WHAT, among, inf, " s", times)


async def _timed(answer: Awaitable[object]) -> float:
    """Return the seconds until an answer is there."""
    start = time.perf_counter()
    await answer
    return time.perf_counter() - start


def _hint_of(job: CompareJob) -> HintJob:
    """Return the question for a hint in the same turn."""
    return HintJob(job.title, job.view, job.seat, (), (), b"beside", person=-1)


if __name__ == "__main__":
    row = asyncio.run(measure())
    print(row, *row.times, sep="\n  ")
