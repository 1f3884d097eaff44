"""A stage for each test of the service."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from metrobot.service.model.table import Table
from tests.databases import leave_unflushed, url_of
from tests.service.stage import BOB, CAT, Stage, staged


@pytest.fixture(autouse=True)
def _unflushed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for no disk."""
    leave_unflushed(monkeypatch)


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """Return a service over an empty database, nothing being said by itself."""
    async with staged(url_of(tmp_path / "games.db")) as made:
        yield made


@pytest.fixture
async def told(stage: Stage) -> Stage:
    """Return a service that says things."""
    stage.line.poster = stage.notifier
    return stage


@pytest.fixture
async def table(stage: Stage) -> Table:
    """Return a game of Ann and Bob that has just begun."""
    return await stage.start(BOB)


@pytest.fixture
async def trio(stage: Stage) -> Table:
    """Return a game of Ann, Bob and Cat that has just begun."""
    return await stage.start(BOB, CAT)
