"""Killed between a turn and the one that was planned after it, the bot plays the latter once."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from metrobot.games.registry import TITLES
from metrobot.service.finished.record_check import check_record
from metrobot.service.model.play import GameId
from metrobot.service.tables import Tables
from metrobot.store.open import open_store
from tests.faults.bot_turns import OVER, Now
from tests.faults.planned_turns import DUE, PAUSE
from tests.faults.test_bot_turns import STARTS, WHOLE, Lives
from tests.faults.world import until

pytestmark = pytest.mark.faults
MOST_KILLS = 50


async def test_a_planned_turn_is_played_once_whenever_the_bot_is_killed(
    tmp_path: Path, kills: int
) -> None:
    """Bob plays nothing but plans, and each of his turns is one, whole and once."""
    lives, dice = Lives(tmp_path, "tests.faults.planned_turns"), Random(7)
    for _ in range(min(kills, MOST_KILLS)):
        lives.begin()
        await until(lambda: lives.has_said(DUE) or lives.has_said(OVER), STARTS, "a turn is due")
        await asyncio.sleep(dice.uniform(0, 2 * PAUSE))
        lives.kill()
    lives.begin()
    await until(lambda: lives.has_said(OVER), STARTS + WHOLE, "the game is over")
    lives.kill()

    store = await open_store(f"sqlite+aiosqlite:///{lives.database}")
    tables, number = Tables(store, Now(), TITLES), 1
    while await store.games.by_id(number) is not None:
        table = await tables.by_id(GameId(number))
        assert check_record(TITLES, table.record()).is_over
        by_seat = {
            seat: {each.planned for each in table.log if each.event.actor == seat}
            for seat in range(2)
        }
        assert by_seat == {0: {False}, 1: {True}}
        assert all(person.plans is None for person in table.people)
        number += 1
    await store.close()
