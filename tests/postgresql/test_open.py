"""What can go wrong with PostgreSQL is told in one line, without the password."""

import asyncio
import socket
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from metrobot import cli
from metrobot.store.db import postgres
from metrobot.store.db.errors import DatabaseTroubleError, UnsureError
from metrobot.store.db.postgres import VANISHED, PostgresBackend
from metrobot.store.db.signals import StoreSignals
from metrobot.store.open import UnusableDatabaseError, open_store
from metrobot.store.store import Store
from metrobot.ui.process import front_check
from tests import databases

pytestmark = pytest.mark.postgresql
WAIT = "TCP_USER_TIMEOUT"  # not everywhere


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"host": "127.0.0.1", "port": 1, "query": {}}, "its server cannot be reached"),
        ({"database": "nowhere"}, 'database "nowhere" does not exist'),
        ({"username": "nobody"}, 'role "nobody" does not exist'),
    ],
)
async def test_a_database_that_cannot_be_opened(
    tmp_path: Path, change: dict[str, object], said: str
) -> None:
    address = make_url(databases.url_of(tmp_path / "games.db")).set(password="sesame")
    address = address.set(**change)  # type: ignore[arg-type]  # named by the test
    with pytest.raises(UnusableDatabaseError) as refusal:
        await open_store(address.render_as_string(hide_password=False))

    line = str(refusal.value)
    assert said in line
    assert "\n" not in line
    assert "sesame" not in line


async def test_a_database_that_is_too_old_names_the_commit_that_upgrades_it() -> None:
    """One line, as of a file; the database is left as it was."""
    url = databases.new_url()
    await (await Store.open(url)).close()
    outside = create_async_engine(url, poolclass=NullPool)
    async with outside.begin() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '0019'"))
    with pytest.raises(UnusableDatabaseError) as refusal:
        await open_store(url)
    async with outside.connect() as connection:
        found = await connection.scalar(sa.text("SELECT version_num FROM alembic_version"))

    line = str(refusal.value)
    assert "too old for this release to upgrade. Start the bot once at commit 6259a440" in line
    assert "\n" not in line
    assert found == "0019"


async def test_a_server_that_takes_no_writing_is_a_trouble(tmp_path: Path) -> None:
    """It is told in one line, and healed once it does again."""
    url = databases.url_of(tmp_path / "games.db")
    name, store = make_url(url).database, await Store.open(url)

    outside = create_async_engine(url, poolclass=NullPool)

    async def only_read(value: str) -> None:
        async with outside.begin() as connection:
            await connection.execute(sa.text("SET TRANSACTION READ WRITE"))
            setting = f"ALTER DATABASE {name} SET default_transaction_read_only = {value}"
            await connection.execute(sa.text(setting))
            # It counts for new connections, so the store gets new ones.
            await connection.execute(sa.text(databases.GUESTS))

    await only_read("on")
    try:
        with pytest.raises(DatabaseTroubleError, match="takes no writing"):
            await store.people.set_memo("note", "x")
    finally:
        await only_read("off")
    await store.people.set_memo("note", "x")
    found = await store.people.memo("note")
    await store.close()

    assert found == "x"


@pytest.mark.parametrize("is_stored", [True, False])
async def test_a_server_that_breaks_off_at_the_end_leaves_it_open(
    tmp_path: Path, *, is_stored: bool
) -> None:
    """It may have stored all; whoever knows what it was can look."""
    store = await Store.open(databases.url_of(tmp_path / "games.db"))
    broken = Broken(store, is_stored=is_stored)
    with pytest.raises(UnsureError, match="may or may not have stored all"):
        await store.people.set_memo("note", "x")
    found = await store.people.memo("note")
    await store.close()

    assert broken.times == 1
    assert found == ("x" if is_stored else None)


