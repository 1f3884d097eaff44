"""Leaving, taking and handing over seats, ending by vote: as people do it on Discord."""

from dataclasses import replace
from typing import Any

import pytest

from metrobot.service.membership.endings import END
from metrobot.service.membership.transfer_rules import Agreement
from metrobot.service.model.play import PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.store.statements.votes.ballots import Ballot
from metrobot.ui.pages.page import Post
from metrobot.ui.seats.seat_pages import (
    board_news_page,
    carried_page,
    lost_page,
    news_page,
    offer_page,
)
from metrobot.ui.words.catalogue import Words
from tests.ui.stage import Stage, ids, labels, texts
from tests.ui.toy_front import ToyFront


async def resigned(stage: Stage, number: int, *joining: int) -> None:
    """Start a game of three, and let one of them leave."""
    await stage.start(*(joining or (1, 2)))
    await leave(stage, number)


async def leave(stage: Stage, number: int) -> Any:
    """Let somebody resign, sure as they are; return what they are told."""
    person = stage.people[number]
    asked = (await person.slash(stage.channel, "game resign")).response
    return await person.click(asked, label="Yes, leave the game")


@pytest.mark.parametrize("with_computer", [False, True])
async def test_who_leaves_or_cancels_is_told_before_what_it_costs(
    hosted: Stage, with_computer: bool
) -> None:
    """A table with a computer loses them nothing, so there they are told nothing."""
    if with_computer:
        table = await hosted.table()
        await hosted.bot.parts.tables.lobbies.at(table.place.channel).add_computer(
            table.place.host, "easy"
        )
    await hosted.people[1].click(hosted.last, label="Join")
    await hosted.people[0].click(hosted.last, label="Start")
    hosted.let_manage(0)
    leaving = (await hosted.people[1].slash(hosted.channel, "game resign")).response
    cancelling = (await hosted.people[0].slash(hosted.channel, "game cancel")).response

    assert ("comes last in it" in texts(leaving)) is not with_computer
    assert ("round 3 is over, you come last" in texts(cancelling)) is not with_computer


def vacancy(stage: Stage) -> Any:
    """Return the newest message that offers a vacant seat."""
    return next(m for m in reversed(stage.public) if any("Take seat" in a for a in labels(m)))


def question(stage: Stage) -> Any:
    """Return the newest message that asks people."""
    return next(m for m in reversed(stage.public) if "No" in labels(m))


async def test_who_resigns_is_asked_first(trio: Stage) -> None:
    answer = (await trio.people[1].slash(trio.channel, "game resign")).response

    assert "becomes vacant" in texts(answer)
    assert (await trio.table()).has(trio.people[1].id)


async def test_the_game_goes_on_without_who_has_left(stage: Stage) -> None:
    """The channel is told, with a button for the seat, which does what is fixed meanwhile.

    The hand is somebody else's by then: whoever left sees it no more.
    """
    await resigned(stage, 1)
    board = stage.last
    hand = (await stage.people[1].slash(stage.channel, "hand")).response
    await stage.turn(0, "Take 1", "Take 1")

    assert f"<@{stage.people[1].id}> has left the game" in texts(vacancy(stage))
    assert "Plan my turn" in labels(board)
    assert "not in this game" in texts(hand)
    assert [p.id for p in (await stage.table()).to_act()] == [stage.people[2].id]


def calls(stage: Stage, number: int) -> int:
    """Return the number of messages that have pinged somebody."""
    posted = (stage.env.backend.get_message(stage.channel.id, each.id) for each in stage.public)
    return sum(stage.people[number].id in each.ping_user_ids for each in posted)


async def test_nobody_is_called_again_for_a_turn_that_has_not_changed(trio: Stage) -> None:
    """Ann is awaited all along, while Bob leaves, a newcomer sits down and a board is lost."""
    before = calls(trio, 0)
    await leave(trio, 1)
    trio.env.backend.delete_message(trio.channel.id, trio.newest_board().id)
    await trio.people[2].slash(trio.channel, "game status")
    await trio.env.settle()

    assert before == 1
    assert calls(trio, 0) == before
    assert f"{trio.people[0].mention}, it’s your turn" in texts(trio.last)


