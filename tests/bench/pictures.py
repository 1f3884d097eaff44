"""A board's picture: the whole pipeline over encoding the finished image alone."""

import asyncio
import io
import random
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from math import inf
from pathlib import Path
from statistics import median

from PIL import Image

from metrobot.service.model.table import Table
from metrobot.service.tables import Tables
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.words.catalogue import ENGLISH
from tests.bench.measure import Row, p95, ratio_row, side_by_side, some, timed
from tests.bench.positions import one_turn, service, started

PEOPLE, TURNS = 4, some(16, 4)
"""Who play, and turns played before a picture."""
AT_MOST = inf
"""A figure alone: on one machine it is twice what it is on another. Bounds are in `beside.py`."""
_PNG_LEVEL = 6
_GAMES = some(4, 1)
"""That are played side by side, each in a city of its own."""
_EVERY = 4
"""Turns from one picture of a game to the next."""
_ROUNDS = 60


async def measure(title: str) -> Row:
    """Return the line of the table, over several positions of different games."""
    with tempfile.TemporaryDirectory() as folder:
        async with service(Path(folder) / "games.db") as tables:
            games = [await _through(tables, title, channel=1 + n) for n in range(_GAMES)]
    # As with several channels: never the same board, nor the same city, twice in a row.
    boards = [board for together in zip(*games, strict=True) for board in together]
    first = timed(lambda: _drawn(boards[0]))
    finished = [_drawn(board) for board in boards]
    drawn, images = cycle(boards), cycle([loaded(png) for png in finished])
    ours, bare = side_by_side(
        lambda: timed(lambda: _drawn(next(drawn))),
        lambda: timed(lambda: encoded(next(images))),
        rounds=_ROUNDS,
    )
    sizes = [len(png) / 1000 for png in finished]
    return ratio_row(
        f"board picture of {title}, whole pipeline / encoding the same image",
        ours,
        bare,
        AT_MOST,
        f"p50 {median(sizes):.0f} kB, p95 {p95(sizes):.0f} kB",
        f"the first picture {first * 1000:.0f} ms",
        f"loop delay while a picture is drawn: p95 {await _loop_delay(boards) * 1000:.2f} ms",
    )


async def _through(tables: Tables, title: str, *, channel: int) -> list[Table]:
    """Return one random game from time to time, until some turns are played."""
    table, choices = await started(tables, title, PEOPLE, channel), random.Random(channel)
    seen = [table]
    for number in range(1, TURNS + 1):
        table = await one_turn(tables, table.id, choices)
        if number % _EVERY == 0:
            seen.append(table)
    return seen


def _drawn(table: Table) -> bytes:
    """Return the PNG of a board, from the state on."""
    return FRONTS[table.title.id].board(game_view_of(table, ENGLISH), ENGLISH).draw()


def loaded(png: bytes) -> Image.Image:
    """Return the finished image that a PNG holds."""
    image = Image.open(io.BytesIO(png))
    image.load()
    return image


def encoded(image: Image.Image) -> bytes:
    """Return the PNG of a finished image."""
    target = io.BytesIO()
    image.save(target, "PNG", compress_level=_PNG_LEVEL)
    return target.getvalue()


async def _loop_delay(boards: Sequence[Table]) -> float:
    """Return by how many seconds the event loop is late while boards are drawn (p95)."""
    late, stop = list[float](), threading.Event()

    def draw() -> None:
        for board in cycle(boards):
            if stop.is_set():
                break
            _drawn(board)

    with ThreadPoolExecutor(1) as worker:
        drawing = asyncio.get_running_loop().run_in_executor(worker, draw)
        for _ in range(some(400, 5)):
            start = time.perf_counter()
            await asyncio.sleep(0.002)
            late.append(time.perf_counter() - start - 0.002)
        stop.set()
        await drawing
    return p95(late)
