"""Messages that are missing: posted again at the next occasion, and nothing links to them."""

import re
from pathlib import Path
from typing import Any

import discord
import pytest

from metrobot.service.membership.lobbies import Lobbies
from metrobot.service.model.play import Status
from tests.ui.limits import walk
from tests.ui.rounds_stage import Rounds, on_rounds
from tests.ui.stage import Shown, Stage, labels, raw, texts

NEW: dict[str, Any] = {"game new": {"game": "toy"}}
CALLBACK = "/interactions/*/callback"
LINK = "https://discord.com/channels/"


def link(stage: Stage, message: Any = None) -> str:
    """Return the address of a message, or of the channel."""
    place = f"{LINK}{stage.guild.id}/{stage.channel.id}"
    return f"{place}/{message.id}" if message else place


def links(text: str) -> list[str]:
    """Return the addresses in a text."""
    return re.findall(rf"{re.escape(LINK)}[\d/]*\d", text)


def delete(stage: Stage, message: Any) -> None:
    """Delete a message, as who manages the channel can."""
    stage.env.backend.delete_message(stage.channel.id, message.id)


async def too_late(stage: Stage, number: int, **options: Any) -> None:
    """Open a lobby whose first answer comes too late for Discord."""
    stage.foreseen = (discord.HTTPException,)
    stage.env.inject_error("POST", CALLBACK, status=404, code=10062, times=1)
    await stage.people[number].slash(stage.channel, "game new", game="toy", **options)


async def test_a_lobby_whose_answer_came_too_late_is_posted(stage: Stage) -> None:
    """It takes the channel, so people must see it."""
    await too_late(stage, 0)
    await stage.people[1].click(stage.last, label="Join")

    assert len(stage.public) == 1
    assert "Bob" in texts(stage.last)
    assert (await stage.table()).place.board_message == stage.last.id


async def test_a_private_lobby_whose_answer_came_too_late_is_none(stage: Stage) -> None:
    """Nobody could see it, and the channel stays free."""
    await too_late(stage, 0, private=True)
    await stage.people[1].slash(stage.channel, "game new", game="toy")

    assert "Join" in labels(stage.last)
    assert "Bob" in texts(stage.last)


@pytest.mark.parametrize("command", ["game new", "game join"])
async def test_a_lobby_that_the_promised_answer_does_not_show_is_shown_there_later(
    stage: Stage, command: str
) -> None:
    """So it is after a kill between storing it and showing it: in that message, once."""
    stage.env.inject_error("PATCH", "/webhooks/*", status=503, times=1)
    await stage.people[0].slash(stage.channel, "game new", game="toy")
    await stage.env.advance_time(60)
    await stage.people[1].slash(stage.channel, command, **NEW.get(command, {}))

    assert len(stage.public) == 1
    assert "Join" in labels(stage.last)
    assert ("Bob" in texts(stage.last)) == (command == "game join")
    assert (await stage.table()).place.board_message == stage.last.id


