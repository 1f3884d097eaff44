"""What two accounts at a table cannot do to a third player: lower, win, void."""

from datetime import timedelta

import pytest

from metrobot.service.membership import transfer_rules
from metrobot.service.membership.endings import END
from metrobot.service.membership.transfer_rules import ANSWERING, SILENCE
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Person, Status
from metrobot.service.model.table import CHANNEL_GONE, Table
from metrobot.store.statements.ratings import BASE
from metrobot.store.statements.votes.ballots import Ballot
from tests.leaderboard_reference import standings_of
from tests.service.acts import refused
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, GUILD, Stage
from tests.service.test_lock_choice import lock
from tests.service.test_lock_choice import start as start_rounds
from tests.service.toy import Stop, Take

HERS, VICTIM = BOB, CAT
"""Ann's second account, and the third player."""
SEAT = 2
"""The place of the third player."""


@pytest.fixture
async def table(stage: Stage) -> Table:
    """Return a game of the three in which the third player has just been called."""
    return await stage.take(await stage.take(await stage.start(HERS, VICTIM), 1, 1), 1, 1)


async def ask(stage: Stage, table: Table, newcomer: Person | None) -> Ballot:
    """Let Ann offer the victim's place to a computer (None) or somebody; return the vote of both.

    The newcomer accepts.
    """
    seats, ballots = stage.tables.seats, stage.tables.ballots
    if newcomer is None:
        found = await seats.offer_computer(table, ANN.id, SEAT, "easy")
        assert isinstance(found, Ballot)
    else:
        found = await seats.offer(table, ANN.id, SEAT, newcomer.id)
        found = await stage.vote(table, found, newcomer)
    for each in (ANN, HERS):
        if each.id in found.voters:
            found = await ballots.vote(table, found.id, each.id, found.kind, agrees=True)
    return found


async def replaced(stage: Stage, table: Table, newcomer: Person | None) -> Table:
    """Let Ann and her second account replace the victim, as far as they may.

    Raises:
        TableError: they may not.
    """
    ballot = await ask(stage, table, newcomer)
    meant = newcomer or Person(transfer_rules.newcomer_of(table, ballot), "")
    return await stage.tables.seats.hand_over(table.id, ballot, meant)


async def covered(stage: Stage) -> Table:
    """Return a game in which the two had a computer cover the third after a day."""
    table = await stage.wait(ANSWERING.total_seconds())
    return await replaced(stage, table, None)


async def self_covered(stage: Stage, table: Table) -> Table:
    """Return a game in which the third player lets a computer play for a while."""
    found = await stage.tables.seats.offer_computer(table, VICTIM.id, SEAT, "easy")
    assert isinstance(found, Table)
    return found


async def ended(stage: Stage, table: Table, *, result: bool, asked: Table | None = None) -> Table:
    """Let the two end the game by vote, as far as they may.

    Args:
        stage: where they play.
        table: the game.
        result: whether it is to count.
        asked: the game when they asked; None: just now.

    Raises:
        TableError: they may not.
    """
    voters = [person.id for person in transfer_rules.with_a_voice(asked or table)]
    ballot = await stage.tables.ballots.open(table, END, ANN.id, voters, payload={"result": result})
    ballot = await stage.vote(table, ballot, HERS)
    return await stage.tables.endings.end(table.id, ballot)


# --- replace and cover ---


@pytest.mark.parametrize("newcomer", [None, DAN], ids=["computer", "newcomer"])
async def test_two_accounts_replace_nobody_who_was_called_less_than_a_day_ago(
    stage: Stage, newcomer: Person | None, table: Table
) -> None:
    """To the second; nobody asks the second account either."""
    table = await stage.wait(ANSWERING.total_seconds() - 1)

    assert await refused(replaced(stage, table, newcomer)) == TableKey.BALLOT_CLOSED
    table = await stage.wait(1)
    after = await replaced(stage, table, newcomer)

    assert after.people[SEAT].played_by == "easy" if newcomer is None else after.has(DAN.id)


async def test_before_that_only_the_player_says_yes(stage: Stage, table: Table) -> None:
    ballot = await ask(stage, table, DAN)
    ballot = await stage.vote(table, ballot, VICTIM)

    assert (await stage.tables.seats.hand_over(table.id, ballot, DAN)).has(DAN.id)


async def test_who_is_not_called_is_never_late(stage: Stage) -> None:
    """However long the two take for their own turns."""
    table = await stage.take(await stage.start(HERS, VICTIM), 3)
    table = await stage.wait(10 * SILENCE.total_seconds())

    assert await refused(replaced(stage, table, None)) == TableKey.BALLOT_CLOSED


