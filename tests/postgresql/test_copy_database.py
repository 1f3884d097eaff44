"""A database moved to PostgreSQL and back by the command line."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from metrobot import cli
from tests.databases import url_of
from tests.service.stage import ANN, FakeClock, staged
from tests.store.filling import fill

pytestmark = pytest.mark.postgresql


def _rows(path: Path) -> list[str]:
    """Return the whole content of a file as SQL, in an order of its own."""
    with closing(sqlite3.connect(path)) as file:
        return sorted(line for line in file.iterdump() if line.startswith("INSERT"))


async def _played_on(url: str) -> str:
    """Go on with the game that is under way; return what is so of it then."""
    async with staged(url, clock=FakeClock()) as stage:
        table = await stage.take(await stage.tables.by_id(2), 1)  # type: ignore[arg-type]  # a number
        await stage.tables.cancel(table.place.channel, ANN, may_manage=True)
        again = await stage.lobby()
        return f"{again.id}: {again.status}"


def test_a_host_can_move_up_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, last = tmp_path / "first.db", tmp_path / "last.db"
    server = url_of(tmp_path / "server")
    asyncio.run(fill(f"sqlite+aiosqlite:///{first}"))

    codes = [cli.main(["copy", f"sqlite+aiosqlite:///{first}", server], {})]
    codes += [cli.main(["copy", server, f"sqlite+aiosqlite:///{last}"], {})]
    said = capsys.readouterr()

    assert codes == [0, 0], said
    assert said.out.startswith("OK: sqlite")
    assert "games: 2 of 2" in said.err
    assert _rows(first) == _rows(last)
    assert asyncio.run(_played_on(server)) == "3: lobby"


def test_a_target_with_something_in_it_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = url_of(tmp_path / "server")
    asyncio.run(fill(server))
    asyncio.run(fill(f"sqlite+aiosqlite:///{tmp_path}/games.db"))

    assert cli.main(["copy", f"sqlite+aiosqlite:///{tmp_path}/games.db", server], {}) == cli.FAULT
    assert "the target is not empty: it has" in capsys.readouterr().out
