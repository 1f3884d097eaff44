"""Fill a database with unfinished games: python -m tests.bench.filling FOLDER."""

import asyncio
import json
import sys
from pathlib import Path

import aiosqlite

from metrobot.games.registry import TITLES
from tests.bench.measure import some
from tests.bench.positions import midway, service

GAMES = some(1000, 6)
_PLAYED = some(20, 3)
"""Games that are really played; the others are copies of them in other channels."""
_TURNS = 12
_TITLES = tuple(TITLES)


async def fill(folder: Path) -> int:
    path = folder / "metrobot.db"
    async with service(path) as tables:
        for number in range(_PLAYED):
            title = _TITLES[number % len(_TITLES)]
            await midway(tables, title, 4, number + 1, turns=_TURNS, seed=number)
    async with aiosqlite.connect(path) as connection:
        for number in range(_PLAYED, GAMES):
            await _copy(connection, number % _PLAYED + 1, number + 1)
        await connection.commit()
        count = await connection.execute("SELECT count(*) FROM games WHERE status = 'running'")
        row = await count.fetchone()
    return row[0] if row else 0


async def _copy(connection: aiosqlite.Connection, source: int, target: int) -> None:
    """Store a copy of a game under another number, in another channel."""
    for table, key in (("games", "id"), ("seats", "game"), ("events", "game")):
        described = await connection.execute(f"SELECT * FROM {table} LIMIT 0")
        values = ", ".join(
            str(target) if column[0] in ("id", "game", "channel") else f'"{column[0]}"'
            for column in described.description
        )
        await connection.execute(
            f"INSERT INTO {table} SELECT {values} FROM {table} WHERE {key} = ?", (source,)
        )


if __name__ == "__main__":
    print(json.dumps({"unfinished": asyncio.run(fill(Path(sys.argv[1])))}))
