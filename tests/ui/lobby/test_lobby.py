"""From /game new to the first board, and every way in which that is refused."""

import re
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from metrobot.service.model.play import PlayerId, Status
from metrobot.service.outbox.delivery import NoNotifier
from metrobot.ui.pages.post import NOBODY
from tests.ui.limits import walk
from tests.ui.stage import Shown, Stage, again, alts, ids, labels, raw, texts
from tests.ui.test_deliveries import posts

HOUR = 3600
DAY = 24 * HOUR


async def test_a_lobby_shows_who_is_in(stage: Stage, new_lobby: Shown) -> None:
    table = await stage.table()
    text = texts(new_lobby)
    assert "# Counters\nTake more counters than the others." in text
    assert "(1 of 3)" in text
    assert "Ann\u2069 · host" in text
    assert "One more player" in text
    assert "Order of play: random" in text
    assert table.commitment not in text
    doors = ["How to play", "Fair dealing", "Options", "Ask somebody"]
    assert labels(new_lobby) == ["Join", "Leave", "Cancel", *doors]


async def test_joining_updates_the_one_message(stage: Stage) -> None:
    lobby = await stage.lobby(1, 2)

    assert len(stage.public) == 1
    assert "(3 of 3)" in texts(lobby)
    assert "Cat" in texts(lobby)
    assert "Start" in labels(lobby)


async def test_a_lobby_fills_its_seats_and_no_more(stage: Stage) -> None:
    """`seats` is the number of places."""
    await stage.people[0].slash(stage.channel, "game new", game="toy", seats=2)
    await stage.people[1].click(stage.last, label="Join")
    answer = await stage.people[2].click(stage.last, label="Join")

    assert texts(answer.followups[0]) == (
        "All 2 seats are taken. Open a table of your own in another channel with `/game new`."
    )
    assert "(2 of 2)" in texts(stage.last)


async def test_two_who_join_at_once_are_both_seen(stage: Stage, new_lobby: Shown) -> None:
    join = next(each for each in ids(new_lobby) if ":join:" in each)
    stage.emit(stage.people[1], new_lobby, join)
    stage.emit(stage.people[2], new_lobby, join)
    await stage.env.settle()

    assert "Bob" in texts(stage.last)
    assert "Cat" in texts(stage.last)


async def test_an_older_look_at_a_lobby_shows_the_newest(stage: Stage, new_lobby: Shown) -> None:
    """A slower look does not put an older lobby in the place of a newer one."""
    older = await stage.table()
    await stage.people[1].click(new_lobby, label="Join")
    press: Any = SimpleNamespace(
        client=stage.bot, message=None, guild_locale=discord.Locale.american_english
    )
    await stage.bot.parts.errors.lobby.refresh(press, older)

    assert "Bob" in texts(stage.last)


async def test_the_commands_do_what_the_buttons_do(hosted: Stage) -> None:
    said = []
    for number, command in ((1, "join"), (1, "leave"), (2, "join"), (0, "start")):
        answer = await hosted.people[number].slash(hosted.channel, f"game {command}")
        assert answer.ephemeral
        said.append(texts(answer.response).split(".")[0])

    assert said == [
        "You’re in",
        "You have left the table",
        "You’re in",
        "Here we go! The first board is on its way",
    ]
    assert (await hosted.table()).status is Status.RUNNING


async def test_the_host_hands_the_table_over(stage: Stage, lobby: Shown) -> None:
    await stage.people[0].click(lobby, label="Leave")

    assert "Bob\u2069 · host" in texts(stage.last)
    assert "Ann" not in texts(stage.last)


async def test_the_last_one_to_leave_closes_the_lobby(stage: Stage, new_lobby: Shown) -> None:
    await stage.people[0].click(new_lobby, label="Leave")
    await stage.people[1].slash(stage.channel, "game new", game="toy")

    assert "was cancelled" in texts(stage.public[0])
    assert labels(stage.public[0]) == []
    assert "Bob\u2069 · host" in texts(stage.public[1])


