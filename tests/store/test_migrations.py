"""Upgrading: a database of each release, with games in it, becomes one that is played on."""

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest
import sqlalchemy as sa
from alembic.script import ScriptDirectory
from sqlalchemy import event

from metrobot.service.model.play import GameId
from metrobot.service.people.leaderboards import Standings
from metrobot.store import migrations as migrations_package
from metrobot.store.db.database import Database
from metrobot.store.db.migrate import migrations
from metrobot.store.db.sqlite import PRAGMAS
from metrobot.store.statements.figures import UPGRADED
from tests.leaderboard_reference import standings_of
from tests.service.stage import ANN, BOB, CHANNEL, GUILD, staged
from tests.store.older_forms import bring_back

pytestmark = pytest.mark.embedded

RELEASES: Final = tuple(f"{number:04}" for number in range(20, 44))
"""The forms of the database that can be upgraded; the next migration adds its own."""
HEAD: Final = RELEASES[-1]
OVER, RUNNING = GameId(1), GameId(2)
_KEPT: Final = ("games", "seats", "events", "players", "memos", "deliveries")
"""Tables that every one of these forms has."""
_MOVED: Final = {"flag_at", "called_at"}
"""Columns that went elsewhere, or that an upgrade fills."""


async def _play(url: str) -> None:
    """Play a game to its end and another one half-way, and open a lobby."""
    async with staged(url) as stage:
        await stage.finish(await stage.start(BOB))
        await stage.take(await stage.start(BOB), 1)
        await stage.tables.lobbies.open(
            guild=GUILD, channel=CHANNEL + 1, host=ANN, title="toy", capacity=None
        )
        await stage.store.people.set_memo("note", "Zürich")


@pytest.fixture(scope="module")
def newest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database of this release with games in it."""
    file = tmp_path_factory.mktemp("newest") / "games.db"
    asyncio.run(_play(f"sqlite+aiosqlite:///{file}"))
    return file


@pytest.fixture
def old(request: pytest.FixtureRequest, newest: Path, tmp_path: Path) -> Path:
    """Return a database as an older release made it, with what it knew of these games."""
    file = tmp_path / "games.db"
    file.write_bytes(newest.read_bytes())
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        bring_back(connection, request.param)
    engine.dispose()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(PRAGMAS[0])  # as every release has left it
        connection.execute("PRAGMA application_id = 0")
    return file


def _content(file: Path) -> dict[str, list[Any]]:
    """Return the rows of each table, by the names of its columns."""
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        return {
            table: [dict(row) for row in connection.execute(f"SELECT * FROM {table}")]
            for table in _KEPT
        }


def _whole(file: Path) -> list[str]:
    """Return all of a database, its tables and indexes too."""
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())


def test_every_release_is_tested(newest: Path) -> None:
    """A new migration has to be named here."""
    with closing(sqlite3.connect(newest)) as connection:
        assert connection.execute("SELECT * FROM alembic_version").fetchall() == [(HEAD,)]


async def _play_on(old: Path) -> None:
    """Open an older database, compare what it holds, and play on its games."""
    before = _content(old)
    async with staged(f"sqlite+aiosqlite:///{old}") as stage:
        assert await stage.store.soundness.differences() == []
        after = _content(old)
        for table in _KEPT:
            # The upgrade notes since when there are seasons.
            rows = [row for row in after[table] if row.get("name") != UPGRADED]
            for row, kept in zip(before[table], rows, strict=True):
                assert {name: kept[name] for name in row if name not in _MOVED} == {
                    name: value for name, value in row.items() if name not in _MOVED
                }
        over = await stage.tables.by_id(OVER)
        assert over.record().result is not None
        running = await stage.finish(await stage.tables.by_id(RUNNING))
        assert running.status == "over"
        joined = await stage.tables.lobbies.at(CHANNEL + 1).join(BOB, 7)
        assert joined.has(BOB.id)


@pytest.mark.few(6)
@pytest.mark.parametrize("old", RELEASES, indirect=True)
def test_an_older_database_loses_nothing_and_is_played_on(old: Path) -> None:
    """Its games stand where they stood; a finished one keeps its record."""
    asyncio.run(_play_on(old))


@pytest.mark.parametrize("old", RELEASES[:1], indirect=True)
def test_games_that_are_older_than_the_oldest_form_are_played_on(old: Path) -> None:
    """Earlier migrations left these columns empty until a game's next act."""
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("UPDATE games SET awaited = NULL, turn = NULL, dealing = 1")
        connection.commit()
    asyncio.run(_play_on(old))


