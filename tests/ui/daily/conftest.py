"""The bot on a simulated Discord with the title of the lines; its pictures take no time."""

from collections.abc import AsyncIterator

import pytest
import simcord

from metrobot.store.store import Store
from metrobot.ui.app.build import make_bot
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.vitals.listener import Vitals
from tests.ui.daily.line_stage import LINES, done
from tests.ui.discord_game import KEY, quick_draw
from tests.ui.fixtures import after, simulated
from tests.ui.stage import OWN


@pytest.fixture
async def env(
    store: Store, vitals: Vitals, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[simcord.Env]:
    """Return a simulated Discord with the bot on it, in place of the one with the toy title."""
    monkeypatch.setattr(Drawing, "draw", quick_draw)
    bot = make_bot(store, LINES, own=OWN, vitals=vitals)
    bot.parts.tables.daily.lines.keys._entropy = lambda: KEY  # the same cards each time
    async with simulated(bot) as world:
        yield world


played = after(done)
"""Ann has finished today's line."""
