"""Copies of the database: made while the bot runs, and put back where it was lost."""

import asyncio
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from metrobot import cli
from metrobot.service.model.table import Table
from metrobot.store.db.file_lock import FileLock
from metrobot.store.migrations import OLDEST
from metrobot.store.upkeep.backup import back_up
from tests.service.stage import BOB, TITLES, staged
from tests.store.filling import fill
from tests.store.older_forms import bring_back

Said = Callable[[], str]


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of the database that the settings name; nothing is there yet."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "metrobot.db"
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{file}")
    return file


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copy.db"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the copy of a database with something of everything."""
    folder = tmp_path_factory.mktemp("whole")
    asyncio.run(fill(f"sqlite+aiosqlite:///{folder}/games.db"))
    back_up(folder / "games.db", folder / "copy.db")
    return (folder / "copy.db").read_bytes()


@pytest.fixture
def filled(database: Path, copy: Path, whole: bytes) -> Path:
    """Write a copy and return its path; the database itself is missing."""
    copy.write_bytes(whole)
    return copy


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """Return a function that returns all output since its last call."""
    return lambda: "".join(capsys.readouterr())


def _run(command: str, file: Path) -> int:
    return cli.main([command, str(file)], TITLES)


def _rows(file: Path) -> list[str]:
    """Return the whole content of a database, as SQL."""
    connection = sqlite3.connect(file)
    try:
        return list(connection.iterdump())
    finally:
        connection.close()


def _change(file: Path, statement: str) -> None:
    """Change something in a database by hand."""
    connection = sqlite3.connect(file)
    connection.execute(statement)
    connection.commit()
    connection.close()


async def _backed_up(database: Path, copy: Path) -> tuple[Table, list[str]]:
    """Play, back up in the middle, play on; return the table and the rows at the copy."""
    async with staged(f"sqlite+aiosqlite:///{database}") as stage:
        table = await stage.take(await stage.start(BOB), 2)
        rows = _rows(database)
        assert await asyncio.to_thread(_run, "backup", copy) == 0
        await stage.finish(table)
    return table, rows


async def _played_on(database: Path, before: Table) -> str:
    """Play a game on from where a copy left it, and return its status."""
    async with staged(f"sqlite+aiosqlite:///{database}") as stage:
        table = await stage.tables.by_id(before.id)
        assert (table.log, table.state) == (before.log, before.state)
        return (await stage.finish(table)).status.value


def test_a_lost_database_is_put_back_and_played_on(database: Path, copy: Path, said: Said) -> None:
    """Nothing from before the copy is missing, though the bot played on meanwhile."""
    before, rows = asyncio.run(_backed_up(database, copy))
    database.unlink()

    assert _run("restore", copy) == 0
    assert "1 running games played again, 0 lobbies" in said()
    assert _rows(database) == rows
    assert asyncio.run(_played_on(database, before)) == "over"


def test_a_copy_is_one_file_that_only_its_owner_may_read(filled: Path, database: Path) -> None:
    """Hands of running games are in it."""
    filled.rename(database)
    assert _run("backup", filled) == 0

    assert sorted(path.name for path in filled.parent.iterdir()) == ["copy.db", "metrobot.db"]
    assert stat.S_IMODE(filled.stat().st_mode) == 0o600


def test_a_copy_is_put_back_with_something_of_everything(
    filled: Path, database: Path, said: Said
) -> None:
    """The copy itself stays as it is, for another time."""
    rows = _rows(filled)

    assert _run("restore", filled) == 0
    assert _rows(database) == rows == _rows(filled)
    assert sorted(path.name for path in filled.parent.iterdir()) == ["copy.db", "metrobot.db"]


def test_a_copy_of_an_older_release_is_put_back(filled: Path, database: Path) -> None:
    """It is brought to the newest form on the way; the copy stays what it was."""
    engine = sa.create_engine(f"sqlite:///{filled}")
    with engine.begin() as connection:
        bring_back(connection, OLDEST)
    engine.dispose()
    rows = _rows(filled)

    assert _run("restore", filled) == 0
    assert _rows(filled) == rows != _rows(database)


@pytest.mark.parametrize("left", ["metrobot.db", "metrobot.db-wal", "metrobot.db-journal"])
def test_nothing_is_written_over(filled: Path, database: Path, left: str, said: Said) -> None:
    """Neither a database nor what an older one has left beside it."""
    (database.parent / left).write_text("mine")

    assert _run("restore", filled) == cli.MISUSE
    assert f"{left} is there; move it away first" in said()
    assert (database.parent / left).read_text() == "mine"


