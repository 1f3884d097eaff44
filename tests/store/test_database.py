"""The database: pragmas, migrations, real transactions, no half of anything."""

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex

from metrobot.store.db.database import Database
from metrobot.store.db.identity import MARK
from metrobot.store.db.postgres import to_the_end
from metrobot.store.schema import indexes
from metrobot.store.schema.indexes import WHOLE
from metrobot.store.schema.tables import HAS_ENDED, games, memos
from tests.databases import url_of


def _note(connection: Connection, name: str) -> None:
    connection.execute(memos.insert(), {"name": name, "value": ""})


def _notes(connection: Connection) -> list[str]:
    query = sa.select(memos.c.name).where(memos.c.name != MARK["name"]).order_by(memos.c.name)
    return list(connection.execute(query).scalars())


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    made = await Database.open(url_of(tmp_path / "games.db"))
    yield made
    await made.close()


@pytest.mark.embedded
@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 5000)],
)
async def test_pragmas_are_on(database: Database, pragma: str, value: object) -> None:
    def read(connection: Connection) -> object:
        return connection.exec_driver_sql(f"PRAGMA {pragma}").scalar_one()

    found = [await database.read(read), await database.write(read)]

    assert found == [value, value]


async def test_migrations_lead_to_the_tables(database: Database) -> None:
    def is_ours(name: str | None, *_: object) -> bool:
        # The queue makes its own tables, where another test has wanted one.
        return name is None or not name.startswith("metrobot_pgqueuer")

    def differences(connection: Connection) -> list[object]:
        opts = {"compare_server_default": True, "include_name": is_ours}
        return list(compare_metadata(MigrationContext.configure(connection, opts=opts), WHOLE))

    found = await database.read(differences)

    assert found == []


async def test_migrating_again_keeps_what_is_there(tmp_path: Path) -> None:
    first = await Database.open(url_of(tmp_path / "games.db"))
    await first.write(lambda connection: _note(connection, "kept"))
    await first.close()

    second = await Database.open(url_of(tmp_path / "games.db"))
    found = await second.read(_notes)
    await second.close()

    assert found == ["kept"]


@pytest.mark.embedded
async def test_migrations_make_the_same_indexes(database: Database) -> None:
    """Their conditions too, at which Alembic does not look."""
    plain = sa.create_engine("sqlite://")
    WHOLE.create_all(plain)

    def indexes(connection: Connection) -> set[str]:
        query = "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        return set(connection.exec_driver_sql(query).scalars())

    migrated = await database.read(indexes)
    with plain.connect() as connection:
        made = indexes(connection)
    plain.dispose()

    assert migrated == made


def test_partial_indexes_are_portable() -> None:
    """PostgreSQL too lets one unfinished game into a channel."""
    table = WHOLE.tables["games"]
    (index,) = (index for index in table.indexes if index.unique)

    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]  # left untyped there

    statement = str(CreateIndex(index).compile(dialect=dialect))
    assert statement.endswith("(channel) WHERE status IN ('lobby', 'running') AND aside_at IS NULL")


async def test_a_failed_transaction_writes_nothing(database: Database) -> None:
    def work(connection: Connection) -> None:
        _note(connection, "half")
        raise LookupError

    with pytest.raises(LookupError):
        await database.write(work)
    found = await database.read(_notes)

    assert found == []


@pytest.mark.embedded
async def test_a_writer_claims_the_database_before_it_reads(
    tmp_path: Path, database: Database
) -> None:
    other = sqlite3.connect(tmp_path / "games.db", timeout=0, check_same_thread=False)

    def work(connection: Connection) -> str:
        _notes(connection)
        try:
            other.execute("INSERT INTO memos VALUES ('other', '')")
        except sqlite3.OperationalError as error:
            return str(error)
        return "written"

    said = await database.write(work)
    other.close()

    assert said == "database is locked"


@pytest.mark.embedded
async def test_a_reader_sees_one_moment(tmp_path: Path, database: Database) -> None:
    other = sqlite3.connect(tmp_path / "games.db", isolation_level=None, check_same_thread=False)

    def work(connection: Connection) -> list[list[str]]:
        before = _notes(connection)
        other.execute("INSERT INTO memos VALUES ('other', '')")
        return [before, _notes(connection)]

    found = await database.read(work)
    other.close()

    assert found == [[], []]


