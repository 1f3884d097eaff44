"""A stage for each test of the service."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.databases import leave_unflushed, url_of
from tests.service.stage import Stage, staged


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
