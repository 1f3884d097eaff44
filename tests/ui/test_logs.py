"""Logs hold no secret, whatever is logged."""

import io
import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa
from aiohttp.http_exceptions import BadHttpMessage
from pydantic import SecretStr

from metrobot import logs
from metrobot.games.registry import TITLES
from metrobot.service.model.table import Table
from metrobot.settings import Settings
from metrobot.store.db.database import migrate
from metrobot.store.db.errors import BACK, DatabaseTroubleError
from metrobot.store.migrations import HEAD, OLDEST
from metrobot.store.schema.rows import GameRow
from metrobot.ui.kit.pictures.drawing import Drawing
from tests.store.older_forms import bring_back
from tests.ui.discord_game import KEY, MOST_PRESSES, DiscordGame, ids, on_discord, quick_draw

TOKEN = "a-token-that-must-not-be-logged"
TURNS = 6


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """Return a log at DEBUG, set up as the bot itself does."""
    root = logging.getLogger()
    before = {name: logging.getLogger(name).level for name in ("", *logs.OURS)}
    monkeypatch.setattr(root, "handlers", [])
    stream = io.StringIO()
    logs.set_up("DEBUG", TOKEN, stream=stream)
    yield stream
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)


def _fail(logger: logging.Logger, said: str, error: Exception) -> None:
    """Log an error that was raised."""

    def fail() -> None:
        raise error

    try:
        fail()
    except Exception:
        logger.exception(said)


def test_trouble_with_the_database_is_a_line_a_minute_until_it_is_over(log: io.StringIO) -> None:
    """Whoever logs it, and however often; anything else is logged as ever."""
    now = [0.0]
    handler = logging.getLogger().handlers[0]
    handler.filters[-1] = logs._Seldom(lambda: now[0])
    trouble = DatabaseTroubleError("/g.db", "the disk is full", "Make room on it")
    one, other = logging.getLogger("metrobot.ui"), logging.getLogger("metrobot.service")
    for second in range(150):
        now[0] = float(second)
        one.error("%s", trouble)
        _fail(other, "a round failed", trouble)
        logging.getLogger("metrobot.workers.job_worker").error("The queue broke (%s)", "OSError")
    assert log.getvalue().count(" ERROR ") == 3

    one.error("something else")
    one.warning(BACK)
    other.warning(BACK)
    one.error("%s", trouble)
    assert log.getvalue().count(" ERROR ") == 5
    assert log.getvalue().count(BACK) == 1


def test_an_outage_of_the_gateway_is_a_line_a_minute_until_it_is_over(log: io.StringIO) -> None:
    """One as it goes, one as it is back; none of the steps between, of which there are hundreds."""
    now = [0.0]
    logging.getLogger().handlers[0].filters[-1] = logs._Seldom(lambda: now[0])
    shard, steps = logging.getLogger("discord.shard"), logging.getLogger("discord.gateway")
    ours, again = logging.getLogger("metrobot.ui.process.supervisor"), "Connected to Discord again."
    logging.getLogger("discord.client").info("logging in using static token")
    steps.info("Shard ID %s has connected to Gateway (Session ID: %s).", 0, "a")
    ours.warning(again)
    steps.warning("Shard ID %s has stopped responding to the gateway. Closing and restarting.", 0)
    for second in range(600):
        now[0] = float(second)
        _fail(shard, "Failed to connect for shard_id: 0. Retrying...", OSError("refused"))
        ours.warning("The connection to Discord broke (%s); a new one in %.0f s", "closed", 45)
        logging.getLogger("discord.client").info("logging in using static token")
        steps.info("Shard ID %s session has been invalidated.", 0)
    steps.info("Shard ID %s has connected to Gateway (Session ID: %s).", 0, "b")
    ours.warning(again)
    ours.warning(again)
    steps.info("Shard ID %s has connected to Gateway (Session ID: %s).", 1, "c")

    lines = [line.split(": ", 1)[1] for line in log.getvalue().splitlines()]
    assert lines[:3] == [
        "logging in using static token",
        "Shard ID 0 has connected to Gateway (Session ID: a).",
        "Shard ID 0 has stopped responding to the gateway. Closing and restarting.",
    ]
    assert len(lines[3:-2]) == 9
    assert lines[-2:] == [again, "Shard ID 1 has connected to Gateway (Session ID: c)."]


