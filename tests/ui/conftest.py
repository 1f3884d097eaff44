"""The bot on a simulated Discord, with a toy title."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import simcord

from metrobot.store.store import Store
from metrobot.ui import words
from metrobot.ui.bot import make_bot
from tests.ui.stage import TOYS, Stage, cleared, populated


@pytest.fixture
def toy_words(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the toy title have its sentences, and a bit of German."""
    folders = (*words.FOLDERS, Path(__file__).parent / "locale")
    monkeypatch.setattr(words, "FOLDERS", folders)
    words.languages.cache_clear()
    words._language.cache_clear()
    yield
    words.languages.cache_clear()
    words._language.cache_clear()


@pytest.fixture
async def store(tmp_path: Path) -> Store:
    """Return an empty database; the stage closes it."""
    return await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}")


@pytest.fixture
async def env(store: Store, toy_words: None) -> AsyncIterator[simcord.Env]:
    """Return a simulated Discord with the bot on it; simcord finds it by its type."""
    world = simcord.Env(make_bot(store, TOYS), shard_count=1, check_errors=False)
    await world.start()
    try:
        yield world
    finally:
        await world.shutdown()


@pytest.fixture
async def stage(tmp_path: Path, toy_words: None) -> AsyncIterator[Stage]:
    """Return a channel with three people and the bot."""
    ready, over = asyncio.get_running_loop().create_future(), asyncio.Event()

    async def run() -> None:
        async with on_discord(tmp_path / "games.db") as made:
            ready.set_result(made)
            await over.wait()

    # Simcord has to be left in the context it was entered in: that of one task.
    # A fixture is set up and taken down in two.
    task = asyncio.create_task(run())
    await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        await task
    yield ready.result()
    over.set()
    await task
