"""What befalls the file while the bot runs: nothing is half done, and it heals."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from metrobot.store.db.database import Database
from metrobot.store.db.errors import BACK, DatabaseTroubleError, ReplacedError
from metrobot.store.db.signals import StoreListener
from metrobot.store.db.sqlite import SqliteBackend
from metrobot.store.store import Store

pytestmark = pytest.mark.embedded


@pytest.fixture
async def store(file: Path) -> AsyncIterator[Store]:
    """Return a store in which something is noted."""
    made = await Store.open(f"sqlite+aiosqlite:///{file}")
    await made.people.set_memo("kept", "1")
    yield made
    await made.close()


def _backend(store: Store) -> SqliteBackend:
    """Return the connection of a store."""
    backend = store._database._backend
    assert isinstance(backend, SqliteBackend)
    return backend


async def _driver(store: Store, *statements: str) -> None:
    """Give statements to SQLite itself, in no transaction."""
    thread = _backend(store)._thread

    def run() -> None:
        for statement in statements:
            thread.driver.execute(statement).fetchall()

    await thread.run(run)


def _copy(file: Path, copy: Path) -> None:
    """Make a whole copy of a database, as a backup does."""
    source, target = sqlite3.connect(file), sqlite3.connect(copy)
    source.backup(target)
    target.execute("PRAGMA journal_mode = DELETE")
    source.close()
    target.close()


async def _refused(store: Store, said: str) -> DatabaseTroubleError:
    """Return the error of a write: one line with the path and a remedy."""
    with pytest.raises(DatabaseTroubleError) as trouble:
        await store.people.set_memo("new", "2" * 9_000_000)  # more than upgrades leave free
    path = _backend(store)._name
    assert str(trouble.value).startswith(f"The database {path} cannot be used: {said}")
    assert "\n" not in str(trouble.value)
    return trouble.value


async def test_a_full_disk_refuses_and_heals(store: Store) -> None:
    """Reading goes on; once there is room, so does writing."""
    await _driver(store, "PRAGMA max_page_count = 1")
    await _refused(store, "the disk is full. Make room on it.")
    read = await store.people.memo("kept"), await store.people.memo("new")
    await _driver(store, "PRAGMA max_page_count = 100000")
    await store.people.set_memo("new", "2")

    assert read == ("1", None)
    assert await store.people.memo("new") == "2"


async def test_a_lock_of_another_program_refuses_and_heals(store: Store, file: Path) -> None:
    await _driver(store, "PRAGMA busy_timeout = 0")
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    await _refused(store, "another program holds it locked. Stop that program")
    read = await store.people.memo("kept")
    other.close()
    await store.people.set_memo("new", "2")

    assert read == "1"
    assert await store.people.memo("new") == "2"


async def test_a_file_that_may_not_be_written_refuses_and_heals(store: Store) -> None:
    await _driver(store, "PRAGMA query_only = ON")
    await _refused(store, "it cannot be written. Let the user who runs the bot write the file")
    await store.people.set_memo("new", "2")

    assert await store.people.memo("new") == "2"


async def test_a_file_that_was_moved_away_is_used_again_once_it_is_back(
    store: Store, file: Path, tmp_path: Path
) -> None:
    """Nothing is written to where it will not be found; the moved file is whole by itself."""
    away = tmp_path / "away.db"
    os.replace(file, away)
    await _refused(store, "its file is gone or empty. Put it back where it was")
    with sqlite3.connect(away) as connection:
        whole = connection.execute("SELECT value FROM memos WHERE name = 'kept'").fetchone()
    connection.close()
    os.replace(away, file)
    await store.people.set_memo("new", "2")

    assert whole == ("1",)
    assert (await store.people.memo("kept"), await store.people.memo("new")) == ("1", "2")


async def test_another_file_in_its_place_is_used_and_memory_is_dropped(
    store: Store, file: Path, tmp_path: Path
) -> None:
    """Nothing of the old one finds its way into it; what was asked for meanwhile is refused."""
    forgotten = list[str]()

    class Heard(StoreListener):
        def replaced(self) -> None:
            forgotten.append("all")

    store.signals.subscribe(Heard())
    copy = tmp_path / "copy.db"
    _copy(file, copy)
    await store.people.set_memo("kept", "later than the copy")
    os.replace(copy, file)
    with pytest.raises(ReplacedError, match="another file is in its place"):
        await store.people.set_memo("new", "2")
    found = await store.people.memo("kept"), await store.people.memo("new")
    await store.people.set_memo("new", "3")

    assert forgotten == ["all"]
    assert found == ("1", None)
    assert await store.people.memo("new") == "3"
    with sqlite3.connect(file) as connection:
        checked = connection.execute("PRAGMA integrity_check").fetchone()
    connection.close()
    assert checked == ("ok",)


async def test_a_file_that_was_emptied_is_no_database_until_it_is_filled(
    store: Store, file: Path, tmp_path: Path
) -> None:
    """A copy that is written into it is taken for another database."""
    copy = tmp_path / "copy.db"
    _copy(file, copy)
    os.truncate(file, 0)
    with pytest.raises(DatabaseTroubleError, match="its file is gone or empty"):
        await store.people.memo("kept")
    shutil.copyfile(copy, file)
    with pytest.raises(ReplacedError):
        await store.people.memo("kept")

    assert await store.people.memo("kept") == "1"


def _spoil(file: Path, form: str | None) -> None:
    """Damage a file, or let it be of another form."""
    if form is None:
        file.write_bytes(b"no database" * 999)
        return
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (form,))
    connection.close()


@pytest.mark.parametrize(
    ("form", "told"),
    [
        (None, "the file is damaged, or is no database. Put a copy in its place"),
        (
            "0019",
            "it is too old for this release to upgrade. Start the bot once at commit 6259a440",
        ),
        ("9999", "a newer release"),
    ],
)
async def test_a_copy_in_its_place_of_no_use_refuses_until_a_good_one_is_there(
    store: Store, file: Path, tmp_path: Path, form: str | None, told: str
) -> None:
    """It is looked through before it is used; one line says why, as at a start."""
    good, bad = tmp_path / "good.db", tmp_path / "bad.db"
    for copy in (good, bad):
        _copy(file, copy)
    await asyncio.to_thread(_spoil, bad, form)
    os.replace(bad, file)
    await _refused(store, told)
    await _refused(store, told)
    os.replace(good, file)
    with pytest.raises(ReplacedError):
        await store.people.memo("kept")

    assert await store.people.memo("kept") == "1"


async def test_an_older_copy_in_its_place_is_brought_to_the_newest_form(
    store: Store, file: Path, tmp_path: Path
) -> None:
    done = list[Any]()
    migrate = _backend(store)._migrate

    def counted(connection: sa.Connection) -> None:
        done.append(connection)
        migrate(connection)

    _backend(store)._migrate = counted
    copy = tmp_path / "copy.db"
    _copy(file, copy)
    os.replace(copy, file)
    with pytest.raises(ReplacedError):
        await store.people.memo("kept")

    assert len(done) == 1


@pytest.mark.scans
async def test_a_commit_that_fails_leaves_nothing_open(tmp_path: Path) -> None:
    """Its writes are undone, and the next transaction can begin."""
    database = await Database.open(f"sqlite+aiosqlite:///{tmp_path}/games.db")
    orphan = "INSERT INTO seats (game, position) VALUES (77, 0)"

    def fail(connection: sa.Connection) -> None:
        connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        connection.exec_driver_sql(orphan)

    with pytest.raises((IntegrityError, sqlite3.IntegrityError)):
        await database.write(fail)
    count = await database.write(
        lambda connection: connection.exec_driver_sql("SELECT count(*) FROM seats").scalar()
    )
    await database.close()

    assert count == 0


@pytest.mark.parametrize("code", [sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_IOERR])
async def test_what_the_disk_does_to_a_statement_is_told_and_healed(
    store: Store, code: int
) -> None:
    """The next transaction has a connection of its own."""

    def break_(_: sa.Connection) -> None:
        error = sqlite3.DatabaseError("said by SQLite")
        error.sqlite_errorcode = code
        raise error

    before = _backend(store)._thread.driver
    with pytest.raises(DatabaseTroubleError):
        await store._database.write(break_)

    assert await store.people.memo("kept") == "1"
    assert _backend(store)._thread.driver is not before


async def test_a_fault_of_ours_is_no_trouble_of_the_database(store: Store) -> None:
    """Somebody has to see it."""

    def wrong(connection: sa.Connection) -> None:
        connection.exec_driver_sql("SELECT nothing FROM nowhere")

    work: Callable[[sa.Connection], None] = wrong
    with pytest.raises(sa.exc.OperationalError):
        await store._database.read(work)


async def test_that_it_can_be_used_again_is_logged_once(
    store: Store, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    away = file.with_name("away.db")
    os.replace(file, away)
    for _ in range(3):
        await _refused(store, "its file is gone")
    before = [each.getMessage() for each in caplog.records]
    os.replace(away, file)
    for _ in range(3):
        await store.people.set_memo("kept", "2")

    assert BACK not in before
    assert [each.getMessage() for each in caplog.records].count(BACK) == 1
