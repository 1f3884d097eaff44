"""Copying all of a database into an empty one of either kind, and checking the copy."""

import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, TypeAlias

import sqlalchemy as sa
from sqlalchemy import Connection, RowMapping

from metrobot.store.db.identity import MARK
from metrobot.store.db.transactions import Transactions, read_transaction, write_transaction
from metrobot.store.schema.all_tables import TABLES
from metrobot.store.schema.tables import memos

WHOLE: Final = "whole"
"""Execution option of statements that may read a whole table."""
BATCH: Final = 1000
"""Rows in one transaction."""
Row: TypeAlias = RowMapping
Told: TypeAlias = Callable[[str], None]
"""Reports progress, a line at a time."""


class CopyError(Exception):
    """Database that cannot be copied, or not completely; the message is one line."""


def _copied(table: sa.Table) -> sa.ColumnElement[bool]:
    """Return the condition of rows that are copied: each database has a mark of its own."""
    return memos.c.name != MARK["name"] if table is memos else sa.true()


def _count(connection: Connection, table: sa.Table) -> int:
    query = sa.select(sa.func.count()).select_from(table).where(_copied(table))
    return int(connection.execute(query.execution_options(**{WHOLE: True})).scalar_one())


def _after(connection: Connection, table: sa.Table, last: Row | None) -> list[Row]:
    key = list(table.primary_key.columns)
    query = sa.select(table).where(_copied(table)).order_by(*key).limit(BATCH)
    if last is not None:
        values = [sa.literal(last[column.name], column.type) for column in key]
        query = query.where(sa.tuple_(*key) > sa.tuple_(*values))
    rows = connection.execute(query.execution_options(**{WHOLE: True}))
    return [row._mapping for row in rows]


def _add(connection: Connection, table: sa.Table, rows: Sequence[Row]) -> None:
    connection.execute(table.insert(), [dict(row) for row in rows])


def _empty(connection: Connection) -> None:
    # Backwards: rows refer to those of tables that stand before their own.
    for table in reversed(TABLES):
        everything = table.delete().where(_copied(table))
        connection.execute(everything.execution_options(**{WHOLE: True}))


def _counters(connection: Connection) -> dict[str, int]:
    """Return the last id that was given out in each table that counts its rows."""
    last_ids = dict[str, int]()
    for table, column in _counting():
        query = sa.select(sa.func.max(column)).execution_options(**{WHOLE: True})
        # Removed rows count too: their ids must not be given out again.
        highest = connection.execute(query).scalar_one()
        last_ids[table.name] = max(highest or 0, _given_out(connection, table, column))
    return last_ids


def _given_out(connection: Connection, table: sa.Table, column: sa.Column[Any]) -> int:
    """Return the last id that a table remembers to have given out; 0 if none."""
    if connection.dialect.name == "sqlite":
        query = sa.text("SELECT seq FROM sqlite_sequence WHERE name = :name")
        last_id = connection.execute(query, {"name": table.name}).scalar_one_or_none()
        return last_id or 0
    is_used, last = connection.execute(
        sa.text(f'SELECT is_called, last_value FROM "{table.name}_{column.name}_seq"')
    ).one()
    return last if is_used else 0


def _count_on(connection: Connection, counters: Mapping[str, int]) -> None:
    """Have each table give out the ids after these."""
    for table, column in _counting():
        last = counters[table.name]
        if connection.dialect.name != "sqlite":
            sequence = f'"{table.name}_{column.name}_seq"'
            connection.execute(
                sa.text("SELECT setval(CAST(:sequence AS regclass), :last, :used)"),
                # A sequence takes no 0; whether 1 was given out already is said apart.
                {"sequence": sequence, "last": max(last, 1), "used": last > 0},
            )
        elif table.dialect_options["sqlite"]["autoincrement"]:
            # Other tables go on from the highest id that they hold.
            connection.execute(
                sa.text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name}
            )
            if last:  # a table that never had a row is not in the list
                connection.execute(
                    sa.text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)"),
                    {"name": table.name, "last": last},
                )


def _counting() -> list[tuple[sa.Table, sa.Column[Any]]]:
    """Return the tables that count their rows, each with the column of the id."""
    alone = [table for table in TABLES if len(table.primary_key) == 1]
    keys = ((table, table.autoincrement_column) for table in alone)
    return [(table, key) for table, key in keys if key is not None and not key.foreign_keys]


class Content(Transactions):
    """All rows of a database; each method is one transaction."""

    count = read_transaction(_count)
    after = read_transaction(_after)
    add = write_transaction(_add)
    empty = write_transaction(_empty)
    counters = read_transaction(_counters)
    count_on = write_transaction(_count_on)

    async def batches(self, table: sa.Table) -> AsyncIterator[list[Row]]:
        """Yield all rows of a table, in batches."""
        rows = await self.after(table, None)
        while rows:
            yield rows
            rows = await self.after(table, rows[-1])


async def copy(source: Content, target: Content, tell: Told) -> int:
    """Copy all of a database into an empty one, check every row, and return their number.

    If anything goes wrong, the target is emptied.

    Raises:
        CopyError: the target is not empty, or differs in the end.
    """
    for table in TABLES:
        if await target.count(table):
            raise CopyError(f"the target is not empty: it has {table.name}")
    try:
        total = 0
        for table in TABLES:
            total += await _copy_table(source, target, table, tell)
        await target.count_on(await source.counters())
        for table in TABLES:
            await _check_table(source, target, table)
    except BaseException:
        await target.empty()
        raise
    tell(f"checked: {total:,} rows are the same")
    return total


async def _copy_table(source: Content, target: Content, table: sa.Table, tell: Told) -> int:
    total, count = await source.count(table), 0
    async for rows in source.batches(table):
        await target.add(table, rows)
        count += len(rows)
        tell(f"{table.name}: {count:,} of {total:,}")
    return count


async def _check_table(source: Content, target: Content, table: sa.Table) -> None:
    their_batches, nothing = target.batches(table), list[Row]()
    async for rows in source.batches(table):
        their_rows = await anext(their_batches, nothing)
        for row, their_row in zip_longest(rows, their_rows):
            if _plain(row) != _plain(their_row):
                named_row = row or their_row
                key = [named_row[column.name] for column in table.primary_key] if named_row else []
                raise CopyError(
                    f"{table.name} {', '.join(map(str, key))} is not the same in both:"
                    " does a bot play on one of them?"
                )
    if await anext(their_batches, nothing):
        raise CopyError(f"the target has more rows of {table.name}: does a bot play on it?")


def _plain(row: Row | None) -> str:
    """Return a row as text that differs if anything differs, the order of JSON fields included."""
    return json.dumps(None if row is None else dict(row), default=repr)
