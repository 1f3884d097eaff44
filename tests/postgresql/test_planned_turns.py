"""Turns planned ahead, where several processes share one PostgreSQL."""

import asyncio

import pytest

from tests.postgresql.test_processes import pair  # noqa: F401 -- a fixture
from tests.service.stage import ANN, BOB, CHANNEL, Stage
from tests.service.test_plans import plan, taken_by

pytestmark = pytest.mark.postgresql


@pytest.mark.parametrize("turns", range(3))
async def test_a_plan_kept_in_one_process_is_played_once(
    pair: tuple[Stage, Stage],  # noqa: F811
    turns: int,
) -> None:
    """Whichever takes the turn before it, and though both look for what is due."""
    first, second = pair
    table = await first.start(BOB)
    for _ in range(turns):
        table = await first.take(await second.tables.in_channel(CHANNEL), 1, 1)
    (on_turn,) = table.to_act()
    owner = BOB if on_turn.id == ANN.id else ANN
    table = await second.tables.in_channel(CHANNEL)
    await plan(second, table, owner, 1, 1)
    await first.take(table, 1, 1)
    for _ in range(3):
        await asyncio.gather(*(each.tables.bot_turns.sweep() for each in pair))
        await asyncio.gather(*(each.tables.bot_turns.settled() for each in pair))

    after = await first.tables.in_channel(CHANNEL)
    assert [planned for *_, planned in taken_by(after)].count(True) == 2
    assert [person.id for person in after.to_act()] == [on_turn.id]
