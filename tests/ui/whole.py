"""A whole game by presses alone, from /game new to its end, with a restart in its middle."""

from pathlib import Path
from random import Random
from typing import Any

from simcord.results import ResponseMessage

from metrobot.games.registry import TITLES
from metrobot.service.finished.record_check import check_dealing, check_record
from tests.ui.discord_game import DiscordGame, ids, on_discord, texts, values

MOST = 200


async def check_whole_game(title: str, path: Path) -> None:
    """Play a game of two; hold that its record stands up, and that nothing is left unsaid."""
    chooser, turns = Random(title), 0
    async with on_discord(path) as game:
        game.title = title
        await game.start(2)
        while (await game.table()).to_act():
            await _turn(game, chooser)
            turns += 1
            if turns == 3:
                await game.restart()
        await game.env.settle()
        table, unsaid = await game.table(), await game.store.outbox.every_pending()
        last = texts(game.public[-1])

    assert unsaid == ()
    assert "🏆" in last
    assert check_record(TITLES, table.record()).is_over
    assert check_dealing(TITLES, table.record()).reason is None


async def _turn(game: DiscordGame, chooser: Random) -> None:
    """Play or lock one turn of whoever is awaited first."""
    person = game.actor((await game.table()).to_act()[0])
    planner = await game.plan(person)
    for _ in range(MOST):
        if await _one(game, person, planner, chooser):
            return
        planner = game.again(planner)
    raise AssertionError("a turn without an end")


async def _one(game: DiscordGame, person: Any, planner: ResponseMessage, chooser: Random) -> bool:
    """Press something in a planner; return whether it was Confirm."""
    choices, menus = ids(planner, "try"), [*ids(planner, "menu"), *ids(planner, "group")]
    done = ids(planner, "done")
    if done and (not [*choices, *menus] or chooser.random() < 1 / 2):
        await game.confirm(person, planner)
        return True
    pressed = chooser.choice([*choices, *menus, *ids(planner, "tab")])
    if pressed in menus:
        value = chooser.choice(values(planner, pressed))
        await person.select(planner, [value], custom_id=pressed)
    else:
        await person.click(planner, custom_id=pressed)
    return False
