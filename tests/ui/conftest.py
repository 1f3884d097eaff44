"""The bot on a simulated Discord, with a toy title."""

import re
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import discord
import pytest
import simcord
from simcord.http import router

from metrobot.service import tables
from metrobot.service.daily.lines import Lines
from metrobot.service.membership import blocks
from metrobot.service.model import chance
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.upkeep import housekeeping
from metrobot.store.store import Store
from metrobot.ui.app import scheduler
from metrobot.ui.app.build import make_bot
from metrobot.ui.app.clock import SystemClock
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.ui.words import catalogue as words
from metrobot.ui.words import text_length
from metrobot.vitals.listener import UNHEARD, Vitals
from tests.databases import leave_unflushed, url_of
from tests.ui.discord_game import quick_draw
from tests.ui.fixtures import after, simulated
from tests.ui.limits import request_faults
from tests.ui.rounds_stage import ROUNDS, Rounds
from tests.ui.stage import OWN, REST, TOYS, Shown, Stage, cleared, populated

_GUILD: Final = re.compile(r"/guilds/\d+")
_TOLD_BY_EVENTS: Final = {"channels", "threads", "members", "presences", "voice_states"}
AT_ONCE: Final = timedelta(seconds=0.02)
SECRET: Final = bytes(range(32))
_FOLDERS: Final = (*words.FOLDERS, Path(__file__).parent / "locale")


@pytest.fixture(autouse=True)
def within_limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Compare all that the bot sends in any test with Discord's limits; yield the excesses."""
    found, dispatch = list[str](), router.dispatch

    def checked(backend: Any, method: str, path: str, **rest: Any) -> Any:
        files = [(f.filename, f.description, _size(f.fp)) for f in rest.get("files") or ()]
        direct = backend.dm_channels.values()
        faults = request_faults(method, path, rest.get("json"), files, direct)
        if faults:
            found.append(f"{method} {path}: {', '.join(faults)}")
        return dispatch(backend, method, path, **rest)

    monkeypatch.setattr(router, "dispatch", checked)
    yield found
    assert found == []


@pytest.fixture(autouse=True)
def seldom_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a bot with nothing to do, the list of who is blocked included, rest for two hours.

    Thousands of rounds with nothing to do would pass in each test that advances the time by days.
    A round that is wanted soon comes at once: the simulated Discord would wait for it in earnest.
    """
    monkeypatch.setattr(housekeeping, "SOON", AT_ONCE)
    monkeypatch.setattr(tables, "SOON", AT_ONCE)
    monkeypatch.setattr(blocks, "EVERY", REST)
    monkeypatch.setattr(housekeeping, "IDLE", REST)
    monkeypatch.setattr(scheduler, "IDLE", REST)


@pytest.fixture(autouse=True)
def guilds_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the answer to a request for a server to the fields that Discord sends.

    simcord answers with all that the gateway would tell.
    """
    dispatch = router.dispatch

    def answered(backend: Any, method: str, path: str, **rest: Any) -> Any:
        found = dispatch(backend, method, path, **rest)
        if method == "GET" and _GUILD.fullmatch(path):
            found = {key: value for key, value in found.items() if key not in _TOLD_BY_EVENTS}
        return found

    monkeypatch.setattr(router, "dispatch", answered)


@pytest.fixture(autouse=True)
def one_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the monotonic clock follow simcord's day, also without a press."""
    monkeypatch.setattr(SystemClock, "monotonic", lambda _: discord.utils.utcnow().timestamp())


@pytest.fixture(autouse=True)
def one_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the same first secret for all lines of the day: its chain of keys is known by now."""
    begin = Lines.__init__

    def begun(lines: Lines, store: Store, clock: Any, entropy: Callable[[], bytes]) -> None:
        first = iter((SECRET,))
        begin(lines, store, clock, lambda: next(first, None) or entropy())

    monkeypatch.setattr(Lines, "__init__", begun)


@pytest.fixture(autouse=True)
def _unflushed(monkeypatch: pytest.MonkeyPatch) -> None:
    leave_unflushed(monkeypatch)


def _size(file: Any) -> int:
    """Return the size of an open file in bytes, leaving its position as it was."""
    at = file.tell()
    size: int = file.seek(0, 2)
    file.seek(at)
    return size


@pytest.fixture
def toy_words(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add sentences of the toy title, and a bit of German."""
    monkeypatch.setattr(words, "FOLDERS", _FOLDERS)
    words.nearest.cache_clear()
    yield
    words.nearest.cache_clear()


