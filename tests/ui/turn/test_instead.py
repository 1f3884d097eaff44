"""Choices that take the place of the last one, and what everybody is asked under a board."""

from dataclasses import replace
from pathlib import Path

import pytest

from metrobot.ui.kit.front import AnyDraftView, AnyGameView
from metrobot.ui.pages.values import Choice, PlannerPage
from metrobot.ui.words.catalogue import Words
from tests.ui.stage import again, ids, on_discord, texts
from tests.ui.toy_front import ToyFront


class SecondThoughts(ToyFront):
    """The toy with a button and a menu that replace the last choice."""

    def prompt(self, game_view: AnyGameView, words: Words) -> str:
        """Return a question for everybody."""
        return "How many will it be?"

    def planner(
        self, game_view: AnyGameView, draft_view: AnyDraftView, words: Words, group: str | None
    ) -> PlannerPage:
        """Return the toy's planner, other counts instead of the last one once there is one."""
        look = super().planner(game_view, draft_view, words, group)
        if not draft_view.chosen:
            return look
        others = tuple(
            Choice(n, f"Take {n + 1} instead", instead=True, short=f"Or {n + 1}") for n in range(2)
        )
        return replace(look, buttons=others, menus=(), groups=())


FRONTS = {"toy": SecondThoughts()}
pytestmark = pytest.mark.usefixtures("toy_words")


async def test_a_button_replaces_the_last_choice(tmp_path: Path) -> None:
    async with on_discord(tmp_path / "toy.db", fronts=FRONTS) as stage:
        board = await stage.start(1)
        planner = await stage.plan(0, board, "Take 1", "Or 2")

    assert next(each for each in ids(planner) if ":done:" in each).endswith(":1")


async def test_a_menu_replaces_the_last_choice(tmp_path: Path) -> None:
    async with on_discord(tmp_path / "toy.db", fronts=FRONTS) as stage:
        board = await stage.start(1)
        planner = await stage.plan(0, board, "Take 1")
        for value in ("-1", "-0", "-1"):
            menu = next(each for each in ids(planner) if ":menu:" in each)
            await stage.people[0].select(planner, [value], custom_id=menu)
            planner = again(stage, planner)

    assert next(each for each in ids(planner) if ":done:" in each).endswith(":1")


async def test_the_question_stands_under_the_newest_board(tmp_path: Path) -> None:
    """All are asked at the start and after each turn, directly above the buttons."""
    async with on_discord(tmp_path / "toy.db", fronts=FRONTS) as stage:
        board = await stage.start(1)

    assert texts(board).endswith("\nHow many will it be?")
