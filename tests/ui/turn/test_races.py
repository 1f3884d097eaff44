"""Presses that come at the same moment: one wins, and everybody is told what happened."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
import simcord

from metrobot.service.model.play import Status
from tests.ui.discord_game import DiscordGame, ids, on_discord, texts
from tests.ui.stage import let_manage

pytestmark = pytest.mark.usefixtures("quick_pictures")

MOVED_ON = "The game has moved on since then, so nothing was changed."


def told(answer: simcord.InteractionResult) -> list[str]:
    """Return the texts of the messages that answer a press, all of them private."""
    assert all(each.ephemeral for each in answer.followups)
    return [texts(each) for each in answer.followups]


async def pressed(game: DiscordGame, *presses: tuple[Any, Any, str]) -> list[list[str]]:
    """Press buttons at the same moment: who, under which message, of which kind."""
    answers = [game.emit(who, message, ids(message, kind)[0]) for who, message, kind in presses]
    await game.env.settle()
    assert all(answer.acknowledged for answer in answers)
    return [told(answer) for answer in answers]


@pytest.mark.parametrize("times", [2, 5])
async def test_a_confirm_pressed_several_times_at_once_plays_one_turn(
    tmp_path: Path, times: int
) -> None:
    async with on_discord(tmp_path / "games.db") as game:
        await game.start(2)
        person, planner = await game.ready(Random(1))
        answers = await pressed(game, *[(person, planner, "done")] * times)
        table, said = await game.table(), game.public

    assert sorted(answers) == [[], *[[MOVED_ON]] * (times - 1)]
    assert {each.turn for each in table.log} == {0}
    assert len(said) == 3


async def test_of_two_planners_of_one_player_the_first_confirmed_wins(tmp_path: Path) -> None:
    async with on_discord(tmp_path / "games.db") as game:
        await game.start(2)
        person, one = await game.ready(Random(1))
        _, other = await game.ready(Random(2))
        assert ids(one, "done") != ids(other, "done")
        answers = await pressed(game, (person, one, "done"), (person, other, "done"))
        table, said = await game.table(), game.public

        now = [texts(game.again(each)) for each in (one, other)]

    assert answers == [[], []]
    assert sum(each.startswith("**Already played.**") for each in now) == 1
    assert {each.turn for each in table.log} == {0}
    assert len(said) == 3


async def test_an_old_planner_refuses_all_that_is_pressed_in_it(tmp_path: Path) -> None:
    async with on_discord(tmp_path / "games.db") as game:
        await game.start(2)
        person, one = await game.ready(Random(1))
        _, other = await game.ready(Random(2))
        await game.confirm(person, one)
        before = await game.table()
        presses = [(person, other, kind) for kind in ("back", "anew", "done")]
        answers = await pressed(game, *presses)
        after = await game.table()

        now = texts(game.again(other))

    assert answers == [[], [], []]
    assert now.startswith("**Already played.**")
    assert after.log == before.log


async def test_two_players_who_confirm_at_once_do_not_get_in_each_others_way(
    tmp_path: Path,
) -> None:
    async with on_discord(tmp_path / "games.db") as game:
        await game.start(2)
        person, planner = await game.ready(Random(1))
        other = next(each for each in game.people[:2] if each is not person)
        custom_id = ids(planner, "done")[0]
        stolen = game.emit(other, planner, custom_id)
        own = game.emit(person, planner, custom_id)
        await game.env.settle()
        table, said = await game.table(), game.public

    assert told(own) == []
    assert len(told(stolen)) == 1
    assert "not your turn" in told(stolen)[0] or told(stolen)[0] == MOVED_ON
    assert {each.turn for each in table.log} == {0}
    assert len(said) == 3


async def test_leaving_while_the_host_starts_leaves_a_whole_game(tmp_path: Path) -> None:
    """Either all play, or there are too few and nobody does."""
    async with on_discord(tmp_path / "games.db") as game:
        lobby = await game.lobby(2)
        answers = await pressed(
            game, (game.people[1], lobby, "leave"), (game.people[0], lobby, "start")
        )
        table = await game.table()

    is_running = table.status is Status.RUNNING
    assert sorted(map(len, answers)) == [0, 1]
    assert len(table.people) == (2 if is_running else 1)


async def test_confirming_while_the_game_is_cancelled_ends_in_one_of_both(tmp_path: Path) -> None:
    """Whichever is first, nobody gets an error; on a later board one is asked anew."""
    async with on_discord(tmp_path / "games.db") as game:
        await game.start(2)
        number = (await game.table()).id
        person, planner = await game.ready(Random(1))
        let_manage(game.env, game.channel, game.people[0])
        asked = (await game.people[0].slash(game.channel, "game cancel")).response
        assert asked is not None
        answers = await pressed(game, (person, planner, "done"), (game.people[0], asked, "cancel"))
        table = await game.bot.parts.games.table_of(number)

    turns = {each.turn for each in table.log}
    assert (table.status, answers[0], turns) in (
        (Status.RUNNING, [], {0}),
        (Status.CANCELLED, [], {0}),
        (Status.CANCELLED, ["This game is over. Open another with `/game new`."], set()),
    )
