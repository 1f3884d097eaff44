"""How much the tests with a real process do."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.faults.loopback import Loopback, on_loopback
from tests.faults.process import Bot


@pytest.fixture
async def discord() -> AsyncIterator[Loopback]:
    """Return a Discord with four channels and eight people."""
    async with on_loopback(channels=4, people=8) as found:
        yield found


@pytest.fixture
async def bot(discord: Loopback, tmp_path: Path) -> AsyncIterator[Bot]:
    """Return a bot that runs on it."""
    found = Bot(discord, tmp_path)
    await found.start()
    yield found
    await found.stop()
    # Shown where the test has failed.
    print(found.log)


@pytest.fixture
async def many(tmp_path: Path) -> AsyncIterator[tuple[Loopback, Bot]]:
    """Return a Discord with fifty channels and a hundred people, and a bot that runs on it."""
    async with on_loopback(channels=50, people=100) as found:
        bot = Bot(found, tmp_path)
        await bot.start()
        yield found, bot
        await bot.stop()
        print(bot.log)


@pytest.fixture
def kills() -> int:
    return int(os.environ.get("FAULTS_KILLS", "3"))
