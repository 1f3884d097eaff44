"""Refusals of messages: the few that are final, those that pass, and those that nobody knows."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.utils import utcnow

from metrobot.store.schema.act_rows import NewDelivery
from metrobot.ui.pages.page import letter
from metrobot.ui.pages.post import edit
from tests.ui.rounds_stage import Rounds, on_rounds
from tests.ui.stage import Stage, alts, labels, texts
from tests.ui.test_deliveries import close_dms, posts

PLAIN = "Discord refused the pictures and buttons of this message."
FOR_GOOD = [(400, 50035), (413, 40005), (400, 50006), (400, 50045)]
UNKNOWN = [(400, 0), (413, 0), (403, 50009), (400, 200000), (403, 99999)]
PASSING = [(503, 0), (500, 0), (401, 0), (403, 0), (404, 0), (403, 40003), (403, 40004)]
PASSING += [(403, 20026), (400, 20028), (400, 30046), (400, 40062)]
CLOSED = [(403, 50007), (400, 50033), (404, 10013), (403, 50278)]
LOST = [(403, 50001), (404, 10003)]
DAY = 24 * 3600
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
    assert first == f"{stage.people[1].mention}, it’s your turn in Counters. **1.** Turn 0: 1 taken"
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


async def test_a_host_without_direct_messages_is_called_in_the_channel(pair: Stage) -> None:
    close_dms(pair, pair.people[0])
    refuse(pair, 400, 50035, times=2)
    await pair.turn(0, "Take 1", "Stop")

    assert texts(pair.last).startswith(f"{pair.people[0].mention}, Discord refused a message")
    assert texts(pair.last).splitlines()[1:] == ["It was about turn 1.", "Discord’s code: 50035."]
    assert posts(pair, pair.channel.id)[-1]["allowed_mentions"]["users"] == [pair.people[0].id]


@pytest.mark.parametrize(("status", "code"), [*PASSING, *CLOSED[:1]])
async def test_what_passes_is_tried_again_as_it_is(pair: Stage, status: int, code: int) -> None:
    """A fault of Discord's, or of what stands between, is no refusal of the message.

    Nor is what Discord says of people.
    """
    refuse(pair, status, code, times=1)
    await pair.turn(0, "Take 1", "Stop")
    await pair.env.advance_time(30)

    assert "Turn 0: 1 taken" in texts(pair.last)
    assert "Plan my turn" in labels(pair.last)
    assert PLAIN not in texts(pair.last)


@pytest.mark.parametrize(("status", "code"), UNKNOWN)
async def test_what_may_pass_is_tried_again_as_it_is_then_in_words(
    pair: Stage, status: int, code: int
) -> None:
    """After two refusals the third one is followed by plain text."""
    refuse(pair, status, code, times=2)
    await pair.turn(0, "Take 1", "Stop")
    await pair.env.advance_time(30)
    whole = pair.last
    refuse(pair, status, code, times=3)
    await pair.turn(1, "Take 2", "Stop")
    await pair.env.advance_time(60)

    assert "Plan my turn" in labels(whole)
    assert PLAIN not in texts(whole)
    assert texts(pair.last).splitlines()[-1].startswith(PLAIN)
    assert pair.direct(pair.people[0]) == pair.direct(pair.people[0])[:1]


@pytest.mark.long
async def test_what_may_pass_is_given_up_after_a_day(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    """Not sooner; then the host is told, and the next message passes."""
    await stage.start(1)
    refuse(stage, 403, 99999, times=None)
    await stage.turn(0, "Take 1", "Stop")
    await stage.env.advance_time(DAY)
    early = [each for each in warnings(caplog) if "is given up" in each]
    await stage.env.advance_time(DAY / 4)

    assert early == []
    assert [each for each in warnings(caplog) if "message 4 (turn) is given up" in each]
    assert "Discord’s code: 99999." in texts(stage.direct(stage.people[0])[-1])


@pytest.mark.few(4)
@pytest.mark.parametrize(("status", "code"), [*PASSING, *UNKNOWN, *LOST])
async def test_a_hand_comes_once_discord_takes_it(stage: Stage, status: int, code: int) -> None:
    """Whatever Discord says meanwhile, of channels too; until then its player has `/hand`."""
    path = "/users/@me/channels"
    stage.env.inject_error("POST", path, status=status, code=code, times=None)
    await stage.start(1)
    await stage.env.advance_time(3600)
    asked = await stage.people[1].slash(stage.channel, "hand")
    stage.env.backend.faults.clear()
    await stage.env.advance_time(3600)

    secret = f"Your number is {(await stage.table()).state.numbers[1]}."
    assert asked.response is not None
    assert secret in texts(asked.response)
    assert [secret in texts(each) for each in stage.direct(stage.people[1])] == [True]


async def test_letters_that_were_overtaken_are_not_sent_late(stage: Stage) -> None:
    """The hand of a game that is over, and that a channel was lost which is there again."""
    stage.env.inject_error("POST", "/users/@me/channels", status=403, code=40003, times=None)
    await stage.start(1)
    game = (await stage.table()).id
    await stage.store.outbox.enqueue(
        game, 1, [NewDelivery("lost", None, stage.people[0].id)], utcnow()
    )
    await stage.finish()
    stage.env.backend.faults.clear()
    await stage.env.advance_time(3600)

    assert [stage.direct(each) for each in stage.people] == [[], [], []]
    assert await stage.store.outbox.every_pending() == ()


@pytest.mark.parametrize(("status", "code"), CLOSED)
async def test_a_person_who_cannot_be_written_to_is_told_in_the_channel(
    stage: Stage, status: int, code: int
) -> None:
    stage.env.inject_error("POST", "/users/@me/channels", status=status, code=code, times=None)
    await stage.start(1)

    told = [texts(each) for each in stage.public if "direct messages are closed" in texts(each)]
    assert len(told) == 2


async def test_an_edit_that_is_never_taken_holds_up_no_message(
    tmp_path: Path, toy_words: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next board is posted, although the note of who has locked is not."""

    async def late(*_: Any, **__: Any) -> None:
        raise TimeoutError

    monkeypatch.setattr(discord.PartialMessage, "edit", late)
    async with on_rounds(tmp_path / "games.db") as stage:
        game = Rounds(stage)
        await game.start(1, 2)
        before = len(stage.public)
        for number in range(3):
            await game.lock(number, 1)
        after = len(stage.public)

    assert after == before + 1


