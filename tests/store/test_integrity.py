"""A large file is looked through while it is used; what is found is one line in the log."""

import logging
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from metrobot.store.db import integrity
from metrobot.store.db.sqlite import SqliteBackend
from metrobot.store.store import Store

pytestmark = pytest.mark.embedded
PAGE = 4096


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a path for a database; from now on every file counts as a large one."""
    monkeypatch.setattr(integrity, "AT_ONCE", 0)
    return tmp_path / "games.db"


async def _opened(file: Path) -> Store:
    """Return the store, once its file is looked through."""
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    backend = store._database._backend
    assert isinstance(backend, SqliteBackend)
    assert backend._look is not None
    backend._look.wait()
    return store


def _damage(file: Path) -> None:
    """Spoil a page of a long note, which nobody reads at the start."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("INSERT INTO memos VALUES ('long', hex(zeroblob(?)))", (20 * PAGE,))
        connection.commit()
    whole = file.read_bytes()
    at = len(whole) - 10 * PAGE
    file.write_bytes(whole[:at] + b"\xff" * PAGE + whole[at + PAGE :])


async def test_a_whole_file_is_passed_over_in_silence(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = await _opened(file)
    await store.close()

    assert not [each for each in caplog.records if each.levelno >= logging.WARNING]


async def test_a_damaged_file_is_told_of_in_one_line(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await (await _opened(file)).close()
    _damage(file)
    store = await _opened(file)
    await store.close()

    (said,) = [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING]
    assert str(file) in said
    assert "the file is damaged. Put a copy in its place" in said


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Make a look never end; return an event that says that it has begun."""
    begun = threading.Event()

    def look(driver: sqlite3.Connection) -> None:
        begun.set()
        driver.execute(
            "WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT * FROM n"
            " WHERE k > 1"
        ).fetchone()

    monkeypatch.setattr(integrity, "check_integrity", look)
    return begun


async def test_who_closes_the_store_does_not_wait_for_a_look(
    file: Path, endless: threading.Event, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is said of it, and nothing of it is left beside the file."""
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    assert endless.wait(20)
    await store.close()

    assert not [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert not file.with_name(f"{file.name}-wal").exists()
