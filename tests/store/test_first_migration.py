"""The first migration makes the tables that the sixteen migrations before it made."""

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from metrobot.store.db.migrate import migrations
from metrobot.store.migrations import OLDEST
from tests import databases
from tests.store.schema_dump import schema_lines

SCHEMAS = Path(__file__).parent / "schemas"
"""The schemas of form 0016, written down before its sixteen migrations became one."""


def _made(connection: Connection) -> tuple[list[str], dict[str, list[Any]]]:
    """Migrate an empty database to the oldest form; return its schema and its rows."""
    command.upgrade(migrations(connection), OLDEST)
    tables = sa.inspect(connection).get_table_names()
    rows = {name: list(connection.exec_driver_sql(f"SELECT * FROM {name}")) for name in tables}
    return schema_lines(connection), rows


@pytest.mark.scans
async def test_it_makes_the_same_schema_as_those_before_it(tmp_path: Path) -> None:
    """The same columns in the same order, constraints, indexes and triggers; and no rows."""
    is_postgresql = databases.is_postgresql()
    url = databases.new_url() if is_postgresql else f"sqlite+aiosqlite:///{tmp_path}/games.db"
    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.begin() as connection:
        found, rows = await connection.run_sync(_made)
    await engine.dispose()

    name = f"{OLDEST}.{'postgresql' if is_postgresql else 'sqlite'}.txt"
    assert found == (SCHEMAS / name).read_text("utf-8").splitlines()
    assert {table: held for table, held in rows.items() if held} == {"alembic_version": [(OLDEST,)]}
