"""What it takes to find out what a line of the day is worth: a network, and a whole map.

It is done where the bot does it, in the process for what takes long.
"""

import asyncio
import os
import time
from typing import Final, NamedTuple
from unittest.mock import patch

from metrobot.service.daily import timetable
from metrobot.service.ports import Par, ParJob
from metrobot.thinking import pars
from metrobot.thinking.analysis import AnalysisProcess
from metrobot.thinking.pool import Priority
from tests.bench.measure import Row, some
from tests.load.system import megabytes

LINES: Final = dict([("a network", 328), ("a whole map", 326)][: some(2, 1)])
"""Numbers of lines, by what they are played on."""
GAMES: Final = some(pars.GAMES, 1)
"""Of each computer on a line."""
SECONDS: Final = 50.0
MEGABYTES: Final = 80.0


class Taken(NamedTuple):
    """CPU and memory that a process has used so far."""

    seconds: float
    megabytes: float


def taken() -> Taken:
    """Return the CPU and memory that this process has used."""
    return Taken(time.process_time(), megabytes(os.getpid(), peak=True))


async def judged(number: int) -> tuple[Par, Taken, Taken]:
    """Return a line's par, and the usage of the process before and after."""
    map_ = timetable.map_of(number)
    job = ParJob(number, map_, number.to_bytes(32, "big"), (str(number), "1"))
    analysis = AnalysisProcess()
    analysis.jobs = 1  # it stays, to be asked
    try:
        before = await analysis.run(Priority.PAR, taken)
        with patch(f"{AnalysisProcess.__module__}.GAMES", GAMES):
            par = await analysis.judge(job)
        return par, before, await analysis.run(Priority.PAR, taken)
    finally:
        analysis.close()


async def measure() -> list[Row]:
    rows, most = list[Row](), list[Taken]()
    for what, number in LINES.items():
        par, before, after = await judged(number)
        most.append(after)
        said = f"line {number}, {timetable.map_of(number)}: par {par.par}, best {par.best}"
        seconds = after.seconds - before.seconds
        rows.append(
            Row(f"CPU to find out what a line is worth, {what}", seconds, SECONDS, " s", (said,))
        )
    peak = max(each.megabytes for each in most)
    times = (f"{before.megabytes:.0f} MB before it has begun",)
    return [*rows, Row("peak memory of the process that does so", peak, MEGABYTES, " MB", times)]


if __name__ == "__main__":
    for row in asyncio.run(measure()):
        print(row, *row.times, sep="\n  ")
