"""Killed at any instant, the bot tells of a time that is up once, and acts on it once."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from metrobot.store.schema.tables import deliveries
from tests.databases import url_of
from tests.service.stage import ANN, BOB, FakeClock, FakeNotifier, Stage, staged
from tests.service.test_clocks import First, later, started

pytestmark = [pytest.mark.faults, pytest.mark.scans]
MOST_WRITES = 12
"""Writes after the time is up, of which one is the last of its process."""


class KilledError(BaseException):
    """The process is dead."""


def kill(stage: Stage, at: int, *, is_done: bool) -> None:
    """Let a service die at one of its next writes, before or after it is committed."""
    database: Any = stage.store._database
    write: Callable[..., Any] = database.write
    count = 0

    async def dying(work: Any) -> Any:
        nonlocal count
        count += 1
        if count > at or (count == at and not is_done):
            raise KilledError
        done = await write(work)
        if count == at:
            count += 1
            raise KilledError
        return done

    database.write = dying


async def told(stage: Stage, kind: str) -> int:
    """Return the number of deliveries of a kind."""
    query = sa.select(sa.func.count()).where(deliveries.c.kind == kind)
    return int(await stage.store._database.read(lambda c: c.execute(query).scalar_one()))


@pytest.mark.parametrize("pace", ["tonight", "tonight_at_once"])
async def test_a_time_that_is_up_is_acted_on_once(tmp_path: Path, kills: int, pace: str) -> None:
    """Then the game goes on, and whoever was late has one turn less to lose."""
    for number in range(kills):
        chance, clock = Random(number), FakeClock()
        url, notifier = url_of(tmp_path / f"{number}.db"), FakeNotifier()
        async with staged(url, clock=clock, thinker=First(), notifier=notifier) as stage:
            stage.line.poster = notifier
            table = await started(stage, pace)
            clock.advance(700)
            kill(stage, chance.randrange(1, MOST_WRITES), is_done=chance.random() < 0.5)
            try:
                await later(stage)
                if pace == "tonight":
                    await stage.tables.clocks.let_play(table.id, BOB.id, 0, table.revision)
                await later(stage)
            except (KilledError, BaseExceptionGroup):
                await asyncio.sleep(0)
        async with staged(url, clock=clock, thinker=First(), notifier=notifier) as stage:
            stage.line.poster = notifier
            await later(stage)
            await stage.tables.bot_turns.sweep()
            after = await later(stage)
            if pace == "tonight" and after.to_call()[0].id == ANN.id:
                await stage.tables.clocks.let_play(table.id, BOB.id, 0, table.revision)
                after = await later(stage)
            assert after.to_call()[0].id == BOB.id
            assert after.people[0].clock.flags == 1
            assert await told(stage, "time_up") == (pace == "tonight")
            assert await told(stage, "clock_plays") == 1
