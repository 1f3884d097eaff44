"""What a round costs in which nothing is due, by how many games are running."""

import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from metrobot.store.schema.tables import due
from tests.bench.growing import connected, copy
from tests.bench.measure import Row, ratio_row, side_by_side_async, some
from tests.bench.positions import midway, service

FEW: Final = 100
MANY: Final = some(10_000, 200)
WHAT: Final = f"CPU of a round with nothing due: {MANY:,} running games / {FEW}"
AT_MOST: Final = 1.25
_ROUNDS: Final = 40
_TITLE: Final = "metromania"
_CHANNELS: Final = 30_000_000
_OTHERWISE: Final = {
    "games": {"id": "n.k", "channel": f"{_CHANNELS} + n.k"},
    "seats": {"game": "n.k"},
    "deliveries": {"id": "NULL", "game": "n.k"},
    "due": {"of": "n.k"},
}
"""What is another thing in a copy of the first game, by table."""


async def measure() -> Row:
    with tempfile.TemporaryDirectory() as folder:
        few, many = Path(folder) / "few.db", Path(folder) / "many.db"
        for path, games in ((few, FEW), (many, MANY)):
            await _begin(path)
            _grow(path, games)
        async with service(many) as ours, service(few) as bare:
            rounds = [_timed(each.housekeeping.round) for each in (ours, bare)]
            found = await side_by_side_async(rounds[0], rounds[1], _ROUNDS)
    return ratio_row(WHAT, *found, AT_MOST)


def _timed(come_round: Callable[[], Awaitable[timedelta]]) -> Callable[[], Awaitable[float]]:
    """Return a function that does a round and returns its seconds of CPU, the database's too."""

    async def timed() -> float:
        begun = time.process_time()
        await come_round()
        return time.process_time() - begun

    return timed


async def _begin(path: Path) -> None:
    """Make a database with one running game, in which all is said."""
    async with service(path) as tables:
        await midway(tables, _TITLE, 4, 1, turns=8, seed=1)


def _grow(path: Path, games: int) -> None:
    """Copy the game until there are so many, each to be looked at in some hours."""
    later = datetime.now(UTC) + timedelta(hours=5)
    with connected(path) as connection:
        connection.execute("UPDATE deliveries SET status = 'done', message = id")
        connection.execute(f"UPDATE {due.name} SET at = ?", (f"{later:%Y-%m-%d %H:%M:%S.%f}",))
        for table, otherwise in _OTHERWISE.items():
            copy(connection, table, otherwise, "1", range(2, games + 1))
