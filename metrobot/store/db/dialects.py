"""Differences between SQLite and PostgreSQL: names, advisory locks, upserts."""

from collections.abc import Mapping
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

EMBEDDED: Final = "sqlite"
"""Dialect of a database in a file."""
SHARED: Final = "postgresql"
"""Dialect of a database on a server, which several processes share."""


def advisory_lock(connection: Connection, name: str) -> None:
    """Wait for a lock by its name, and keep it until the transaction ends."""
    # SQLite has one writer at a time.
    if connection.dialect.name == SHARED:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtext(name))))


def upsert(
    connection: Connection, table: sa.Table, row: Mapping[str, Any], changed: Mapping[str, Any]
) -> None:
    """Store a row, or change the one that has its key.

    Args:
        connection: within a transaction.
        table: the table.
        row: the row with its key, as it is stored if it is new.
        changed: new values of the row that is there.
    """
    keys = [column.name for column in table.primary_key]
    is_it = sa.and_(*(table.c[key] == row[key] for key in keys))
    if connection.execute(table.update().where(is_it).values(changed)).rowcount:
        return
    if connection.dialect.name != SHARED:
        # SQLite has one writer at a time, so nobody can have added the row since.
        connection.execute(table.insert(), row)
        return
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415 -- seldom, and it is large

    insert = postgresql.insert(table).values(row)
    connection.execute(insert.on_conflict_do_update(index_elements=keys, set_=changed))


def insert_once(connection: Connection, table: sa.Table, row: Mapping[str, Any]) -> bool:
    """Store a row unless one has its key; return whether it is new."""
    insert = table.insert().prefix_with("OR IGNORE", dialect=EMBEDDED).values(dict(row))
    if connection.dialect.name == SHARED:
        from sqlalchemy.dialects import postgresql  # noqa: PLC0415 -- seldom, and it is large

        insert = postgresql.insert(table).values(dict(row)).on_conflict_do_nothing()
    return connection.execute(insert).rowcount > 0
