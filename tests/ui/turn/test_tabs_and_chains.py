"""Planners with tabs, and presses that choose several things at once."""

from pathlib import Path

import pytest

from metrobot.ui.kit.front import AnyDraftView, AnyGameView
from metrobot.ui.pages.values import Choice, Group, Menu, PlannerPage
from metrobot.ui.words.catalogue import Words
from tests.ui.stage import again, ids, labels, on_discord, texts
from tests.ui.toy_front import ToyFront


class Tabbed(ToyFront):
    """The toy's front with two tabs, and with presses that take twice."""

    def planner(
        self, game_view: AnyGameView, draft_view: AnyDraftView, words: Words, group: str | None
    ) -> PlannerPage:
        """Return tabs, a button and a menu entry that take 2 and 1 counters."""
        old = super().planner(game_view, draft_view, words, group)
        if not draft_view.options:
            return old
        shown = group or "few"
        tabs = (
            Group("few", "Few", is_shown=shown == "few"),
            Group("many", "Many", is_shown=shown == "many"),
        )
        twice = Choice(1, "Two, then one", then=(0,), short="2, 1")
        return PlannerPage(old.text, old.picture, (twice,), (Menu("Twice", (twice,)),), (), tabs)


FRONTS = {"toy": Tabbed()}


async def test_a_tab_shows_its_group(tmp_path: Path, toy_words: None) -> None:
    async with on_discord(tmp_path / "games.db", fronts=FRONTS) as tabbed:
        planner = await tabbed.plan(0, await tabbed.start(1))
        before = labels(planner)

        await tabbed.person(0).click(planner, label="Many")

        assert "Few" not in before
        assert "Many" not in labels(again(tabbed, planner))
        assert "many" in texts(again(tabbed, planner))


@pytest.mark.parametrize("way", ["button", "menu"])
async def test_one_press_can_choose_twice(tmp_path: Path, toy_words: None, way: str) -> None:
    async with on_discord(tmp_path / "games.db", fronts=FRONTS) as tabbed:
        planner = await tabbed.plan(0, await tabbed.start(1))

        if way == "button":
            await tabbed.person(0).click(planner, label="2, 1")
        else:
            menu = next(each for each in ids(planner) if ":menu:" in each)
            await tabbed.person(0).select(planner, ["1.0"], custom_id=menu)
        whole = labels(again(tabbed, planner))
        await tabbed.person(0).click(planner, label="Confirm")

        assert "Confirm" in whole
        assert (await tabbed.table()).view_for(None).taken[0] == 3


async def test_a_forged_chain_is_stale(tmp_path: Path, toy_words: None) -> None:
    async with on_discord(tmp_path / "games.db", fronts=FRONTS) as tabbed:
        board = await tabbed.start(1)
        for value in ("1.99", "1.", "x", "1.-1"):
            planner = await tabbed.plan(0, board)
            menu = next(each for each in ids(planner) if ":menu:" in each)
            tabbed.emit(tabbed.person(0), planner, menu, value)
            await tabbed.env.settle()
            assert "moved on" in texts(again(tabbed, planner))
        assert (await tabbed.table()).view_for(None).taken == (0, 0)