def test_another_copy_of_the_bot_is_a_line_an_hour(log: io.StringIO) -> None:
    """Nothing tells when it is gone; people press all the time."""
    now = [0.0]
    logging.getLogger().handlers[0].filters[-1] = logs._Seldom(lambda: now[0])
    for minute in range(150):
        now[0] = 60.0 * minute
        logging.getLogger("metrobot.ui.app.error_answers").warning(
            "Another copy of the bot runs with the same token"
        )

    assert log.getvalue().count("Another copy") == 3


@pytest.mark.parametrize(
    ("name", "said", "error", "lines"),
    [
        ("metrobot.ui.process.http_server", "Too many connections at once (9): ...", None, 2),
        ("asyncio", "socket.accept() out of system resource", OSError(24, "too many"), 2),
        ("aiohttp.server", "Error handling request", BadHttpMessage("no HTTP"), 2),
        ("aiohttp.server", "Error handling request", ValueError("our fault"), 90),
    ],
)
def test_what_anybody_can_cause_from_outside_is_a_line_a_minute(
    log: io.StringIO, name: str, said: str, error: Exception | None, lines: int
) -> None:
    """Else a log grows by megabytes a second; a fault of ours is told each time."""
    now = [0.0]
    logging.getLogger().handlers[0].filters[-1] = logs._Seldom(lambda: now[0])
    for second in range(90):
        now[0] = float(second)
        logging.getLogger(name).error(said, exc_info=error)

    assert log.getvalue().count(said) == lines


async def _row(game: DiscordGame, table: Table) -> GameRow:
    """Return a game as it is stored."""
    row = await game.store.games.by_id(table.id)
    assert row is not None
    return row


async def _secrets(game: DiscordGame) -> set[str]:
    """Return all that a log could hold of what is chosen, dealt or sealed, as it would stand."""
    table = await game.table()
    row = await _row(game, table)
    rows = await game.store.games.events(table.id, 0, table.revision)
    payloads = [dict(each.payload) for each in rows]
    payloads += [dict(item) for each in row.sealed for item in each.payload]
    written = {text for each in payloads if each for text in (repr(each), json.dumps(each))}
    actions = {repr(each.event.action) for each in table.log}
    dealt = getattr(table.state, "hands", ())
    markers = {form for hand in dealt for each in hand for form in (each.name, repr(each))}
    return written | {each for each in actions if "=" in each} | markers


async def _turn(game: DiscordGame, chooser: Random) -> None:
    """Let the first of those who are awaited play a whole turn, or lock a choice."""
    person = game.actor((await game.table()).to_act()[0])
    planner = await game.plan(person)
    for _ in range(MOST_PRESSES):
        if ids(game.again(planner), "done"):
            break
        await game.try_one(person, planner, chooser)
    await game.confirm(person, game.again(planner))


