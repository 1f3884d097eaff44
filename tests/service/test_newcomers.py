"""Newcomers: asked about, shown a hand late, sent away until they play; nobody gains by them."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from metrobot.service.membership.endings import END
from metrobot.service.membership.transfer_rules import ANSWERING, TransferReason, who_may_end
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.play.plans import plan_due, plans_of
from metrobot.service.tables import Tables
from metrobot.store.statements.votes.ballots import Ballot
from metrobot.store.store import Store
from tests.databases import url_of
from tests.leaderboard_reference import standings_of
from tests.service.acts import refused
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, GUILD, KEY, TITLES, Stage, staged
from tests.service.test_bot_turns import Thinking
from tests.service.test_with_computers import started_with

EVE = Person(PlayerId(14), "Eve")
SEAT = 1
"""Bob's place."""


async def seated(stage: Stage, table: Table, person: Person, *agreeing: Person) -> Table:
    """Offer Bob's place to somebody, of which Ann asks the others, and let them sit down."""
    ballot = await stage.tables.seats.offer(table, ANN.id, SEAT, person.id)
    asked = (each for each in (person, *agreeing) if each.id in ballot.voters)
    ballot = await stage.vote(table, ballot, *asked)
    return await stage.tables.seats.hand_over(table.id, ballot, person)


async def replaced(stage: Stage, *, is_open: bool = True) -> Table:
    """Return a game of three in which Dan sits for Bob, who was late on his turn."""
    await stage.take(await stage.start(BOB, CAT, open=is_open), 1, 1)
    table = await stage.wait(ANSWERING.total_seconds())
    return await seated(stage, table, DAN, CAT)


async def give(stage: Stage, table: Table, giver: Person, taker: Person) -> Table:
    """Let somebody hand Bob's place, which is theirs, to somebody else."""
    stage.clock.advance(1)
    ballot = await stage.tables.seats.offer(table, giver.id, SEAT, taker.id)
    ballot = await stage.vote(table, ballot, taker)
    return await stage.tables.seats.hand_over(table.id, ballot, taker)


async def back(stage: Stage, table: Table, person: Person = BOB) -> Table:
    done = await stage.tables.seats.take_back(table.id, SEAT, person)
    assert isinstance(done, Table)
    return done


# --- who is asked ---


@pytest.mark.parametrize("are_open", [False, True])
async def test_a_computers_seat_is_taken_unasked_only_where_its_host_has_said_so(
    stage: Stage, are_open: bool
) -> None:
    """The choice stands in the lobby, and holds for the whole game."""
    await stage.lobby()
    lobby = stage.tables.lobbies.at(CHANNEL)
    await lobby.add_computer(ANN.id, "easy")
    await lobby.choose(ANN.id, "open_seats", "on" if are_open else "off")
    table = await lobby.start(ANN.id, may_manage=False, interaction=900)
    (place,) = (at for at, each in enumerate(table.people) if each.is_computer)

    assert isinstance(await stage.tables.seats.take(table.id, place, DAN), Table) is are_open
    assert (await stage.tables.by_id(table.id)).has(DAN.id) is are_open


async def test_a_player_alone_offers_no_computers_seat_to_a_friend(stage: Stage) -> None:
    """The others are asked, as they are when the friend asks."""
    table = await started_with(stage, "easy", people=(BOB,))

    ballot = await stage.tables.seats.offer(table, ANN.id, 2, DAN.id)
    ballot = await stage.vote(table, ballot, DAN)

    assert ballot.payload["ground"] == TransferReason.VACANT
    assert not stage.tables.seats.count(table, ballot).is_decided


