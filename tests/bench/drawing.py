"""Pictures a second, drawn by threads and by processes: python -m tests.bench.drawing [PROCESSES].

By it the default of DRAWING_PROCESSES is chosen. It means something only on a
machine that has nothing else to do.
"""

import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from metrobot.ui.kit.render_pool import LONG, THREADS, RenderPool
from tests.bench.mixed import wanted
from tests.bench.positions import service

PICTURES: Final = 120
ROUNDS: Final = 5
"""The first one warms up; the best of the others counts."""

Draw = Callable[[], bytes]


async def main(processes: int) -> None:
    """Print the figures of both ways."""
    with tempfile.TemporaryDirectory() as folder:
        async with service(Path(folder) / "games.db") as tables:
            found = [each.draw async for each in wanted(tables)]
    pictures = random.Random(1).sample(found, PICTURES)
    for count in (0, processes):
        rate = await _rate(RenderPool(count, lambda: LONG), pictures)
        print(f"{f'{count} processes' if count else f'{THREADS} threads'}: {rate:.1f} a second")


async def _rate(pool: RenderPool, pictures: Sequence[Draw]) -> float:
    """Return how many pictures a second are drawn at the best."""
    took = list[float]()
    try:
        for _ in range(ROUNDS):
            began = time.perf_counter()
            await asyncio.gather(*map(pool.draw, pictures))
            took.append(time.perf_counter() - began)
    finally:
        pool.close()
    return len(pictures) / min(took[1:])


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else os.cpu_count() or 1))
