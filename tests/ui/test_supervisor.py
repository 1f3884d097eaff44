"""The bot as a process on Discord: signals, broken connections, sessions that are allowed."""

import asyncio
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from aiohttp import web
from discord.backoff import ExponentialBackoff
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route
from pydantic import SecretStr

from metrobot.program import EXIT_SETTINGS
from metrobot.settings import Settings
from metrobot.shutdown import Shutdown
from metrobot.store.db.errors import DatabaseTroubleError
from metrobot.store.parts import PersonStore
from metrobot.store.store import Store
from metrobot.ui.app import api_address
from metrobot.ui.app import bot as bots
from metrobot.ui.app.bot import Metrobot
from metrobot.ui.app.build import make_bot
from metrobot.ui.process import supervisor
from metrobot.ui.process.run import EXIT_FAILED, run_bot
from tests.patience import PATIENCE
from tests.ui.loopback import APPLICATION, Loopback, stay, welcome
from tests.ui.stage import OWN, TOYS

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.abcdef.a-token-that-must-not-be-logged"
ROOT = Path(__file__).parents[2]
LIMIT = {"total": 9, "remaining": 9, "reset_after": 0}


@pytest.fixture(autouse=True)
def own_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put Discord's own addresses back afterwards."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the pauses between connections, none of which takes time."""
    found = list[float]()

    async def rest(_: object, seconds: float) -> None:
        found.append(seconds)

    monkeypatch.setattr(supervisor, "_rest", rest)
    return found


class OnWord(logging.Handler):
    """Does something, once, as soon as a log has said some words."""

    def __init__(self, words: str, then: Callable[[], None]) -> None:
        super().__init__()
        self._words, self._then, self._is_done = words, then, False

    def emit(self, record: logging.LogRecord) -> None:
        """Look at one line."""
        if not self._is_done and self._words in record.getMessage():
            self._is_done = True
            self._then()


@pytest.fixture
def on_word() -> Iterator[Callable[[str, Callable[[], None]], None]]:
    """Return a function that has something done at some words of any log."""
    handlers = list[OnWord]()

    def listen(words: str, then: Callable[[], None]) -> None:
        handlers.append(OnWord(words, then))
        logging.getLogger().addHandler(handlers[-1])

    yield listen
    for each in handlers:
        logging.getLogger().removeHandler(each)


def terminate() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def settings(tmp_path: Path, there: Loopback) -> Settings:
    url = f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    return Settings(discord_token=SecretStr(TOKEN), database_url=url, discord_api=there.api)


def closed_port() -> int:
    """Return a port at which nobody listens."""
    with socket.socket() as attempt:
        attempt.bind(("127.0.0.1", 0))
        port: int = attempt.getsockname()[1]
    return port


def once_on(monkeypatch: pytest.MonkeyPatch, times: int, then: Callable[[], None]) -> None:
    """Have something done when Discord has let the bot in so many times."""
    count = [0]

    async def on_connect(_: Metrobot) -> None:
        count[0] += 1
        if count[0] == times:
            then()

    # Before `on_ready`, for which discord.py waits two seconds.
    monkeypatch.setattr(Metrobot, "on_connect", on_connect, raising=False)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_where_no_gateway_answers(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    on_word: Callable[[str, Callable[[], None]], None],
    number: signal.Signals,
) -> None:
    caplog.set_level(logging.INFO, "metrobot.ui")
    on_word("Failed to connect for shard_id", lambda: os.kill(os.getpid(), number))
    with Loopback(gateway=f"ws://127.0.0.1:{closed_port()}/").served() as there:
        code = run_bot(settings(tmp_path, there))

    ours = [each for each in caplog.records if each.name.startswith("metrobot.ui")]
    assert code == 0
    assert [each.getMessage() for each in ours] == [f"Told to stop ({number.name}): ending."]
    assert [each.exc_info for each in ours] == [None]


