"""On the Underground on a simulated Discord: the planner, whole games."""

import re
from pathlib import Path

import pytest

from metrobot.ui.app.fronts import FRONTS
from tests.ui.limits import walk
from tests.ui.stage import Shown, Stage, again, ids, labels, on_discord, raw, texts

FRONT = {"underground": FRONTS["underground"]}


def options(message: Shown, kind: str) -> list[tuple[str, list[str]]]:
    """Return the menus of a kind: id and values."""
    menus = [part for part in walk(raw(message)) if part["type"] == 3]
    return [
        (menu["custom_id"], [option["value"] for option in menu["options"]])
        for menu in menus
        if f":{kind}:" in menu["custom_id"]
    ]


def tab(message: Shown, colour: str) -> str:
    """Return the tab of a colour: what it begins with is told, its points are not."""
    return next(label for label in labels(message) if label.startswith(colour))


async def test_a_whole_turn_can_be_pressed(tmp_path: Path) -> None:
    async with on_discord(tmp_path / "games.db", fronts=FRONT) as stage:
        board = await stage.start(1)
        planner = (await stage.people[0].click(board, label="Plan my turn")).response
        await stage.people[0].click(planner, label=tab(planner, "P"))
        planner = again(stage, planner)
        area = next(key for key in ids(planner) if ":group:" in key)
        await stage.people[0].select(planner, ["p_w"], custom_id=area)
        planner = again(stage, planner)
        menu, links = options(planner, "menu")[0]
        await stage.people[0].select(planner, [links[0]], custom_id=menu)
        planner = again(stage, planner)
        middle = texts(planner)
        await stage.people[0].click(planner, label="Token ×3")
        planner = again(stage, planner)
        planner = await _any_way(stage, 0, planner)
        await stage.people[0].click(planner, label="Confirm")
        state = (await stage.table()).state
        report = texts(stage.newest_board())

    assert "3 actions left" in middle
    assert "1 piece: P " in middle
    assert state.turn == 1
    assert state.tokens[0] >= 3
    assert re.search(r": pink \S.*–.*, took 3 tokens, ", report)
    assert "🚶 Euston → " in report
    assert "it’s your turn" in report


@pytest.mark.long
async def test_a_game_is_played_to_its_end(tmp_path: Path) -> None:
    async with on_discord(tmp_path / "games.db", fronts=FRONT) as stage:
        await stage.start(1, 2)
        turns = 0
        while (await stage.table()).to_act():
            await _turn(stage, turns % 3, turns)
            turns += 1
        table, posts = await stage.table(), [texts(message) for message in stage.public]

    assert sum(bool(re.search(r"\*\*\d+\.\*\* ", text)) for text in posts) == turns
    assert any("Only" in text and "left in the pile" in text for text in posts)
    assert not any("final count" in text for text in posts)  # the picture has it
    assert table.view_for(None).result.turns == turns
    assert all(len(text) <= 4000 for text in posts)


async def _any_way(stage: Stage, number: int, planner: Shown) -> Shown:
    """Choose the first way of the passenger as often as one is to be chosen."""
    while ways := [label for label in labels(planner) if label.split(" ")[0] == "1"]:
        await stage.people[number].click(planner, label=ways[0])
        planner = again(stage, planner)
    return planner


async def _turn(stage: Stage, number: int, turn: int) -> None:
    """Play a turn with as few presses as can be: at times a piece, then tokens."""
    person = stage.people[number]
    planner = (await person.click(stage.newest_board(), label="Plan my turn")).response
    if turn % 5 == 0:
        link = next(label for label in labels(planner) if label.split(" ")[0] == "1")
        await person.click(planner, label=link)
        planner = again(stage, planner)
    rest = next(label for label in labels(planner) if label.startswith("Token ×"))
    await person.click(planner, label=rest)
    planner = again(stage, planner)
    planner = await _any_way(stage, number, planner)
    done = next(key for key in ids(planner) if ":done:" in key)
    await person.click(planner, custom_id=done)
