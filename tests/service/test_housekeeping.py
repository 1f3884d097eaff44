"""The pace: how soon the bot comes round again."""

from datetime import timedelta
from pathlib import Path

import pytest

from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.retry import FIRST_PAUSE
from metrobot.service.upkeep.housekeeping import BUSY, IDLE
from tests.databases import url_of
from tests.service.stage import BOB, HICCUP, Stage, staged

DAY = timedelta(days=1)


@pytest.mark.embedded
async def test_with_nothing_to_do_it_comes_round_seldom(stage: Stage) -> None:
    """But it does: another process may have left something."""
    assert await stage.tables.housekeeping.round() == IDLE


@pytest.mark.embedded
async def test_what_could_not_be_said_brings_it_round_when_it_is_due(told: Stage) -> None:
    """After the first failure in five seconds, and often enough until all is said."""
    told.notifier.failures = dict.fromkeys(DeliveryKind, HICCUP)
    await told.start(BOB)
    assert await told.tables.housekeeping.round() == FIRST_PAUSE

    pauses = list[timedelta]()
    for _ in range(5):
        told.clock.advance(3600)
        pauses.append(await told.tables.housekeeping.round())
    assert pauses[-1] == BUSY

    told.notifier.failures = {}
    told.clock.advance(3600)
    assert await told.tables.housekeeping.round() == IDLE


@pytest.mark.embedded
@pytest.mark.parametrize(
    ("left", "pause"),
    [
        (timedelta(hours=5), IDLE),
        (timedelta(seconds=100), timedelta(seconds=100)),
        (timedelta(seconds=1), BUSY),
    ],
)
async def test_it_comes_round_for_the_next_reminder(
    told: Stage, left: timedelta, pause: timedelta, table: Table
) -> None:
    await told.tables.housekeeping.round()
    told.clock.advance((DAY - left).total_seconds())

    assert await told.tables.housekeeping.round() == pause


async def test_a_round_reminds_and_says(told: Stage, table: Table) -> None:
    await told.tables.housekeeping.round()
    told.clock.advance(DAY.total_seconds())
    await told.tables.housekeeping.round()
    await told.tables.close()

    assert [kind for kind, _, _ in told.notifier.said] == ["start", "hand", "hand", "remind"]


async def test_a_failure_calls_for_the_next_round(tmp_path: Path) -> None:
    """Whoever keeps the pace names what is called then."""
    calls = list[timedelta]()
    async with staged(url_of(tmp_path / "games.db"), hurry=calls.append) as told:
        told.line.poster = told.notifier
        told.notifier.failures = {DeliveryKind.START: HICCUP}
        await told.start(BOB)
        await told.tables.close()

    assert calls == [FIRST_PAUSE]
