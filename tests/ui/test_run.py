"""From settings to a running bot: each way to fail is one line and a code."""

import ast
import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
import sqlalchemy as sa
from pydantic import SecretStr

import bot as entry
from metrobot import settings as settings_module
from metrobot.program import EXIT_SETTINGS
from metrobot.service.people.quotas import Quotas
from metrobot.service.ports import Helpers, JobId, JobTimeouts
from metrobot.settings import Settings, SettingsError
from metrobot.sharding import Shards
from metrobot.store.open import open_store
from metrobot.store.store import Store
from metrobot.thinking.analysis import AnalysisProcess
from metrobot.thinking.pool import Pool
from metrobot.ui.app.bot import Metrobot
from metrobot.ui.process.front_check import check_front as selfcheck
from metrobot.ui.process.run import EXIT_FAILED, helpers_of, nightly_of, run_bot
from metrobot.vitals.asking import is_well
from metrobot.workers.worker_thinker import WorkerThinker
from tests.patience import PATIENCE
from tests.thinking.here import Here

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.abcdef.a-token-that-must-not-be-logged"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Return settings with a token and a database of their own."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    return Settings(discord_token=SecretStr(TOKEN), database_url=url)


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that fills with the things closed, in order."""
    found = list[str]()
    close_bot, close_store = Metrobot.close, Store.close

    async def bot_close(self: Metrobot) -> None:
        found.append("bot")
        await close_bot(self)

    async def store_close(self: Store) -> None:
        found.append("store")
        await close_store(self)

    monkeypatch.setattr(Metrobot, "close", bot_close)
    monkeypatch.setattr(Store, "close", store_close)
    return found


def looked_at(monkeypatch: pytest.MonkeyPatch, look: Callable[[Metrobot], object]) -> list[Any]:
    """Return a list that fills with what each bot has as it would start, which it does not."""
    found = list[Any]()

    async def start(bot: Metrobot, *_: object) -> None:
        found.append(look(bot))
        raise discord.LoginFailure

    monkeypatch.setattr(Metrobot, "start", start)
    return found


def test_nightly_copies_are_made_where_they_are_wanted(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = looked_at(monkeypatch, lambda bot: bot.parts.tables.housekeeping.chores)
    run_bot(settings)
    run_bot(settings.model_copy(update={"backup_dir": tmp_path / "copies"}))
    names = [{getattr(chore, "__qualname__", "") for chore in chores} for chores in found]

    assert ["NightlyBackup.back_up_if_due" in each for each in names] == [False, True]


def test_nightly_copies_are_of_files_alone(
    settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A server has tools of its own, and the log says so."""
    server = {"backup_dir": tmp_path, "database_url": "postgresql+asyncpg://ada:secret@host/games"}

    assert nightly_of(settings.model_copy(update=server)) is None
    assert "BACKUP_DIR is left out" in caplog.text
    assert "secret" not in caplog.text


