"""Makers of fixtures: a bot on a simulated Discord, and a stage after an act."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import simcord

from metrobot.ui.app.bot import Metrobot
from tests.ui.stage import WORLD, Stage


@asynccontextmanager
async def simulated(bot: Metrobot) -> AsyncIterator[simcord.Env]:
    """Run a bot on a simulated Discord; `simcord.run` could not be left in another task."""
    world = simcord.Env(bot, **WORLD)
    await world.start()
    try:
        yield world
    finally:
        await world.shutdown()


def after(act: Callable[[Stage], Awaitable[Any]]) -> Any:
    """Return a fixture: the stage after an act, at simcord's time as in a test."""

    @pytest.fixture
    async def changed(stage: Stage) -> Stage:
        with stage.env.time_context():
            await act(stage)
        return stage

    return changed