async def test_who_was_removed_from_a_lobby_stays_out_of_its_game(stage: Stage) -> None:
    """By taking a seat, by an offer, in a list, and after a restart."""
    await stage.lobby(BOB, DAN)
    lobby = stage.tables.lobbies.at(CHANNEL)
    await lobby.remove(ANN.id, DAN.id)
    await lobby.add_computer(ANN.id, "easy")
    await lobby.choose(ANN.id, "open_seats", "on")
    await lobby.choose(ANN.id, "seating", "joined")
    await stage.agree(BOB)
    table = await lobby.start(ANN.id, may_manage=False, interaction=900)
    again = await Store.open(stage.url)
    seats = Tables(again, stage.clock, TITLES).seats

    for ask in (
        seats.take(table.id, 2, DAN),
        seats.offer(table, BOB.id, 1, DAN.id),
        seats.offer(table, ANN.id, 2, DAN.id),
    ):
        assert await refused(ask) == TableKey.KEPT_OUT
    listed = [
        [each.id for each in await seats.in_server(GUILD, reader, running=running)]
        for reader in (DAN.id, EVE.id)
        for running in (False, True)
    ]
    await again.close()
    assert listed == [[], [], [table.id], [table.id]]


# --- taking back ---


async def test_whoever_was_replaced_takes_their_seat_back_until_the_newcomer_has_played(
    stage: Stage,
) -> None:
    table = await back(stage, await replaced(stage))
    assert [person.id for person in table.people] == [ANN.id, BOB.id, CAT.id]

    table = await stage.wait(ANSWERING.total_seconds())
    table = await stage.take(await seated(stage, table, DAN, CAT), 1, 1)

    for person in (BOB, ANN):
        with pytest.raises(TableError, match=TableKey.SEAT_KEPT):
            await stage.tables.seats.take_back(table.id, SEAT, person)


async def test_strangers_take_nothing_back(stage: Stage) -> None:
    table = await replaced(stage)

    for person in (EVE, ANN, DAN):
        with pytest.raises(TableError, match=TableKey.SEAT_KEPT):
            await stage.tables.seats.take_back(table.id, SEAT, person)


async def test_where_hands_are_secret_a_newcomer_sees_what_everybody_sees(stage: Stage) -> None:
    """Until they begin their first turn; from then on the seat is theirs."""
    table = await replaced(stage, is_open=False)
    assert table.view_for(DAN.id) == table.view_for(None)
    for act in (
        stage.tables.turns.read_draft(table.id, DAN.id, table.revision, ""),
        stage.tables.plans.begin(table.id, DAN.id),
    ):
        assert await refused(act) == TableKey.HAND_LATER

    table, _ = await stage.tables.turns.begin_draft(table.id, DAN.id)

    assert table.view_for(DAN.id) == table.title.view_for(table.state, table.seats_at(SEAT))
    assert await refused(stage.tables.seats.take_back(table.id, SEAT, BOB)) == TableKey.SEAT_KEPT


async def test_a_hand_is_shown_to_no_newcomer_whose_turn_it_is_not(stage: Stage) -> None:
    """They are told the same, whatever the hand is; their former player comes back."""
    table = await replaced(stage, is_open=False)
    table = await give(stage, await back(stage, table), BOB, DAN)
    table = await stage.tables.covers.come_back(table.id, DAN.id)
    state = table.state
    other = replace(table.played, state=replace(state, numbers=tuple(reversed(state.numbers))))

    assert replace(table, history=other).view_for(DAN.id) == table.view_for(DAN.id)
    assert (await back(stage, table)).view_for(BOB.id) != table.view_for(None)


@pytest.mark.parametrize(("people", "by_one"), [((), True), ((BOB,), False)])
async def test_where_a_computer_sat_most_of_those_who_play_give_the_seat_back(
    stage: Stage, people: tuple[Person, ...], by_one: bool
) -> None:
    """One who plays alone by one press; of two, both. The newcomer has no voice in it."""
    table = await started_with(stage, "fair", people=people)
    place = len(people) + 1
    table = await stage.sit(table, place, DAN)

    found = await stage.tables.seats.take_back(table.id, place, ANN)
    if isinstance(found, Ballot):
        assert not stage.tables.seats.count(table, found).is_decided
        found = await stage.vote(table, found, *people)
        computer = next(each for each in found.voters if not table.has(each))
        found = await stage.tables.seats.hand_over(table.id, found, Person(computer, ""))
        assert not by_one
    assert found.people[place].level == "fair"
    assert found.place.host == ANN.id


