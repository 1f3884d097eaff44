"""What a press in the planner costs the database."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import pytest

from metrobot.store.db.sqlite import SqliteBackend
from tests.ui.rounds_stage import Rounds
from tests.ui.stage import Stage, ids, on_discord
from tests.ui.toy_rounds_front import RoundsFront
from tests.ui.turn.test_tabs_and_chains import FRONTS as TABBED

ONCE: Final = 2
"""The game, and whether its reader has words first."""


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows by one with each transaction that reads."""
    seen, run = list[str](), SqliteBackend.run

    async def counted(self: SqliteBackend, work: Callable[[Any], Any], *, writing: bool) -> Any:
        if not writing:
            seen.append("read")
        return await run(self, work, writing=writing)

    monkeypatch.setattr(SqliteBackend, "run", counted)
    return seen


async def _loads_of(loads: list[str], press: Awaitable[Any]) -> int:
    loads.clear()
    await press
    return len(loads)


async def test_plan_loads_the_game_once(stage: Stage, loads: list[str]) -> None:
    """The draft and the page are made of the same table."""
    board, ann = await stage.start(1), stage.people[0]
    # Whether it is their first game is asked once.
    await ann.click(board, label="Plan my turn")

    assert await _loads_of(loads, ann.click(board, label="Plan my turn")) == ONCE


@pytest.mark.parametrize("kind", ["try", "menu", "group", "back", "anew"])
async def test_a_press_in_the_planner_loads_the_game_once(
    stage: Stage, loads: list[str], kind: str
) -> None:
    ann = stage.people[0]
    planner = await stage.plan(0, await stage.start(1), "Take 1")
    values = {"menu": ["0"], "group": ["many"]}.get(kind)

    custom_id = next(each for each in ids(planner) if f":{kind}:" in each)
    press = (
        ann.select(planner, values, custom_id=custom_id)
        if values
        else ann.click(planner, custom_id=custom_id)
    )

    assert await _loads_of(loads, press) == ONCE


async def test_a_tab_loads_the_game_once(tmp_path: Path, toy_words: None, loads: list[str]) -> None:
    async with on_discord(tmp_path / "games.db", fronts=TABBED) as stage:
        planner = await stage.plan(0, await stage.start(1))

        assert await _loads_of(loads, stage.people[0].click(planner, label="Many")) == ONCE


async def test_change_loads_the_game_once(
    tmp_path: Path, toy_words: None, loads: list[str]
) -> None:
    """The locked choice is tried again on the table that was read."""
    async with on_discord(tmp_path / "games.db", fronts={"rounds": RoundsFront()}) as stage:
        game = Rounds(stage)
        await game.start(1)
        locked = await game.lock(0, 0)

        assert await _loads_of(loads, stage.people[0].click(locked, label="Change")) == ONCE
