"""A new database gets the tables that all migrations make of the oldest one."""

from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from metrobot.store.db.migrate import upgrade_schema
from metrobot.store.migrations import HEAD
from tests import databases
from tests.store.older_forms import make_form
from tests.store.schema_dump import schema_lines


def _upgraded(connection: Connection) -> list[str]:
    make_form(connection, HEAD)
    return schema_lines(connection)


def _new(connection: Connection) -> list[str]:
    upgrade_schema(connection)
    tables = sa.inspect(connection).get_table_names()
    rows = {name: list(connection.exec_driver_sql(f"SELECT * FROM {name}")) for name in tables}
    assert {name: held for name, held in rows.items() if held} == {"alembic_version": [(HEAD,)]}
    return schema_lines(connection)


@pytest.mark.scans
async def test_its_schema_is_that_of_an_upgraded_one(tmp_path: Path) -> None:
    schemas = []
    for name, make in (("old", _upgraded), ("new", _new)):
        is_postgresql = databases.is_postgresql()
        url = databases.new_url() if is_postgresql else f"sqlite+aiosqlite:///{tmp_path}/{name}.db"
        engine = create_async_engine(url, poolclass=NullPool)
        async with engine.begin() as connection:
            # Columns that came later stand after the others.
            schemas.append(sorted(await connection.run_sync(make)))
        await engine.dispose()

    assert schemas[0] == schemas[1]
