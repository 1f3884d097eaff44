"""Taking a turn back on Discord: asked in the channel, agreed by all others, told to everybody."""

import discord
import pytest

from metrobot.service.membership.ballots import LIFETIME
from metrobot.service.outbox.delivery import NoNotifier
from tests.ui.fixtures import after
from tests.ui.stage import Shown, Stage, again, alts, ids, labels, texts


async def played(stage: Stage, *joining: int) -> Shown:
    """Take two counters as Ann, then one; return the private answer."""
    board = await stage.start(*(joining or (1, 2)))
    planner = await stage.plan(0, board, "Take 2", "Take 1")
    await stage.people[0].click(planner, label="Confirm")
    return again(stage, planner)


moved = after(played)
"""The first turn of a game of three has been played."""


def question(stage: Stage) -> discord.Message:
    return [m for m in stage.public if "take back the last turn" in texts(m) or settled(m)][-1]


def settled(message: Shown) -> bool:
    """Return whether a message says what has become of a question."""
    said = texts(message)
    return "stand." in said or "Everyone agreed" in said or "stands." in said


async def asked(stage: Stage) -> discord.Message:
    """Ask for an undo as Ann by command; return the question."""
    await stage.people[0].slash(stage.channel, "game undo")
    return question(stage)


async def all_agree(stage: Stage, *numbers: int) -> None:
    """Ask for an undo as Ann, and agree as all others."""
    await asked(stage)
    for number in numbers or (1, 2):
        await stage.people[number].click(question(stage), label="Agree")


async def test_the_channel_sees_who_asks_and_what_for(stage: Stage) -> None:
    """The turn in words, who has to agree, and nobody else is called."""
    private = await played(stage)
    answer = await stage.people[0].click(private, label="Take back")
    bob, cat = (person.mention for person in stage.people[1:])

    assert texts(stage.last) == (
        "\u2068Ann\u2069 asks to take back the last turn in Counters.\n"
        f"Do you agree, {bob} and {cat}? Everyone has to agree. "
        "If somebody plays on, the turn stands.\n"
        "> **1.** Turn 0: 3 taken\n> A line."
    )
    assert labels(stage.last) == ["Agree", "No", "Withdraw"]
    assert "Once all the others agree" in texts(answer.response)
    assert f"/{stage.last.id}" in texts(answer.response)
    asked = next(each for each in stage.env.http_requests if "asks to take" in str(each.json))
    assert asked.json is not None
    called = asked.json["allowed_mentions"]["users"]
    assert sorted(called) == sorted(person.id for person in stage.people[1:])


async def test_all_others_have_to_agree(moved: Stage) -> None:
    """The question shows who does, and the board comes back when the last one has."""
    message = await asked(moved)
    ann, cat = moved.people[0].mention, moved.people[2].mention
    await moved.people[1].click(message, label="Agree")
    half = texts(question(moved))
    before = await moved.table()

    await moved.people[2].click(question(moved), label="Agree")

    assert "Agreed: \u2068Bob\u2069." in half
    assert f"Do you agree, {cat}?" in half
    assert len(before.log) == 3
    settled = (
        "\u2068Ann\u2069 asks to take back the last turn in Counters.\n"
        "Agreed: \u2068Bob\u2069 and \u2068Cat\u2069."
    )
    assert texts(question(moved)) == settled
    assert labels(question(moved)) == []
    assert texts(moved.last).startswith(
        f"{ann}, it’s your turn in Counters. "
        "\u2068Ann\u2069 took back the last turn. This no longer counts:\n"
        "> **1.** Turn 0: 3 taken\n> A line.\n"
    )
    assert alts(moved.last) == ["12 counters (-)."]
    assert labels(moved.last)[0] == "Plan my turn"
    assert (await moved.table()).place.board_message == moved.last.id


async def test_after_an_undo_each_board_leads_to_the_planner(stage: Stage) -> None:
    """Of the turn that is gone, and of the board before it; what was asked is over."""
    private = await played(stage)
    boards = [m for m in stage.public if "Plan my turn" in labels(m)]
    await all_agree(stage)

    answers = [await stage.people[0].click(old, label="Plan my turn") for old in boards]
    late = await stage.people[0].click(private, label="Take back")

    assert all("Take 1" in labels(each.response) for each in answers)
    assert "moved on" in texts(late.response)


async def test_whoever_plays_on_lets_the_turn_stand(moved: Stage) -> None:
    message = await asked(moved)

    await moved.turn(1, "Take 1", "Take 1")

    shown = next(m for m in moved.public if m.id == message.id)
    assert texts(shown) == "The game has moved on, so \u2068Ann\u2069’s turn stands."
    assert labels(shown) == []


async def test_agreeing_too_late_is_told(moved: Stage) -> None:
    message = await asked(moved)
    agree = next(each for each in ids(message) if ":yes." in each)
    await moved.turn(1, "Take 1", "Take 1")

    answer = moved.forge(moved.people[2], message, agree)
    await moved.env.settle()

    assert "This vote is over" in texts(answer.followups[0])
    assert len((await moved.table()).log) >= 5