async def test_whoever_is_awaited_since_another_left_is_called(stage: Stage) -> None:
    """The turn has passed to them; whoever follows is not called."""
    await resigned(stage, 0)

    assert calls(stage, 1) == 1
    assert calls(stage, 2) == 0


async def claimed(stage: Stage) -> Any:
    """Have Bob leave, and Cat ask for the seat; return the question."""
    await stage.start(1)
    await leave(stage, 1)
    await stage.restart()
    answer = await stage.people[2].click(vacancy(stage), label="Take seat 2")
    assert "If nobody objects" in texts(answer.response)
    return question(stage)


async def test_a_stranger_takes_the_seat_once_the_table_agrees(stage: Stage) -> None:
    """All are told who would see the hand, and until when they may object.

    Not before they agree; also after a restart; the hand waits for the stranger's first turn.
    """
    asked = await claimed(stage)
    said, offered, before = texts(asked), labels(asked), await stage.table()
    await stage.people[0].click(asked, label="Agree")
    await stage.env.settle()

    assert f"<@{stage.people[2].id}> wants to take a seat" in said
    assert "sees its secret hand" in said
    assert f"Do you agree, <@{stage.people[0].id}>?" in said
    assert "if nobody objects" in said
    assert offered == ["Agree", "No", "Withdraw"]
    assert before.people[1].is_vacant
    assert (await stage.table()).people[1].id == stage.people[2].id
    assert not stage.direct(stage.people[2])
    assert "Plan my turn" in labels(stage.last)


async def test_a_seat_passes_by_itself_where_nobody_objects(stage: Stage) -> None:
    """After a day, also after a restart in between; the question says so."""
    asked = await claimed(stage)
    await stage.env.advance_time(23 * 3600)
    before = await stage.table()
    await stage.restart()
    await stage.env.advance_time(2 * 3600)
    await stage.env.settle()

    after = [texts(m) for m in stage.public if m.id == asked.id]
    assert before.people[1].is_vacant
    assert (await stage.table()).people[1].name == "Cat"
    assert "Nobody objected" in after[0]
    assert not stage.direct(stage.people[2])


async def test_a_seat_does_not_pass_to_who_has_left_the_server(stage: Stage) -> None:
    """It stays vacant, and others may ask for it."""
    asked = await claimed(stage)
    stage.env.backend.remove_member(stage.guild.id, stage.people[2].id)
    await stage.env.advance_time(25 * 3600)
    await stage.env.settle()

    said = [texts(m) for m in stage.channel.history(viewer=stage.people[0]) if m.id == asked.id]
    assert (await stage.table()).people[1].is_vacant
    assert "has left this server" in said[0]


async def test_a_seat_stays_vacant_when_the_table_says_no(stage: Stage) -> None:
    asked = await claimed(stage)
    await stage.people[0].click(asked, label="No")
    await stage.env.advance_time(25 * 3600)

    assert (await stage.table()).people[1].is_vacant
    assert not any("Agree" in labels(m) for m in stage.public)


async def test_who_objects_is_named_and_the_majority_decides(trio: Stage) -> None:
    await leave(trio, 2)
    dan = trio.guild.add_member(trio.env.create_user("Dan"))
    await dan.click(vacancy(trio), label="Take seat 3")
    await trio.people[0].click(question(trio), label="Agree")
    await trio.people[1].click(question(trio), label="No")
    await trio.env.advance_time(25 * 3600)

    assert (await trio.table()).people[2].is_vacant


async def test_the_host_alone_hands_no_place_over(pair: Stage) -> None:
    """Though the newcomer accepts; all are told who would see the hand."""
    await pair.people[0].slash(pair.channel, "game replace", seat="2", by=pair.people[2])
    asked = texts(question(pair))
    await pair.people[2].click(question(pair), label="Accept")
    before = await pair.table()
    await pair.people[1].click(question(pair), label="Accept")
    await pair.env.settle()

    assert "Bob\u2069 has to agree as well" in asked
    assert f"Do you agree, <@{pair.people[1].id}>?" in asked
    assert before.people[1].id == pair.people[1].id
    assert (await pair.table()).people[1].id == pair.people[2].id


