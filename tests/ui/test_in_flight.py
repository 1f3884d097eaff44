"""A bot that ends answers those whom it has begun to answer, and begins nothing new."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import pytest

from metrobot.ui.app import in_flight
from metrobot.ui.app.in_flight import InFlight
from metrobot.ui.kit.pictures.drawing import Drawing
from tests.ui.stage import Shown, Stage, ids, texts

PRESSES = 50
MOST_ROUNDS = 1_000_000


def _pressed(stage: Stage, person: int, message: Any, kind: str, times: int = 1) -> list[Any]:
    """Press one button so many times at once."""
    custom_id = next(each for each in ids(message) if f":{kind}:" in each)
    return [stage.emit(stage.people[person], message, custom_id) for _ in range(times)]


async def _until(is_so: Callable[[], bool]) -> None:
    """Let the loop go on until something is so."""
    for _ in range(MOST_ROUNDS):
        if is_so():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came about")


async def _begun(stage: Stage, count: int) -> None:
    """Wait until so many answers are under way."""
    await _until(lambda: len(stage.bot.in_flight._others()) >= count)


async def test_whoever_pressed_before_the_end_is_answered(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    """All of them, though too many pictures are refused, and nothing goes wrong."""
    board = await stage.start(1)
    pressed = _pressed(stage, 0, board, "board", PRESSES)
    await _begun(stage, PRESSES)
    await stage.bot.close()

    shown = [each.response for each in pressed]
    assert [each for each in shown if not (each.attachments or texts(each))] == []
    assert sum(len(each.attachments) for each in shown) > 1
    assert [each for each in caplog.records if each.levelno >= logging.WARNING] == []


async def test_a_turn_that_was_begun_before_the_end_is_stored_and_told(stage: Stage) -> None:
    """As if nobody had ended anything."""
    board = await stage.start(1)
    planner = await stage.plan(0, board, "Take 1", "Stop")
    before = len(stage.public)
    _pressed(stage, 0, planner, "done")
    await _begun(stage, 1)
    await stage.bot.close()

    table = await stage.table()
    assert len(table.turns_played) == 1
    assert len(stage.public) == before + 1
    assert await stage.store.outbox.every_pending() == ()


async def test_whoever_presses_too_late_is_told_that_nothing_has_changed(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, board: Shown
) -> None:
    let_go, draw = asyncio.Event(), Drawing.draw

    async def slow(context: Drawing, *asked: Any) -> Any:
        await let_go.wait()
        return await draw(context, *asked)

    monkeypatch.setattr(Drawing, "draw", slow)
    first = _pressed(stage, 0, board, "board")
    await _begun(stage, 1)
    closing = asyncio.create_task(stage.bot.close())
    await _until(lambda: stage.bot.in_flight.is_leaving)
    late = _pressed(stage, 1, board, "plan")
    await _until(lambda: late[0].response is not None)
    let_go.set()
    await closing

    assert texts(late[0].response).startswith("I’m just restarting, so I didn’t do that")
    assert len(first[0].response.attachments) == 1


async def test_an_answer_that_takes_too_long_is_broken_off_quietly(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The end waits no longer than it may."""
    monkeypatch.setattr(in_flight, "PATIENCE", 0.01)
    under_way, never = InFlight(), asyncio.Event()

    async def answer() -> None:
        under_way.begin()
        await never.wait()

    task = asyncio.create_task(answer())
    await asyncio.sleep(0)
    await under_way.finish()

    assert task.cancelled()
    assert caplog.records == []


async def test_who_is_told_to_stop_before_it_is_ready_begins_no_round(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds = list[object]()
    monkeypatch.setattr(stage.bot.parts.scheduler, "start", rounds.append)
    await stage.bot.on_ready()
    assert len(rounds) == 1
    await stage.bot.in_flight.finish()

    await stage.bot.on_ready()

    assert len(rounds) == 1
