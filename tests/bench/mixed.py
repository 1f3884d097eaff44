"""Pictures of many games at once, each over encoding its finished image alone; both in CPU."""

import random
import resource
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import Final

from PIL import Image

from metrobot.games.registry import TITLES
from metrobot.service.tables import Tables
from tests.bench import beside
from tests.bench.measure import Row, p95, some, spread
from tests.bench.pictures import AT_MOST, encoded, loaded
from tests.bench.positions import one_turn, service, started

TABLES: Final = some(20, 3)
"""Games that are open side by side, of all titles as evenly as can be."""
PICTURES: Final = some(150, 9)
WARM_UP: Final = some(60, 0)
"""Others of the same games, drawn before: the bot has been at it for a while."""
TURNS: Final = (3, 9, 15)
"""Played when a game's pictures are taken."""
MOST_MEGABYTES: Final = 240
MOST_KILOBYTES: Final = 200
ENCODINGS: Final = 3


@dataclass(frozen=True, slots=True)
class Wanted:
    """A picture that somebody asks for."""

    kind: str
    draw: Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Time and size of one picture.

    Attributes:
        kind: of the picture.
        seconds: from the view to the file.
        bare: to encode the finished image.
        kilobytes: of the file.
    """

    kind: str
    seconds: float
    bare: float
    kilobytes: float


async def measure() -> list[Row]:
    """Return the lines of the table: boards and planners apart, memory, the largest file."""
    with tempfile.TemporaryDirectory() as folder:
        async with service(Path(folder) / "games.db") as tables:
            found = [each async for each in wanted(tables)]
    shuffled = random.Random(1).sample(found, WARM_UP + PICTURES)
    for each in shuffled[:WARM_UP]:
        each.draw()
    times = [_timed(each) for each in shuffled[WARM_UP:]]
    rows = [
        row
        for kinds in (("planner",), ("board", "hand", "since"))
        for row in _ratios(kinds, [time for time in times if time.kind in kinds])
    ]
    most = max(time.kilobytes for time in times)
    return [
        *rows,
        Row("largest of them", most, MOST_KILOBYTES, " kB"),
        Row("memory after them", _megabytes(), MOST_MEGABYTES, " MB"),
    ]


def _ratios(kinds: Sequence[str], times: Sequence["Drawn"]) -> Iterator[Row]:
    """Yield the lines of one group of pictures."""
    ratios = [time.seconds / time.bare for time in times]
    what = f"{len(times)} pictures of {TABLES} mixed games ({', '.join(kinds)})"
    plain = (
        f"ours {spread([time.seconds for time in times])}",
        f"bare {spread([time.bare for time in times])}",
    )
    yield Row(f"{what}, whole / encoding: median", median(ratios), AT_MOST, times=plain)
    yield Row(f"{what}, whole / encoding: 95 %", p95(ratios), AT_MOST)


def _timed(wanted: Wanted) -> Drawn:
    """Draw a picture, and encode the finished image alone a few times."""
    start = time.thread_time()
    png = wanted.draw()
    seconds = time.thread_time() - start
    image = loaded(png)
    bare = median(_cpu_of_encoding(image) for _ in range(ENCODINGS))
    return Drawn(wanted.kind, seconds, bare, len(png) / 1000)


def _cpu_of_encoding(image: Image.Image) -> float:
    """Return the seconds of CPU that a finished image's file takes."""
    start = time.thread_time()
    encoded(image)
    return time.thread_time() - start


def _megabytes() -> float:
    """Return the most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def wanted(tables: Tables) -> AsyncIterator[Wanted]:
    """Yield each kind of picture of each game, at several of its turns."""
    titles = sorted(islice(cycle(TITLES), TABLES), key=tuple(TITLES).index)
    for channel, title in enumerate(titles, start=1):
        table = await started(tables, title, 2 + channel % 3, channel)
        choices = random.Random(channel)
        for turn in range(1, max(TURNS) + 1):
            table = await one_turn(tables, table.id, choices)
            if not table.to_act():
                break
            for kind, draw in beside.pictures_of(table) if turn in TURNS else ():
                yield Wanted(kind, draw)
