"""The bot on a simulated Discord, with a toy title."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from metrobot.ui import words
from tests.ui.stage import Stage, on_discord


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
async def stage(tmp_path: Path, toy_words: None) -> AsyncIterator[Stage]:
    """Return a channel with three people and the bot."""
    async with on_discord(tmp_path / "games.db") as made:
        yield made