async def test_the_day_to_answer_begins_when_somebody_who_is_away_is_back(
    stage: Stage, table: Table
) -> None:
    await stage.tables.people.be_away(VICTIM, stage.clock.now() + timedelta(days=5))
    await stage.wait(timedelta(days=6).total_seconds() - 1)

    with pytest.raises(TableError, match=TableKey.BALLOT_CLOSED):
        await replaced(stage, await stage.tables.in_channel(CHANNEL), None)
    await stage.wait(1)

    assert (await replaced(stage, await stage.tables.in_channel(CHANNEL), None)).people[SEAT].cover


@pytest.mark.parametrize("is_moved", [True, False])
async def test_the_day_to_answer_begins_when_a_lost_game_is_shown_again(
    stage: Stage, is_moved: bool, table: Table
) -> None:
    """Until then nobody could call: two accounts, one of which manages the channel, lose it."""
    await stage.tables.channels.channels_lost([CHANNEL], CHANNEL_GONE)
    stage.clock.advance(2 * ANSWERING.total_seconds())
    if is_moved:
        channels = stage.tables.channels
        await channels.move(table.id, GUILD, CHANNEL + 1, ANN.id, may_manage=False)
    else:
        await stage.store.channels.regain(table.id, stage.clock.now())
        stage.tables.replaced()

    with pytest.raises(TableError, match=TableKey.BALLOT_CLOSED):
        await replaced(stage, await stage.tables.by_id(table.id), None)
    table = await stage.wait(ANSWERING.total_seconds(), CHANNEL + is_moved)
    assert (await replaced(stage, table, None)).people[SEAT].outvoted


async def test_votes_about_a_late_turn_are_void_once_it_is_played(
    stage: Stage, table: Table
) -> None:
    table = await stage.wait(ANSWERING.total_seconds())
    ballot = await ask(stage, table, DAN)
    table = await stage.take(table, 1, 1)

    with pytest.raises(TableError, match=TableKey.BALLOT_CLOSED):
        await stage.tables.seats.hand_over(table.id, ballot, DAN)


async def test_a_choice_that_is_locked_answers_a_call(stage: Stage) -> None:
    """While others still choose, no event tells of it."""
    table = await start_rounds(stage, HERS, VICTIM)
    table = await stage.wait(ANSWERING.total_seconds())
    ballot = await ask(stage, table, DAN)
    assert stage.tables.seats.count(table, ballot).is_decided
    await lock(stage, VICTIM, 1)

    with pytest.raises(TableError, match=TableKey.BALLOT_CLOSED):
        await stage.tables.seats.hand_over(table.id, ballot, DAN)


async def test_who_lets_a_computer_play_for_a_while_keeps_the_place(
    stage: Stage, table: Table
) -> None:
    """Nobody waits for them, so there is nothing to decide."""
    table = await self_covered(stage, table)
    table = await stage.wait(2 * SILENCE.total_seconds())

    assert await refused(replaced(stage, table, DAN)) == TableKey.BALLOT_CLOSED


async def test_whom_others_had_covered_can_be_replaced_while_a_computer_plays_on(
    stage: Stage, table: Table
) -> None:
    """They had their day; once they are back they have a say, and no other day for this turn."""
    table = await covered(stage)
    ballot = await ask(stage, table, DAN)
    back = await stage.tables.covers.come_back(table.id, VICTIM.id)

    assert stage.tables.seats.count(table, ballot).is_decided
    assert back.turn_since == table.turn_since
    assert not back.people[SEAT].outvoted
    with pytest.raises(TableError, match=TableKey.BALLOT_CLOSED):
        await stage.tables.seats.hand_over(table.id, ballot, DAN)


async def test_the_host_alone_offers_a_place_after_three_days_unless_its_player_objects(
    stage: Stage, table: Table
) -> None:
    """Not with a second account that accepts; one day is not enough."""
    table = await stage.wait(SILENCE.total_seconds() - 1)
    seats = stage.tables.seats
    early = await stage.vote(table, await seats.offer(table, ANN.id, SEAT, DAN.id), DAN)
    table = await stage.wait(1)
    due = await stage.vote(table, await seats.offer(table, ANN.id, SEAT, DAN.id), DAN)
    refused = await stage.vote(table, due, VICTIM, agrees=False)

    found = [seats.count(table, each).is_decided for each in (early, due, refused)]
    assert found == [False, True, False]


async def test_a_host_who_stops_reminders_does_not_shorten_the_day(
    stage: Stage, table: Table
) -> None:
    """A call is a call, with reminders or without."""
    await stage.tables.looks.choose(CHANNEL, ANN.id, 0, may_manage=False)
    table = await stage.wait(ANSWERING.total_seconds() - 1)

    assert await refused(replaced(stage, table, None)) == TableKey.BALLOT_CLOSED