async def test_a_second_lobby_is_refused_with_a_link(stage: Stage, new_lobby: Shown) -> None:
    answer = await stage.people[1].slash(stage.channel, "game new", game="toy")

    assert answer.ephemeral
    link = f"https://discord.com/channels/{stage.guild.id}/{stage.channel.id}/{new_lobby.id}"
    assert link in texts(answer.response)
    assert len(stage.public) == 1


async def test_the_host_chooses_options(stage: Stage, lobby: Shown) -> None:
    menus = raw(await stage.choose(lobby, "open", "true"))

    chosen = next(e for e in walk(menus) if e.get("custom_id", "").endswith("option:open"))
    assert (await stage.table()).options["open"] is True
    assert [each["value"] for each in chosen["options"] if each.get("default")] == ["true"]


async def test_nobody_else_chooses_options(stage: Stage, lobby: Shown) -> None:
    refused = await stage.options(lobby, 1)
    menus = await stage.options(lobby)
    menu = next(each for each in ids(menus) if each.endswith("option:colour"))
    forged = stage.forge(stage.people[1], menus, menu, "blue")
    await stage.env.settle()

    assert "Ann" in texts(refused)
    assert "Ann" in texts(forged.followups[0])
    assert (await stage.table()).options["colour"] == "red"


async def test_an_option_for_fewer_goes_when_more_have_joined(stage: Stage, lobby: Shown) -> None:
    """Two seats each does not go with three: it is named as unused, and the game starts without."""
    await stage.choose(lobby, "double", "true")
    await stage.people[1].click(stage.last, label="OK")
    lobby = stage.public[0]
    await stage.people[2].click(lobby, label="Join")
    said, offered = texts(stage.public[0]), ids(await stage.options(lobby))
    await stage.people[0].click(lobby, label="Start")

    assert "Not used with this many players: Two seats each." in said
    assert not [each for each in offered if each.endswith("option:double")]
    assert (await stage.table()).status is Status.RUNNING
    assert (await stage.table()).options["double"] is False


async def test_options_for_other_numbers_are_not_offered(stage: Stage, lobby: Shown) -> None:
    two = ids(await stage.options(lobby))
    await stage.people[2].click(lobby, label="Join")
    three = ids(await stage.options(stage.last))
    await stage.cancel_lobby(stage.last)
    await stage.people[0].slash(stage.channel, "game new", game="toy", seats=3)

    is_there = [any(each.endswith("option:double") for each in seen) for seen in (two, three)]
    assert is_there == [True, False]
    assert not any(each.endswith("option:double") for each in ids(await stage.options(stage.last)))


async def test_each_option_has_a_line_of_help(stage: Stage, lobby: Shown) -> None:
    """Above its menu, about what is chosen; the order of play too."""
    before = texts(await stage.options(lobby))
    after = texts(await stage.choose(lobby, "open", "true"))

    assert re.search(r"-# \*\*.+\.\*\* Only you know yours\.", before)
    assert re.search(r"-# \*\*.+\.\*\* Like a fire\.", before)
    assert "-# **Order of play: random.** Drawn by lot when the game starts." in before
    assert "Everybody knows." in after


async def test_only_the_host_starts(stage: Stage, lobby: Shown) -> None:
    """Somebody else is told who may."""
    answer = await stage.people[1].click(lobby, label="Start")

    assert "Only the host, \u2068Ann\u2069, or" in texts(answer.followups[0])
    assert (await stage.table()).status is Status.LOBBY


async def test_who_manages_the_channel_may_start(stage: Stage, lobby: Shown) -> None:
    """A moderator need not be in the game."""
    role = stage.guild.create_role("Mods", permissions=discord.Permissions(manage_channels=True))
    mod = stage.guild.add_member(stage.env.create_user("Mod"), roles=[role])
    await mod.click(lobby, label="Start")

    assert (await stage.table()).status is Status.RUNNING


