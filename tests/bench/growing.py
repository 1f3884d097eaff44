"""A database to which finished games are added: copies of a few that were really played.

A hundred games, a block, belong to twenty people of one server, four at a table: so
each has played twenty games, however many there are. Every tenth block belongs to one
large server; each other block has a server of its own.
"""

import random
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from metrobot.games.registry import TITLES
from metrobot.service.model.play import Status
from metrobot.store.schema.tables import ANONYMISE, ERASE, PERSON
from metrobot.store.statements.erase import marked
from tests.bench.positions import midway, service

LARGE: Final = 10_000_000
"""Id of the server to which every tenth block belongs; the others have those after it."""
FIRST: Final = 20_000_000
"""Id of the first person of the first block."""
BLOCK: Final = 100
PEOPLE: Final = 20
"""So many share the games of a block."""
AT_A_TABLE: Final = 4
_CHANNELS: Final = 30_000_000
_MESSAGES: Final = 1_000_000_000
_CHUNK: Final = 1000
_LARGE_EVERY: Final = 10
_TITLES: Final = tuple(TITLES)
_SOURCE: Final = f"n.k % {len(_TITLES)} + 1"
_LONGEST: Final = 1000
"""Turns within which a random game is over."""
_BLOCK_OF: Final = f"(n.k / {BLOCK})"
_GUILD: Final = f"{LARGE} + CASE WHEN {_BLOCK_OF} % {_LARGE_EVERY} THEN {_BLOCK_OF} ELSE 0 END"


def _person(place: str) -> str:
    """Return the SQL for the id of the person at a place of a game."""
    return f"{FIRST} + {_BLOCK_OF} * {PEOPLE} + (n.k * {AT_A_TABLE} + {place}) % {PEOPLE}"


_OTHERWISE: Final = {
    "games": {
        "id": "n.k",
        "guild": _GUILD,
        "channel": f"{_CHANNELS} + n.k",
        "host": _person("0"),
        "board_message": f"{_MESSAGES} + n.k",
        # The standings of the large server are counted by the bot itself.
        "counted": f"CASE WHEN {_BLOCK_OF} % {_LARGE_EVERY} THEN 1 END",
    },
    "seats": {"game": "n.k", "player": _person("t.position")},
    "events": {"game": "n.k"},
    "deliveries": {
        "id": "NULL",
        "game": "n.k",
        "player": f"CASE WHEN t.player IS NOT NULL THEN {_person('t.player % 100')} END",
        "message": f"{_MESSAGES} + n.k * 1000 + t.id",
    },
}
"""What is another thing in a copy than in the game that it is a copy of, by table."""


async def begin(path: Path) -> int:
    """Make a database with one finished game of each title; return how many there are."""
    async with service(path) as tables:
        for number, title in enumerate(_TITLES, start=1):
            table = await midway(tables, title, AT_A_TABLE, number, turns=_LONGEST, seed=number)
            assert table.status is Status.OVER
    with connected(path) as connection:
        connection.execute("UPDATE deliveries SET status = 'done', attempts = 1, message = id")
    return len(_TITLES)


def grow(path: Path, before: int, after: int) -> None:
    """Add copies until the database has the games numbered up to `after`."""
    with connected(path) as connection:
        _add_people(connection, before, after)
        for first in range(before + 1, after + 1, _CHUNK):
            last = min(after, first + _CHUNK - 1)
            for table, otherwise in _OTHERWISE.items():
                copy(connection, table, otherwise, _SOURCE, range(first, last + 1))


def copy(
    connection: sqlite3.Connection,
    table: str,
    otherwise: Mapping[str, str],
    source: str,
    games: range,
) -> None:
    """Copy the rows of one table.

    Args:
        connection: within a transaction.
        table: whose rows.
        otherwise: what is another thing in a copy, by column, in SQL: `t` is the row, `n.k`
            the number of the new game.
        source: the game that is copied, in SQL.
        games: the numbers of the new games.
    """
    described = connection.execute(f"SELECT * FROM {table} LIMIT 0").description
    values = ", ".join(otherwise.get(name, f't."{name}"') for name, *_ in described)
    key = {"games": "id", "due": '"of"'}.get(table, "game")
    connection.execute(
        f"""WITH RECURSIVE n(k) AS (SELECT ? UNION ALL SELECT k + 1 FROM n WHERE k < ?)
        INSERT INTO {table} SELECT {values} FROM n CROSS JOIN {table} t ON t.{key} = {source}""",
        (games.start, games.stop - 1),
    )


def _add_people(connection: sqlite3.Connection, before: int, after: int) -> None:
    """Add the people of new blocks, and the standings of their servers."""
    blocks = range(before // BLOCK, after // BLOCK + 1)
    people = [
        (FIRST + block * PEOPLE + at, f"Person {block}.{at}")
        for block in blocks
        for at in range(PEOPLE)
    ]
    connection.executemany(
        "INSERT OR IGNORE INTO players (id, name, dm_closed, listed) VALUES (?, ?, 0, 1)", people
    )
    chooser = random.Random(before)
    for block in blocks:
        if block % _LARGE_EVERY:
            connection.execute(
                "INSERT OR IGNORE INTO tallies (guild, games) VALUES (?, ?)", (LARGE + block, BLOCK)
            )
            connection.executemany(
                "INSERT OR IGNORE INTO standings (guild, title, player, games, wins, points,"
                " solo_games, solo_points, against, mu, sigma)"
                " VALUES (?, ?, ?, 7, 2, 300, 0, 0, '{}', ?, 7)",
                [
                    (LARGE + block, title, FIRST + block * PEOPLE + at, chooser.gauss(25, 5))
                    for title in _TITLES
                    for at in range(PEOPLE)
                ],
            )


def rename(connection: sqlite3.Connection, person: int, to: int) -> None:
    """Give somebody the id of a person on the simulated Discord."""
    for how in (ANONYMISE, ERASE):
        for column in marked(how[PERSON]):
            connection.execute(
                f"UPDATE {column.table.name} SET {column.name} = ? WHERE {column.name} = ?",
                (to, person),
            )


@contextmanager
def connected(path: Path) -> Iterator[sqlite3.Connection]:
    """Connect to a database; what is done is stored at the end, whole."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=60)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA cache_size = -200000")
        connection.execute("BEGIN")
        yield connection
        connection.execute("COMMIT")


def sizes(path: Path) -> dict[str, float]:
    """Return the rows of the main tables and the size of the file in MB."""
    tables = ("games", "events", "deliveries", "players")
    with connected(path) as connection:
        counts = {
            table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in tables
        }
    return {**counts, "MB": path.stat().st_size / 1_000_000}
