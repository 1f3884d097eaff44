"""Planning ahead as people do it in Discord: the button, the planner, the plans."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from metrobot.service.play.plans import plans_of
from metrobot.ui.pages.ids import PressKind
from tests.ui.stage import Shown, Stage, ids, labels, texts
from tests.ui.test_deliveries import posts

KEEP = "Play it when my turn comes"


async def at_once(_: float) -> None:
    """Wait for nothing."""


@pytest.fixture
def table_of(stage: Stage) -> Callable[..., Any]:
    """Return a function that starts a game in which planned turns are played at once."""

    async def start(*joining: int) -> Any:
        await stage.start(*joining)
        bot_turns = stage.bot.parts.tables.bot_turns
        bot_turns.helpers = replace(bot_turns.helpers, pause=at_once)
        return await stage.table()

    return start


async def ahead(stage: Stage, number: int, *choices: str) -> Shown:
    """Press Plan ahead under the newest board, then more."""
    shown = (await stage.people[number].click(stage.newest_board(), label="Plan ahead")).response
    for label in choices:
        shown = await stage.press(number, shown, label)
    return shown


async def played(stage: Stage) -> None:
    """Wait until everything that is due is played and said."""
    await stage.bot.parts.tables.bot_turns.settled()
    await stage.env.settle()


async def test_a_turn_is_planned_ahead_and_played(stage: Stage, table_of: Any) -> None:
    """One message tells it with the turn before it, and calls the next player alone."""
    await table_of(1, 2)
    planner = await ahead(stage, 1)
    assert "**Planning ahead**, as if nobody did anything before your turn." in texts(planner)
    assert KEEP not in labels(planner)
    for label in ("Take 2", "Take 1"):
        planner = await stage.press(1, planner, label)
    assert labels(planner) == ["Undo", "Restart", KEEP]
    kept = await stage.press(1, planner, KEEP)
    assert texts(kept).startswith("Your plans for your next turn.")
    assert labels(kept) == ["Drop 1", "Plan another"]
    before = len(stage.public)
    await stage.turn(0, "Take 1", "Take 1")
    await played(stage)

    ann, bob, cat = stage.people[:3]
    (told,) = stage.public[before:]
    assert [line for line in texts(told).splitlines() if "taken" in line] == [
        "**1.** Turn 0: 2 taken",
        "**2.** Turn 1: 3 taken *(planned)*",
    ]
    assert _boards(stage)[-1]["allowed_mentions"]["users"] == [cat.id]
    assert not {ann.mention, bob.mention} & {*re.findall("<@[0-9]+>", texts(told))}
    assert "*(planned)*" in texts((await cat.slash(stage.channel, "game log")).response)


async def test_a_plan_that_no_longer_fits_is_shown_to_its_owner(
    stage: Stage, table_of: Any
) -> None:
    await table_of(1, 2)
    await ahead(stage, 2, "Take 3", "Take 3", KEEP)
    await stage.turn(0, "Take 3", "Take 3")
    await stage.turn(1, "Take 3", "Take 1")
    await played(stage)

    assert _boards(stage)[-1]["allowed_mentions"]["users"] == [stage.people[2].id]
    assert "**Your plan no longer fits.**" in texts(await stage.plan(2, stage.newest_board()))
    assert plans_of(await stage.table(), stage.people[2].id) != ()
    status = (await stage.people[2].slash(stage.channel, "game status")).response
    assert "planned ahead" not in texts(status)


async def test_whoever_is_on_turn_gets_their_planner(stage: Stage, table_of: Any) -> None:
    """From either button; who does not play gets a sentence."""
    await table_of(1)
    planner = await ahead(stage, 0)
    stranger = await ahead(stage, 2)

    assert any(":done:" in each for each in ids(planner))
    assert "You’re not in this game." in texts(stranger)


async def test_plans_are_listed_dropped_and_added(stage: Stage, table_of: Any) -> None:
    await table_of(1)
    await ahead(stage, 1, "Take 1", "Take 1", KEEP)
    shown = await ahead(stage, 1, "Plan another", "Take 2", "Take 2", KEEP)
    assert labels(shown) == ["Drop 1", "Drop 2", "Plan another"]
    shown = await stage.press(1, shown, "Plan another")
    for label in ("Take 3", "Take 1", KEEP):
        shown = await stage.press(1, shown, label)
    assert labels(shown) == ["Drop 1", "Drop 2", "Drop 3"]
    for _ in range(3):
        shown = await stage.press(1, shown, "Drop 1")
    assert texts(shown) == "No turn of yours is planned ahead now."
    assert labels(shown) == ["Plan another"]


async def test_status_and_list_tell_their_owner_alone(stage: Stage, table_of: Any) -> None:
    await table_of(1)
    await ahead(stage, 1, "Take 1", "Take 1", KEEP)
    for command in ("game status", "me games"):
        for number, is_told in ((1, True), (0, False), (2, False)):
            shown = (await stage.people[number].slash(stage.channel, command)).response
            assert ("1 turn planned ahead" in texts(shown)) is is_told
            assert ("Take" in texts(shown)) is False


async def test_old_and_forged_buttons_change_nothing(stage: Stage, table_of: Any) -> None:
    await table_of(1, 2)
    planner = await ahead(stage, 2, "Take 1", "Take 1")
    done = next(each for each in ids(planner) if f":{PressKind.PLANNED}:done" in each)
    await stage.turn(0, "Take 1", "Take 1")
    (stale,) = (await stage.people[2].click(planner, label=KEEP)).followups
    assert texts(stale).startswith("The game has moved on since then")
    assert labels(stale)[0] == "Plan ahead"
    revision = (await stage.table()).revision
    for rest in ("drop:x", "drop:", "nothing:", "done:", "done:0000:", "more", "", "menu:0:0000:"):
        forged = re.sub(rf":\d+:{PressKind.PLANNED}:.*", f":{revision}:planned:{rest}", done)
        stage.forge(stage.people[2], planner, forged)
        await stage.env.settle()
    stage.forge(stage.people[2], stage.newest_board(), done)
    await stage.env.settle()

    assert plans_of(await stage.table(), stage.people[2].id) == ()


def _boards(stage: Stage) -> list[dict[str, Any]]:
    return [each for each in posts(stage, stage.channel.id) if "nonce" in each]