@pytest.mark.parametrize("is_in", [False, True])
def test_a_gateway_that_says_nothing_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, is_in: bool
) -> None:
    """Neither a connection that is begun nor the goodbye waits for it."""
    monkeypatch.setattr(bots, "_GOODBYE", 0.2)
    once_on(monkeypatch, 1, terminate)

    async def silent(socket: web.WebSocketResponse) -> None:
        if is_in:
            await welcome(socket)
        else:
            terminate()
        await asyncio.Event().wait()

    with Loopback([silent]).served() as there:
        code = run_bot(settings(tmp_path, there))

    assert (code, there.begun) == (0, 1)
    assert [each for each in caplog.records if each.exc_info] == []


async def test_a_goodbye_without_end_leaves_no_connection_open(
    store: Store, toy_words: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those over which Discord was asked are closed all the same."""

    async def endless(_: Metrobot) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(bots, "_GOODBYE", 0.0)
    monkeypatch.setattr(commands.AutoShardedBot, "close", endless)
    bot = make_bot(store, TOYS, own=OWN)
    await bot.close()
    await store.close()

    assert bot._connector.closed


def test_the_program_itself_ends_within_seconds_where_no_gateway_answers(tmp_path: Path) -> None:
    """By one SIGTERM, with one line of ours and without a traceback, code 0."""
    said, begun = list[str](), time.monotonic()
    with Loopback(gateway=f"ws://127.0.0.1:{closed_port()}/").served() as there:
        given = {
            "DISCORD_TOKEN": TOKEN,
            "DISCORD_API": there.api,
            "DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path / 'games.db'}",
        }
        with subprocess.Popen(
            [sys.executable, str(ROOT / "bot.py")],
            cwd=tmp_path,
            env={**os.environ, **given},
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stderr is not None
            for line in process.stderr:
                said.append(line)
                if "Failed to connect" in line:
                    break
            told = time.monotonic()
            process.send_signal(signal.SIGTERM)
            said += process.stderr.readlines()
            process.wait(PATIENCE)

    assert process.returncode == 0
    # On a busy machine it ends more slowly, but it has begun more slowly too.
    assert time.monotonic() - told < 5 + (told - begun)
    assert said[-1].endswith("Told to stop (SIGTERM): ending.\n")
    assert "Traceback" not in "".join(said)
    assert TOKEN not in "".join(said)


HANGING = """
import asyncio
from metrobot.shutdown import Shutdown

async def hang():
    print("hangs", flush=True)
    while True:
        pass

shutdown = Shutdown()
with shutdown.handling_signals():
    asyncio.run(hang())
"""


def test_a_second_signal_ends_a_process_that_hangs() -> None:
    """At once, whatever the event loop is doing, with one line."""
    with subprocess.Popen(
        [sys.executable, "-c", HANGING],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "hangs\n"
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)

    assert process.returncode in (128 + signal.SIGINT, 128 + signal.SIGTERM)
    assert said == "Told to stop a second time: ended at once. No confirmed turn is lost.\n"


async def test_a_signal_that_another_thread_receives_is_heard() -> None:
    """It wakes a loop that sleeps, which a signal by itself would not."""
    ending, asleep = Shutdown(), threading.Event()

    def send() -> None:
        asleep.wait(PATIENCE)
        os.kill(os.getpid(), signal.SIGTERM)

    with ending.handling_signals():
        waiting = asyncio.create_task(ending.wait())
        sending = threading.Thread(target=send)
        sending.start()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
        try:
            asyncio.get_running_loop().call_soon(asleep.set)
            async with asyncio.timeout(PATIENCE):
                await waiting
        finally:
            sending.join(PATIENCE)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
            for number in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().remove_signal_handler(number)

    assert ending.signal is signal.SIGTERM


async def bad_byte(socket: web.WebSocketResponse) -> None:
    """Let the bot in, and send it what cannot be unpacked."""
    await welcome(socket)
    await socket.send_bytes(b"\xffnonsense\x00\x00\xff\xff")
    async for _ in socket:
        pass


async def missing_field(socket: web.WebSocketResponse) -> None:
    """Let the bot in, and send it an event with almost nothing in it."""
    await welcome(socket)
    await socket.send_json({"op": 0, "t": "INTERACTION_CREATE", "s": 2, "d": {"token": TOKEN}})
    async for _ in socket:
        pass


async def no_event(socket: web.WebSocketResponse) -> None:
    """Let the bot in, and send it a list where an event is due."""
    await welcome(socket)
    await socket.send_str("[1, 2")
    async for _ in socket:
        pass


@pytest.mark.parametrize("fault", [bad_byte, missing_field, no_event])
def test_a_fault_of_the_gateway_brings_a_new_connection(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    pauses: list[float],
    fault: Callable[[web.WebSocketResponse], object],
) -> None:
    """It is logged without anything of what was sent; the process goes on."""
    once_on(monkeypatch, 2, terminate)
    with Loopback([fault, stay]).served() as there:  # type: ignore[list-item]  # all are sessions
        code = run_bot(settings(tmp_path, there))

    warned = [each.getMessage() for each in caplog.records if each.name == supervisor.__name__]
    assert (code, there.begun, pauses) == (0, 2, [1.0])
    assert len(warned) == 1
    assert warned[0].startswith("The connection to Discord broke (")
    assert warned[0].endswith("; a new one in 1 s")
    assert TOKEN not in caplog.text
    assert "nonsense" not in caplog.text


def test_pauses_grow_while_connections_break(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pauses: list[float]
) -> None:
    """But for less than a minute, within which the bot is back after any outage."""
    once_on(monkeypatch, 9, terminate)
    with Loopback([*[bad_byte] * 8, stay]).served() as there:
        code = run_bot(settings(tmp_path, there))

    assert code == 0
    assert pauses == [1, 2, 4, 8, 16, 32, 45, 45]


def test_no_pause_of_discord_py_outlasts_an_outage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pauses: list[float]
) -> None:
    """Its pauses grow up to a quarter of an hour: a new client does not wait for them."""

    async def leave(socket: web.WebSocketResponse) -> None:
        await welcome(socket)
        await socket.close()

    monkeypatch.setattr(supervisor, "AWAY", 0.1)
    monkeypatch.setattr(supervisor, "_LOOK", 0.01)
    monkeypatch.setattr(ExponentialBackoff, "delay", lambda _: 3600.0)
    once_on(monkeypatch, 2, terminate)
    late = threading.Timer(20, terminate)
    late.start()
    with Loopback([leave, stay]).served() as there:
        code = run_bot(settings(tmp_path, there))
    late.cancel()

    assert (code, there.begun, pauses) == (0, 2, [1.0])


def test_while_discord_cannot_be_asked_pauses_stay_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pauses: list[float]
) -> None:
    """They begin no session, and nobody should wait for a minute once it is back."""
    once_on(monkeypatch, 2, terminate)
    login, tries = Metrobot.login, list[Metrobot]()

    async def unreached(bot: Metrobot, token: str) -> None:
        tries.append(bot)
        if 1 < len(tries) < 9:
            raise ConnectionRefusedError
        await login(bot, token)

    monkeypatch.setattr(Metrobot, "login", unreached)
    with Loopback([bad_byte, stay]).served() as there:
        code = run_bot(settings(tmp_path, there))

    assert code == 0
    assert pauses == [1, 2, 4, 8, 15, 15, 15, 15]


@pytest.mark.parametrize(
    "lost", [(commands.AutoShardedBot, "login", 2), (HTTPClient, "get_bot_gateway", 3)]
)
def test_what_discord_never_answers_keeps_no_new_connection_away(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    pauses: list[float],
    lost: tuple[type[Any], str, int],
) -> None:
    """The repeated request is answered: nobody waits for minutes for the lost one."""
    owner, name, number = lost
    asked, ask = [0], getattr(owner, name)

    async def silent(*given: Any) -> Any:
        asked[0] += 1
        if asked[0] == number:
            await asyncio.Event().wait()
        return await ask(*given)

    monkeypatch.setattr(owner, name, silent)
    monkeypatch.setattr(bots, "_CONNECTING", 1.0)
    monkeypatch.setattr(api_address, "_PATIENCE", 1.0)
    once_on(monkeypatch, 2, terminate)
    late = threading.Timer(20, terminate)
    late.start()
    with Loopback([bad_byte, stay]).served() as there:
        code = run_bot(settings(tmp_path, there))
    late.cancel()

    assert (code, there.begun, pauses) == (0, 2, [1.0, 2.0])


async def test_a_gateway_that_says_nothing_is_left_within_a_minute(
    store: Store, toy_words: None
) -> None:
    """discord.py itself would wait for three."""
    bot = make_bot(store, TOYS, own=OWN)
    await bot._connector.close()
    await store.close()

    assert bot.shard_connect_timeout is not None
    assert bot.shard_connect_timeout < 60


def test_a_token_that_is_taken_away_ends_it_with_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, pauses: list[float]
) -> None:
    """Another connection would not help."""

    async def refuse(socket: web.WebSocketResponse) -> None:
        await socket.receive()
        await socket.close(code=4004)

    with Loopback([bad_byte, refuse]).served() as there:
        code = run_bot(settings(tmp_path, there))

    ours = [each for each in caplog.records if each.name.startswith("metrobot")]
    assert code == EXIT_SETTINGS
    assert ours[-1].getMessage() == "Discord does not know this token: check DISCORD_TOKEN."
    assert ours[-1].exc_info is None


def test_no_session_is_begun_that_is_not_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The bot waits as long as Discord says, with one line."""
    waited, sleep = list[float](), asyncio.sleep

    async def no_sleep(seconds: float, *rest: object) -> None:
        if seconds > 60:
            waited.append(seconds)
        await sleep(0 if seconds > 60 else seconds)

    monkeypatch.setattr(asyncio, "sleep", no_sleep)
    once_on(monkeypatch, 1, terminate)
    none_left = {"total": 1000, "remaining": 0, "reset_after": 7_200_000}
    with Loopback(limits=[none_left, LIMIT]).served() as there:
        code = run_bot(settings(tmp_path, there))

    told = [each.getMessage() for each in caplog.records if "sessions" in each.getMessage()]
    assert (code, there.begun, waited) == (0, 1, [7201])
    assert told == ["Discord allows 0 more sessions of 1000; the bot comes on in 7201 s"]


def test_what_breaks_a_connection_is_named_without_what_was_sent() -> None:
    try:
        dict[str, int]()["a secret"]
    except KeyError as error:
        said = supervisor._what(error)

    assert said.startswith("builtins.KeyError in test_what_breaks")
    assert "secret" not in said


async def no_room(_: PersonStore, __: str) -> str:
    """Show at the first reading that the database is in trouble."""
    raise DatabaseTroubleError("/g.db", "the disk is full", "Make room on it")


@pytest.mark.parametrize(
    ("is_discords", "begins"),
    [
        (True, "Discord does not answer as it should: builtins.Key"),
        (False, "The database /g.db cannot be used: the disk is full"),
    ],
)
def test_what_is_no_fault_of_ours_at_the_start_is_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    is_discords: bool,
    begins: str,
) -> None:
    """Nobody needs a traceback of what Discord's answer lacks, or of a full disk."""
    if is_discords:
        monkeypatch.delitem(APPLICATION, "icon")
    else:
        monkeypatch.setattr(PersonStore, "memo", no_room)
    with Loopback().served() as there:
        code = run_bot(settings(tmp_path, there))

    (line,) = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert (code, line.exc_info) == (EXIT_FAILED, None)
    assert line.getMessage().startswith(begins)


def test_a_fault_of_ours_at_the_start_is_seen() -> None:
    with pytest.raises(ZeroDivisionError):
        supervisor.judge(ZeroDivisionError(), was_on=False)


@pytest.mark.parametrize("code", [4013, 4014, 4012, 4010])
def test_what_cannot_be_mended_by_trying_again_ends_it(code: int) -> None:
    """Each reason for which Discord closes a connection for good has its line."""
    failure = discord.ConnectionClosed.__new__(discord.ConnectionClosed)
    failure.code = code

    with pytest.raises(supervisor.StartError, match="Discord") as caught:
        supervisor.judge(failure, was_on=True)
    assert caught.value.is_setting
