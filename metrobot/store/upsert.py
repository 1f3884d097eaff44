"""Storing a row whether or not it is there, also while another process does the same."""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.dialects import SHARED


def upsert(
    connection: Connection, table: sa.Table, row: Mapping[str, Any], changed: Mapping[str, Any]
) -> None:
    """Store a row, or change the one that has its key.

    Args:
        connection: within a transaction.
        table: which.
        row: with its key, as it is stored if it is new.
        changed: what becomes of the one that is there.
    """
    keys = [column.name for column in table.primary_key]
    is_it = sa.and_(*(table.c[key] == row[key] for key in keys))
    if connection.execute(table.update().where(is_it).values(changed)).rowcount:
        return
    if connection.dialect.name != SHARED:
        connection.execute(table.insert(), row)  # nobody else writes meanwhile
        return
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415 -- seldom, and it is large

    insert = postgresql.insert(table).values(row)
    connection.execute(insert.on_conflict_do_update(index_elements=keys, set_=changed))
