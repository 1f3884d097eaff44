"""What a database of PostgreSQL is, beyond that it opens: found at the start, with what helps."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import asyncpg
import pytest
import sqlalchemy as sa
from sqlalchemy.engine import make_url

from metrobot import cli, settings
from metrobot.store.db.identity import MARK
from metrobot.store.migrations import HEAD
from metrobot.store.open import UnusableDatabaseError, open_store
from metrobot.ui.process import front_check
from tests import databases
from tests.postgresql.pooler import Pooler

pytestmark = pytest.mark.postgresql

VERSION: Final = "CREATE TABLE alembic_version (version_num VARCHAR(32));"
OTHERS: Final = {
    "a table": ("CREATE TABLE notes (text TEXT)", "it holds notes"),
    "a function": ("CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'", "it holds f()"),
    "a type": ("CREATE TYPE mood AS ENUM ('good')", "it holds mood"),
    "a sequence": ("CREATE SEQUENCE s", "it holds s"),
    "tables beside an empty version": (f"{VERSION} CREATE TABLE notes (x INT)", "it holds notes"),
    "a version of its own": (
        f"{VERSION} INSERT INTO alembic_version VALUES ('3f2a9c'); CREATE TABLE games (id INT)",
        "it holds games",
    ),
    "a number of ours": (
        f"{VERSION} INSERT INTO alembic_version VALUES ('{HEAD}'); CREATE TABLE memos (name TEXT)",
        "it holds memos",
    ),
}
SERVER_FAULTS: Final = {
    "ALTER DATABASE {base} SET default_transaction_read_only = on": (
        "its server takes no writing. Type: ALTER ROLE guest RESET default_transaction_read_only"
    ),
    "ALTER DATABASE {base} SET search_path = nowhere": (
        "there is no schema nowhere, or guest may not use it. Let the owner of the database type:"
        " CREATE SCHEMA metrobot AUTHORIZATION guest"
    ),
    "REVOKE CREATE ON SCHEMA public FROM guest": (
        "permission denied for schema public. Let its owner type, in this database: ALTER SCHEMA"
        " public OWNER TO guest"
    ),
}
"""What makes a new database one that the bot cannot live with."""


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        yield connection
    finally:
        await connection.close()


@pytest.fixture
async def guest() -> AsyncIterator[str]:
    """Return the address of a new database in which a role may make tables."""
    url = databases.new_url()
    async with connected(url) as connection:
        await connection.execute("CREATE ROLE guest LOGIN")
        await connection.execute("REVOKE ALL ON SCHEMA public FROM PUBLIC")
        await connection.execute("GRANT ALL ON SCHEMA public TO guest")
    yield make_url(url).set(username="guest").render_as_string(hide_password=False)
    async with connected(url) as connection:
        await connection.execute("SET default_transaction_read_only = off")
        await connection.execute("SET statement_timeout = 0; SET lock_timeout = 0")
        await connection.execute("DROP OWNED BY guest CASCADE; DROP ROLE guest")


async def refused(url: str) -> str:
    """Return the line of a refusal, which is one line."""
    with pytest.raises(UnusableDatabaseError) as refusal:
        await open_store(url)
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


async def names(url: str) -> list[str]:
    query = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1"
    async with connected(url) as connection:
        return [row[0] for row in await connection.fetch(query)]


@pytest.mark.parametrize(("script", "said"), OTHERS.values(), ids=OTHERS)
async def test_a_schema_with_other_things_is_refused_by_name_and_left_alone(
    script: str, said: str
) -> None:
    """Whatever it is, if no mark and no tables tell that it is ours."""
    url = databases.new_url()
    async with connected(url) as connection:
        await connection.execute(script)
    before = await names(url)
    line = await refused(url)

    assert f"cannot be opened: it is not Metrobot's: {said}. Make a database of" in line
    assert await names(url) == before


async def test_a_schema_with_extensions_is_refused_and_one_of_its_own_helps() -> None:
    """The sentence says so; in that schema all is there, and nothing beside the extension."""
    url = databases.new_url()
    async with connected(url) as connection:
        query = "SELECT name FROM pg_available_extensions WHERE name <> 'plpgsql' ORDER BY name"
        if (name := await connection.fetchval(query)) is None:
            pytest.skip("there is no extension here")
        await connection.execute(f'CREATE EXTENSION "{name}"; CREATE SCHEMA "Ou\'rs"')
    before = await names(url)
    line = await refused(url)
    store = await open_store(f"{url}&schema=Ou'rs")
    await store.people.set_memo("note", "x")
    await store.close()
    async with connected(url) as connection:
        note = await connection.fetchval("""SELECT value FROM "Ou'rs".memos WHERE name = 'note'""")

    assert f"it holds the extension {name}. Make" in line
    assert "CREATE SCHEMA metrobot" in line
    assert note == "x"
    assert await names(url) == before


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
async def test_another_encoding_is_refused_before_the_first_table(encoding: str) -> None:
    """Somebody with a Korean name could not join."""
    url = databases.new_url()
    name = f"in_{encoding.lower()}"
    async with connected(url) as connection:
        await connection.execute(
            f"CREATE DATABASE {name} TEMPLATE template0 ENCODING '{encoding}'"
            " LC_COLLATE 'C' LC_CTYPE 'C'"
        )
    other = make_url(url).set(database=name).render_as_string()
    line = await refused(other)

    assert f"its encoding is {encoding}, in which not every name can be kept. Make another" in line
    assert "TEMPLATE template0 ENCODING 'UTF8'" in line
    assert await names(other) == []


@pytest.mark.parametrize(("script", "said"), SERVER_FAULTS.items())
async def test_what_the_bot_cannot_live_with_is_found_before_the_first_table(
    guest: str, script: str, said: str
) -> None:
    owner = make_url(guest).set(username="postgres")
    url = owner.render_as_string()
    async with connected(url) as connection:
        await connection.execute(script.format(base=owner.database))
    line = await refused(guest)

    assert said in line
    assert await names(url) == []


async def test_tables_that_the_role_may_not_write_are_found_at_the_start(guest: str) -> None:
    """Such as those that another role has put back."""
    await (await open_store(guest)).close()
    url = make_url(guest).set(username="postgres").render_as_string()
    async with connected(url) as connection:
        await connection.execute("ALTER TABLE games OWNER TO postgres")
    line = await refused(guest)

    assert "guest may not read and write its table games. Let its owner type" in line
    assert "ALTER TABLE games OWNER TO guest" in line


async def test_limits_of_a_role_do_not_break_the_bot_off(guest: str) -> None:
    """They are meant for people who ask; a table in another schema is not taken for ours either."""
    owner = make_url(guest).set(username="postgres")
    async with connected(owner.render_as_string()) as connection:
        for setting in (
            "statement_timeout = '50ms'",
            "lock_timeout = '1ms'",
            "default_transaction_isolation = 'serializable'",
        ):
            await connection.execute(f"ALTER DATABASE {owner.database} SET {setting}")
        await connection.execute("CREATE SCHEMA other; CREATE TABLE other.memos (name TEXT)")
        await connection.execute(f"ALTER DATABASE {owner.database} SET search_path = public, other")
    store = await open_store(guest)

    def look(connection: sa.Connection) -> list[Any]:
        shown = ("statement_timeout", "lock_timeout", "transaction_isolation", "search_path")
        connection.exec_driver_sql("SELECT pg_sleep(0.1)")
        return [connection.exec_driver_sql(f"SHOW {name}").scalar_one() for name in shown]

    found = await store._database.write(look)
    await store.close()

    assert found == ["0", "0", "read committed", "public"]


async def test_a_new_database_is_marked_with_its_first_tables_and_an_older_one_at_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In one transaction: if the mark fails, there is nothing at all."""
    url = databases.new_url()

    async def marks() -> list[tuple[str, str]]:
        async with connected(url) as connection:
            query = "SELECT name, value FROM memos WHERE name = $1"
            return [tuple(row) for row in await connection.fetch(query, MARK["name"])]

    def fail(_: object) -> None:
        raise LookupError("power")

    with monkeypatch.context() as broken:
        broken.setattr("metrobot.store.db.database.mark", fail)
        assert "power" in await refused(url)
    nothing = await names(url)
    await (await open_store(url)).close()
    new = await marks()
    async with connected(url) as connection:
        await connection.execute("DELETE FROM memos")
    await (await open_store(url)).close()

    assert nothing == []
    assert new == await marks() == [(MARK["name"], MARK["value"])]


