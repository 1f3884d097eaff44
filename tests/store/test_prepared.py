"""Statements made ready once: they do what SQLAlchemy does, and fail as it does."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, OperationalError

from metrobot.store.db.prepared import Prepared
from metrobot.store.schema.tables import events, games
from metrobot.store.store import Store
from tests.bench.storing import running_game

pytestmark = [pytest.mark.embedded, pytest.mark.scans]

_SECRET = "secret-marker"
_ABROAD = datetime(2026, 1, 1, 12, 30, 15, 250_000, tzinfo=timezone(timedelta(hours=9)))


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """Return a store with one running game in it."""
    async with running_game(tmp_path / "games.db") as (made, _):
        yield made


def event(revision: int, **others: Any) -> dict[str, Any]:
    """Return the columns of an event."""
    row = {
        "game": 1,
        "revision": revision,
        "seq": revision,
        "actor": "0",
        "kind": "dig",
        "payload": {"marker": _SECRET, "cells": ["Ä", None, 1.5]},
        "at": _ABROAD,
        "void": False,
    }
    return {**row, **others}


@pytest.mark.parametrize("count", [1, 3])
async def test_rows_are_stored_as_sqlalchemy_stores_them(store: Store, count: int) -> None:
    """Down to the last byte: times in UTC, values as JSON, truths as numbers."""
    write, stored = Prepared(events.insert()), sa.text("SELECT * FROM events ORDER BY revision")

    def both(connection: sa.Connection) -> list[list[tuple[Any, ...]]]:
        rows = [event(number) for number in range(1, count + 1)]
        found = []
        for insert in (
            lambda: write.write(connection, *rows),
            lambda: connection.execute(events.insert(), rows),
        ):
            insert()
            found.append([tuple(row) for row in connection.execute(stored)])
            connection.execute(events.delete())
        return found

    ours, theirs = await store._database.write(both)
    assert ours == theirs
    assert len(ours) == count


async def test_rows_are_read_as_sqlalchemy_reads_them(store: Store) -> None:
    """Constants of the statement count too."""
    query = sa.select(events).where(events.c.game == sa.bindparam("game"), events.c.kind == "dig")

    def both(connection: sa.Connection) -> tuple[Any, Any]:
        connection.execute(events.insert(), [event(1), event(2), event(3, kind="stop")])
        ours = Prepared(query).read(connection, {"game": 1})
        return ours, [tuple(row) for row in connection.execute(query, {"game": 1})]

    ours, theirs = await store._database.write(both)
    assert ours == theirs
    assert len(ours) == 2
    assert ours[0][6] == _ABROAD.astimezone(UTC)


async def test_an_update_tells_how_many_rows_it_found(store: Store) -> None:
    """None, where another writer was faster."""
    update = Prepared(
        games.update()
        .where(games.c.id == sa.bindparam("of_game"))
        .values({"result": sa.bindparam("result")})
    )

    def both(connection: sa.Connection) -> tuple[int, int]:
        one = update.write(connection, {"of_game": 1, "result": None})
        return one, update.write(connection, {"of_game": 2, "result": None})

    assert await store._database.write(both) == (1, 0)


async def test_a_refusal_is_sqlalchemys_and_holds_no_value(store: Store) -> None:
    """Errors are logged: what was to be written may be secret."""
    write = Prepared(events.insert())

    with pytest.raises(IntegrityError) as refusal:
        await store._database.write(lambda c: write.write(c, event(1), event(1)))
    assert _SECRET not in str(refusal.value)
    assert _SECRET not in repr(refusal.value)


async def test_a_statement_that_cannot_be_read_is_refused_in_the_same_way(store: Store) -> None:
    """Such as one about a table that is not there."""
    query = Prepared(sa.select(sa.column("x")).select_from(sa.table("nowhere", sa.column("x"))))

    with pytest.raises(OperationalError):
        await store._database.read(lambda connection: query.read(connection, {}))


def test_other_databases_execute_the_statement_as_it_is() -> None:
    """They have other drivers, and other threads."""
    executed = list[Any]()

    class Elsewhere:
        dialect = sa.create_engine("sqlite://").dialect

        def execute(self, statement: Any, rows: Any) -> Any:
            executed.append((statement, rows))
            return type("Result", (), {"rowcount": 1, "all": lambda _: [(1,)]})()

    connection: Any = Elsewhere()
    connection.dialect.name = "postgresql"
    insert, query = events.insert(), sa.select(events.c.seq)

    assert Prepared(insert).write(connection, event(1)) == 1
    assert Prepared(query).read(connection, {"game": 1}) == [(1,)]
    assert executed == [(insert, [event(1)]), (query, {"game": 1})]