async def test_the_buttons_of_another_question_do_not_answer_it(stage: Stage) -> None:
    """Though they name its number: neither voting on a place nor on the end agrees to an undo."""
    await played(stage, 1)
    shown = await asked(stage)
    number = next(each for each in ids(shown) if ":undo:yes." in each).rpartition(".")[2]
    table = await stage.table()
    vote = f"mb1:{table.id}:{table.revision}:ballot:{number}.yes"
    answer = stage.forge(stage.people[1], shown, vote)
    await stage.env.settle()

    assert (await stage.table()).revision == table.revision
    assert texts(answer.followups[0]).startswith("This vote is over")
    assert labels(shown) == labels(question(stage))


async def test_who_is_asked_may_say_no(moved: Stage) -> None:
    await moved.people[1].click(await asked(moved), label="No")

    assert texts(question(moved)) == ("\u2068Bob\u2069 said no, so \u2068Ann\u2069’s turn stands.")


async def test_who_asks_may_let_it_be(moved: Stage) -> None:
    """That player alone, whose own consent is no help."""
    message = await asked(moved)
    alone = await moved.people[0].click(message, label="Agree")
    refused = await moved.people[1].click(message, label="Withdraw")

    await moved.people[0].click(message, label="Withdraw")

    assert "This question is not for you" in texts(alone.followups[0])
    assert "Only the person who asked" in texts(refused.followups[0])
    assert texts(question(moved)) == "\u2068Ann\u2069 lets the turn stand."
    assert len((await moved.table()).log) == 3
    assert labels(await asked(moved)) == ["Agree", "No", "Withdraw"]


async def test_the_next_one_cannot_take_it_back(moved: Stage) -> None:
    refused = await moved.people[1].slash(moved.channel, "game undo")

    assert "only by the player who played it: \u2068Ann\u2069" in texts(refused.response)


async def test_what_could_not_be_told_is_told_after_a_restart(moved: Stage) -> None:
    """The turn that is gone is told from the store."""
    message = await asked(moved)
    await moved.people[1].click(message, label="Agree")
    moved.bot.parts.tables._outbox.notifier = NoNotifier()
    await moved.people[2].click(question(moved), label="Agree")
    count = len(moved.public)

    await moved.restart()
    await moved.env.settle()

    assert len(moved.public) == count + 1
    assert "> **1.** Turn 0: 3 taken" in texts(moved.last)


async def test_two_presses_at_once_ask_once(stage: Stage) -> None:
    private = await played(stage)
    (button,) = ids(private)

    answers = [stage.emit(stage.people[0], private, button) for _ in range(2)]
    await stage.env.settle()

    said = sorted(texts(each.response) for each in answers)
    assert len([m for m in stage.public if "asks to take" in texts(m)]) == 1
    assert "Once all the others agree" in "".join(said)
    assert "already being asked" in "".join(said)


async def test_with_nobody_to_ask_it_is_done_at_once(pair: Stage) -> None:
    resign = (await pair.people[1].slash(pair.channel, "game resign")).response
    await pair.people[1].click(resign, label="Yes, leave the game")
    before = await pair.table()
    await pair.turn(0, "Take 1", "Take 1")

    answer = await pair.people[0].slash(pair.channel, "game undo")

    assert "Your turn has been taken back" in texts(answer.response)
    assert (await pair.table()).log == before.log
    assert "took back the last turn" in texts(pair.last)


async def test_a_question_that_cannot_be_posted_comes_later(moved: Stage) -> None:
    """Whoever asks is told so, and need not ask again."""
    path = f"/channels/{moved.channel.id}/messages"
    moved.env.inject_error("POST", path, status=403, code=50013, message="no", times=1)

    told = await moved.people[0].slash(moved.channel, "game undo")
    before = labels(moved.last)
    await moved.env.advance_time(7 * 3600)

    assert "can’t post the question right now" in texts(told.response)
    assert "Plan my turn" in before
    assert "Withdraw" in [label for each in moved.public for label in labels(each)]


async def test_a_question_ends_by_itself(moved: Stage) -> None:
    message = await asked(moved)
    agree = ids(message)[0]
    await moved.env.advance_time(LIFETIME.total_seconds() + 3600)

    answer = moved.forge(moved.people[1], message, agree)
    await moved.env.settle()

    closed = moved.env.backend.get_message(moved.channel.id, message.id)
    assert closed.content == "The time is up, so nothing changes."
    assert "This vote is over" in texts(answer.followups[0])


@pytest.mark.parametrize("arg", ["yes.x", "maybe.1", "yes."])
async def test_a_button_that_nobody_made_is_refused(moved: Stage, arg: str) -> None:
    table = await moved.table()

    forged = f"mb1:{table.id}:{table.revision}:undo:{arg}"
    answer = moved.forge(moved.people[1], moved.last, forged)
    await moved.env.settle()

    assert answer.response is not None
    assert len((await moved.table()).log) == 3