@pytest.mark.parametrize("old", [RELEASES[0], RELEASES[-2]], indirect=True)
def test_an_upgrade_that_fails_leaves_the_database_as_it_was(old: Path) -> None:
    """Also if it fails at its very last step; the next try goes well."""
    before = _whole(old)

    def fail(_: Any, __: Any, statement: str, values: Any, *___: Any) -> None:
        if "alembic_version" in statement and HEAD in f"{statement}{values}":
            raise LookupError("power")

    async def upgrade() -> None:
        await (await Database.open(f"sqlite+aiosqlite:///{old}")).close()

    event.listen(sa.Engine, "before_cursor_execute", fail)
    try:
        with pytest.raises(LookupError, match="power"):
            asyncio.run(upgrade())
    finally:
        event.remove(sa.Engine, "before_cursor_execute", fail)
    assert _whole(old) == before
    asyncio.run(upgrade())
    assert _whole(old) != before


@pytest.mark.parametrize("old", ["0020"], indirect=True)
def test_what_was_counted_by_other_rules_is_counted_anew(old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("UPDATE games SET counted = 1")
        connection.execute(f"INSERT INTO tallies VALUES ({GUILD}, 1)")
        columns = "guild, title, player, games, wins, points, solo_games, solo_points"
        stats = f"{GUILD}, 'toy', {ANN.id}, 20, 20, 0, 0, 0, '{{}}', 50, 1"
        connection.execute(
            f"INSERT INTO standings ({columns}, against, mu, sigma) VALUES ({stats})"
        )
        connection.commit()

    async def counted() -> dict[str, Standings]:
        async with staged(f"sqlite+aiosqlite:///{old}") as stage:
            return await standings_of(stage.tables.leaderboards, GUILD)

    found = asyncio.run(counted())["toy"]
    assert {player: each.games for player, each in found.items()} == {ANN.id: 1, BOB.id: 1}


@pytest.mark.parametrize("old", ["0031"], indirect=True)
@pytest.mark.parametrize("are_on", [True, False])
def test_unfinished_games_count_as_their_server_has_it_at_the_upgrade(
    old: Path, are_on: bool
) -> None:
    """Ended ones stay as they were, and nobody who sits in a lobby is asked for anything."""
    with closing(sqlite3.connect(old)) as connection:
        connection.execute(f"INSERT INTO servers (id, ratings) VALUES ({GUILD}, {int(are_on)})")
        connection.commit()

    async def rated() -> list[bool]:
        async with staged(f"sqlite+aiosqlite:///{old}") as stage:
            tables = [await stage.tables.by_id(GameId(game)) for game in (1, 2, 3)]
            for table in tables:
                assert not any(each.asked or each.agreed for each in table.people)
            await stage.tables.lobbies.at(CHANNEL + 1).join(BOB, 7)
            table = await stage.tables.lobbies.at(CHANNEL + 1).start(
                ANN.id, may_manage=False, interaction=8
            )
            return [each.rated for each in (*tables, table)]

    assert asyncio.run(rated()) == [True, are_on, are_on, are_on]


@pytest.mark.parametrize("old", ["0031"], indirect=True)
def test_a_game_that_a_blocked_person_played_stays_unrated(old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:
        connection.execute(f"UPDATE games SET unrated = 1 WHERE id = {RUNNING}")
        connection.commit()

    async def rated() -> bool:
        async with staged(f"sqlite+aiosqlite:///{old}") as stage:
            return (await stage.tables.by_id(RUNNING)).rated

    assert not asyncio.run(rated())


def test_the_newest_and_the_oldest_form_are_known_without_alembic() -> None:
    """So that a database in its newest form is opened without it."""
    with sa.create_engine("sqlite://").connect() as connection:
        scripts = ScriptDirectory.from_config(migrations(connection))

    assert scripts.get_heads() == [migrations_package.HEAD] == [HEAD]
    assert scripts.get_bases() == [migrations_package.OLDEST] == [RELEASES[0]]


def test_alembic_is_read_only_where_something_is_to_be_migrated(newest: Path) -> None:
    """It takes memory, in every process."""
    code = """if True:
        import asyncio, os, sys
        import metrobot.ui.process.run
        from metrobot.store.open import open_store
        store = asyncio.run(open_store(sys.argv[1]))
        print("alembic" in sys.modules, flush=True)
        os._exit(0)"""
    url = f"sqlite+aiosqlite:///{newest}"
    command_line = [sys.executable, "-c", code, url]
    said = subprocess.run(command_line, check=True, capture_output=True, text=True).stdout

    assert said.split() == ["False"]
