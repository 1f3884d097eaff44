"""Buttons pressed at the wrong time, or by the wrong person."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest

from tests.ui.limits import walk
from tests.ui.stage import Shown, Stage, again, alts, labels, raw, texts

CALLBACK = "/interactions/*/*/callback"


async def test_a_stranger_may_look_but_not_play(stage: Stage, board: Shown) -> None:
    before = await stage.table()
    draft_view = await stage.people[2].click(board, label="Plan my turn")
    hand = await stage.people[2].click(board, label="My hand")
    look = await stage.people[2].click(board, label="Board")

    assert texts(draft_view.response).startswith("You’re not in this game.")
    assert texts(hand.response).startswith("You’re not in this game.")
    assert alts(look.response) == ["12 counters (-)."]
    assert await stage.table() == before


async def test_words_first_opens_boards_as_texts_and_puts_choices_into_menus(stage: Stage) -> None:
    """After a restart too; In words tells the board to anybody."""
    board = await stage.start(1)
    settings = await stage.people[0].slash(stage.channel, "me settings")
    await stage.people[0].click(settings.response, label="Words first: off")
    await stage.restart()
    told = await stage.people[0].click(board, label="Board")
    asked = await stage.people[2].click(board, label="In words")
    seen = await stage.people[2].click(board, label="Board")
    planner = await stage.people[0].click(board, label="Plan my turn")
    menu = [each for each in walk(raw(planner.response)) if each["type"] == 3]

    assert (alts(told.response), alts(asked.response)) == ([], [])
    assert texts(told.response) == texts(asked.response)
    assert told.ephemeral
    assert alts(seen.response) == ["12 counters (-)."]
    assert [each["label"] for each in menu[-1]["options"]][:2] == ["Take 1", "Take 2"]
    assert "Take 1" not in labels(planner.response)
    await stage.people[0].select(planner.response, ["0"], custom_id=menu[-1]["custom_id"])
    assert texts(again(stage, planner.response)).startswith("Tried 1")


async def test_an_old_boards_board_is_the_newest(stage: Stage, board: Shown) -> None:
    await stage.turn(0, "Take 1", "Stop")
    answer = await stage.people[0].click(board, label="Board")

    assert texts(answer.response).startswith("The game has moved on since that message.")
    assert alts(answer.response) == ["11 counters (-)."]


async def test_a_hiccup_of_discord_is_named(stage: Stage, board: Shown) -> None:
    stage.env.inject_error("PATCH", "/webhooks/*/*/messages/@original", status=500, times=1)
    answer = await stage.people[0].click(board, label="Plan my turn")

    assert texts(answer.response) == "Discord had a hiccup. Nothing is lost. Please try again."


async def test_too_late_is_only_logged(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    """An interaction that has run out cannot be answered; nobody gets a traceback."""
    board = await stage.start(1)
    caplog.set_level("INFO")
    stage.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    await stage.people[0].click(board, label="Plan my turn")

    assert "could not be answered in time" in caplog.text


def loud(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the lines that ask for attention, and those with a traceback; forget all."""
    found = [each for each in caplog.records if each.levelname != "INFO" or each.exc_info]
    caplog.clear()
    return [each.getMessage() for each in found if each.name != "simcord"]


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (404, 10015), (500, 0), (401, 50027)])
async def test_a_suggestion_that_comes_too_late_is_one_quiet_line(
    stage: Stage, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    """A letter later the next one is asked for."""
    caplog.set_level("INFO")
    stage.env.inject_error("POST", CALLBACK, status=status, code=code, times=None)
    for letters in ("c", "co"):
        caplog.clear()
        await stage.people[0].autocomplete(stage.channel, "leaderboard", "game", letters)
        assert caplog.text.count("could not be answered in time") == 1
        assert loud(caplog) == []


async def test_another_copy_of_the_bot_is_named(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever it has answered first; a later answer that is refused has other causes."""
    board = await stage.start(1)
    caplog.set_level("INFO")
    stage.env.inject_error("POST", CALLBACK, status=400, code=40060, times=None)
    acts: tuple[Callable[[], Awaitable[object]], ...] = (
        lambda: stage.people[0].autocomplete(stage.channel, "leaderboard", "game", "c"),
        lambda: stage.people[0].click(board, label="Plan my turn"),
        lambda: stage.people[0].slash(stage.channel, "game status"),
    )
    for act in acts:
        await act()
        (said,) = loud(caplog)
        assert said.startswith("Another copy of the bot runs with the same token")
    stage.env.backend.faults.clear()
    path = "/webhooks/*/*/messages/@original"
    stage.env.inject_error("PATCH", path, status=400, code=40060, times=1)
    await stage.people[0].click(board, label="Plan my turn")
    assert loud(caplog) == []


async def test_the_readers_language_is_used(stage: Stage, board: Shown) -> None:
    """Private answers are in the reader's language; what it lacks is in English."""

    def german(name: str, payload: Mapping[str, Any]) -> None:
        if name == "INTERACTION_CREATE" and isinstance(payload, dict):
            payload["locale"] = "de"

    stage.env.backend.subscribers.insert(0, german)
    hand = await stage.people[0].click(board, label="My hand")
    stranger = await stage.people[2].click(board, label="My hand")
    early = await stage.people[1].click(board, label="Plan my turn")

    assert texts(hand.response).startswith("Deine Zahl ist")
    assert texts(stranger.response) == "Du spielst hier nicht mit."
    assert texts(early.response).startswith("It is not your turn")
