"""The list of a server's games goes through unfinished ones alone, in a database that grew up."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.dialects import sqlite

from metrobot.store.statements import seats
from metrobot.store.store import Store

pytestmark = pytest.mark.embedded


async def test_sqlite_takes_the_index_of_unfinished_games(tmp_path: Path) -> None:
    """In a new database: its indexes are made in any order."""
    path = tmp_path / "games.db"
    await (await Store.open(f"sqlite+aiosqlite:///{path}")).close()
    with closing(sqlite3.connect(path)) as connection:
        for query in (seats.FREE_SEATS, seats.RUNNING_GAMES):
            text = str(query.compile(dialect=sqlite.dialect()))
            plan = connection.execute(f"EXPLAIN QUERY PLAN {text}", [1] * text.count("?"))
            assert next(plan)[3] == "SEARCH games USING INDEX games_unfinished (guild=?)"