async def test_others_are_asked_whether_somebody_is_replaced_after_a_day(trio: Stage) -> None:
    """Two of them decide then; before that only its player does, and the question says so."""
    dan = trio.guild.add_member(trio.env.create_user("Dan"))
    await trio.people[1].slash(trio.channel, "game replace", seat="1", by=dan)
    early = question(trio)
    refused = await trio.people[2].click(early, label="Accept")
    await trio.env.advance_time(24 * 3600)
    await trio.people[1].slash(trio.channel, "game replace", seat="1", by=dan)
    asked = texts(question(trio))
    await dan.click(question(trio), label="Accept")
    before = await trio.table()
    await trio.people[2].click(question(trio), label="Accept")
    await trio.env.settle()

    assert "only once they have waited 24 hours" in texts(early)
    assert f"<@{trio.people[2].id}>" not in texts(early)
    assert "This question is not for you" in texts(refused.followups[0])
    assert "so 2 of the other players can decide (1 so far)" in asked
    assert before.people[0].id == trio.people[0].id
    assert (await trio.table()).people[0].id == dan.id


async def test_a_place_is_handed_over_when_the_newcomer_accepts(pair: Stage) -> None:
    await pair.people[1].slash(pair.channel, "game replace", seat="2", by=pair.people[2])
    before = await pair.table()
    await pair.restart()

    await pair.people[2].click(question(pair), label="Accept")
    await pair.env.settle()

    assert before.people[1].id == pair.people[1].id
    assert (await pair.table()).people[1].id == pair.people[2].id
    assert not pair.direct(pair.people[2])


async def test_a_newcomer_may_say_no(pair: Stage) -> None:
    """They alone are asked; then all stays as it is, and there is nothing more to press."""
    await pair.people[0].slash(pair.channel, "game replace", seat="Bob", by=pair.people[2])
    dan = pair.guild.add_member(pair.env.create_user("Dan"))
    answer = await dan.click(question(pair), label="Accept")
    asked = labels(question(pair))
    await pair.people[2].click(question(pair), label="No")

    assert "This question is not for you" in texts(answer.followups[0])
    assert "Accept" in asked
    assert (await pair.table()).people[1].id == pair.people[1].id
    assert not any("Accept" in labels(m) for m in pair.public)


@pytest.mark.parametrize("result", [True, False])
async def test_a_game_is_ended_when_all_agree(trio: Stage, result: bool) -> None:
    """Not before the last one does; also after a restart."""
    await trio.people[0].slash(trio.channel, "game end", result=result)
    await trio.people[1].click(question(trio), label="Agree")
    before = await trio.table()
    await trio.restart()

    await trio.people[2].click(question(trio), label="Agree")
    await trio.env.settle()

    after = await trio.table()
    said = "\n".join(texts(m) for m in trio.public)
    assert before.status is Status.RUNNING
    assert after.status is (Status.OVER if result else Status.CANCELLED)
    assert ("have ended the game" in said) == result
    assert ("has won" in said) == result


async def test_who_asked_withdraws_the_question_for_all(trio: Stage) -> None:
    """Until then it says who has agreed, and asks the others alone."""
    await trio.people[0].slash(trio.channel, "game end", result=True)
    await trio.people[1].click(question(trio), label="Agree")
    agreed = texts(question(trio))
    again = (await trio.people[1].click(question(trio), label="Agree")).followups[0]
    await trio.people[0].click(question(trio), label="Withdraw")

    assert "Agreed: \u2068Ann\u2069 and \u2068Bob\u2069." in agreed
    assert f"<@{trio.people[1].id}>" not in agreed
    assert "You have answered that already" in texts(again)
    assert not any("Agree" in labels(m) for m in trio.public)
    assert texts(trio.last) == "\u2068Ann\u2069 withdrew the question, so nothing changes."


