"""How soon the bot comes round, whatever the time of day does."""

import asyncio
import datetime as dt
from datetime import UTC, timedelta
from typing import Any

import discord
import pytest

from metrobot.service.upkeep.housekeeping import BUSY, IDLE
from metrobot.ui.app.clock import SystemClock
from metrobot.ui.app.scheduler import Scheduler
from tests.patience import PATIENCE
from tests.ui.stage import Stage, texts

AT_ONCE = timedelta(milliseconds=1)


class Shifted:
    """The module `datetime` of a machine whose time of day was set back."""

    def __init__(self) -> None:
        self.back = timedelta()
        self.datetime = self  # the class has the name of its module

    def now(self, zone: dt.tzinfo = UTC) -> dt.datetime:
        """Return the present time of day."""
        return dt.datetime.now(zone) - self.back

    def __getattr__(self, name: str) -> Any:
        return getattr(dt, name)


class Counted:
    """A round of the bot that counts itself and asks for the given pauses."""

    def __init__(self, *pauses: timedelta) -> None:
        self.pauses = list(pauses)
        self.count = 0
        self.done = asyncio.Event()
        self.rounds = Scheduler(SystemClock())

    async def __call__(self) -> timedelta:
        """Come round once."""
        self.count += 1
        if self.pauses:
            return self.pauses.pop(0)
        self.done.set()
        return IDLE

    async def all_done(self) -> None:
        """Wait until all pauses are over."""
        try:
            await asyncio.wait_for(self.done.wait(), PATIENCE)
        finally:
            self.rounds.stop()


async def test_a_clock_that_is_set_back_delays_no_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each pause is counted from the end of its round, by what has passed."""
    clock = Shifted()
    monkeypatch.setattr(discord.utils, "datetime", clock)
    monkeypatch.setattr(discord.ext.tasks, "datetime", clock)

    class SetBack(Counted):
        async def __call__(self) -> timedelta:
            clock.back += timedelta(hours=1)
            return await super().__call__()

    found = SetBack(AT_ONCE, AT_ONCE)
    found.rounds.start(found)
    await found.all_done()

    assert found.count == 3


async def test_a_failure_brings_the_next_round_forward() -> None:
    """Also if it comes while the bot sleeps for half an hour."""
    found = Counted(IDLE)
    found.rounds.start(found)
    for _ in range(20):  # the round begins and ends
        await asyncio.sleep(0)
    assert (found.count, found.rounds._is_on_round) == (1, False)
    found.rounds.run_within(AT_ONCE)
    found.rounds.run_within(AT_ONCE)
    await found.all_done()

    assert found.count == 2


async def test_a_failure_during_a_round_is_not_forgotten() -> None:
    """An earlier round that is asked for during a round takes place."""

    class Hurried(Counted):
        async def __call__(self) -> timedelta:
            if self.count == 0:
                self.rounds.run_within(AT_ONCE)
            return await super().__call__()

    found = Hurried(IDLE)
    found.rounds.start(found)
    await found.all_done()

    assert found.count == 2


async def test_a_lost_connection_costs_five_seconds(pair: Stage) -> None:
    """One 503, and the board is there when it is due again, not at the next round."""
    path = f"/channels/{pair.channel.id}/messages"
    pair.env.inject_error("POST", path, status=503, times=1)
    before = len(pair.public)
    await pair.turn(0, "Take 1", "Stop")
    silent = len(pair.public) - before
    await pair.env.advance_time(6)

    assert timedelta(seconds=6) < BUSY
    assert silent == 0
    assert "Turn 0: 1 taken" in texts(pair.last)