async def test_an_edit_is_cut_off_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord lets edits of old messages wait for minutes."""

    class Endless(discord.PartialMessage):
        def __init__(self) -> None:
            """Make a message of no channel."""

        async def edit(self, **_: Any) -> Any:
            await asyncio.Event().wait()

    monkeypatch.setattr("metrobot.ui.pages.post.LONGEST_EDIT", 0.0)
    with pytest.raises(TimeoutError):
        await edit(Endless(), letter("Hello."))


async def test_a_part_of_the_count_that_is_refused_keeps_back_no_other(
    pair: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = discord.PartialMessageable.send

    async def refusing(self: Any, *args: Any, **options: Any) -> Any:
        if options["nonce"].endswith(".0"):
            refuse(pair, 400, 50035, times=1)
        return await send(self, *args, **options)

    monkeypatch.setattr(discord.PartialMessageable, "send", refusing)
    await pair.finish()

    said = [texts(each) for each in pair.public]
    assert "Counting" not in said
    assert "has won" in said[-1]
    assert "Discord refused a message" in texts(pair.direct(pair.people[0])[-1])


@pytest.mark.parametrize("code", UNFIT)
async def test_a_channel_that_holds_no_messages_is_lost(pair: Stage, code: int) -> None:
    """The host is told why, and the game goes on elsewhere."""
    refuse(pair, 400, code, times=None)
    await pair.turn(0, "Take 1", "Stop")
    told = texts(pair.direct(pair.people[0])[-1])
    new = pair.guild.create_text_channel("other")
    await pair.people[0].slash(new, "game move")

    assert "Its channel can’t hold messages." in told
    assert (await pair.table()).place.lost is None


async def test_a_hand_that_is_refused_comes_in_words(over: Stage) -> None:
    """To its player alone, its first words naming nothing of it."""
    direct = over.people[1].user.dm_channel.id
    refuse(over, 400, 50035, times=1, channel=direct)
    await over.start(1)

    table = await over.table(2)
    letter = over.direct(over.people[1])[-1]
    secret = f"Your number is {table.state.numbers[1]}."
    assert secret in texts(letter)
    assert secret not in texts(letter)[:100]
    assert PLAIN in texts(letter)
    assert alts(letter) == []