def test_a_copy_is_not_written_over(filled: Path, database: Path, said: Said) -> None:
    """Yesterday's is worth something."""
    filled.rename(database)
    filled.write_text("yesterday")

    assert _run("backup", filled) == cli.MISUSE
    assert "is there already" in said()
    assert filled.read_text() == "yesterday"


def test_a_copy_needs_a_folder(filled: Path, database: Path, said: Said) -> None:
    """A missing folder is not made: another one may have been meant."""
    filled.rename(database)

    assert _run("backup", database.parent / "no" / "copy.db") == cli.MISUSE
    assert f"there is no folder {database.parent}/no" in said()


def test_a_database_that_is_played_on_is_left_alone(
    filled: Path, database: Path, said: Said
) -> None:
    """The lock protects it even while its file is missing."""
    lock = FileLock.take(database)
    code = _run("restore", filled)
    lock.release()

    assert code == cli.MISUSE
    assert f"a bot plays on {database}" in said()
    assert not database.exists()


FAULTS = {
    "UPDATE events SET payload = '{\"numbers\": [1, 9]}' WHERE game = 2 AND seq = 1": (
        "game 2 cannot be played again"
    ),
    "UPDATE events SET seq = 7 WHERE game = 2 AND seq = 1": "game 2 cannot be played again",
    "UPDATE games SET title = 'chess' WHERE id = 2": "game 2 cannot be played again",
    "UPDATE games SET revision = 99 WHERE id = 2": "but stands at 99",
    "UPDATE games SET awaited = '[7]' WHERE id = 2": "game 2 awaits others",
    "DELETE FROM players WHERE id = 17": "a row of",
    "ALTER TABLE memos ADD COLUMN more TEXT": "other tables than this release",
    "UPDATE alembic_version SET version_num = '9999'": "a newer release of Metrobot has used it",
    "UPDATE alembic_version SET version_num = '0001'": "once at commit 6259a440",
    "UPDATE alembic_version SET version_num = '0015'": "once at commit 6259a440",
    "DELETE FROM alembic_version": "damaged: alembic_version holds nothing",
    "DROP TABLE alembic_version": "damaged: alembic_version holds nothing",
}


@pytest.mark.parametrize(("fault", "told"), FAULTS.items())
def test_what_cannot_be_played_on_is_not_put_back(
    filled: Path, database: Path, fault: str, told: str, said: Said
) -> None:
    """One line says why, and nothing is left behind."""
    _change(filled, fault)
    said()

    assert _run("restore", filled) == cli.MISUSE
    line = said()
    assert told in line
    assert line.count("\n") == 1
    assert [path.name for path in database.parent.iterdir()] == ["copy.db"]


def test_a_damaged_copy_is_not_put_back(filled: Path, database: Path, said: Said) -> None:
    whole = filled.read_bytes()
    filled.write_bytes(whole[: 8 * 4096] + bytes(4096) + whole[9 * 4096 :])

    assert _run("restore", filled) == cli.MISUSE
    assert "damaged" in said()
    assert [path.name for path in database.parent.iterdir()] == ["copy.db"]


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_what_is_not_there_is_told(database: Path, copy: Path, command: str, said: Said) -> None:
    assert _run(command, copy) == cli.MISUSE
    assert "there is no" in said()
    assert list(database.parent.iterdir()) == []


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("backup", "pg_dump --format=custom --file=a.dump postgresql://ada@host:5/games"),
        ("restore", "pg_restore --no-owner --exit-on-error --dbname=postgresql://ada@host:5/games"),
    ],
)
def test_postgresql_has_tools_of_its_own(
    monkeypatch: pytest.MonkeyPatch, command: str, told: str, said: Said
) -> None:
    """The command to type is shown, without the password, and with the way to the server."""
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://ada:secret@host:5/games")
    assert _run(command, Path("a.dump")) == cli.MISUSE
    line = said()
    query = "host=/run/pg&sslmode=require&password=secret&schema=ours"
    monkeypatch.setenv("DATABASE_URL", f"postgres://ada@/games?{query}")
    assert _run(command, Path("a.dump")) == cli.MISUSE
    by_socket = said()

    assert told in line
    assert "'postgresql://ada@/games?host=%2Frun%2Fpg&sslmode=require'" in by_socket
    assert "secret" not in line + by_socket


@pytest.mark.parametrize("url", ["sqlite+aiosqlite://", "nonsense"])
def test_what_is_no_file_is_told(monkeypatch: pytest.MonkeyPatch, url: str, said: Said) -> None:
    monkeypatch.setenv("DATABASE_URL", url)

    assert _run("backup", Path("copy.db")) == cli.MISUSE
    assert said().startswith("metrobot backup: ")
