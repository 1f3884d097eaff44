"""A store for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from metrobot.store.store import Store
from tests.databases import url_of


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    made = await Store.open(url_of(tmp_path / "games.db"))
    yield made
    await made.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a path for a database."""
    return tmp_path / "games.db"