@pytest.mark.parametrize("by_transaction", [True, False])
def test_a_pooler_in_transaction_mode_is_found_at_the_first_start(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    by_transaction: bool,
) -> None:
    """Not at the second one, by an error of its own; one in session mode is as good as a server."""
    found = make_url(databases.new_url())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(settings, "HOME", tmp_path)
    monkeypatch.setattr(front_check, "check_front", lambda: ())
    monkeypatch.setenv("DISCORD_TOKEN", "MTIzNDU2Nzg5MDEyMzQ1Njc4.b.c")

    async def checked() -> int:
        pooler = Pooler(f"{found.query['host']}/.s.PGSQL.5432", by_transaction)
        async with pooler.listening() as port:
            address = found.set(host="127.0.0.1", port=port, query={"sslmode": "prefer"})
            monkeypatch.setenv("DATABASE_URL", address.render_as_string(hide_password=False))
            return await asyncio.to_thread(cli.main, ["check"])

    codes = [asyncio.run(checked()) for _ in range(2)]
    last = capsys.readouterr().out.splitlines()[-1]

    assert codes == ([cli.FAULT] * 2 if by_transaction else [0] * 2), last
    if by_transaction:
        assert "a pooler in front of it gives each transaction another session" in last
        assert "Set the pooler to session mode" in last
        assert asyncio.run(names(found.render_as_string())) == []