async def test_a_promised_answer_tells_a_late_refusal(
    hosted: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two who open one at the same moment, the slower is refused after it was promised."""

    async def seems_free(*_: Any) -> None:
        return None

    monkeypatch.setattr(Lobbies, "check_free", seems_free)
    answer = await hosted.people[1].slash(hosted.channel, "game new", game="toy")

    assert answer.response is not None
    assert "already a game in this channel" in texts(answer.response)


async def test_a_game_played_again_is_shown_as_well(over: Stage) -> None:
    """Also if Discord takes no answer to Play again."""
    over.env.inject_error("POST", CALLBACK, status=404, code=10062, times=1)
    await over.people[1].click(over.last, label="Play again")

    lobby = (await over.table(2)).place.board_message
    assert lobby in {message.id for message in over.public if "Join" in labels(message)}


@pytest.mark.parametrize("command", ["game new", "game status", "game join"])
async def test_a_lobby_without_a_message_gets_one_at_the_next_occasion(
    stage: Stage, command: str
) -> None:
    """Neither the answer nor a post went through: the next answer links to a new one."""
    path = f"/channels/{stage.channel.id}/messages"
    stage.env.inject_error("POST", path, status=503, times=1)
    await too_late(stage, 0)
    assert stage.public == []
    await stage.env.advance_time(60)
    options = {"game": "toy"} if command == "game new" else {}
    answer = await stage.people[1].slash(stage.channel, command, **options)

    assert "Join" in labels(stage.last)
    assert links(texts(answer.response)) == [link(stage, stage.last)]


async def test_a_lobby_whose_message_is_on_its_way_gets_no_second_one(stage: Stage) -> None:
    """Somebody else may ask before Discord has taken the first."""
    path = f"/channels/{stage.channel.id}/messages"
    stage.env.inject_error("POST", path, status=503, times=1)
    await too_late(stage, 0)
    answer = await stage.people[1].slash(stage.channel, "game new", game="toy")

    assert stage.public == []
    assert links(texts(answer.response)) == [link(stage)]


@pytest.mark.parametrize("command", ["game new", "game status", "game join"])
async def test_a_deleted_lobby_is_posted_again_and_linked_to(stage: Stage, command: str) -> None:
    lobby = await stage.lobby(1)
    delete(stage, lobby)
    options = {"game": "toy"} if command == "game new" else {}
    answer = await stage.people[2].slash(stage.channel, command, **options)

    assert ("Cat" in texts(stage.last)) is (command == "game join")
    assert "How to play" in labels(stage.last)
    assert links(texts(answer.response)) == [link(stage, stage.last)]


@pytest.mark.parametrize("command", ["game new", "game status"])
async def test_a_deleted_board_is_posted_again(stage: Stage, command: str, board: Shown) -> None:
    """Once, and the answer links to the channel, where it comes."""
    delete(stage, board)
    count = len(stage.public)
    options = {"game": "toy"} if command == "game new" else {}
    answer = await stage.people[1].slash(stage.channel, command, **options)
    again = await stage.people[1].slash(stage.channel, command, **options)

    assert links(texts(answer.response)) == [link(stage)]
    assert len(stage.public) == count + 1
    assert "Plan my turn" in labels(stage.last)
    assert links(texts(again.response)) == [link(stage, stage.last)]


@pytest.mark.parametrize(
    ("command", "options"),
    [("me games", {}), ("me forget", {}), ("game reminders", {"after": "12"})],
    ids=lambda given: given if isinstance(given, str) else "",
)
async def test_no_answer_links_to_a_deleted_board(
    pair: Stage, command: str, options: dict[str, Any]
) -> None:
    """It links to the channel, and the board is posted again there."""
    await pair.turn(0, "Take 1", "Take 2")
    boards = [each for each in pair.public if "Plan my turn" in labels(each)]
    delete(pair, boards[-1])
    answer = await pair.people[0].slash(pair.channel, command, **options)
    await pair.env.settle()

    assert links(texts(answer.response)) == [link(pair)]
    assert (await pair.table()).place.board_message in {each.id for each in pair.public}


@pytest.mark.parametrize(
    ("command", "options"),
    [("game undo", {}), ("game end", {"result": True})],
    ids=lambda given: given if isinstance(given, str) else "",
)
async def test_whoever_asks_the_others_is_led_to_the_question(
    pair: Stage, command: str, options: dict[str, Any]
) -> None:
    """It stands below, whether or not the board was deleted."""
    await pair.turn(0, "Take 1", "Take 2")
    delete(pair, [each for each in pair.public if "Plan my turn" in labels(each)][-1])
    answer = await pair.people[0].slash(pair.channel, command, **options)

    assert links(texts(answer.response)) == [link(pair, pair.last)]
    assert "Withdraw" in labels(pair.last)


async def test_who_leaves_is_sent_to_no_deleted_board(stage: Stage) -> None:
    delete(stage, await stage.start(1, 2))
    asked = (await stage.people[1].slash(stage.channel, "game resign")).response
    left = await stage.people[1].click(asked, label="Yes, leave the game")

    there = {link(stage), *(link(stage, each) for each in stage.public)}
    assert set(links(texts(left.response or asked))) <= there


async def test_a_letter_leads_to_no_deleted_board(stage: Stage) -> None:
    stage.env.inject_error("POST", "/users/@me/channels", status=503, times=2)
    delete(stage, await stage.start(1))
    await stage.env.advance_time(120)
    await stage.env.settle()
    letter = stage.direct(stage.people[1])[0]
    (address,) = [each["url"] for each in walk(raw(letter)) if each.get("url")]

    there = {link(stage), *(link(stage, each) for each in stage.public)}
    assert address in there


@pytest.mark.parametrize("is_over", [True, False])
async def test_nothing_leads_to_a_channel_that_is_gone(pair: Stage, is_over: bool) -> None:
    """But to the server, also for a game that was over before."""
    if is_over:
        await pair.finish()
    other = pair.guild.create_text_channel("other")
    pair.env.backend.delete_channel(pair.channel.id)
    await pair.env.settle()
    answer = await pair.people[0].slash(other, "me games")

    assert links(texts(answer.response)) == [f"{LINK}{pair.guild.id}"]


async def test_the_last_board_of_a_game_that_is_over_is_not_posted_again(over: Stage) -> None:
    """Nothing is to be done there; the link leads to the channel."""
    number = (await over.table()).place.board_message
    delete(over, next(message for message in over.public if message.id == number))
    count = len(over.public)
    answer = await over.people[1].slash(over.channel, "game status")

    assert (await over.table()).status is Status.OVER
    assert links(texts(answer.response)) == [link(over)]
    assert len(over.public) == count


async def test_a_reminder_links_to_no_deleted_board(stage: Stage, board: Shown) -> None:
    delete(stage, board)
    await stage.env.advance_time(25 * 3600)

    assert len([each for each in stage.public if "Plan my turn" in labels(each)]) == 2
    assert links("\n".join(texts(each) for each in stage.public)) == [link(stage)]


async def test_without_the_right_to_read_a_message_counts_as_there(stage: Stage) -> None:
    """The bot does not ask for it; so what it cannot know it does not guess."""
    board = await stage.start(1)
    delete(stage, board)
    stage.take("read_message_history")
    count = len(stage.public)
    answer = await stage.people[1].slash(stage.channel, "game status")

    assert links(texts(answer.response)) == [link(stage, board)]
    assert len(stage.public) == count


async def test_a_board_deleted_in_a_round_is_posted_again(tmp_path: Path, toy_words: None) -> None:
    """The next lock posts it, since the others need its buttons."""
    async with on_rounds(tmp_path / "games.db") as stage:
        game = Rounds(stage)
        await game.start(1, 2)
        gone, planner = game.board, await game.choose(0, 1)
        delete(stage, gone)
        await game.stage.press(0, planner, "Lock")

        assert game.board.id != gone.id
        assert (await game.table()).place.board_message == game.board.id
        board, count = game.board, len(stage.public)
        await game.lock(1, 1)
        assert (game.board.id, len(stage.public)) == (board.id, count)
        assert "Locked: \u2068Ann\u2069 and \u2068Bob\u2069" in texts(game.board)
