"""Whose a file is: ours by its mark or by its tables, and nothing is written to that of others."""

import asyncio
import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from metrobot import cli, settings
from metrobot.store.db.errors import DatabaseTroubleError
from metrobot.store.db.identity import APPLICATION_ID
from metrobot.store.migrations import HEAD
from metrobot.store.open import UnusableDatabaseError, open_store
from metrobot.store.store import Store
from metrobot.store.upkeep.backup import BackupError, back_up
from metrobot.ui.process import front_check
from tests.databases import url_of

pytestmark = pytest.mark.embedded

VERSION: Final = "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL);"
TABLES: Final = "CREATE TABLE games (id INTEGER); CREATE TABLE players (id INTEGER);"
OTHERS: Final[Mapping[str, tuple[str, str]]] = {
    "a table": ("CREATE TABLE notes (text);", "it holds notes."),
    "a table named as ours": ("CREATE TABLE games (name TEXT);", "it holds games."),
    "a view": ("CREATE VIEW now AS SELECT 1;", "it holds now."),
    "many tables": (
        "CREATE TABLE a (x); CREATE TABLE b (x); CREATE TABLE c (x); CREATE TABLE d (x);",
        "it holds a, b, c and 1 more.",
    ),
    "tables beside an empty version": (f"{VERSION} CREATE TABLE notes (text);", "it holds notes."),
    "a version of its own": (
        f"{VERSION} INSERT INTO alembic_version VALUES ('3f2a9c'); {TABLES}",
        "it holds games, players.",
    ),
    "a version alone": (
        f"{VERSION} INSERT INTO alembic_version VALUES ('3f2a9c');",
        "it holds alembic_version.",
    ),
    "two versions": (
        f"{VERSION} INSERT INTO alembic_version VALUES ('a'), ('b'); {TABLES}",
        "it holds games, players.",
    ),
    "a number of ours and other tables": (
        f"{VERSION} INSERT INTO alembic_version VALUES ('{HEAD}'); {TABLES}",
        "it holds games, players.",
    ),
    "an old number of ours and other tables": (
        f"{VERSION} INSERT INTO alembic_version VALUES ('0003'); {TABLES}",
        "it holds games, players.",
    ),
    "a version in another form": (
        "CREATE TABLE alembic_version (number); INSERT INTO alembic_version VALUES (1);",
        "it holds alembic_version.",
    ),
    "a mark": ("PRAGMA application_id = 77;", "it holds the application_id 77."),
    "a mark and a log": (
        "PRAGMA journal_mode = WAL; PRAGMA application_id = 77; CREATE TABLE x (y);",
        "it holds the application_id 77, x.",
    ),
}


def _made(file: Path, script: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(script)


def _mark(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("PRAGMA application_id").fetchone()[0])


def _all(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir()}


@pytest.mark.parametrize(("script", "said"), OTHERS.values(), ids=OTHERS)
def test_a_file_of_another_program_is_refused_by_name_and_left_alone(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    script: str,
    said: str,
) -> None:
    """At a start, in `check` and by `backup` alike: no byte of it changes."""
    file = tmp_path / "games.db"
    _made(file, script)
    before, url = _all(tmp_path), f"sqlite+aiosqlite:///{file}"
    monkeypatch.setenv("DISCORD_TOKEN", "MTIzNDU2Nzg5MDEyMzQ1Njc4.b.c")
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setattr(settings, "HOME", tmp_path)
    monkeypatch.setattr(front_check, "check_front", lambda: ())

    with pytest.raises(UnusableDatabaseError) as refusal:
        asyncio.run(open_store(url))
    assert f"cannot be opened: it is not Metrobot's: {said} Name a file of" in str(refusal.value)
    assert refusal.value.is_setting
    assert cli.main(["check"]) == cli.FAULT
    assert said in capsys.readouterr().out.splitlines()[-1]
    with pytest.raises(BackupError, match="it is not Metrobot's"):
        back_up(file, tmp_path / "copy.db")
    assert _all(tmp_path) == before


def test_a_new_file_is_marked_and_its_copies_are(tmp_path: Path) -> None:
    """So that a file tells whose it is, whatever release has made its tables."""
    file, copy = tmp_path / "games.db", tmp_path / "copy.db"

    async def opened() -> None:
        await (await open_store(f"sqlite+aiosqlite:///{file}")).close()

    asyncio.run(opened())
    back_up(file, copy)

    assert _mark(file) == _mark(copy) == APPLICATION_ID


@pytest.mark.parametrize("others", ["", "CREATE TABLE notes (text);"])
async def test_a_file_of_ours_without_a_mark_is_known_and_gets_it(
    tmp_path: Path, others: str
) -> None:
    """Each that was made until now, whatever somebody has put beside our tables."""
    file = tmp_path / "games.db"
    url = url_of(file)
    _made(file, f"PRAGMA application_id = 0; {others}")
    store = await Store.open(url)
    await store.close()

    assert _mark(file) == APPLICATION_ID


async def test_an_empty_version_alone_is_nothing(tmp_path: Path) -> None:
    """There is nothing in such a file that could be lost."""
    _made(tmp_path / "games.db", VERSION)
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/games.db")
    await store.close()

    assert _mark(tmp_path / "games.db") == APPLICATION_ID


async def test_a_file_of_another_program_in_its_place_is_not_used(tmp_path: Path) -> None:
    """While the bot plays: each act is refused until ours is there again."""
    file, other = tmp_path / "games.db", tmp_path / "other.db"
    store = await Store.open(url_of(file))
    _made(other, "CREATE TABLE notes (text);")
    before = other.read_bytes()
    os.replace(other, file)
    with pytest.raises(DatabaseTroubleError, match="it is not Metrobot's: it holds notes"):
        await store.people.set_memo("note", "x")
    await store.close()

    assert file.read_bytes() == before
