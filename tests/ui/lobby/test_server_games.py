"""/server games: what managers allow on their server, and who may open games there."""

from typing import Any

import pytest

from metrobot.service.people.server_games import Switch
from metrobot.store.statements.people import ServerRules
from tests.ui.people.test_languages import manager
from tests.ui.stage import Shown, Stage, again, ids, labels, texts


async def page(stage: Stage, boss: Any) -> Shown:
    """Open the page as somebody."""
    return (await boss.slash(stage.channel, "server games")).response


async def press(stage: Stage, boss: Any, shown: Shown, label: str) -> Shown:
    """Press a button of the page; return it as it is then."""
    await boss.click(shown, label=label)
    return again(stage, shown)


async def test_a_manager_sees_and_sets_what_is_allowed(stage: Stage) -> None:
    """One page, private and of no game, whose buttons show what holds now."""
    boss = manager(stage)
    shown = await page(stage, boss)
    assert {each.rpartition(":server:")[0] for each in ids(shown)} == {"mb1:0:0"}
    names = ("Imports", "Private games", "Replays for everyone", "Ratings")
    before = labels(shown)
    for name in names:
        shown = await press(stage, boss, shown, f"{name}: on")

    rules = await stage.bot.parts.tables.server_games.rules(stage.guild.id)
    assert shown.ephemeral
    assert before == [f"{name}: on" for name in names]
    assert labels(shown) == [f"{name}: off" for name in names]
    assert rules == ServerRules(False, False, False, False)
    shown = await press(stage, boss, shown, "Ratings: off")
    assert "Ratings: on" in labels(shown)


async def test_what_is_turned_off_is_refused_in_words(stage: Stage) -> None:
    """Before anything is posted, stored or charged; managers are held to it too."""
    boss, games = manager(stage), stage.bot.parts.tables.server_games
    board = await stage.start(1)
    for switch in Switch:
        await games.turn(stage.guild.id, switch, on=False)
    count = len(stage.public)
    replay = await boss.slash(stage.channel, "game replay", public=True)
    file = ("game.json", b"{}")
    imported = await boss.slash(stage.channel, "game import", file=file)
    other = stage.guild.create_text_channel("other")
    private = await boss.slash(other, "game new", game="toy", private=True)

    assert "“Replays for everyone” is turned off" in texts(replay.response)
    assert "“Imports” is turned off" in texts(imported.response)
    assert "“Private games” is turned off" in texts(private.response)
    assert len(stage.public) == count
    assert labels(board)


async def test_a_record_is_no_way_around_replays_for_everyone(stage: Stage) -> None:
    """It would be shown to all."""
    boss, games = manager(stage), stage.bot.parts.tables.server_games
    await games.turn(stage.guild.id, Switch.PUBLIC_REPLAYS, on=False)
    answer = await boss.slash(stage.channel, "game import", file=("game.json", b"{}"))

    assert "“Replays for everyone” is turned off" in texts(answer.response)


async def opens(stage: Stage, person: Any) -> str:
    """Open a lobby in a channel of its own; return the answer."""
    channel = stage.guild.create_text_channel("new")
    return texts((await person.slash(channel, "game new", game="toy")).response)


async def test_only_some_roles_open_games(stage: Stage) -> None:
    """And managers; everybody else is told which roles, and may join."""
    boss = manager(stage)
    crew = stage.guild.create_role("Crew")
    member = stage.guild.add_member(stage.env.create_user("Hal"), roles=[crew])
    shown = await page(stage, boss)
    menu = next(each for each in ids(shown) if each.endswith("roles"))
    await boss.select(shown, [crew], custom_id=menu)
    shown = again(stage, shown)

    assert f"<@&{crew.id}>" in texts(shown)
    assert f"only people with <@&{crew.id}> may open games" in await opens(stage, stage.people[0])
    assert "# Counters" in await opens(stage, member)
    assert "# Counters" in await opens(stage, boss)
    shown = await press(stage, boss, shown, "Let everyone open games")
    assert "Let everyone open games" not in labels(shown)
    assert "# Counters" in await opens(stage, stage.people[0])


async def test_a_role_that_is_deleted_lets_nobody_open_games(stage: Stage) -> None:
    """Nobody has it any more, but it does not let everybody in."""
    crew = stage.guild.create_role("Crew")
    member = stage.guild.add_member(stage.env.create_user("Hal"), roles=[crew])
    await stage.bot.parts.tables.server_games.let_open(stage.guild.id, [crew.id])
    before = await opens(stage, member)
    await stage.bot.http.delete_role(stage.guild.id, crew.id)
    await stage.env.settle()

    assert "# Counters" in before
    assert "may open games" in await opens(stage, member)


async def test_play_again_is_opening_a_game_too(over: Stage) -> None:
    """So are the buttons that open one at one press."""
    await over.bot.parts.tables.server_games.let_open(over.guild.id, [7])
    refused = await over.people[1].click(over.last, label="Play again")

    assert "may open games" in texts(refused.response)


@pytest.mark.parametrize("label", ["", "Imports: on"])
async def test_nobody_else_sees_or_sets_what_is_allowed(stage: Stage, label: str) -> None:
    """Not by the command on a server that gives it to everybody, nor on a page of before."""
    boss = manager(stage)
    shown = await page(stage, boss)
    group = next(each for each in await stage.bot.tree.fetch_commands() if each.name == "server")
    stage.guild.set_command_permissions(group, {stage.person(0): True})
    if label:
        stage.forge(stage.people[0], shown, next(each for each in ids(shown) if "imports" in each))
        await stage.env.settle()
    else:
        refused = (await stage.people[0].slash(stage.channel, "server games")).response
        assert "manage this server can change what is allowed" in texts(refused)

    assert await stage.bot.parts.tables.server_games.rules(stage.guild.id) == ServerRules()
