"""What was said of games that are over is forgotten after a while, and nothing else."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.upkeep import housekeeping
from metrobot.service.upkeep.housekeeping import CLEARED_EVERY, KEPT_SAID
from metrobot.store.schema.tables import deliveries
from tests.service.stage import BOB, HICCUP, Stage

LATER = (KEPT_SAID + CLEARED_EVERY).total_seconds()


async def kept(stage: Stage, table: Table) -> int:
    """Return the number of a game's deliveries that are stored, sent or not."""
    found = sa.select(deliveries.c.id).where(deliveries.c.game == table.id)
    return len(await stage.store._database.read(lambda c: c.execute(found).all()))


async def played(stage: Stage) -> Table:
    """Play a game to its end, and tell it."""
    over = await stage.finish(await stage.start(BOB))
    await stage.tables.deliver_pending()
    return over


async def test_what_was_said_of_a_game_goes_a_week_after_its_end(told: Stage) -> None:
    """Not earlier; and a game under way keeps all, however old."""
    over = await played(told)
    under_way = await told.start(BOB)
    await told.tables.deliver_pending()
    before, present = await kept(told, over), await kept(told, under_way)

    told.clock.advance((KEPT_SAID - timedelta(hours=1)).total_seconds())
    await told.tables.housekeeping.round()
    assert await kept(told, over) == before > 0

    told.clock.advance(LATER)
    await told.tables.housekeeping.round()
    assert await kept(told, over) == 0
    assert await kept(told, under_way) >= present > 0


async def test_a_game_of_which_something_is_still_to_be_said_keeps_all(told: Stage) -> None:
    """Such as one that could not be posted yet: what its host was told is not told again."""
    told.notifier.failures = {DeliveryKind.OVER: HICCUP}
    over = await played(told)
    await told.start(BOB)
    await told.tables.deliver_pending()
    before = await kept(told, over)
    told.clock.advance(LATER)
    await told.tables.housekeeping.round()
    assert await kept(told, over) == before

    told.notifier.failures = {}
    told.clock.advance(LATER)
    await told.tables.housekeeping.round()
    told.clock.advance(LATER)
    await told.tables.housekeeping.round()
    assert await kept(told, over) == 0


async def test_a_large_database_is_cleared_round_by_round(
    told: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few at a time, from where it was left; what ended later is found when it begins again."""
    monkeypatch.setattr(housekeeping, "LOOKED_AT", 2)
    monkeypatch.setattr(housekeeping, "LOOKS", 3)
    first = await played(told)
    newest = await told.start(BOB)
    await told.tables.deliver_pending()
    left = [await kept(told, first)]
    for _ in range(9):
        told.clock.advance(LATER)
        await told.tables.housekeeping.round()
        left.append(await kept(told, first))
    assert left[0] - left[1] <= 6
    assert left[1] > left[-1] == 0

    await told.finish(newest)
    await told.start(BOB)
    for _ in range(9):
        told.clock.advance(LATER)
        await told.tables.housekeeping.round()
    assert await kept(told, newest) == 0