# --- end and cancel ---


@pytest.mark.parametrize("result", [True, False])
async def test_two_accounts_end_no_game_in_which_a_third_plays(
    stage: Stage, result: bool, table: Table
) -> None:
    assert await refused(ended(stage, table, result=result)) == TableKey.BALLOT_CLOSED


@pytest.mark.parametrize("result", [True, False])
async def test_who_lets_a_computer_play_for_a_while_is_asked_before_a_game_is_ended(
    stage: Stage, result: bool, table: Table
) -> None:
    """Else the two would wait for that, and end the game."""
    table = await self_covered(stage, table)

    assert await refused(ended(stage, table, result=result)) == TableKey.BALLOT_CLOSED
    assert (await stage.tables.by_id(table.id)).status is Status.RUNNING


async def test_who_is_back_in_time_has_a_say_in_a_vote_that_was_asked_before(
    stage: Stage, table: Table
) -> None:
    """The vote is closed, and can be asked anew."""
    away = await covered(stage)
    back = await stage.tables.covers.come_back(away.id, VICTIM.id)

    assert await refused(ended(stage, back, result=False, asked=away)) == TableKey.BALLOT_CLOSED
    assert await stage.tables.ballots.of(back, END) is None


async def test_nobody_who_was_silent_for_a_day_keeps_the_others_from_ending_a_game(
    stage: Stage, table: Table
) -> None:
    """They need not ask a person whom they had covered."""
    after = await ended(stage, await covered(stage), result=False)

    assert after.status is Status.CANCELLED


async def test_a_host_cancels_no_game_that_others_play(stage: Stage, table: Table) -> None:
    """Also if a computer plays for one of them: the table is asked."""
    assert await refused(stage.tables.cancel(CHANNEL, ANN, may_manage=False)) == TableKey.NEEDS_VOTE
    await self_covered(stage, table)
    assert await refused(stage.tables.cancel(CHANNEL, ANN, may_manage=False)) == TableKey.NEEDS_VOTE


# --- undo ---


async def test_who_lets_a_computer_play_for_a_while_is_asked_before_a_turn_is_taken_back(
    stage: Stage, table: Table
) -> None:
    """Else the two could try turns against it."""
    table = await self_covered(stage, table)

    asked = await stage.tables.undo.ask(table.id, HERS.id)

    assert asked.ballot is not None
    assert asked.ballot.voters == {ANN.id, VICTIM.id}


async def test_who_is_back_in_time_has_a_say_before_a_turn_is_taken_back(
    stage: Stage, table: Table
) -> None:
    table = await covered(stage)
    asked = await stage.tables.undo.ask(table.id, HERS.id)
    assert asked.ballot is not None
    await stage.tables.covers.come_back(table.id, VICTIM.id)

    with pytest.raises(TableError, match=TableKey.BALLOT_CLOSED):
        await stage.tables.undo.agree(table.id, asked.ballot.id, ANN.id)
    again = await stage.tables.undo.ask(table.id, HERS.id)

    assert again.ballot is not None
    assert again.ballot.voters == {ANN.id, VICTIM.id}


# --- all of it ---


async def test_whatever_two_accounts_try_a_third_who_answers_in_time_wins_and_rises(
    stage: Stage,
) -> None:
    """In each of their turns and of its own they replace nobody, and end nothing."""
    table = await stage.start(HERS, VICTIM)
    while table.status is Status.RUNNING:
        for attempt in (replaced(stage, table, None), replaced(stage, table, DAN)):
            with pytest.raises(TableError):
                await attempt
        with pytest.raises(TableError):
            await ended(stage, table, result=False)
        table = await stage.wait(ANSWERING.total_seconds() - 1)
        (person,) = table.to_act()
        own = [Stop()] if table.state.takes else [Take(1)]
        acts = [Take(min(3, table.state.pile))] if person.id == VICTIM.id else own
        table = await stage.tables.turns.act(table.id, person.id, table.revision, acts)

    found = (await standings_of(stage.tables.leaderboards, GUILD))["toy"]

    assert found[VICTIM.id].wins == 1
    assert found[VICTIM.id].rating > BASE > found[ANN.id].rating


@pytest.mark.parametrize("who", [(ANN, HERS), (HERS, ANN)])
async def test_two_accounts_that_leave_take_nothing_from_a_third(
    stage: Stage, who: tuple[Person, Person], table: Table
) -> None:
    for each in who:
        table = await stage.tables.seats.resign(table.id, each.id)
    await stage.finish(table)

    found = (await standings_of(stage.tables.leaderboards, GUILD))["toy"]

    assert found.keys() == {ANN.id, HERS.id}
    assert all(each.rating < BASE for each in found.values())