class Broken:
    """Breaks a store's connection once, at the end of a transaction that writes."""

    def __init__(self, store: Store, *, is_stored: bool) -> None:
        backend: Any = store._database._backend
        self.times = 0
        self._is_stored = is_stored
        self._dialect = backend._engine.sync_engine.dialect
        self._commit = self._dialect.do_commit
        self._dialect.do_commit = self._end

    def _end(self, connection: Any) -> None:
        """Commit or not, and lose the connection."""
        self._dialect.do_commit, self.times = self._commit, self.times + 1
        if self._is_stored:
            self._commit(connection)
        connection.driver_connection.terminate()
        raise self._dialect.loaded_dbapi.InterfaceError("connection is closed")


@pytest.mark.parametrize("is_there", [True, False])
def test_check_opens_the_queue_of_workers_too(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    is_there: bool,
) -> None:
    """Without the packages that bring jobs to workers, the bot would not start."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "MTIzNDU2Nzg5MDEyMzQ1Njc4.b.c")
    monkeypatch.setenv("DATABASE_URL", databases.url_of(tmp_path / "games.db"))
    monkeypatch.setenv("WORKERS", "yes")
    monkeypatch.setattr(front_check, "check_front", lambda: ())
    if not is_there:
        monkeypatch.setitem(sys.modules, "metrobot.workers.job_queue", None)
    code = cli.main(["check"])

    last = capsys.readouterr().out.splitlines()[-1]
    assert (code == 0) is is_there
    assert is_there or "Workers need what requirements/postgresql.txt names" in last


def test_check_finds_a_server_that_takes_no_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Such as a standby: it can be opened, and would keep nothing."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "MTIzNDU2Nzg5MDEyMzQ1Njc4.b.c")
    monkeypatch.setenv("DATABASE_URL", databases.url_of(tmp_path / "games.db"))
    session = "SET default_transaction_read_only = on; " + postgres._SESSION
    monkeypatch.setattr(postgres, "_SESSION", session)
    monkeypatch.setattr(front_check, "check_front", lambda: ())
    code = cli.main(["check"])

    last = capsys.readouterr().out.splitlines()[-1]
    assert code == cli.FAULT
    assert last.startswith("not ready: ")
    assert (
        "its server takes no writing. Type: ALTER ROLE postgres RESET default_transaction" in last
    )


async def test_a_server_that_vanishes_is_noticed_within_seconds(tmp_path: Path) -> None:
    """Each connection is told to be lost once nothing that it sends is taken."""
    found = make_url(databases.url_of(tmp_path / "games.db"))
    folder = str(found.query["host"])

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, to_there = await asyncio.open_unix_connection(f"{folder}/.s.PGSQL.5432")
        await asyncio.gather(copied(reader, to_there), copied(there, writer))

    async with await asyncio.start_server(pass_on, "127.0.0.1", 0) as way:
        port = way.sockets[0].getsockname()[1]
        url = found.set(host="127.0.0.1", port=port, query={})
        remote = await PostgresBackend.open(url, StoreSignals())
        told = await remote.run(_patience_of, writing=False)
        await remote.close()

    assert told == VANISHED


async def test_a_server_that_says_nothing_is_a_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wait ends with this error, and well before a minute."""
    monkeypatch.setattr("metrobot.store.db.address.PATIENCE", 0.05)

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    found = make_url(databases.url_of(tmp_path / "games.db"))
    async with asyncio.timeout(20), await asyncio.start_server(say_nothing, "127.0.0.1", 0) as way:
        port = way.sockets[0].getsockname()[1]
        remote = await PostgresBackend.open(
            found.set(host="127.0.0.1", port=port, query={}), StoreSignals()
        )
        with pytest.raises(DatabaseTroubleError, match="cannot be reached"):
            await remote.run(_patience_of, writing=False)
        await remote.close()


async def copied(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass on what comes, until nothing more does."""
    while some := await reader.read(65536):
        writer.write(some)
    writer.close()


def _patience_of(connection: sa.Connection) -> int:
    """Return the TCP user timeout of a connection, in milliseconds."""
    driver: Any = connection.connection.driver_connection
    way, number = driver._transport.get_extra_info("socket"), getattr(socket, WAIT, None)
    return VANISHED if number is None else int(way.getsockopt(socket.IPPROTO_TCP, number))
