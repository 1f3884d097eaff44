"""A database that cannot be opened: one line with the address, the reason and the remedy."""

import asyncio
import logging
import os
import sqlite3
import stat
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from ssl import SSLCertVerificationError
from urllib.parse import quote

import pytest

from metrobot.store.db import integrity, sqlite
from metrobot.store.db.errors import POOLED, DatabaseTroubleError
from metrobot.store.open import UnusableDatabaseError, open_store, shown_address
from metrobot.store.store import Store

pytestmark = pytest.mark.embedded


def refused(url: str) -> UnusableDatabaseError:
    """Return the error of opening a database; its text must be one line."""
    with pytest.raises(UnusableDatabaseError) as refusal:
        asyncio.run(open_store(url))
    assert "\n" not in str(refusal.value)
    place = shown_address(url).removeprefix("sqlite+aiosqlite:///")
    assert str(refusal.value).startswith(f"The database {place} cannot be opened: ")
    return refusal.value


def _opened(path: Path) -> None:
    """Make a database of ours."""

    async def make() -> None:
        store = await open_store(f"sqlite+aiosqlite:///{path}")
        await store.close()

    asyncio.run(make())


def _failing(error: Exception) -> Callable[..., Awaitable[Store]]:
    """Return a way to open a store that fails."""

    async def fail(*_: object, **__: object) -> Store:
        raise error

    return fail


ADDRESSES = {
    "sqlite+aiosqlite:///games.db": "sqlite+aiosqlite:///games.db",
    "sqlite+aiosqlite:////home/a@b/games.db": "sqlite+aiosqlite:////home/a@b/games.db",
    "postgresql+asyncpg://ada:secret@host:5/games": "postgresql+asyncpg://ada:***@host:5/games",
    "postgresql+asyncpg://ada@host/games": "postgresql+asyncpg://ada@host/games",
    "postgresql://ada:sec@ret/sec://ret?secret@host/x": "postgresql://ada:***@host/x",
    "postgresql://host/games?password=secret": "postgresql://host/games",
    "ada:secret@host": "ada:***@host",
    "games.db": "games.db",
    "": "(empty)",
}


@pytest.mark.parametrize(("url", "shown"), ADDRESSES.items())
def test_an_address_is_shown_without_its_password(url: str, shown: str) -> None:
    """Unescaped passwords and texts that are no address are handled too."""
    assert shown_address(url) == shown


@pytest.mark.parametrize(
    "url", ["games.db", "", "postgresql+asyncpg://ada:secret@host:port/x", "chess://ada:secret@h/x"]
)
def test_what_is_no_address_is_a_wrong_setting(url: str) -> None:
    """It leads to the example; the password is not told."""
    refusal = refused(url)

    assert refusal.is_setting
    assert ".env.example" in str(refusal)
    assert "secret" not in str(refusal)


