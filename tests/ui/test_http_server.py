"""The bot on Discord over HTTP, as a process: how it begins, and each way in which it ends."""

import asyncio
import json
import logging
import os
import re
import resource
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import aiohttp
import discord
import pytest
from pydantic import SecretStr
from yarl import URL

from metrobot import cli, logs
from metrobot.program import EXIT_SETTINGS
from metrobot.settings import Settings
from metrobot.store.db.database import Database
from metrobot.store.store import Store
from metrobot.ui.app.bot import Metrobot
from metrobot.ui.process import http_server
from metrobot.ui.process.run import EXIT_FAILED, run_http_bot
from tests.ui.signing import PUBLIC_KEY, signed

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.abcdef.a-token-that-must-not-be-logged"
PING = b'{"type": 1}'
PRESS = json.dumps({"id": "1", "type": 3}).encode()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Return settings with all that is needed, and a port that is free."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    return Settings(
        discord_token=SecretStr(TOKEN),
        database_url=f"sqlite+aiosqlite:///{tmp_path / 'games.db'}",
        discord_public_key=PUBLIC_KEY,
        serve_port=port,
    )


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that fills with the steps taken; Discord knows the bot at once."""
    found = list[str]()
    close_bot, close_store = Metrobot.close, Store.close

    async def login(self: Metrobot, token: str) -> None:
        assert token == TOKEN
        found.append("login")

    async def bot_close(self: Metrobot) -> None:
        found.append("bot closed")
        await close_bot(self)

    async def store_close(self: Store) -> None:
        found.append("store closed")
        await close_store(self)

    monkeypatch.setattr(Metrobot, "login", login)
    monkeypatch.setattr(Metrobot, "close", bot_close)
    monkeypatch.setattr(Store, "close", store_close)
    return found


class Visitor(logging.Handler):
    """Comes as soon as the log says where; has the process end afterwards."""

    def __init__(self, *bodies: bytes) -> None:
        super().__init__()
        self._bodies = bodies
        self._coming: asyncio.Task[None] | None = None
        self.statuses = list[int]()

    def emit(self, record: logging.LogRecord) -> None:
        """Look at one line."""
        found = re.search(r"taken at (http\S+)", record.getMessage())
        if found:
            self._coming = asyncio.get_running_loop().create_task(self._come(found[1]))

    async def _come(self, address: str) -> None:
        """Bring all, one after the other."""
        try:
            async with aiohttp.ClientSession() as session:
                for body in self._bodies:
                    headers = signed(body, time.time())
                    async with session.post(address, data=body, headers=headers) as answer:
                        self.statuses.append(answer.status)
        finally:
            os.kill(os.getpid(), signal.SIGTERM)


@pytest.fixture
def visitor(caplog: pytest.LogCaptureFixture) -> Iterator[Visitor]:
    """Return somebody who brings a ping, and something that is no interaction."""
    caplog.set_level(logging.INFO)
    found = Visitor(PING, PRESS)
    logging.getLogger().addHandler(found)
    yield found
    logging.getLogger().removeHandler(found)


def test_it_listens_until_it_is_told_to_stop(
    settings: Settings, done: list[str], visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And comes round; code 0, the bot closed first and the store last."""
    monkeypatch.setattr(Metrobot, "start_housekeeping", lambda _: done.append("rounds"))
    monkeypatch.setattr(
        Metrobot, "dispatch_interaction", lambda _, heard: done.append(f"heard {heard['id']}")
    )

    assert run_http_bot(settings) == 0
    assert visitor.statuses == [200, 202]
    assert done == ["login", "rounds", "heard 1", "bot closed", "store closed"]


class Balancer(Visitor):
    """Asks whether the process is well, while its database answers and while it does not."""

    async def _come(self, address: str) -> None:
        async def fail(*_: object) -> None:
            raise OSError("no way to db.example.org")

        where = str(URL(address).with_path("/healthz"))
        self.said = list[str]()
        with pytest.MonkeyPatch.context() as patched:
            for is_broken in (False, True):
                if is_broken:
                    patched.setattr(Database, "_run", fail)
                async with aiohttp.ClientSession() as session, session.get(where) as answer:
                    self.statuses.append(answer.status)
                    self.said.append(await answer.text())
        await super()._come(address)


