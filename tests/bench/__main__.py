"""Measure: python -m tests.bench."""

import asyncio
import sys

from tests.bench import (
    confirming,
    crowding,
    filming,
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


async def rows() -> list[Row]:
    """Return all lines of the table."""
    lines = [await pictures.measure(title) for title in MEASURED]
    lines += await mixed.measure()
    lines += [await turns.measure(title) for title in MEASURED]
    for title in MEASURED:
        lines += await filming.measure(title)
    lines += [await pressing.measure(each.widest) for each in MEASURED.values()]
    lines += [await confirming.measure(), await storing.measure(), await thinking.measure()]
    lines.append(await waiting.measure())
    lines += [playing.measure(title) for title in MEASURED]
    lines += await crowding.measure()
    lines += await judging.measure()
    return [*lines, *memory.measure()]


def main() -> None:
    """Print the plain times, then the table."""
    lines = asyncio.run(rows())
    print("Plain times behind the table")
    for line in lines:
        print(f"  {line.what}")
        for time in line.times:
            print(f"    {time}")
    print(f"  start to ready\n    {starting.measure()}")
    print("\nwhat | ratio | at most")
    for line in lines:
        print(line)
    print(f"{sum(line.is_within for line in lines)} of {len(lines)} within their limit")


if __name__ == "__main__":
    main()
    sys.exit(0)