def test_the_bot_is_given_the_bounds_that_are_set(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    bounded = settings.model_copy(
        update={
            "max_games_per_host": 2,
            "max_lobbies_per_host": 3,
            "max_games_per_server": 4,
            "max_joined_lobbies": 8,
            "max_openings_in_10_minutes": 5,
            "max_imports_in_an_hour": 6,
            "max_replay_megabytes": 7,
            "aside_after_days": 9,
        }
    )
    found = looked_at(monkeypatch, lambda bot: bot.parts.tables.quotas)

    assert run_bot(bounded) == EXIT_SETTINGS
    assert found == [Quotas(2, 3, 4, 5, 6, 7_000_000, joined=8, idle_days=9)]


def test_computers_think_in_as_many_processes_as_are_set(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of which is started before somebody plays with a computer, or left behind."""
    found = looked_at(monkeypatch, lambda bot: bot.parts.tables.bot_turns.helpers.thinker)

    assert run_bot(settings.model_copy(update={"computer_processes": 3})) == EXIT_SETTINGS
    (pool,) = found
    assert isinstance(pool, Pool)
    assert pool.workers == 3
    assert multiprocessing.active_children() == []


class NoWorkers:
    """Workers that are not there."""

    async def request(self, job_id: JobId, body: bytes, patience: JobTimeouts) -> bytes | None:
        """Return None: nobody does the job."""
        del job_id, body, patience
        return None


async def test_turns_left_to_workers_wait_for_no_place_here() -> None:
    """Turns thought out here do wait for a place, one after another."""
    pool, analysis = Pool(1), AnalysisProcess()
    ours = helpers_of(pool, analysis, None)
    left = helpers_of(pool, analysis, WorkerThinker(NoWorkers(), pool, analysis, Here()))

    assert left.hint_finder is pool  # a hint has to be there within two seconds
    async with ours.turn(1):
        async with asyncio.timeout(PATIENCE), left.turn(2):
            pass
        waiting = asyncio.create_task(in_a_turn(ours, 2))
        await asyncio.sleep(0)
        assert pool.waiting == 1
    await waiting


async def in_a_turn(helpers: Helpers, game: int) -> None:
    """Have a place for a moment."""
    async with helpers.turn(game):
        pass


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"workers": True}, "WORKERS is left out: it is for PostgreSQL."),
        ({"shards": Shards(0, 3, 16)}, "SHARDS leaves servers to other processes"),
    ],
)
def test_what_only_several_processes_can_do_is_told_on_a_file(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    change: dict[str, object],
    said: str,
) -> None:
    """The bot starts all the same, and thinks itself."""
    found = looked_at(monkeypatch, lambda bot: bot.parts.tables.bot_turns.helpers.thinker)

    assert run_bot(settings.model_copy(update=change)) == EXIT_SETTINGS
    assert said in caplog.text
    assert isinstance(found[0], Pool)


def test_the_bot_hears_the_shards_that_are_set(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after a connection that broke; without the setting as many as Discord advises."""
    found = looked_at(
        monkeypatch,
        lambda bot: [(each.shard_ids, each.shard_count) for each in (bot, bot.reconnected())],
    )
    run_bot(settings.model_copy(update={"shards": Shards(4, 7, 16)}))
    run_bot(settings)

    assert found == [[([4, 5, 6, 7], 16)] * 2, [(None, None)] * 2]


def test_figures_are_told_at_the_port_that_is_set(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On this machine, while the bot runs; no port, no figures."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    found = list[tuple[bool, bool]]()

    async def start(self: Metrobot, *_: object) -> None:
        well = await asyncio.to_thread(is_well, port)
        found.append((well, self.parts.response_times is not None))
        raise discord.LoginFailure

    monkeypatch.setattr(Metrobot, "start", start)

    run_bot(settings.model_copy(update={"metrics_port": port}))
    run_bot(settings)
    assert found == [(True, True), (False, False)]


def failing(error: Exception) -> Callable[..., object]:
    """Return a way to start that fails."""

    async def start(*_: object) -> None:
        raise error

    return start


def test_without_a_token_it_says_what_to_put_where(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Code 2; the name of the variable and of the file."""
    assert run_bot(Settings(discord_token=SecretStr(""))) == EXIT_SETTINGS == 2
    assert "DISCORD_TOKEN=" in caplog.text
    assert ".env" in caplog.text


def _no_gateway() -> Exception:
    """Return discord.py's error for a Discord that names no gateway."""
    return discord.GatewayNotFound()  # type: ignore[no-untyped-call]  # discord.py's own


@pytest.mark.parametrize(
    "failure",
    [
        (discord.LoginFailure("Improper token"), "does not know this token"),
        (aiohttp.ClientConnectionError("no route"), "cannot be reached"),
        (OSError("no network"), "cannot be reached"),
        (TimeoutError(), "cannot be reached"),
        (_no_gateway(), "does not answer as it should"),
    ],
)
def test_a_start_that_fails_is_one_line(
    settings: Settings,
    closed: list[str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    failure: tuple[Exception, str],
) -> None:
    """Code 1, or 2 where trying again would not help; no traceback, no token."""
    error, said = failure
    monkeypatch.setattr(Metrobot, "start", failing(error))
    code = run_bot(settings)

    lines = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert code == (EXIT_SETTINGS if isinstance(error, discord.LoginFailure) else EXIT_FAILED)
    assert [said in each.getMessage() for each in lines] == [True]
    assert lines[0].exc_info is None
    assert TOKEN not in caplog.text
    assert closed == ["bot", "store"]


@pytest.mark.parametrize(
    ("url", "code", "said"),
    [
        ("sqlite+aiosqlite:///{path}/no/games.db", EXIT_FAILED, "there is no folder {path}/no"),
        ("{path}/games.db", EXIT_SETTINGS, "no address of a database"),
        ("chess://ada:secret@host/games", EXIT_SETTINGS, "chess://ada:***@host/games"),
    ],
)
def test_a_database_that_cannot_be_opened_is_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, url: str, code: int, said: str
) -> None:
    """Code 1, or 2 where only another setting helps; no traceback, no password."""
    url = url.format(path=tmp_path)
    ended = run_bot(Settings(discord_token=SecretStr(TOKEN), database_url=url))

    lines = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert ended == code
    assert [each.exc_info for each in lines] == [None]
    assert said.format(path=tmp_path) in lines[0].getMessage()
    assert "secret" not in caplog.text


def test_what_cannot_be_a_token_is_told_before_discord_is_asked(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Such as the client secret; not shown, as it is secret too."""
    file = tmp_path / "games.db"
    code = run_bot(
        Settings(discord_token=SecretStr("sesame"), database_url=f"sqlite+aiosqlite:///{file}")
    )

    assert code == EXIT_SETTINGS
    assert "is no bot's token" in caplog.text
    assert "sesame" not in caplog.text
    assert not file.exists()


def test_without_the_packages_it_says_what_to_type(tmp_path: Path) -> None:
    """Whoever types python3 bot.py has not read the README."""
    ended = subprocess.run(
        [sys.executable, "-S", entry.__file__],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
    assert ended.stderr.endswith("Type: make run\n")


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("9999", "a newer release of Metrobot has used it"),
        ("0019", "Start the bot once at commit 6259a440"),
    ],
)
def test_a_database_of_another_release_is_refused_in_one_line(
    tmp_path: Path, form: str, said: str
) -> None:
    """All that the process writes, of the libraries too; code 1."""
    file = tmp_path / "games.db"
    asyncio.run(_made_by_another_release(f"sqlite+aiosqlite:///{file}", form))
    ended = subprocess.run(
        [sys.executable, entry.__file__],
        cwd=tmp_path,
        env=os.environ | {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": f"sqlite+aiosqlite:///{file}"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (EXIT_FAILED, "", 1)
    assert said in ended.stderr


async def _made_by_another_release(url: str, form: str) -> None:
    """Make a database, and have it look as if a release with this form had."""
    store = await open_store(url)
    other = sa.text(f"UPDATE alembic_version SET version_num = '{form}'")
    await store._database.write(lambda connection: connection.execute(other))
    await store.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_in_good_order(
    settings: Settings, closed: list[str], monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    """Code 0, the bot closed first and the store last."""
    left = asyncio.Event()
    close = Metrobot.close

    async def start(_: Metrobot, __: str) -> None:
        os.kill(os.getpid(), number)
        await left.wait()

    async def leave(self: Metrobot) -> None:
        await close(self)
        left.set()

    monkeypatch.setattr(Metrobot, "start", start)
    monkeypatch.setattr(Metrobot, "close", leave)

    assert run_bot(settings) == 0
    assert closed == ["bot", "store"]


def test_settings_that_cannot_be_used_are_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unusable() -> Settings:
        raise SettingsError("LOG_LEVEL: no")

    monkeypatch.setattr("metrobot.settings.read_settings", unusable)

    assert entry.main() == EXIT_SETTINGS
    assert capsys.readouterr().err == "A setting cannot be used: LOG_LEVEL: no\n"


def test_the_self_check_finds_commands_and_boards() -> None:
    """Without Discord: every title's commands, and a board of each."""
    found = selfcheck()

    assert found[0].startswith("commands: ")
    assert {"game", "board", "hand", "rules", "help", "dig"} <= set(found[0][10:].split(", "))
    assert found[1] == "registered for direct messages, groups and people as well: daily"
    assert all(line.startswith("picture: ") for line in found[2:])
    assert any("metromania" in line for line in found[2:])


def test_the_processes_of_computers_need_nothing_of_the_bot() -> None:
    """They read the file that was started: what it imports at its top they would load too."""
    for file in (Path(entry.__file__), Path(settings_module.__file__).with_name("__main__.py")):
        top = ast.parse(file.read_text("utf-8")).body
        names = {ast.unparse(node) for node in top if isinstance(node, ast.Import | ast.ImportFrom)}
        assert names == {"import logging", "import os", "import sys"}