@pytest.mark.embedded
async def test_a_cancelled_writer_writes_all(database: Database) -> None:
    loop = asyncio.get_running_loop()

    def work(connection: Connection) -> None:
        _note(connection, "first")
        loop.call_soon(task.cancel)
        _note(connection, "second")

    task = asyncio.create_task(database.write(work))
    with pytest.raises(asyncio.CancelledError):
        await task
    found = await database.read(_notes)

    assert found == ["first", "second"]


async def test_a_cancelled_writer_that_fails_leaves_nothing_behind() -> None:
    """Its failure is not reported as lost, and cancellation wins."""
    started, go_on = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        started.set()
        await go_on.wait()
        raise LookupError

    task = asyncio.create_task(to_the_end(work()))
    await started.wait()
    task.cancel()
    asyncio.get_running_loop().call_soon(task.cancel)
    asyncio.get_running_loop().call_later(0, go_on.set)

    with pytest.raises(asyncio.CancelledError):
        await task


async def test_writers_wait_for_each_other(database: Database) -> None:
    names = [f"{number:02}" for number in range(20)]

    await asyncio.gather(*(database.write(partial(_note, name=name)) for name in names))
    found = await database.read(_notes)

    assert found == names


@pytest.mark.parametrize("parts", [(), ("a", "b")])
async def test_what_is_held_is_held_once(tmp_path: Path, parts: tuple[str, ...]) -> None:
    """By one connection to a server, in whole or in parts; nobody else can have a file open."""
    url = url_of(tmp_path / "games.db")
    database = await Database.open(url)
    held = [await database.hold("all", names) for names in (parts, (), ("b", "c"), ("d", "e"))]
    await database.close()

    is_file = url.startswith("sqlite")
    assert held == [True, is_file, is_file, is_file or bool(parts)]


@pytest.mark.embedded
async def test_a_database_in_memory_works() -> None:
    database = await Database.open("sqlite+aiosqlite://")

    await asyncio.gather(
        database.write(lambda connection: _note(connection, "a")),
        database.read(_notes),
        database.write(lambda connection: _note(connection, "b")),
    )
    found = await database.read(_notes)
    await database.close()

    assert found == ["a", "b"]


@pytest.mark.embedded
async def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no/games\.db"):
        await Database.open(f"sqlite+aiosqlite:///{tmp_path}/no/games.db")


@pytest.mark.embedded
async def test_a_file_that_is_no_database_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("Dear diary, " * 100)

    with pytest.raises(sa.exc.DatabaseError, match="file is not a database"):
        await Database.open(url_of(tmp_path / "games.db"))
    assert (tmp_path / "games.db").read_text().startswith("Dear diary")


@pytest.mark.parametrize("url", ["nonsense", "oracle://x", "postgresql+asyncpg://a:b@nowhere/c"])
async def test_an_address_that_leads_nowhere_is_an_error(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "asyncpg", None)

    with pytest.raises(sa.exc.SQLAlchemyError):
        await Database.open(url)


async def test_work_on_a_server_goes_on_though_its_caller_is_cancelled() -> None:
    """The caller is cancelled only once the work is done, however often it was asked for."""
    go_on, done = asyncio.Event(), list[str]()

    async def work() -> None:
        await go_on.wait()
        done.append("committed")

    caller = asyncio.create_task(to_the_end(work()))
    for _ in range(3):
        await asyncio.sleep(0)
        caller.cancel()
        await asyncio.sleep(0)
        assert not caller.done()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await caller

    assert done == ["committed"]


def test_games_still_to_count_are_found_without_those_that_are() -> None:
    """By their own index, not by that of all games of a server."""
    engine = sa.create_engine("sqlite://")
    query = sa.select(games.c.id).where(HAS_ENDED, games.c.counted.is_(None), games.c.guild == 1)
    with engine.connect() as connection:
        indexes.WHOLE.create_all(connection)
        text = str(query.compile(connection, compile_kwargs={"literal_binds": True}))
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}").all()

    assert ["games_uncounted" in row[-1] for row in plan] == [True]