async def test_the_first_no_lets_the_game_go_on(trio: Stage) -> None:
    """The message says who said it; all would have had to agree."""
    await trio.people[0].slash(trio.channel, "game cancel")
    asked = question(trio)
    agree = next(each for each in ids(asked) if each.endswith(".yes"))
    await trio.people[2].click(asked, label="No")
    late = trio.forge(trio.people[1], asked, agree)
    await trio.env.settle()

    assert texts(trio.last) == "\u2068Cat\u2069 said no: the game goes on."
    assert labels(trio.last) == []
    assert "This vote is over" in texts(late.followups[0])
    await trio.people[1].slash(trio.channel, "game end", result=True)
    assert "Agree" in labels(trio.last)


async def test_a_no_of_an_older_release_closes_the_question_in_the_next_round(trio: Stage) -> None:
    """It was kept there, and the question stood open."""
    await trio.people[0].slash(trio.channel, "game end", result=True)
    asked, ballots = question(trio), trio.bot.parts.tables.ballots
    table = await trio.table()
    found = await ballots.of(table, END)
    assert found is not None
    await ballots.vote(table, found.id, trio.people[1].id, END, agrees=False)
    await trio.env.advance_time(3 * 3600)

    closed = trio.env.backend.get_message(trio.channel.id, asked.id)
    assert closed.content == "\u2068Bob\u2069 said no: the game goes on."


async def test_a_question_begins_with_its_call_and_ends_with_what_was_decided(pair: Stage) -> None:
    """The private answer leads to it; it says how long it is open, not when the game ends."""
    answer = (await pair.people[0].slash(pair.channel, "game end", result=True)).response
    asked = question(pair)
    refused = await pair.people[1].click(asked, label="Withdraw")
    said = texts(asked)
    await pair.people[1].click(asked, label="Agree")

    assert said.startswith(f"Do you agree, {pair.people[1].mention}?")
    assert "Vote open until <t:" in said
    assert f"/{asked.id}" in texts(answer)
    assert "Only the person who asked" in texts(refused.followups[0])
    closed = pair.env.backend.get_message(pair.channel.id, asked.id)
    assert closed.content == (
        "\u2068Ann\u2069 asks to end Counters now and count it as it stands.\n"
        "Agreed: \u2068Ann\u2069 and \u2068Bob\u2069."
    )
    assert "have ended the game" in "".join(texts(m) for m in pair.public)


async def test_a_vote_of_a_cancelled_game_closes(trio: Stage) -> None:
    """Who manages the channel has not asked the others."""
    await trio.people[0].slash(trio.channel, "game end", result=True)
    asked = question(trio)
    trio.let_manage(0)
    sure = (await trio.people[0].slash(trio.channel, "game cancel")).response
    await trio.people[0].click(sure, label="Yes, cancel the game")
    await trio.env.advance_time(10)

    closed = trio.env.backend.get_message(trio.channel.id, asked.id)
    assert closed.content == "The game is over, so this vote is closed."


async def test_an_offer_that_another_takes_the_place_of_says_so(pair: Stage) -> None:
    """Its buttons would only be refused."""
    dan = pair.guild.add_member(pair.env.create_user("Dan"))
    await pair.people[0].slash(pair.channel, "game replace", seat="1", by=dan)
    first = question(pair)
    await pair.people[0].slash(pair.channel, "game replace", seat="1", by=pair.people[2])

    closed = pair.env.backend.get_message(pair.channel.id, first.id)
    assert closed.content.startswith("This vote is over")
    assert "Accept" in labels(pair.last)


async def test_a_vote_is_void_once_the_others_let_a_computer_play_for_one_of_them(
    trio: Stage,
) -> None:
    """Others would decide now; it says so, and can be asked anew."""
    await trio.env.advance_time(25 * 3600)
    await trio.people[1].slash(trio.channel, "game end", result=True)
    ending = question(trio)
    await trio.people[1].slash(trio.channel, "game replace", seat="1", computer="easy")
    await trio.people[2].click(question(trio), label="Agree")
    await trio.env.settle()

    closed = trio.env.backend.get_message(trio.channel.id, ending.id)
    assert (await trio.table()).people[0].outvoted
    assert closed.content.startswith("Somebody has left the game or sat down since")