async def test_a_question_to_give_a_seat_back_is_lost_once_the_newcomer_has_played(
    stage: Stage,
) -> None:
    table = await started_with(stage, "fair", people=(BOB,))
    table = await stage.sit(table, 2, DAN)
    ballot = await stage.tables.seats.take_back(table.id, 2, ANN)
    assert isinstance(ballot, Ballot)
    for _ in table.people:
        table = await stage.take(table, 1, 1)
    ballot = await stage.vote(table, ballot, BOB)

    count = stage.tables.seats.count(table, ballot)
    assert (count.is_decided, count.is_lost) == (False, True)


async def test_who_was_sent_away_does_not_simply_come_again(stage: Stage) -> None:
    """In an open game either: they are asked about."""
    await stage.lobby()
    lobby = stage.tables.lobbies.at(CHANNEL)
    await lobby.add_computer(ANN.id, "easy")
    await lobby.choose(ANN.id, "seating", "joined")
    await lobby.choose(ANN.id, "open_seats", "on")
    table = await lobby.start(ANN.id, may_manage=False, interaction=900)
    await stage.tables.seats.take(table.id, SEAT, DAN)
    await back(stage, table, ANN)

    assert isinstance(await stage.tables.seats.take(table.id, SEAT, DAN), Ballot)


async def test_a_newcomer_who_lets_a_computer_play_stays_new(tmp_path: Path) -> None:
    """They have not played, however often it has."""
    async with staged(url_of(tmp_path / "computers.db"), thinker=Thinking()) as stage:
        table = await replaced(stage)
        await stage.tables.seats.offer_computer(table, DAN.id, SEAT, "fair")
        await stage.tables.bot_turns.settled()
        table = await stage.tables.by_id(table.id)
        assert table.to_act() == (table.people[2],)

        assert (await back(stage, table)).people[SEAT].cover is None


@pytest.mark.parametrize("how", ["given on", "left"])
async def test_a_newcomer_who_goes_leaves_the_way_back_open(stage: Stage, how: str) -> None:
    """Else a second account could close it."""
    table = await replaced(stage)
    if how == "left":
        table = await stage.tables.seats.resign(table.id, DAN.id)
    else:
        table = await give(stage, table, DAN, EVE)

    assert (await back(stage, table)).people[SEAT].id == BOB.id


async def test_plans_of_a_newcomer_go_with_them(stage: Stage) -> None:
    """Nobody plays a turn that somebody else has planned in their seat."""
    table = await stage.start(BOB, CAT, open=True)
    table = await give(stage, table, BOB, DAN)
    draft = (await stage.tables.plans.begin(table.id, DAN.id)).draft.then(0).then(0)
    table = await stage.tables.plans.keep(table.id, DAN.id, table.revision, draft.code)
    assert plans_of(table, DAN.id)

    table = await stage.take(await back(stage, table), 1, 1)

    assert plan_due(table) is None
    assert [person.plans for person in table.people] == [None] * 3


async def test_of_two_who_take_a_seat_back_at_once_one_does(stage: Stage) -> None:
    """Two processes, one of which has just been started; and what it does is kept."""
    table = await replaced(stage)
    again = await Store.open(stage.url)
    other = Tables(again, stage.clock, TITLES, entropy=lambda: KEY)

    done = await asyncio.gather(
        *(each.seats.take_back(table.id, SEAT, BOB) for each in (stage.tables, other)),
        return_exceptions=True,
    )
    after = await other.by_id(table.id)
    await other.close()
    await again.close()

    assert sorted(isinstance(each, Table) for each in done) == [False, True]
    assert all(isinstance(each, Table | TableError) for each in done)
    assert after.people[SEAT].id == BOB.id
    assert await stage.store.seats.departed(table.id) == ((SEAT, BOB.id), (SEAT, DAN.id))


async def test_nobody_takes_back_a_hand_that_another_process_is_just_showing(stage: Stage) -> None:
    """No revision tells of that."""
    table = await replaced(stage, is_open=False)
    row, _, before = await stage.tables.seats.loader.running(table.id)
    await stage.store.seats.settle(table.id, DAN.id)

    with pytest.raises(TableError, match=TableKey.STALE):
        await stage.tables.seats._reseated(row, before, SEAT, BOB, is_anew=False)
    assert (await stage.tables.by_id(table.id)).people[SEAT].id == DAN.id


# --- nobody gains ---


