"""A store for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from metrobot.store.store import Store


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """Return an empty store."""
    made = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/games.db")
    yield made
    await made.close()
