"""Two bots on one file would undo each other's memory: the second one is refused."""

import asyncio
import logging
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr

from metrobot.demo.bot_in_process import embedded_bot
from metrobot.settings import Settings
from metrobot.store.db import mounts
from metrobot.store.db.file_lock import FileLock
from metrobot.store.open import DatabaseInUseError, UnusableDatabaseError, open_store
from metrobot.ui.process.run import EXIT_FAILED, run_bot

pytestmark = pytest.mark.embedded

PLAYING = """
import asyncio, sys
from metrobot.store.db.file_lock import FileLock
from metrobot.store.open import open_store

async def play():
    await open_store(sys.argv[1])
    print("plays", flush=True)
    await asyncio.Event().wait()

asyncio.run(play())
"""


def _url(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


async def test_a_second_process_is_refused_with_the_name_of_the_file(file: Path) -> None:
    first = await open_store(_url(file))
    with pytest.raises(DatabaseInUseError) as refusal:
        await open_store(_url(file))
    await first.close()
    second = await open_store(_url(file))
    await second.close()

    assert str(refusal.value) == (
        f"The database {file} cannot be opened: another process plays on it and holds "
        f"{file}.lock. Stop that one, or name another file in DATABASE_URL."
    )


async def test_a_file_by_another_name_is_the_same_file(file: Path, tmp_path: Path) -> None:
    """Such as by a link to it, or by an address with options."""
    first = await open_store(_url(file))
    link = tmp_path / "link.db"
    link.symlink_to(file)

    for address in (_url(link), _url(tmp_path / "." / "games.db"), f"{_url(file)}?timeout=1"):
        with pytest.raises(DatabaseInUseError):
            await open_store(address)
    await first.close()


async def test_a_file_with_a_second_name_is_refused_under_both(file: Path, tmp_path: Path) -> None:
    """Each name has a lock and a journal of its own; once one of them is gone, all is well."""
    first = await open_store(_url(file))
    link = tmp_path / "link.db"
    link.hardlink_to(file)

    with pytest.raises(UnusableDatabaseError, match="another name too") as refusal:
        await open_store(_url(link))
    await first.close()
    with pytest.raises(UnusableDatabaseError, match="another name too"):
        await open_store(_url(file))
    link.unlink()
    await (await open_store(_url(file))).close()

    assert not refusal.value.is_setting
    assert os.listdir(tmp_path) == [file.name]


async def test_a_file_that_is_mounted_alone_is_refused(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In two containers it would have two locks, and each would lose what lies beside it."""
    file = tmp_path / "my games.db"
    table = tmp_path / "mounts"
    table.write_text(f"/dev/sda1 / ext4 rw 0 0\n/dev/sda1 {tmp_path}/my\\040games.db ext4 rw 0 0\n")
    await (await open_store(_url(file))).close()
    monkeypatch.setattr(mounts, "TABLE", table)

    with pytest.raises(
        UnusableDatabaseError, match=r"its file alone is mounted.* Mount the folder"
    ):
        await open_store(_url(file))


def test_a_process_that_is_killed_leaves_no_lock(file: Path) -> None:
    """The system lets go of it, whatever is left in the folder."""
    with subprocess.Popen(
        [sys.executable, "-c", PLAYING, _url(file)],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "plays\n"
        with pytest.raises(DatabaseInUseError):
            asyncio.run(open_store(_url(file)))
        process.kill()
        process.wait(20)

    async def play() -> None:
        await (await open_store(_url(file))).close()

    asyncio.run(play())


async def test_a_database_that_is_closed_leaves_no_lock_file(file: Path, tmp_path: Path) -> None:
    """Nor does one that could not be opened."""
    await (await open_store(_url(file))).close()
    await asyncio.to_thread(file.write_bytes, b"no database" * 999)
    with pytest.raises(Exception, match="damaged"):
        await open_store(_url(file))

    assert [each for each in os.listdir(tmp_path) if "lock" in each] == []


async def test_a_backup_needs_no_lock(file: Path, tmp_path: Path) -> None:
    store = await open_store(_url(file))
    with sqlite3.connect(file) as source, sqlite3.connect(tmp_path / "copy.db") as target:
        source.backup(target)
    source.close()
    target.close()
    await store.close()

    with sqlite3.connect(tmp_path / "copy.db") as copy:
        assert copy.execute("SELECT count(*) FROM games").fetchone() == (0,)
    copy.close()


@pytest.mark.parametrize("url", ["sqlite+aiosqlite://", "sqlite+aiosqlite:///:memory:"])
async def test_a_database_in_memory_needs_no_lock(url: str) -> None:
    """Nobody else can reach it."""
    first, second = await open_store(url), await open_store(url)
    assert first._lock is None
    await first.close()
    await second.close()


async def test_a_playground_that_is_kept_is_locked_too(tmp_path: Path) -> None:
    """Two of them in one folder are as bad as two bots."""
    async with embedded_bot(tmp_path):
        with pytest.raises(DatabaseInUseError, match=r"metrobot\.db\.lock"):
            async with embedded_bot(tmp_path):
                pass


def test_a_second_bot_ends_with_one_line(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Code 1: it may be tried again once the first is gone."""
    lock = FileLock.take(file)
    code = run_bot(
        Settings(discord_token=SecretStr("MTIzNDU2Nzg5MDEyMzQ1Njc4.b.c"), database_url=_url(file))
    )
    lock.release()
    lines = [each for each in caplog.records if each.levelno >= logging.ERROR]

    assert code == EXIT_FAILED
    assert [f"{file}.lock" in each.getMessage() for each in lines] == [True]
    assert lines[0].exc_info is None
