"""A database with thousands of unfinished games, nearly all of them on servers of their own."""

from pathlib import Path
from typing import Final

from metrobot.games.registry import TITLES
from tests.bench.growing import connected, copy
from tests.bench.positions import midway, service

FIRST_SERVER: Final = 50_000_000
"""Id of the first server beside the one where people play; the others follow."""
SERVERS: Final = 2500
"""Among which the games are spread."""
_TURNS: Final = 12
_EACH: Final = 4
"""So many games of each title are really played; all others are copies."""
_PEOPLE: Final = 60_000_000
_CHANNELS: Final = 70_000_000
_MESSAGES: Final = 80_000_000
_AT_A_TABLE: Final = 4
_CHUNK: Final = 1000


async def crowd(path: Path, games: int) -> None:
    """Make a database of many unfinished games without pending deliveries."""
    async with service(path) as tables:
        count = 0
        for title in TITLES:
            for _ in range(_EACH):
                count += 1
                await midway(tables, title, _AT_A_TABLE, count, turns=_TURNS, seed=count)
    source = f"n.k % {count} + 1"
    person = f"{_PEOPLE} + n.k * {_AT_A_TABLE} + t.position"
    otherwise = {
        "games": {
            "id": "n.k",
            "guild": f"{FIRST_SERVER} + n.k % {SERVERS}",
            "channel": f"{_CHANNELS} + n.k",
            "host": f"{_PEOPLE} + n.k * {_AT_A_TABLE}",
            "board_message": f"{_MESSAGES} + n.k",
        },
        "seats": {"game": "n.k", "player": person},
        "events": {"game": "n.k"},
    }
    with connected(path) as connection:
        connection.execute("DELETE FROM deliveries")
        connection.execute("DELETE FROM due")
        connection.executemany(
            "INSERT INTO players (id, name, dm_closed, listed) VALUES (?, ?, 0, 1)",
            [(_PEOPLE + at, f"Person {at}") for at in range((games + 1) * _AT_A_TABLE)],
        )
        for first in range(count + 1, games + 1, _CHUNK):
            numbers = range(first, min(games, first + _CHUNK - 1) + 1)
            for table, others in otherwise.items():
                copy(connection, table, others, source, numbers)
        # All were looked at when they last moved on.
        connection.execute(
            "INSERT INTO due (person, of, kind, at, revision)"
            " SELECT 0, id, 'turn', datetime('now', '+1 day') || '.000000', revision FROM games"
        )
