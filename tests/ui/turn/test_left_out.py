"""What of a confirmed plan was not played is told to its player, and to nobody else."""

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest

from metrobot.engine.title import AnyTitle
from metrobot.ui.kit.front import AnyDraftView, AnyGameView
from metrobot.ui.words.catalogue import Words
from tests.service.toy import BLIND, telling
from tests.ui.stage import again, on_discord, texts
from tests.ui.toy_front import ToyFront
from tests.ui.turn.test_plan_ahead import KEEP, at_once, played

pytestmark = pytest.mark.usefixtures("toy_words")


class Blindfolded(ToyFront):
    """The toy front for turns that may end before the plan does."""

    title: ClassVar[AnyTitle] = BLIND

    def left_out(
        self, game_view: AnyGameView, draft_view: AnyDraftView, count: int, words: Words
    ) -> str:
        """Return the number of choices left out, of choices made and of counters left."""
        return f"Left out: {count} of {draft_view.chosen}, {game_view.view.pile} left."


@pytest.mark.parametrize("hits", [True, False])
async def test_confirm_says_in_private_what_was_left_out(hits: bool, tmp_path: Path) -> None:
    """If everything was played it says nothing of it; the channel never hears of it."""
    async with on_discord(tmp_path / "toy.db", fronts={"toy": Blindfolded()}) as stage:
        board = await stage.start(1)
        number = telling((await stage.table()).state)
        first = number if hits else number % 3 + 1
        planner = await stage.plan(0, board, f"Take {first}", "Take 1")
        await stage.people[0].click(planner, label="Confirm")
        said = texts(again(stage, planner))
        public = "\n".join(map(texts, stage.public))

    assert (f"Left out: 1 of 2, {12 - first} left." in said) is hits
    assert "Done" in said
    assert "Left out" not in public


async def test_the_owner_of_a_planned_turn_that_was_cut_is_told(tmp_path: Path) -> None:
    """By direct message, once; the channel never hears of it."""
    async with on_discord(tmp_path / "toy.db", fronts={"toy": Blindfolded()}) as stage:
        board = await stage.start(1)
        bot_turns = stage.bot.parts.tables.bot_turns
        bot_turns.helpers = replace(bot_turns.helpers, pause=at_once)
        state = (await stage.table()).state
        hit = telling(replace(state, turn=state.turn + 1))
        planner = (await stage.people[1].click(board, label="Plan ahead")).response
        for label in (f"Take {hit}", "Take 1", KEEP):
            planner = await stage.press(1, planner, label)
        # Few: where six are left, chance would end the planned turn.
        await stage.turn(0, "Take 1", "Take 1")
        await played(stage)
        direct = [[texts(each) for each in stage.direct(person)] for person in stage.people[:2]]
        public = "\n".join(map(texts, stage.public))

    assert [len([each for each in own if "Your planned turn" in each]) for own in direct] == [0, 1]
    assert "*(planned)*" in public
    assert "Your planned turn" not in public