@pytest.fixture
def vitals() -> Vitals:
    """Return vitals that ignore everything; a test that wants to know overrides this."""
    return UNHEARD


@pytest.fixture
async def store(tmp_path: Path, vitals: Vitals) -> Store:
    """Return an empty database; the stage closes it."""
    return await Store.open(url_of(tmp_path / "games.db"), vitals=vitals)


@pytest.fixture
async def env(store: Store, toy_words: None, vitals: Vitals) -> AsyncIterator[simcord.Env]:
    """Return a simulated Discord with the bot on it; simcord finds it by its type."""
    async with simulated(make_bot(store, TOYS, own=OWN, vitals=vitals)) as world:
        yield world


@pytest.fixture
async def stage(env: simcord.Env, store: Store, tmp_path: Path) -> AsyncIterator[Stage]:
    """Return a channel with three people and the bot.

    simcord is set up and left by hand: its `run` has to be left in the task in
    which it was entered, and a fixture has two.
    """
    made = populated(env, store, tmp_path / "games.db", people=3)
    yield made
    await cleared(made)


hosted = after(lambda stage: stage.lobby())
"""Lobby of Ann alone."""
joined = after(lambda stage: stage.lobby(1))
"""Lobby of Ann that Bob has joined."""
pair = after(lambda stage: stage.start(1))
"""Game of Ann and Bob."""
trio = after(lambda stage: stage.start(1, 2))
"""Game of Ann, Bob and Cat."""


@pytest.fixture
async def new_lobby(stage: Stage) -> Shown:
    """Return a lobby of Ann alone."""
    with stage.env.time_context():
        return await stage.lobby()


@pytest.fixture
async def lobby(stage: Stage) -> Shown:
    """Return a lobby of Ann that Bob has joined."""
    with stage.env.time_context():
        return await stage.lobby(1)


@pytest.fixture
async def board(stage: Stage) -> Shown:
    """Return the board of a game of Ann and Bob."""
    with stage.env.time_context():
        return await stage.start(1)


@pytest.fixture
async def over(pair: Stage) -> Stage:
    """Return the stage after a game of Ann and Bob."""
    with pair.env.time_context():
        await pair.finish()
    return pair


@pytest.fixture
async def turns(over: Stage) -> int:
    """Return the number of turns of a game of Ann and Bob that is over."""
    return len(finished_turns(await over.table()))


@pytest.fixture
def quick_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw nothing: what is on the pictures is tested elsewhere."""
    monkeypatch.setattr(Drawing, "draw", quick_draw)


@pytest.fixture
def unheard(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Stage:
    """Return a stage on which no event but interactions comes to the bot."""
    backend = stage.env.backend
    told, cached = list(backend.subscribers), stage.bot._connection

    def interactions_alone(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            for each in told:
                each(event, payload)

    backend.subscribers[:] = [interactions_alone]
    for guild in list(cached.guilds):
        cached._remove_guild(guild)
    return stage


@pytest.fixture
async def rounds_env(
    store: Store, toy_words: None, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[simcord.Env]:
    """Return the same where all choose at once; the limit is always 3."""
    monkeypatch.setattr(chance, "draw_index", lambda key, salt, number, count: count - 1)
    async with simulated(make_bot(store, ROUNDS, own=OWN)) as world:
        yield world


@pytest.fixture
async def game(rounds_env: simcord.Env, store: Store, tmp_path: Path) -> AsyncIterator[Rounds]:
    """Return a channel with four people and the bot, in which all choose at once."""
    made = populated(rounds_env, store, tmp_path / "games.db", people=4)
    yield Rounds(made)
    await cleared(made)


@pytest.fixture
async def real_env(store: Store) -> AsyncIterator[simcord.Env]:
    """Return a simulated Discord with the bot and its own games."""
    async with simulated(make_bot(store, FRONTS, own=OWN)) as world:
        yield world


@pytest.fixture
async def town(real_env: simcord.Env, store: Store, tmp_path: Path) -> AsyncIterator[Stage]:
    """Return a channel with three people and the bot, which plays its own games."""
    made = populated(real_env, store, tmp_path / "games.db", people=3)
    yield made
    await cleared(made)


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts that did not fit and were cut, as they come up."""
    found, original = list[str](), text_length._cut

    def noted(text: str, limit: int) -> str:
        found.append(text)
        return original(text, limit)

    monkeypatch.setattr(text_length, "_cut", noted)
    return found