@pytest.mark.parametrize("title", TITLES)
async def test_a_game_at_debug_logs_none_of_its_secrets(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    """No key, no hand, no choice, no payload, no token of an interaction."""
    monkeypatch.setattr(Drawing, "draw", quick_draw)
    chooser, secrets = Random(7), {KEY.hex(), TOKEN, "simcord_interaction_"}
    async with on_discord(tmp_path / "games.db") as game:
        game.title = title
        await game.start(3)
        for _ in range(TURNS):
            await _turn(game, chooser)
            secrets |= await _secrets(game)
        logging.getLogger("metrobot.test").debug("the log is there")

    said = log.getvalue()
    assert "the log is there" in said
    assert len(secrets) > TURNS
    assert [each for each in sorted(secrets) if each in said] == []


@pytest.mark.parametrize("title", TITLES)
async def test_what_holds_a_secret_does_not_print_it(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table, a row, a draft: each may come to stand in a log or in an error."""
    monkeypatch.setattr(Drawing, "draw", quick_draw)
    async with on_discord(tmp_path / "games.db") as game:
        game.title = title
        await game.start(3)
        await _turn(game, Random(7))
        secrets = await _secrets(game)
        table = await game.table()
        row = await _row(game, table)
        events = await game.store.games.events(table.id, 0, table.revision)
        _, draft = await game.bot.parts.tables.turns.begin_draft(table.id, table.to_act()[0].id)
        printed = [table, replace(table, key=KEY.hex()), row, events, draft.then(0), table.log]
        said = "".join(map(repr, [*printed, table.history]))

    assert row.key == KEY.hex()
    assert "Table(id=1" in said
    assert [each for each in (*sorted(secrets), KEY.hex()) if each in said] == []


def test_a_password_of_the_database_is_not_printed_with_the_settings() -> None:
    settings = Settings(
        discord_token=SecretStr(TOKEN), database_url="postgresql+asyncpg://ada:sesame@h/g"
    )

    assert TOKEN not in repr(settings)
    assert "sesame" not in repr(settings)


@pytest.mark.parametrize("name", ["aiosqlite", "discord.gateway", "PIL", "asyncio"])
def test_libraries_are_held_at_info(log: io.StringIO, name: str) -> None:
    """Below it they print rows, events and requests."""
    logging.getLogger(name).debug("executing %s", "everything")
    logging.getLogger(name).info("started")

    assert "everything" not in log.getvalue()
    assert "started" in log.getvalue()


def test_a_database_that_gets_its_newest_form_is_one_line(log: io.StringIO) -> None:
    """Not one for each step that Alembic takes; of a new one it was said already."""
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        migrate(connection)
        bring_back(connection, OLDEST)
        migrate(connection)

    (renewed,) = log.getvalue().splitlines()
    assert f"newest form now: {HEAD}, before" in renewed


@pytest.mark.parametrize(
    "address",
    [
        "https://discord.com/api/v10/webhooks/12345/aW50ZXJhY3Rpb24/messages/@original",
        "https://discord.com/api/v10/interactions/12345/aW50ZXJhY3Rpb24/callback",
        "/webhooks/12345/aW50ZXJhY3Rpb24?wait=true",
    ],
)
def test_an_address_is_logged_without_the_token_of_its_interaction(
    log: io.StringIO, address: str
) -> None:
    """A traceback with it is cleaned too; discord.py names it when it warns of rate limits."""
    logger = logging.getLogger("discord.http")
    logger.warning("We are being rate limited. PATCH %s responded with 429.", address)
    _fail(logger, "failed", OSError(f"cannot connect to {address} with {TOKEN}"))

    said = log.getvalue()
    assert said.count("12345/***") == 2
    assert "aW50ZXJhY3Rpb24" not in said
    assert TOKEN not in said
    assert "Traceback" in said


def test_what_one_line_says_has_no_traceback(log: io.StringIO) -> None:
    """A database in trouble, each try to connect, and what is no HTTP: anybody can send that."""
    for name, error in (
        ("metrobot.service", DatabaseTroubleError("/g.db", "the disk is full", "Make room")),
        ("discord.shard", OSError("refused")),
        ("aiohttp.server", BadHttpMessage("Invalid character:\n  b'zz'")),
    ):
        _fail(logging.getLogger(name), "It failed", error)

    said = log.getvalue()
    assert "Traceback" not in said
    assert (
        "It failed: DatabaseTroubleError: The database /g.db cannot be used: the disk is full."
        in said
    )
    assert "It failed: OSError: refused" in said
    assert "It failed: BadHttpMessage: 400, message:\n" in said
