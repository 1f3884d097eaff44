"""Measure: python -m tests.bench [WHAT ... | --beside COMMIT] [--least]."""

import argparse
import asyncio
import inspect
import os
import subprocess
import sys
import traceback
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from typing import Final, TypeAlias

from tests.bench import (
    beside,
    comparing,
    confirming,
    crossing,
    crowding,
    filming,
    idling,
    judging,
    memory,
    mixed,
    pictures,
    playing,
    pressing,
    starting,
    storing,
    thinking,
    turns,
    waiting,
)
from tests.bench.measure import Row
from tests.bench.titles import MEASURED

Rows: TypeAlias = Row | Sequence[Row]
Measure: TypeAlias = Callable[[], Rows | Awaitable[Rows]]

SINGLE: Final[dict[str, tuple[Measure, ...]]] = {
    # First, as it measures the memory of the process after it.
    "mixed": (mixed.measure,),
    "pictures": tuple(partial(pictures.measure, title) for title in MEASURED),
    "turns": tuple(partial(turns.measure, title) for title in MEASURED),
    "films": tuple(partial(filming.measure, title) for title in MEASURED),
    "presses": tuple(partial(pressing.measure, each.widest) for each in MEASURED.values()),
    "confirm": (confirming.measure,),
    "way": tuple(partial(crossing.measure, title) for title in MEASURED),
    "store": (storing.measure,),
    "idle": (idling.measure,),
    "thinking": (thinking.measure,),
    "waiting": (waiting.measure,),
    "compares": (comparing.measure,),
    "games": tuple(partial(playing.measure, title) for title in MEASURED),
    "crowds": (crowding.measure,),
    "pars": (judging.measure,),
    "memory": (memory.measure,),
}
"""What can be measured, by its name on the command line."""


def _rows(names: Sequence[str]) -> Iterator[list[Row]]:
    """Yield the rows of each measurement once it is done; none where it fails."""
    for measure in (each for name in names for each in SINGLE[name]):
        try:
            found = measure()
            rows = asyncio.run(_awaited(found)) if inspect.isawaitable(found) else found
        except Exception:
            traceback.print_exc()
            rows = []
        assert isinstance(rows, Row | Sequence)
        yield [rows] if isinstance(rows, Row) else list(rows)


async def _awaited(found: Awaitable[Rows]) -> Rows:
    return await found


def main() -> int:
    """Print each row when it is measured; return 1 if one is missing or beyond its limit."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="WHAT", help=f"of {', '.join(SINGLE)}")
    parser.add_argument("--beside", metavar="COMMIT", help="the same with its tree, as ratios")
    parser.add_argument("--least", action="store_true", help="everything once, to see that it runs")
    given = parser.parse_args()
    if unknown := set(given.names) - SINGLE.keys():
        parser.error(f"nothing called {', '.join(sorted(unknown))} can be measured")
    if given.least and "BENCH_LEAST" not in os.environ:
        # Sizes are constants of modules that are imported by now.
        again = [sys.executable, "-m", "tests.bench", *sys.argv[1:]]
        return subprocess.run(again, env={**os.environ, "BENCH_LEAST": "1"}, check=False).returncode
    if given.beside:
        measured = beside.rows_beside(given.beside)
    else:
        print(f"start to ready: {starting.measure()}")
        measured = _rows(given.names or list(SINGLE))
    print("what | ratio | at most", flush=True)
    count = within = missing = 0
    for rows in measured:
        missing += not rows
        for row in rows:
            count, within = count + 1, within + row.is_within
            print(row, *row.times, sep="\n    ", flush=True)
    total = count + missing
    print(f"{within} of {total} within their limit" + f", {missing} failed" * bool(missing))
    return int(within < total)


if __name__ == "__main__":
    sys.exit(main())
