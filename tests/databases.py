"""Where tests keep games: in a file, or with --database=postgresql on a server of their own."""

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeVar

import asyncpg
import pytest
import sqlalchemy as sa

from metrobot.store.db import sqlite
from metrobot.store.db.database import Database, migrate
from tests.postgresql.server import Server

T = TypeVar("T")

_EMPTY: Final = """DO $$ DECLARE name text; BEGIN SET LOCAL session_replication_role = replica;
FOR name IN SELECT tablename FROM pg_tables
WHERE schemaname = 'public' AND tablename <> 'alembic_version' LOOP
IF pg_relation_size(quote_ident(name)) > 16384 THEN
EXECUTE 'TRUNCATE ' || quote_ident(name) || ' CASCADE';
ELSE EXECUTE 'DELETE FROM ' || quote_ident(name); END IF; END LOOP;
PERFORM setval(seqrelid, seqstart, false) FROM pg_sequence; END $$"""
"""Empties all tables, those of the queue of jobs too, whatever refers to what.

To truncate all takes twenty times as long: that makes a new file of each table and index. What
was large is truncated, as the planner would go by its size.
"""
GUESTS: Final = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()"""
"""Ends all other connections to a database."""


class Databases:
    """Databases of one server for one test after another."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._used: dict[Path, str] = {}
        self._free: list[str] = []
        self._made = 0
        self._run(_migrated(server.url("postgres")))

    def url_at(self, path: Path) -> str:
        """Return the address of the database that stands for a file; the same one each time."""
        if path not in self._used:
            self._used[path] = self._free.pop() if self._free else self._new()
        return self.server.url(self._used[path])

    def new_url(self) -> str:
        """Return the address of an empty database, without tables."""
        self._made += 1
        name = f"empty_{self._made}"
        self._run(made(self.server, name, "template0"))
        return self.server.url(name)

    def clear(self) -> None:
        """Empty the databases that a test has used."""
        for name in self._used.values():
            self._run(_emptied(self.server, name))
            self._free.append(name)
        self._used.clear()

    def close(self) -> None:
        """End the server."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self.server.stop()

    def _new(self) -> str:
        """Make one more database, which has all tables."""
        self._made += 1
        name = f"games_{self._made}"
        self._run(made(self.server, name))
        return name

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the loop of the server, beside the test's own; return its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()


class _Chosen:
    """Kind of database that the tests run on.

    Attributes:
        databases: None: files.
    """

    databases: Databases | None = None


def on_postgresql(server: Server) -> None:
    """Have all tests from now on use a server."""
    _Chosen.databases = Databases(server)


def is_postgresql() -> bool:
    return _Chosen.databases is not None


def url_of(path: Path) -> str:
    """Return the address of the database that is kept in a file, or stands for it.

    A new one has all tables already: to migrate it takes longer than most tests.
    """
    if _Chosen.databases is not None:
        return _Chosen.databases.url_at(path)
    if not path.exists():
        path.write_bytes(_migrated_file())
    return f"sqlite+aiosqlite:///{path}"


@cache
def _migrated_file() -> bytes:
    """Return a file of SQLite in the newest form in which there is nothing yet."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        engine = sa.create_engine(f"sqlite:///{path}")
        with engine.begin() as connection:
            migrate(connection)
        engine.dispose()
        return path.read_bytes()


def leave_unflushed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system choose when it writes a test's files to the disk, as no test cuts power."""
    unflushed = tuple(each.replace("= FULL", "= OFF") for each in sqlite.PRAGMAS)
    monkeypatch.setattr(sqlite, "PRAGMAS", unflushed)


def new_url() -> str:
    """Return the address of an empty database, without tables."""
    assert _Chosen.databases is not None
    return _Chosen.databases.new_url()


def clear() -> None:
    """Let go of what a test has used."""
    if _Chosen.databases is not None:
        _Chosen.databases.clear()


def close() -> None:
    if _Chosen.databases is not None:
        _Chosen.databases.close()
        _Chosen.databases = None


async def _migrated(url: str) -> None:
    """Bring a database to the newest form: all others are copies of it."""
    database = await Database.open(url)
    await database.close()


async def made(server: Server, name: str, template: str = "postgres") -> None:
    """Make a database, one that has all tables unless another is to be copied."""
    async with _connected(server.url("template1")) as connection:
        await connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")


async def _emptied(server: Server, name: str) -> None:
    """Empty all tables of a database, after closing others' connections."""
    async with _connected(server.url(name)) as connection:
        await connection.execute(GUESTS)
        await connection.execute(_EMPTY)


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[asyncpg.Connection]:
    """Connect to a database; each statement is a transaction."""
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        yield connection
    finally:
        await connection.close()
