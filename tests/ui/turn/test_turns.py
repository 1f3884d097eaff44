"""A turn in the private planner, from the first press to the new board."""

from typing import Any

import discord
import pytest

from metrobot.store.parts import GameStore
from metrobot.store.schema.act_rows import DeliveryRow, Move
from metrobot.ui.pages.page import Letter
from metrobot.ui.turn import public_pages
from tests.ui.limits import walk
from tests.ui.stage import Shown, Stage, again, alts, ids, labels, raw, texts


async def test_the_planner_is_private_and_stores_nothing(stage: Stage, board: Shown) -> None:
    """Pressing and choosing is seen by nobody else and changes no game."""
    before = len(stage.public)
    planner = await stage.plan(0, board, "Take 3")

    assert planner.ephemeral
    assert len(stage.public) == before
    assert (await stage.table()).revision == 1


async def test_each_choice_changes_the_same_message_and_picture(stage: Stage, board: Shown) -> None:
    planner = await stage.plan(0, board)
    first = [each.filename for each in planner.attachments]
    await stage.people[0].click(planner, label="Take 2")
    after = again(stage, planner)

    assert texts(after) == "Tried 1, group -"
    assert alts(after) == ["Tried 1, group -."]
    assert len(after.attachments) == 1
    assert [each.filename for each in after.attachments] != first


async def test_confirm_waits_for_a_whole_turn(stage: Stage, board: Shown) -> None:
    at_once = labels(await stage.plan(0, board))
    half = labels(await stage.plan(0, board, "Take 1"))
    whole = labels(await stage.plan(0, board, "Take 1", "Stop"))

    assert "Confirm" not in at_once
    assert "Undo" not in at_once
    assert "Confirm" not in half
    assert whole == ["Undo", "Restart", "Confirm", "In words"]


async def test_undo_takes_back_one_choice(stage: Stage) -> None:
    planner = await stage.plan(0, await stage.start(1), "Take 1", "Take 2", "Undo")

    assert any(each.endswith(":0") for each in ids(planner) if ":done:" in each)


async def test_start_over_takes_back_all(stage: Stage, board: Shown) -> None:
    opened = ids(await stage.plan(0, board))

    assert ids(await stage.plan(0, board, "Take 1", "Take 2", "Restart")) == opened


async def test_a_menu_chooses_too(stage: Stage) -> None:
    planner = await stage.plan(0, await stage.start(1))
    menu = next(each for each in ids(planner) if ":menu:" in each)
    await stage.people[0].select(planner, ["2"], custom_id=menu)

    assert texts(again(stage, planner)) == "Tried 1, group -"


async def test_a_group_is_kept_over_choices(stage: Stage) -> None:
    planner = await stage.plan(0, await stage.start(1))
    menu = next(each for each in ids(planner) if ":group:" in each)
    await stage.people[0].select(planner, ["many"], custom_id=menu)
    await stage.people[0].click(again(stage, planner), label="Take 1")
    after = again(stage, planner)

    groups = next(each for each in walk(raw(after)) if ":group:" in each.get("custom_id", ""))
    assert texts(after) == "Tried 1, group many"
    assert [each["value"] for each in groups["options"] if each.get("default")] == ["many"]


async def test_confirm_plays_the_turn_and_calls_the_next(stage: Stage, board: Shown) -> None:
    planner = await stage.plan(0, board, "Take 1", "Take 2")
    await stage.people[0].click(planner, label="Confirm")

    since = discord.utils.format_dt((await stage.table()).turn_since, "R")
    done = again(stage, planner)
    assert texts(done).startswith("**Done.**")
    assert labels(done) == ["Take back"]
    assert done.attachments == []
    assert texts(stage.last) == (
        f"{stage.people[1].mention}, it’s your turn in Counters. "
        "**1.** Turn 0: 3 taken\nA line.\nA warning.\n-# 9 left\n"
        f"-# Turn started {since}."
    )
    assert alts(stage.last) == ["9 counters (-)."]
    assert stage.last.attachments[0].filename != board.attachments[0].filename


async def test_a_planner_lives_on_in_the_next_turn_only_as_stale(stage: Stage) -> None:
    board = await stage.start(1)
    left = await stage.plan(0, board, "Take 1")
    await stage.turn(0, "Take 2", "Take 2")
    await stage.turn(1, "Take 1", "Stop")
    answer = await stage.people[0].click(left, label="Take 1")

    assert answer.followups == []
    refusal = again(stage, left)
    assert texts(refusal).startswith("**Already played.**")
    assert labels(refusal) == ["Plan my turn"]
    opened = await stage.people[0].click(refusal, label="Plan my turn")
    assert texts(opened.response) == "Tried 0, group -"


async def test_a_typed_command_opens_the_planner(pair: Stage) -> None:
    answer = await pair.people[0].slash(pair.channel, "take", count=2)
    await pair.people[0].click(answer.response, label="Stop")
    await pair.people[0].click(again(pair, answer.response), label="Confirm")

    assert answer.ephemeral
    assert (await pair.table()).state.taken == (2, 0)


async def test_a_typed_command_is_refused_by_the_rule(pair: Stage) -> None:
    answer = await pair.people[0].slash(pair.channel, "take", count=20)

    assert texts(answer.response) == "There are only 12 counters."


async def test_the_board_is_made_once_while_its_turn_is_stored(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reads as the one that is made when all is done."""
    make, made = public_pages._turns_and_board, list[Letter]()

    def noted(*args: Any) -> Letter:
        made.append(make(*args))
        return made[-1]

    monkeypatch.setattr(public_pages, "_turns_and_board", noted)
    stored, append = list[int](), GameStore.append

    async def counted(store: GameStore, move: Move) -> tuple[DeliveryRow, ...]:
        found = await append(store, move)
        stored.append(len(made))
        return found

    monkeypatch.setattr(GameStore, "append", counted)
    await stage.start(1)
    await stage.turn(0, "Take 1", "Stop")

    table = await stage.table()
    front, words = (
        stage.bot.parts.fronts[table.title.id],
        stage.bot.parts.readers.public_words(None, table.place.guild),
    )
    (ahead,), after = made, make(front, table, (0,), words)
    assert stored == [1]
    assert stage.last.content == ahead.content == after.content
    assert _components(ahead) == _components(after)


def _components(shown: Letter) -> list[dict[str, Any]]:
    return shown.view.to_components()