async def test_one_person_cannot_start(hosted: Stage) -> None:
    answer = await hosted.people[0].slash(hosted.channel, "game start")

    assert texts(answer.response).startswith("It takes 2 players to start. Players so far: 1.")


async def test_the_first_board_calls_the_first_player(stage: Stage, board: Shown) -> None:
    first, other = (person.mention for person in stage.people[:2])
    assert alts(board) == ["12 counters (-)."]
    assert texts(board).startswith(f"{first}, it’s your turn in Counters. ")
    assert other not in texts(board)
    plans, looks = (
        ["Plan my turn", "Plan ahead"],
        ["Board", "My hand", "Follow", "How to play", "In words"],
    )
    assert labels(board) == plans + looks
    assert (await stage.table()).place.board_message == board.id


async def test_the_lobby_is_closed_once_the_game_is_on(stage: Stage, lobby: Shown) -> None:
    join = next(each for each in ids(lobby) if ":join:" in each)
    await stage.people[0].click(lobby, label="Start")
    answer = stage.forge(stage.people[2], lobby, join)
    await stage.env.settle()

    assert "Order of play" in texts(stage.public[0])
    assert labels(stage.public[0]) == ["Fair dealing"]
    assert "closed" in texts(answer.followups[0])


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("attach_files", "the permission to attach files"),
        ("send_messages", "the permission to send messages"),
    ],
)
async def test_a_lobby_needs_permissions(stage: Stage, name: str, said: str) -> None:
    stage.take(name)
    answer = await stage.people[0].slash(stage.channel, "game new", game="toy")

    assert said in texts(answer.response)
    assert answer.ephemeral
    assert stage.public == []


async def test_calling_off_a_lobby_asks_first(stage: Stage, lobby: Shown) -> None:
    asked = (await stage.people[0].click(lobby, label="Cancel")).followups[0]
    question, before = texts(asked), (await stage.table()).status
    await stage.people[0].click(asked, label="Yes, cancel the game")

    assert before is Status.LOBBY
    assert asked.flags.ephemeral
    assert "leaderboard" not in question
    assert "cancelled before it started" in texts(stage.last)
    assert (await stage.table()).status is Status.CANCELLED


async def test_cancelling_a_game_asks_first_and_tells_all(pair: Stage) -> None:
    """A manager of the channel may do it; the question is private, the answer is public."""
    pair.let_manage(0)
    asked = await pair.people[0].slash(pair.channel, "game cancel")
    question, before = texts(asked.response), (await pair.table()).status
    await pair.people[0].click(asked.response, label="Yes, cancel the game")

    assert asked.ephemeral
    assert "you come last in it on the leaderboard" in question
    assert before is Status.RUNNING
    assert (await pair.table()).status is Status.CANCELLED
    assert "Ann\u2069 cancelled the game" in texts(pair.last)
    assert labels(again(pair, asked.response)) == []


@pytest.mark.parametrize("is_forgotten", [False, True])
async def test_a_cancelled_game_is_announced_after_a_restart(
    pair: Stage, is_forgotten: bool
) -> None:
    """Once, in the channel, calling nobody; who was forgotten meanwhile is not named."""
    pair.let_manage(0)
    pair.bot.parts.tables._outbox.notifier = NoNotifier()
    asked = await pair.people[0].slash(pair.channel, "game cancel")
    await pair.people[0].click(asked.response, label="Yes, cancel the game")
    before = len(pair.public)
    if is_forgotten:
        await pair.bot.parts.tables.privacy.forget(PlayerId(pair.people[0].id))
    await pair.restart()
    await pair.restart()

    by_whom = (
        "The game is cancelled." if is_forgotten else "**\u2068Ann\u2069 cancelled the game.**"
    )
    (announced,) = pair.public[before:]
    assert texts(announced).startswith(by_whom)
    assert posts(pair, pair.channel.id)[-1]["allowed_mentions"] == NOBODY.to_dict()


