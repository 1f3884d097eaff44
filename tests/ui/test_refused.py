"""What Discord refuses for good: once more in words, then given up, and the host is told."""

import logging
from typing import Any

import discord
import pytest

from tests.ui.stage import Stage, alts, labels, texts
from tests.ui.test_deliveries import close_dms, posts

PLAIN = "Discord refused the pictures and buttons of this message."
FOR_GOOD = [(400, 50035), (413, 40005), (400, 0), (403, 50009), (400, 200000)]
PASSING = [(503, 0), (500, 0), (401, 0), (403, 0), (404, 0), (403, 40004)]
UNFIT = [50008, 50024]


def refuse(stage: Stage, status: int, code: int, times: int | None, channel: Any = None) -> None:
    """Let Discord refuse what is posted in a channel."""
    path = f"/channels/{channel or stage.channel.id}/messages"
    stage.env.inject_error("POST", path, status=status, code=code, times=times)


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the warnings of Metrobot in the log."""
    found = (each for each in caplog.records if each.levelno == logging.WARNING)
    return [each.getMessage() for each in found if each.name.startswith("metrobot")]


@pytest.mark.parametrize(("status", "code"), FOR_GOOD)
async def test_what_is_refused_comes_at_once_in_words(
    stage: Stage, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    """Without its picture and buttons, calling the same person, under the same nonce."""
    await stage.start(1)
    refuse(stage, status, code, times=1)
    await stage.turn(0, "Take 1", "Stop")

    refused, plain = posts(stage, stage.channel.id)[-2:]
    first, *_, note = texts(stage.last).splitlines()
    assert first == f"{stage.people[1].mention}, it’s your turn in Counters. Turn 0: 1 taken"
    assert note.startswith(PLAIN)
    assert (alts(stage.last), labels(stage.last)) == ([], [])
    assert plain["allowed_mentions"]["users"] == [stage.people[1].id]
    assert plain["nonce"] == refused["nonce"]
    assert (await stage.table()).place.board_message == stage.last.id
    assert len(warnings(caplog)) == 1
    assert f"was refused ({status} {code})" in warnings(caplog)[0]


@pytest.mark.parametrize(("status", "code"), FOR_GOOD)
async def test_what_is_refused_twice_is_given_up_and_the_host_is_told(
    stage: Stage, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    """The next message passes; the log names the game and Discord's code."""
    await stage.start(1)
    refuse(stage, status, code, times=2)
    await stage.turn(0, "Take 1", "Stop")
    told = texts(stage.direct(stage.people[0])[-1])
    board = (await stage.people[1].slash(stage.channel, "board")).response
    planner = await stage.plan(1, board, "Take 2", "Stop")
    await stage.people[1].click(planner, label="Confirm")

    assert told.startswith("Discord refused a message in your game of Counters on")
    assert "It was about turn 1." in told
    assert (f"Discord’s code: {code}." in told) == (code != 0)
    assert warnings(caplog)[-1] == f"game 1: message 4 (turn) is given up: discord {status} {code}"
    assert "Turn 1: 2 taken" in texts(stage.last)
    assert "Plan my turn" in labels(stage.last)
    assert len(stage.direct(stage.people[1])) == 1


async def test_a_host_without_direct_messages_is_called_in_the_channel(stage: Stage) -> None:
    """They are told what to do there."""
    await stage.start(1)
    close_dms(stage, stage.people[0])
    refuse(stage, 400, 50035, times=2)
    await stage.turn(0, "Take 1", "Stop")

    assert texts(stage.last).startswith(f"{stage.people[0].mention}, Discord refused a message")
    assert texts(stage.last).splitlines()[1:] == ["It was about turn 1.", "Discord’s code: 50035."]
    assert posts(stage, stage.channel.id)[-1]["allowed_mentions"]["users"] == [stage.people[0].id]


@pytest.mark.parametrize(("status", "code"), PASSING)
async def test_what_passes_is_tried_again_as_it_is(stage: Stage, status: int, code: int) -> None:
    """A fault of Discord's, or of what stands between, is no refusal of the message."""
    await stage.start(1)
    refuse(stage, status, code, times=1)
    await stage.turn(0, "Take 1", "Stop")
    await stage.env.advance_time(30)

    assert "Plan my turn" in labels(stage.last)
    assert PLAIN not in texts(stage.last)


async def test_a_part_of_the_count_that_is_refused_keeps_back_no_other(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The winner stands last all the same, and the host is told."""
    await stage.start(1)
    send = discord.PartialMessageable.send

    async def refusing(self: Any, *args: Any, **options: Any) -> Any:
        if options["nonce"].endswith(".0"):
            refuse(stage, 400, 50035, times=1)
        return await send(self, *args, **options)

    monkeypatch.setattr(discord.PartialMessageable, "send", refusing)
    await stage.finish()

    said = [texts(each) for each in stage.public]
    assert "Counting" not in said
    assert "has won" in said[-1]
    assert "Discord refused a message" in texts(stage.direct(stage.people[0])[-1])


@pytest.mark.parametrize("code", UNFIT)
async def test_a_channel_that_holds_no_messages_is_lost(stage: Stage, code: int) -> None:
    """The host is told why, and the game goes on elsewhere."""
    await stage.start(1)
    refuse(stage, 400, code, times=None)
    await stage.turn(0, "Take 1", "Stop")
    told = texts(stage.direct(stage.people[0])[-1])
    new = stage.guild.create_text_channel("other")
    await stage.people[0].slash(new, "game move")

    assert "Its channel can’t hold messages." in told
    assert (await stage.table()).place.lost is None


async def test_a_hand_that_is_refused_comes_in_words(stage: Stage) -> None:
    """To its player alone, its first words naming nothing of it."""
    await stage.start(1)
    await stage.finish()
    direct = stage.people[1].user.dm_channel.id
    refuse(stage, 400, 50035, times=1, channel=direct)
    await stage.start(1)

    table = await stage.table(2)
    letter = stage.direct(stage.people[1])[-1]
    secret = f"Your number is {table.state.numbers[1]}."
    assert secret in texts(letter)
    assert secret not in texts(letter)[:100]
    assert PLAIN in texts(letter)
    assert alts(letter) == []
