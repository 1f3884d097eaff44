"""What the bot knows of its connection to Discord: whether people are heard and reached now."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from unittest.mock import AsyncMock, Mock

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from metrobot.ui.kit.connection import OVER_HTTP, QUIET, Connection
from tests.service.stage import FakeClock


@pytest.fixture
def clock() -> FakeClock:
    """Return a clock of a machine that has run for a while."""
    return FakeClock(passed=100.0)


@pytest.fixture
def connection(clock: FakeClock) -> Connection:
    """Return a connection with a client that hears one of two shards."""
    made = Connection(clock)
    made.use(Mock(application_info=AsyncMock()))
    made.hear("0/2")
    return made


@pytest.fixture
async def arrived() -> asyncio.Event:
    """Return the event that is set once a request has arrived."""
    return asyncio.Event()


@pytest.fixture
async def asked(connection: Connection, arrived: asyncio.Event) -> AsyncIterator[Any]:
    """Return a function that asks a server, as discord.py does, for an answer of a status."""

    async def answer(request: web.Request) -> web.Response:
        status = int(request.match_info["status"])
        if status == 0:
            assert request.transport is not None
            request.transport.close()
        arrived.set()
        if status == 1:
            await asyncio.sleep(30)
        return web.Response(status=status or 200)

    site = web.Application()
    site.router.add_get("/{status}", answer)
    async with (
        TestServer(site) as server,
        aiohttp.ClientSession(trace_configs=[connection.trace]) as session,
    ):
        yield lambda status: session.get(server.make_url(f"/{status}"))


def test_it_is_up_while_a_shard_is_connected_and_not_since_it_once_was() -> None:
    """A client that has been on Discord once is not on it now."""
    connection = Connection(FakeClock())
    turned = list[bool]()
    connection.when_turned = lambda: turned.append(connection.is_up)
    assert not connection.is_up
    connection.use(Mock())
    connection.hear("0/1")
    connection.hear("0/1", is_on=False)
    connection.hear("0/1")
    connection.use(Mock())

    assert turned == [False, True, False, True, False]


def test_a_shard_that_is_away_is_no_other_shard(connection: Connection) -> None:
    """Each server is heard by one of them."""
    connection.hear("1/2", is_on=False)

    assert connection.is_up
    assert connection.ears() == {"0/2": True, "1/2": False}


@pytest.mark.parametrize(
    ("status", "is_reached"), [(200, True), (403, True), (429, True), (500, False), (503, False)]
)
async def test_a_request_tells_whether_people_are_reached(
    connection: Connection, asked: Any, status: int, is_reached: bool
) -> None:
    """A refusal is an answer; and with the next answer Discord is there again."""
    await asked(status)
    assert connection.ears() == {"0/2": is_reached}
    await asked(200)

    assert connection.ears() == {"0/2": True}


async def test_a_connection_that_is_cut_reaches_nobody(connection: Connection, asked: Any) -> None:
    with pytest.raises(aiohttp.ClientError):
        await asked(0)

    assert connection.ears() == {"0/2": False}


@pytest.mark.parametrize("seconds", [1, 5])
async def test_who_has_no_more_time_for_an_answer_says_nothing_of_discord(
    connection: Connection, clock: FakeClock, asked: Any, arrived: asyncio.Event, seconds: float
) -> None:
    """Unless it was as long as an answer may take."""
    asking = asyncio.ensure_future(asked(1))
    await arrived.wait()
    clock.advance(seconds)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)

    assert connection.ears() == {"0/2": seconds < 5}


async def test_after_a_failure_and_after_silence_it_asks(
    connection: Connection, clock: FakeClock
) -> None:
    """Else nobody would learn that Discord is there again; an hour of silence is no outage."""
    probed: Any = connection.client.application_info
    await connection.probe()
    connection.reached()
    await connection.probe()
    assert probed.await_count == 0
    clock.advance(QUIET + 1)
    await connection.probe()
    assert (probed.await_count, connection.ears()) == (1, {"0/2": True})

    probed.side_effect = TimeoutError
    clock.advance(3600)
    await connection.probe()
    assert connection.ears() == {"0/2": False}
    probed.side_effect = None
    await connection.probe()
    assert connection.ears() == {"0/2": True}


def test_over_http_a_new_client_goes_on_hearing() -> None:
    """No gateway tells of that."""
    connection = Connection(FakeClock())
    connection.hear(OVER_HTTP)
    connection.use(Mock())

    assert connection.is_up
