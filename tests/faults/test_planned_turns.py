"""Killed between a turn and those planned after it, the bot plays and tells each of them once."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from metrobot.games.registry import TITLES
from metrobot.service.finished.record_check import check_record
from metrobot.service.model.play import GameId
from metrobot.service.model.snapshots import finished_turns
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
    """Two play nothing but plans: each turn is whole and once, each round one message."""
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
            for seat in range(3)
        }
        assert by_seat == {0: {False}, 1: {True}, 2: {True}}
        assert all(person.plans is None for person in table.people)
        turns = finished_turns(table)
        assert _told(lives, number) == [tuple(turns[n : n + 3]) for n in range(0, len(turns), 3)]
        number += 1
    await store.close()


def _told(lives: Lives, game: int) -> list[tuple[int, ...]]:
    """Return the turns of each message of a game; Discord drops repeats, by their nonces."""
    lines = (line.split() for line in lives.notes.read_text(encoding="utf-8").splitlines())
    by_nonce = dict[str, tuple[int, ...]]()
    for of_game, nonce, turns in lines:
        told = tuple(map(int, turns.split(",")))
        if int(of_game) == game:
            assert by_nonce.setdefault(nonce, told) == told
    return list(by_nonce.values())