async def test_a_server_hears_of_a_cancelled_game_in_its_language(pair: Stage) -> None:
    """It need not be the language of the person who cancelled it."""
    pair.let_manage(0)
    pair.speak(discord.Locale.dutch)
    asked = await pair.people[0].slash(pair.channel, "game cancel")
    await pair.people[0].click(asked.response, label=labels(asked.response)[0])

    assert "heeft het spel geannuleerd" in texts(pair.last)


async def test_a_host_asks_the_others_before_a_game_is_cancelled(pair: Stage) -> None:
    """As /game end does, without a result: nobody deletes alone what others have played."""
    answer = (await pair.people[0].slash(pair.channel, "game cancel")).response
    asked = pair.last
    before = (await pair.table()).status
    await pair.people[1].click(asked, label="Agree")

    assert "The question for everyone else is in the channel." in texts(answer)
    assert "to give up Counters without a result" in texts(asked)
    assert before is Status.RUNNING
    assert (await pair.table()).status is Status.CANCELLED


async def test_a_question_from_before_cancels_no_game_that_others_play(pair: Stage) -> None:
    """Its button is that of whoever managed the channel then."""
    sure = f"mb1:{(await pair.table()).id}:0:cancel:sure"
    planner = await pair.plan(0, pair.newest_board())
    answer = pair.forge(pair.people[0], planner, sure)
    await pair.env.settle()

    assert "/game end" in texts(answer.followups[0])
    assert (await pair.table()).status is Status.RUNNING


async def test_nobody_else_cancels(pair: Stage) -> None:
    asked = await pair.people[1].slash(pair.channel, "game cancel")

    assert "Only the host, \u2068Ann\u2069, or" in texts(asked.response)
    assert labels(asked.response) == []


async def test_the_lobbys_old_button_cancels_no_running_game(stage: Stage, lobby: Shown) -> None:
    """Cancel game was for the lobby alone."""
    cancel = next(each for each in ids(lobby) if ":cancel:" in each)
    await stage.people[0].click(lobby, label="Start")
    stage.forge(stage.people[0], lobby, cancel)
    await stage.env.settle()

    assert (await stage.table()).status is Status.RUNNING


async def test_a_lobby_that_nobody_joins_says_so_and_closes(stage: Stage, new_lobby: Shown) -> None:
    """Its host is called after five days, with a way there; two later the channel is free."""
    await stage.env.advance_time(5 * DAY + HOUR)
    warning = stage.last
    await stage.env.advance_time(2 * DAY + HOUR)

    host = stage.people[0]
    assert texts(warning).startswith(f"⏰ {host.mention}, nobody has joined your Counters yet.")
    assert "The lobby closes <t:" in texts(warning)
    assert f"/{stage.channel.id}/{new_lobby.id})" in texts(warning)
    assert "The lobby here is closed: nobody joined it" in texts(stage.last)
    late = await stage.people[1].click(new_lobby, label="Join")
    assert "This game is over" in texts(late.followups[0])
    await stage.lobby(1)


async def test_the_host_removes_somebody_in_the_options(stage: Stage) -> None:
    """Their menu is private; the lobby shows it, and who was removed is told why they stay out."""
    lobby = await stage.lobby(1, 2)
    shown = await stage.options(lobby)
    menu = next(each for each in ids(shown) if ":computer:" in each)
    await stage.people[0].select(shown, [f"out.{stage.people[1].id}"], custom_id=menu)
    refused = (await stage.people[1].click(lobby, label="Join")).followups[0]

    assert "Bob" not in texts(stage.last)
    assert "Cat" in texts(stage.last)
    assert "removed you from this lobby" in texts(refused)
    assert next(each for each in ids(again(stage, shown)) if ":computer:" in each) != menu