async def test_a_vote_that_the_table_has_overtaken_closes_at_once(trio: Stage) -> None:
    """Somebody has left meanwhile: it says so, and has no button any more."""
    await trio.people[0].slash(trio.channel, "game end", result=True)
    asked = question(trio)
    await leave(trio, 2)

    closed = trio.env.backend.get_message(trio.channel.id, asked.id)
    assert closed.content.startswith("Somebody has left the game or sat down since")
    assert not any("Agree" in labels(m) for m in trio.public)
    await trio.people[0].slash(trio.channel, "game end", result=True)
    assert "Agree" in labels(trio.last)


@pytest.mark.parametrize("case", ["silent", "all agree at last", "absent server"])
async def test_a_vote_whose_time_is_up_says_so(trio: Stage, case: str) -> None:
    """Three days after it was asked, in the next round."""
    await trio.people[0].slash(trio.channel, "game end", result=True)
    asked, ballots = question(trio), trio.bot.parts.tables.ballots
    await trio.env.advance_time(3 * 24 * 3600 - 60)
    ballot = await ballots.of(await trio.table(), END)
    assert ballot is not None
    for person in trio.people[1:] if case == "all agree at last" else ():
        await ballots.vote(await trio.table(), ballot.id, person.id, END, agrees=True)
    if case == "absent server":
        trio.bot.parts.absent[trio.guild.id] = True
    await trio.env.advance_time(3 * 3600)

    assert (await trio.table()).status is Status.RUNNING
    closed = trio.env.backend.get_message(trio.channel.id, asked.id)
    assert closed.content == "The time is up, so nothing changes."


async def test_a_host_who_has_left_the_server_is_succeeded(trio: Stage) -> None:
    """As soon as somebody needs the host."""
    await trio.depart(0)

    answer = (await trio.people[1].slash(trio.channel, "game cancel")).response

    host = (await trio.table()).people[1]
    assert f"so \u2068{host.name}\u2069 is the host now" in texts(answer)
    assert (await trio.table()).place.host == host.id == trio.people[1].id


def _shown(shown: Any) -> Any:
    """Return a page as Discord is told of it."""
    return (getattr(shown, "content", ""), shown.view.to_components())


def everything_public(table: Table, ballot: Ballot, count: Agreement, words: Words) -> str:
    """Return all public messages about changes at a table."""
    pages: list[Post] = [board_news_page(ToyFront(), table, words)]
    for kind in (DeliveryKind.VACATED, DeliveryKind.SEATED, DeliveryKind.ENDED):
        delivery = Delivery(1, table.id, kind, None, table.revision, PlayerId(9), "nonce")
        pages.append(news_page(table, delivery, words))
    pages.append(offer_page(table, ballot, count, words))
    pages += [made(table, ballot, words) for made in (carried_page, lost_page)]
    return repr([(_shown(each), each.pictures) for each in pages])


async def test_what_is_told_of_a_change_does_not_depend_on_hands(stage: Stage) -> None:
    """With other hands the channel would be told just the same, buttons included."""
    await resigned(stage, 1)
    table, newcomer = await stage.table(), stage.guild.add_member(stage.env.create_user("Dan"))
    seats, asker = stage.bot.parts.tables.seats, stage.people[0].id
    ballot = await seats.offer(table, asker, 1, PlayerId(newcomer.id))
    words = stage.bot.parts.readers.public_words(None, table.place.guild)
    numbers = tuple(7 - number for number in table.state.numbers)
    state = replace(table.state, numbers=numbers)
    other = replace(table, history=replace(table.played, state=state))

    count = stage.bot.parts.tables.seats.count(table, ballot)
    of_other = everything_public(other, ballot, count, words)
    assert of_other == everything_public(table, ballot, count, words)
