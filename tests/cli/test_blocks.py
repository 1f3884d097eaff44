"""Whom whoever runs the bot keeps out: typed beside the bot, also while it runs."""

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa

from metrobot import cli
from metrobot.store.open import open_store

pytestmark = pytest.mark.embedded


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of the database that the settings name."""
    address = f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    monkeypatch.setenv("DATABASE_URL", address)
    return address


async def typed(*commands: str) -> list[int]:
    """Carry out commands in a thread, as another process would; return their exit codes."""
    return [await asyncio.to_thread(cli.main, command.split()) for command in commands]


async def test_a_running_bot_sees_who_is_blocked(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The bot holds the lock of its file; the commands read and write beside it."""
    bot = await open_store(url)
    codes = await typed("block person 5", "block person 5", "block server 5", "unblock person 5")
    seen = await bot.blocks.all()
    codes += await typed("unblock person 5", "blocked")
    await bot.close()

    lines = capsys.readouterr().out.splitlines()
    assert codes == [0] * 6
    assert [row[:2] for row in seen] == [("server", 5)]
    assert lines[:2] == [
        "person 5 is blocked; a bot that runs keeps to it within a minute",
        "person 5 is blocked already",
    ]
    assert lines[4] == "person 5 was not blocked"
    assert lines[5].startswith("server 5 since 20")


@pytest.mark.parametrize("given", ["block person x", "block person 0", "block ship 5", "block"])
def test_what_nobody_can_be_blocked_by_is_misuse(url: str, given: str) -> None:
    """A number above 0, of a person or a server."""
    assert url
    assert cli.main(given.split()) == cli.MISUSE


async def test_the_database_of_a_running_bot_of_another_release_is_left_alone(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """To open it would change its tables under the hands of that bot."""
    bot = await open_store(url)
    older = sa.text("UPDATE alembic_version SET version_num = '0020'")
    await bot._database.write(lambda connection: connection.execute(older))
    codes = await typed("block person 5")
    await bot.close()

    assert codes == [cli.MISUSE]
    assert "another process plays on it" in capsys.readouterr().err
