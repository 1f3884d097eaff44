"""Measure: python -m tests.bench."""

import asyncio
import sys

from metrobot.games.registry import TITLES
from tests.bench import (
    confirming,
    filming,
    memory,
    mixed,
    pictures,
    playing,
    pressing,
    starting,
    storing,
    thinking,
    turns,
)
from tests.bench.measure import Row


async def rows() -> list[Row]:
    """Return all lines of the table."""
    lines = [await pictures.measure(*board) for board in pictures.BOARDS]
    lines += await mixed.measure()
    lines += [await turns.measure(title) for title in turns.AT_MOST]
    for title in TITLES:
        lines += await filming.measure(title)
    lines += [await pressing.measure(position) for position in pressing.WIDEST]
    lines += [await confirming.measure(), await storing.measure(), await thinking.measure()]
    lines += [playing.measure(*game) for game in playing.GAMES]
    return [*lines, memory.measure()]


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