async def test_two_accounts_of_one_person_that_hand_a_seat_about_have_no_more_time(
    stage: Stage,
) -> None:
    """The others decide about the seat after a day, whoever has it by then."""
    await stage.take(await stage.start(BOB, CAT, open=True), 1, 1)
    table = await stage.wait(0)
    called, takers = table.turn_since, (DAN, BOB, DAN, BOB)
    for giver, taker in zip((BOB, *takers), takers, strict=False):
        stage.clock.advance(ANSWERING.total_seconds() / 4)
        table = await give(stage, table, giver, taker)

    assert table.turn_since == called
    ballot = await stage.tables.seats.offer(table, ANN.id, SEAT, EVE.id)
    assert ballot.payload["ground"] == TransferReason.LATE


async def test_a_seat_that_is_offered_to_anyone_brings_a_second_account_no_time(
    stage: Stage,
) -> None:
    """Not even where the others let it in: it could hand the seat back with a whole turn."""
    await stage.take(await stage.start(BOB, CAT), 1, 1)
    called = (table := await stage.wait(0)).turn_since
    table = await stage.tables.lookouts.offer_seat(table.id, BOB.id, offered=True)
    ballot = await stage.tables.seats.take(table.id, SEAT, DAN)
    assert isinstance(ballot, Ballot)
    stage.clock.advance(3600)
    await stage.vote(table, ballot, ANN, CAT)
    after = await stage.tables.seats.hand_over(table.id, ballot, DAN)

    assert after.turn_since == called
    assert (await give(stage, after, DAN, BOB)).turn_since == called


async def test_a_newcomer_whom_the_others_chose_has_a_whole_turn(stage: Stage) -> None:
    """And whoever comes back goes on with what is left of it."""
    table = await replaced(stage)
    called = stage.clock.now()
    assert table.turn_since == called
    stage.clock.advance(3600)

    assert (await back(stage, table)).turn_since == called


async def test_days_of_absence_and_turns_of_the_clock_stay_with_the_seat(stage: Stage) -> None:
    """Handing it to a second account and back brings none of them back."""
    await stage.take(await stage.start(BOB, CAT, open=True), 1, 1)
    table = await stage.wait(0)
    await stage.tables.people.be_away(BOB, stage.clock.now() + timedelta(days=9))
    stage.clock.advance(timedelta(days=12).total_seconds())
    table = await seated(stage, table, DAN, CAT)

    assert table.people[SEAT].clock.away_used == timedelta(days=9).total_seconds()
    assert (await back(stage, table)).people[SEAT].clock.away_used == timedelta(
        days=9
    ).total_seconds()


@pytest.mark.parametrize("returns", [True, False])
async def test_ratings_go_by_who_sits_there_at_the_end(stage: Stage, returns: bool) -> None:
    """Whoever came back in time has not left; a newcomer is not rated."""
    table = await replaced(stage)
    await stage.finish(await back(stage, table) if returns else table)
    found = (await standings_of(stage.tables.leaderboards, GUILD))["toy"]

    assert set(found) == {ANN.id, BOB.id, CAT.id}
    least = min(found[ANN.id].mu, found[CAT.id].mu)
    assert (found[BOB.id].mu >= least) is returns


# --- who plays with newcomers alone ---


@pytest.mark.parametrize("result", [True, False])
async def test_who_plays_with_computers_and_newcomers_alone_can_always_end(
    stage: Stage, result: bool
) -> None:
    """Whatever the newcomers say, or do not; they end nothing without them."""
    table = await started_with(stage, "easy", "fair")
    table = await stage.sit(await stage.sit(table, 1, DAN), 2, EVE)
    assert [person.id for person in who_may_end(table)] == [ANN.id]
    table = await stage.take(await stage.take(table, 1, 1), 1, 1)
    ballot = await stage.tables.ballots.open(
        table, END, ANN.id, [ANN.id], payload={"result": result}
    )

    after = await stage.tables.endings.end(table.id, ballot)

    assert after.status is (Status.OVER if result else Status.CANCELLED)


async def test_where_two_began_both_are_asked_about_the_end(stage: Stage) -> None:
    assert {person.id for person in who_may_end(await replaced(stage))} == {ANN.id, CAT.id, DAN.id}