@pytest.mark.usefixtures("done")
def test_balancers_hear_whether_it_is_well_and_nothing_else(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    """At the port of interactions, which other machines reach; the log says more."""
    caplog.set_level(logging.INFO)
    balancer = Balancer()
    logging.getLogger().addHandler(balancer)
    run_http_bot(settings)
    logging.getLogger().removeHandler(balancer)

    assert balancer.statuses == [200, 503]
    assert balancer.said == ["well\n", "not well\n"]
    assert "the database does not answer" in caplog.text


class Crowd(Visitor):
    """Brings the same after many others have come that say nothing."""

    async def _come(self, address: str) -> None:
        """Have the others come first, and stay."""
        where = URL(address)
        slow = [await asyncio.open_connection(where.host, where.port) for _ in range(7)]
        for _, writer in slow:
            writer.write(b"POST /interactions HTTP/1.1\r\n")
        await super()._come(address)
        for _, writer in slow:
            writer.close()


@pytest.mark.usefixtures("done")
def test_where_slow_connections_are_too_many_the_oldest_make_room(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(http_server, "MOST", 5)
    monkeypatch.setattr(Metrobot, "start_housekeeping", lambda _: None)
    caplog.set_level(logging.INFO)
    crowd = Crowd(PING)
    logging.getLogger().addHandler(crowd)
    code = run_http_bot(settings)
    logging.getLogger().removeHandler(crowd)

    told = [each for each in caplog.records if "the oldest has to go" in each.getMessage()]
    assert (code, crowd.statuses) == (0, [200])
    assert len(told) == 7 + 1 - 5


def test_it_may_open_as_many_files_as_it_takes_connections() -> None:
    """A shell often allows 1,024, though the system allows more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))
    try:
        most = http_server._most_connections()
        raised, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

    assert raised == min(2 * http_server.MOST, hard)
    assert most <= raised / 2


@pytest.mark.usefixtures("done")
@pytest.mark.parametrize("address", [None, "https://metrobot.example.org/interactions"])
def test_an_address_that_discord_does_not_know_is_asked_for(
    settings: Settings,
    visitor: Visitor,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    address: str | None,
) -> None:
    application = Mock(interactions_endpoint_url=address)
    monkeypatch.setattr(Metrobot, "application", application)

    assert run_http_bot(settings) == 0
    assert ("Discord brings nothing yet" in caplog.text) is (address is None)


def test_what_is_meant_for_gateways_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    """discord.py warns of the address without which nothing would come."""
    warner = logging.getLogger("discord.client")
    before = list(warner.filters)
    logs.leave_out_gateways()
    warner.warning("Application has an interaction endpoint URL set, this means that ...")
    warner.warning("something else")
    warner.filters[:] = before

    assert [each.getMessage() for each in caplog.records] == ["something else"]


def test_what_discord_py_cannot_read_is_refused(
    settings: Settings, done: list[str], visitor: Visitor
) -> None:
    assert run_http_bot(settings) == 0
    assert visitor.statuses == [200, 400]


def test_a_port_that_is_taken_is_one_line(
    settings: Settings, done: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_server(("127.0.0.1", settings.serve_port)):
        code = run_http_bot(settings)

    (line,) = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert code == EXIT_FAILED
    assert "check SERVE_HOST and SERVE_PORT" in line.getMessage()
    assert line.exc_info is None
    assert done == ["login", "bot closed", "store closed"]


@pytest.mark.parametrize(
    "failure",
    [
        (discord.LoginFailure("Improper token"), "does not know this token"),
        (OSError("no network"), "cannot be reached"),
    ],
)
def test_a_login_that_fails_is_one_line(
    settings: Settings,
    done: list[str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    failure: tuple[Exception, str],
) -> None:
    error, said = failure

    async def login(*_: object) -> None:
        raise error

    monkeypatch.setattr(Metrobot, "login", login)
    code = run_http_bot(settings)

    (line,) = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert code == (EXIT_FAILED if isinstance(error, OSError) else EXIT_SETTINGS)
    assert said in line.getMessage()
    assert line.exc_info is None
    assert TOKEN not in caplog.text
    assert done == ["bot closed", "store closed"]


def test_a_signal_ends_it_while_it_tries_to_log_in(
    settings: Settings, done: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for a Discord that does not answer."""

    async def login(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.Event().wait()

    monkeypatch.setattr(Metrobot, "login", login)

    assert run_http_bot(settings) == 0
    assert done == ["bot closed", "store closed"]


def test_without_a_key_it_says_what_to_put_where(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    """Code 2, since only another setting helps."""
    assert run_http_bot(settings.model_copy(update={"discord_public_key": ""})) == EXIT_SETTINGS
    assert "DISCORD_PUBLIC_KEY is missing" in caplog.text


def test_without_what_verifies_it_says_what_to_install(
    settings: Settings, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)

    assert run_http_bot(settings) == EXIT_SETTINGS
    assert "-r requirements/serve.lock" in caplog.text


def test_the_command_line_reads_the_settings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_PUBLIC_KEY", "sesame")

    assert cli.main(["serve"]) == cli.MISUSE
    assert "A setting cannot be used: DISCORD_PUBLIC_KEY" in capsys.readouterr().err
