"""A PostgreSQL that goes away while a bot runs: few lines, and all goes on once it is back."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from metrobot.store.db.errors import DatabaseTroubleError
from metrobot.store.store import Store
from tests.databases import url_of
from tests.faults.loopback import Loopback, on_loopback
from tests.faults.parties import begun
from tests.faults.process import Bot
from tests.faults.rest import Answer
from tests.faults.world import until, usable

pytestmark = pytest.mark.postgresql
PRESSES = 5
SOON = 30.0


class Way:
    """The way to a server, which can be closed."""

    def __init__(self, socket: str) -> None:
        self._socket = socket
        self._port = 0
        self._door: asyncio.Server | None = None
        self._open = set[asyncio.StreamWriter]()

    async def open(self) -> int:
        """Accept connections; return the port."""
        self._door = await asyncio.start_server(self._let_through, "127.0.0.1", self._port)
        self._port = self._door.sockets[0].getsockname()[1]
        return self._port

    async def close(self) -> None:
        """Cut all connections, and refuse others."""
        if self._door is not None:
            self._door.close()
        for each in self._open:
            each.transport.abort()

    async def _let_through(self, here: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        """Pass one connection on until either end closes it."""
        there, on = await asyncio.open_unix_connection(self._socket)
        both = {back, on}
        self._open |= both
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(_copy(here, on))
                tasks.create_task(_copy(there, back))
        finally:
            self._open -= both


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """Hand on what comes until it ends."""
    with contextlib.suppress(ConnectionError):
        while data := await source.read(65536):
            target.write(data)
            await target.drain()
    target.close()


@asynccontextmanager
async def bot_behind(discord: Loopback, folder: Path) -> AsyncIterator[tuple[Bot, Way]]:
    """Run a bot that reaches its database through a connection that can be closed."""
    url = make_url(url_of(folder / "server"))
    way = Way(f"{url.query['host']}/.s.PGSQL.5432")
    reached = url.set(host="127.0.0.1", port=await way.open(), query={})
    bot = Bot(discord, folder / "bot", url=reached.render_as_string(hide_password=False))
    try:
        await bot.start()
        yield bot, way
    finally:
        await bot.stop()
        await way.close()


def is_whole(answer: Answer) -> bool:
    """Return whether a press is answered."""
    return bool(answer.whole)


def lines_of(bot: Bot, level: str) -> list[str]:
    """Return the lines of one level in the log of a bot."""
    return [line for line in bot.log.splitlines() if f" {level} " in line]


async def test_a_server_that_goes_away_is_told_once_and_once_that_it_is_back(
    tmp_path: Path,
) -> None:
    """No press and no round meanwhile adds to the log, and the game goes on."""
    async with on_loopback(1, 4) as discord, bot_behind(discord, tmp_path) as (bot, way):
        party = await begun(discord, 0)
        await way.close()
        for _ in range(PRESSES):
            button = usable(party.board, "board")[0]["custom_id"]
            answer = discord.press(party.people[0], party.board, button)
            await until(partial(is_whole, answer), SOON, "the press is answered")
        await way.open()
        await until(lambda: "can be used again" in bot.log, SOON, "the database is back")
        await party.play(1)
        told, back = lines_of(bot, "ERROR"), lines_of(bot, "WARNING")
        assert "Traceback" not in bot.log, bot.log

    assert len(told) == 1
    assert "cannot be used: its server cannot be reached" in told[0]
    assert sum("can be used again" in line for line in back) == 1


async def test_a_lock_on_a_server_that_is_away_is_trouble_with_the_database(tmp_path: Path) -> None:
    """A press in a lobby meanwhile gets this answer, not the one for a fault of ours."""
    url = make_url(url_of(tmp_path / "server"))
    way = Way(f"{url.query['host']}/.s.PGSQL.5432")
    reached = url.set(host="127.0.0.1", port=await way.open(), query={})
    store = await Store.open(reached.render_as_string(hide_password=False))
    await way.close()
    with pytest.raises(DatabaseTroubleError, match="its server cannot be reached"):
        async with store.advisory_lock("lobby 1"):
            pass
    await store.close()