@pytest.mark.parametrize("secret", ["a", "database", "ada", "host"])
def test_a_secret_that_is_a_common_word_hides_no_other_one(
    secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is masked where it stands, not where something else is called the same."""

    async def fail(_: str, **__: object) -> Store:
        raise RuntimeError(f'database "a" is unknown to ada: x://ada:{secret}@host')

    monkeypatch.setattr(Store, "open", fail)
    line = str(refused(f"postgresql+asyncpg://ada:{secret}@host/a"))

    assert line.startswith("The database postgresql+asyncpg://ada:***@host/a cannot be opened: ")
    assert 'database "a" is unknown to ada: x://ada:***@host. Check' in line


@pytest.mark.parametrize("password", ["sec@ret", "sec:ret@x", "a/b@c", "100%@x", "p#w@x:y"])
def test_a_password_that_was_not_quoted_is_guessed_at(password: str) -> None:
    """Whatever is made of the address then; nothing of it is shown."""
    line = str(refused(f"postgresql://ada:{password}@127.0.0.1:1/games"))

    assert "Perhaps it is the password: in an address its @ is written %40" in line
    assert password not in line
    quoted = str(refused(f"postgresql://ada:{quote(password, safe='')}@127.0.0.1:1/games"))
    assert "Perhaps" not in quoted


def test_a_name_shows_what_cannot_be_seen(tmp_path: Path) -> None:
    line = str(refused(f"sqlite+aiosqlite:///{tmp_path}/no\r/games\u200b.db"))

    assert f"The database {tmp_path}/no\\r/games\\u200b.db cannot be opened" in line


def test_a_driver_that_is_missing_is_a_wrong_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    refusal = refused("postgresql+asyncpg://ada:secret@host/games")

    assert refusal.is_setting
    assert "no driver for postgresql+asyncpg" in str(refusal)


def test_a_file_is_named_by_its_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot may run in another folder than its host believes."""
    monkeypatch.chdir(tmp_path)

    with pytest.raises(UnusableDatabaseError, match=f"^The database {tmp_path}/no/games.db cannot"):
        asyncio.run(open_store("sqlite+aiosqlite:///no/games.db"))


def rights_in(folder: Path) -> dict[str, int]:
    """Return the rights to each file of a folder."""
    return {each.name: stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()}


@pytest.mark.skipif(sys.platform == "win32", reason="rights are another thing there")
async def test_nobody_else_may_read_a_new_database(tmp_path: Path) -> None:
    """The files beside it are closed too: hands and keys of running games are in them."""
    before = os.umask(0o022)
    try:
        store = await open_store(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}")
        await store.people.set_memo("a", "b")
        rights = rights_in(tmp_path)
        await store.close()
    finally:
        os.umask(before)

    assert {"games.db", "games.db-wal", "games.db-shm", "games.db.lock"} <= rights.keys()
    assert set(rights.values()) == {0o600}


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    refusal = refused(f"sqlite+aiosqlite:///{tmp_path}/no/such/games.db")

    assert not refusal.is_setting
    assert f"there is no folder {tmp_path}/no/such. Make it" in str(refusal)


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert f"{tmp_path} is a folder" in str(refused(f"sqlite+aiosqlite:///{tmp_path}"))


def test_a_file_is_no_folder(file: Path) -> None:
    file.touch()

    assert "Not a directory" in str(refused(f"sqlite+aiosqlite:///{file}/games.db"))


def test_another_program_that_holds_the_file_is_told_of(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Perhaps it is the bot itself."""
    waits = [line for line in sqlite.PRAGMAS if "busy_timeout" not in line]
    monkeypatch.setattr(sqlite, "PRAGMAS", (*waits, "PRAGMA busy_timeout = 0"))
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("PRAGMA journal_mode = WAL")
    other.execute("BEGIN IMMEDIATE")
    refusal = refused(f"sqlite+aiosqlite:///{file}")
    other.close()

    assert "another program holds it locked" in str(refusal)
    assert "does the bot run already?" in str(refusal)


def test_a_file_that_is_no_database_is_told_of(file: Path) -> None:
    file.write_bytes(b"no database" * 999)

    refusal = refused(f"sqlite+aiosqlite:///{file}")
    assert "the file is damaged, or is no database. Put a copy in its place" in str(refusal)


_PAGE = 4096
DAMAGES = {
    "its end is missing": lambda whole: whole[: len(whole) // 2],
    "a page is empty": lambda whole: whole[: 20 * _PAGE] + bytes(_PAGE) + whole[21 * _PAGE :],
    "all but its beginning is gone": lambda whole: whole[:_PAGE] + bytes(len(whole) - _PAGE),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_told_of(file: Path, damage: Callable[[bytes], bytes]) -> None:
    """Damage is found even on a day when nothing is read."""
    _opened(file)
    file.write_bytes(damage(file.read_bytes()))

    refusal = refused(f"sqlite+aiosqlite:///{file}")
    assert "the file is damaged. Put a copy in its place" in str(refusal)


def test_a_database_of_a_newer_release_is_told_of(file: Path) -> None:
    _opened(file)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()

    assert "a newer release of Metrobot" in str(refused(f"sqlite+aiosqlite:///{file}"))


@pytest.mark.parametrize("form", ["0001", "0019"])
def test_a_database_that_is_too_old_names_the_commit_that_upgrades_it(
    file: Path, form: str
) -> None:
    _opened(file)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (form,))
    refusal = refused(f"sqlite+aiosqlite:///{file}")
    (found,) = connection.execute("SELECT version_num FROM alembic_version")
    connection.close()

    assert "too old for this release to upgrade. Start the bot once at commit 6259a440" in str(
        refusal
    )
    assert not refusal.is_setting
    assert found == (form,)


class UntrustedError(SSLCertVerificationError):
    """Certificate that the server has signed itself."""

    verify_message = "self-signed"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ConnectionRefusedError(111, "Connection refused"), "(Connection refused). Check its host"),
        (TimeoutError(), "its server cannot be reached (TimeoutError)"),
        (RuntimeError("no user ada\nat all"), ": no user ada. Check"),
        (
            RuntimeError("postgres://ada:sec@ret@host/x?password=secret&a=b fails for ada"),
            ": postgres://ada:***@host/x?password=***&a=b fails for ada. Check",
        ),
        (
            UntrustedError(),
            "its certificate is not trusted (self-signed). Name the file of whoever has",
        ),
        (RuntimeError(), ": RuntimeError. Check"),
    ],
)
def test_what_a_server_says_is_told(
    error: Exception, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "open", _failing(error))

    assert said in str(refused("postgresql+asyncpg://ada:secret@host/games"))


def test_a_pooler_that_gives_itself_away_by_an_error_is_a_wrong_setting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another session has the prepared statement: to try again is of no use."""
    monkeypatch.setattr(Store, "open", _failing(DatabaseTroubleError("", *POOLED)))
    refusal = refused("postgresql+asyncpg://ada@host/games")

    assert "a pooler in front of it gives each transaction another session" in str(refusal)
    assert refusal.is_setting


def test_a_file_that_may_not_be_written_is_told_of(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "open", _failing(PermissionError(13, "Permission denied")))

    assert f"{file} may not be written" in str(refused(f"sqlite+aiosqlite:///{file}"))


def test_a_new_database_is_told_of(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A host who expected games in it sees why they are not there."""
    caplog.set_level(logging.INFO, "metrobot")
    _opened(file)
    _opened(file)

    said = [each.getMessage() for each in caplog.records]
    assert said == [f"There is no database {file} yet: a new one is begun."]


def test_an_empty_file_is_told_of(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It becomes a new database, which may not be what was meant."""
    file.touch()
    _opened(file)

    said = [each.getMessage() for each in caplog.records if each.name.startswith("metrobot")]
    assert said == [f"The database {file} is empty: a new one is begun in it."]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (sqlite3.SQLITE_FULL, "the disk is full. Make room on it."),
        (sqlite3.SQLITE_READONLY, "it cannot be written. Let the user who runs the bot write"),
        (sqlite3.SQLITE_IOERR, "its disk cannot be read or written. Look after the disk."),
        (sqlite3.SQLITE_IOERR_FSYNC, "its disk cannot be read or written. Look after the disk."),
        (sqlite3.SQLITE_CANTOPEN, "its file cannot be opened. Let the user who runs the bot"),
    ],
)
def test_what_the_disk_refuses_is_told(
    file: Path, monkeypatch: pytest.MonkeyPatch, code: int, said: str
) -> None:
    def fail(_: object) -> None:
        error = sqlite3.OperationalError("said by SQLite")
        error.sqlite_errorcode = code
        raise error

    monkeypatch.setattr(integrity, "check_integrity", fail)

    assert said in str(refused(f"sqlite+aiosqlite:///{file}"))
