"""Databases of older releases, made of what this one has stored."""

from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from alembic import command
from sqlalchemy import Connection

from metrobot.store.db.migrate import migrations
from metrobot.store.migrations import OLDEST
from metrobot.store.upkeep.copy_database import WHOLE, _count_on, _counters

_SCHEMAS: Final = Path(__file__).parent / "schemas"
"""Statements that make the tables of the oldest form, as they are in a database of that release."""


def make_form(connection: Connection, form: str) -> None:
    """Make the tables of a form in a database in which there is nothing yet."""
    script = _SCHEMAS / f"{OLDEST}.{connection.dialect.name}.sql"
    for statement in script.read_text("utf-8").split("\n\n"):
        connection.exec_driver_sql(statement)
    command.upgrade(migrations(connection), form)


def bring_back(connection: Connection, form: str) -> None:
    """Bring a database back to an older form, with all the rows and columns that it knows."""
    rows = {name: _rows(connection, table) for name, table in _reflected(connection).items()}
    last_ids = _counters(connection)
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    else:
        for table in reversed(_reflected(connection).values()):
            table.drop(connection)
    make_form(connection, form)
    for name, table in _reflected(connection).items():
        if name != "alembic_version" and rows.get(name):
            columns = table.columns
            for column in columns:
                if isinstance(column.type, sa.JSON):
                    column.type = sa.JSON(none_as_null=True)
            known = [{key: row[key] for key in row if key in columns} for row in rows[name]]
            connection.execute(table.insert(), known)
    _count_on(connection, last_ids)


def _reflected(connection: Connection) -> dict[str, sa.Table]:
    """Return the tables that a database has, each after those that it refers to."""
    metadata = sa.MetaData()
    metadata.reflect(connection)
    return {table.name: table for table in metadata.sorted_tables}


def _rows(connection: Connection, table: sa.Table) -> list[dict[str, Any]]:
    query = sa.select(table).execution_options(**{WHOLE: True})
    return [dict(row) for row in connection.execute(query).mappings()]
