"""Who sits where while a game is played: leaving, taking a place, ending by vote."""

from datetime import timedelta

import pytest

from metrobot.engine import table_events as events_of_tables
from metrobot.engine.actors import TABLE
from metrobot.engine.table_events import End, Occupy, Vacate, most_arrivals
from metrobot.service.finished.record_check import check_dealing, check_record
from metrobot.service.membership.endings import END
from metrobot.service.membership.transfer_rules import ANSWERING, PATIENCE, SILENCE, TransferReason
from metrobot.service.model.computers import free_computer
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.tables import Tables
from metrobot.store.statements.votes.ballots import LOOKED_AT, Ballot
from metrobot.store.statements.waits.due import DueKind
from metrobot.store.store import Store
from tests.leaderboard_reference import standings_of
from tests.service.acts import asked_of_running, refused
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, KEY, Stage
from tests.service.toy import TOY

EVE = Person(PlayerId(14), "Eve")


@pytest.fixture
async def vacated(stage: Stage, trio: Table) -> Table:
    """Return a game of three that Bob has left on Ann's turn."""
    return await stage.tables.seats.resign(trio.id, BOB.id)


async def late(stage: Stage) -> Table:
    """Return a game of three in which Bob was called a day ago."""
    await stage.take(await stage.start(BOB, CAT), 1, 1)
    return await stage.wait(ANSWERING.total_seconds())


def table_events(table: Table) -> list[object]:
    return [each.event.action for each in table.log if each.event.actor is TABLE]


async def test_who_resigns_leaves_a_vacant_seat(stage: Stage, vacated: Table) -> None:
    assert table_events(vacated) == [Vacate(vacated.title.seats(vacated.state)[1])]
    assert [person.is_vacant for person in vacated.people] == [False, True, False]
    assert not vacated.has(BOB.id)


async def test_a_vacant_seat_does_what_is_fixed(stage: Stage, vacated: Table) -> None:
    after = await stage.take(vacated, 2, 1)

    assert [person.id for person in after.to_act()] == [CAT.id]


async def test_who_resigns_on_their_turn_lets_the_others_go_on(stage: Stage, trio: Table) -> None:
    stage.line.poster = stage.notifier

    after = await stage.tables.seats.resign(trio.id, ANN.id)

    assert [person.id for person in after.to_act()] == [BOB.id]
    assert (await stage.in_channel())[-2:] == ["vacated", "turn"]


async def test_the_next_seat_is_host_when_the_host_resigns(stage: Stage, trio: Table) -> None:
    after = await stage.tables.seats.resign(trio.id, ANN.id)

    assert after.place.host == BOB.id
    assert (await stage.tables.by_id(trio.id)).place.host == BOB.id


async def test_the_last_one_to_resign_cancels_the_game(stage: Stage, vacated: Table) -> None:
    await stage.tables.seats.resign(vacated.id, ANN.id)

    after = await stage.tables.seats.resign(vacated.id, CAT.id)

    assert (after.status, after.key) == (Status.CANCELLED, None)


async def test_strangers_cannot_resign(stage: Stage) -> None:
    table = await stage.start(BOB)

    with pytest.raises(TableError, match=TableKey.NOT_SEATED):
        await stage.tables.seats.resign(table.id, DAN.id)


async def test_both_companies_of_a_person_fall_vacant(stage: Stage) -> None:
    table = await stage.start(BOB, double=True)

    after = await stage.tables.seats.resign(table.id, BOB.id)

    assert table.title.vacant(after.state) == {1, 3}
    assert len(table_events(after)) == 2


async def test_anybody_may_take_a_vacant_place(stage: Stage, vacated: Table) -> None:
    """With its hand, which they alone see once their first turn begins."""
    stage.line.poster = stage.notifier

    after = await stage.sit(vacated, 1, DAN)

    assert [person.id for person in after.people] == [ANN.id, DAN.id, CAT.id]
    assert after.view_for(DAN.id) == after.view_for(None)
    assert ("hand", None, DAN.id) not in await stage.said()
    table = await stage.take(after, 1, 1)
    table, _ = await stage.tables.turns.begin_draft(table.id, DAN.id)
    assert table.view_for(DAN.id) == TOY.view_for(table.state, table.seats_at(1))


async def test_people_sit_down_no_more_often_than_a_record_may_tell(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question stays open, and the place can be had once another turn is played."""
    monkeypatch.setattr(events_of_tables, "MOST_ARRIVALS", 1)
    table = await stage.start(BOB)
    for _ in range(most_arrivals(TOY, table.state)):
        table = await stage.tables.seats.resign(table.id, BOB.id)
        table = await stage.sit(table, 1, BOB)
        table = await stage.wait(2 * 3600)  # else one person causes too much
    table = await stage.tables.seats.resign(table.id, BOB.id)

    with pytest.raises(TableError, match=TableKey.SEATS_CHANGED):
        await stage.tables.seats.take(table.id, 1, DAN)
    table = await stage.sit(await stage.take(table, 1, 1), 1, DAN)

    assert table.has(DAN.id)
    assert check_record({"toy": TOY}, table.record())


async def test_a_taken_place_is_not_vacant(stage: Stage, vacated: Table) -> None:
    after = await stage.sit(vacated, 1, DAN)

    with pytest.raises(TableError, match=TableKey.SEAT_TAKEN):
        await stage.tables.seats.take(after.id, 1, EVE)


async def test_nobody_sits_twice_at_a_table(stage: Stage, vacated: Table) -> None:
    with pytest.raises(TableError, match=TableKey.ALREADY_SEATED):
        await stage.tables.seats.take(vacated.id, 1, CAT)
    with pytest.raises(TableError, match=TableKey.ALREADY_SEATED):
        await stage.tables.seats.offer(vacated, ANN.id, 1, CAT.id)


async def test_what_was_to_be_said_in_private_to_who_left_is_not_said(stage: Stage) -> None:
    """That hand is somebody else's secret by then."""
    table = await stage.start(BOB, CAT)
    await stage.tables.seats.resign(table.id, BOB.id)
    stage.line.poster = stage.notifier

    said = await stage.said()

    assert ("hand", None, BOB.id) not in said
    assert ("hand", None, CAT.id) in said


async def test_a_player_may_hand_their_place_to_somebody(stage: Stage, trio: Table) -> None:
    seats = stage.tables.seats
    ballot = await seats.offer(trio, BOB.id, 1, DAN.id)
    carried = await stage.tables.ballots.vote(trio, ballot.id, DAN.id, ballot.kind, agrees=True)

    after = await seats.hand_over(trio.id, carried, DAN)

    assert not seats.count(trio, ballot).is_decided
    assert seats.count(trio, carried).is_decided
    assert [person.id for person in after.people] == [ANN.id, DAN.id, CAT.id]
    assert table_events(after) == [Occupy(trio.title.seats(trio.state)[1])]


async def test_who_offers_again_takes_the_first_offer_back(stage: Stage, trio: Table) -> None:
    """So may the host; to all others it is asked already."""
    offer, ballots = stage.tables.seats.offer, stage.tables.ballots
    first = await offer(trio, BOB.id, 1, DAN.id)
    with pytest.raises(TableError, match=TableKey.BALLOT_OPEN):
        await offer(trio, CAT.id, 2, EVE.id)

    for asker in (BOB, ANN):
        again = await offer(trio, asker.id, 1, EVE.id)
        with pytest.raises(TableError, match=TableKey.BALLOT_CLOSED):
            await ballots.by_id(trio, first.id, first.kind)
        first = again


async def test_strangers_hand_no_place_over(stage: Stage, trio: Table) -> None:
    with pytest.raises(TableError, match=TableKey.NOT_SEATED):
        await stage.tables.seats.offer(trio, EVE.id, 0, DAN.id)


async def test_what_is_asked_of_a_game_that_runs_is_refused_before_and_after_it(
    stage: Stage,
) -> None:
    """Whatever a page still offers: the reason is said, and nobody is asked."""
    for work in asked_of_running(stage.tables, await stage.lobby(BOB)):
        assert await refused(work) == TableKey.NOT_STARTED
    table = await stage.tables.lobbies.at(CHANNEL).start(ANN.id, may_manage=False, interaction=900)
    for work in asked_of_running(stage.tables, await stage.finish(table)):
        assert await refused(work) == TableKey.OVER


async def test_the_host_alone_replaces_nobody_who_plays(stage: Stage, trio: Table) -> None:
    """With a friend who accepts, there is still somebody to agree."""
    ballot = await stage.tables.seats.offer(trio, ANN.id, 1, DAN.id)
    ballot = await stage.vote(trio, ballot, DAN)

    assert not stage.tables.seats.count(trio, ballot).is_decided
    with pytest.raises(TableError, match=TableKey.BALLOT_CLOSED):
        await stage.tables.seats.hand_over(trio.id, ballot, DAN)
    assert (await stage.tables.by_id(trio.id)).people[1].id == BOB.id


async def test_two_at_a_table_cannot_outvote_each_other(stage: Stage) -> None:
    """The other one has to agree, be silent for long, or stays."""
    table = await stage.take(await stage.start(BOB), 1, 1)
    table = await stage.wait(ANSWERING.total_seconds())
    ballot = await stage.tables.seats.offer(table, ANN.id, 1, DAN.id)
    alone = await stage.vote(table, ballot, DAN, ANN)
    given = await stage.vote(table, ballot, BOB)

    assert not stage.tables.seats.count(table, alone).is_decided
    assert stage.tables.seats.count(table, given).is_decided


@pytest.mark.parametrize(
    ("agreeing", "is_decided"),
    [((CAT,), True), ((), False), ((BOB,), True)],
    ids=["two others", "the host alone", "its player"],
)
async def test_its_player_or_two_others_give_a_place_after_a_day(
    stage: Stage, agreeing: tuple[Person, ...], is_decided: bool
) -> None:
    """The newcomer accepts each time; the host has asked."""
    table = await late(stage)
    ballot = await stage.tables.seats.offer(table, ANN.id, 1, DAN.id)

    ballot = await stage.vote(table, ballot, DAN, *agreeing)

    assert stage.tables.seats.count(table, ballot).is_decided is is_decided


async def test_a_question_that_cannot_be_won_any_more_is_lost(stage: Stage) -> None:
    """Its player and one of the two others have said no."""
    table = await late(stage)
    ballot = await stage.tables.seats.offer(table, ANN.id, 1, DAN.id)
    by_bob = await stage.vote(table, ballot, BOB, agrees=False)
    by_both = await stage.vote(table, ballot, CAT, agrees=False)

    assert not stage.tables.seats.count(table, by_bob).is_lost
    assert stage.tables.seats.count(table, by_both).is_lost


async def test_a_host_withdraws_no_question_about_their_own_place(stage: Stage) -> None:
    """By asking something else."""
    table = await stage.start(BOB, CAT)
    await stage.tables.seats.offer(table, CAT.id, 0, DAN.id)

    with pytest.raises(TableError, match=TableKey.BALLOT_OPEN):
        await stage.tables.seats.offer(table, ANN.id, 1, EVE.id)


async def test_the_host_offers_a_place_that_is_silent(stage: Stage) -> None:
    """Its player is asked too, and need only say no."""
    table = await stage.take(await stage.start(BOB, CAT), 3, 1)
    table = await stage.wait(SILENCE.total_seconds())
    offered = await stage.tables.seats.offer(table, ANN.id, 1, DAN.id)
    accepted = await stage.vote(table, offered, DAN)
    refused = await stage.vote(table, offered, BOB, agrees=False)

    count = stage.tables.seats.count
    assert count(table, accepted).is_decided
    assert (count(table, refused).is_decided, count(table, refused).is_lost) == (False, True)


async def test_who_plays_on_is_silent_no_more(stage: Stage) -> None:
    """The question is void then, whoever has agreed by now."""
    table = await stage.take(await stage.start(BOB, CAT), 3, 1)
    table = await stage.wait(SILENCE.total_seconds())
    ballot = await stage.tables.seats.offer(table, ANN.id, 1, DAN.id)
    ballot = await stage.vote(table, ballot, DAN)
    after = await stage.take(table, 3)

    with pytest.raises(TableError, match=TableKey.BALLOT_CLOSED):
        await stage.tables.seats.hand_over(after.id, ballot, DAN)


@pytest.mark.parametrize(
    ("hours", "ground"),
    [(23, TransferReason.ASKED), (71, TransferReason.LATE), (73, TransferReason.WAITING)],
)
async def test_who_is_away_is_neither_late_nor_silent(
    stage: Stage, hours: int, ground: TransferReason, trio: Table
) -> None:
    """The 24 and the 72 hours begin when they are back."""
    back = stage.clock.now() + timedelta(days=5)
    await stage.tables.people.be_away(ANN, back)
    table = await stage.wait(timedelta(days=5, hours=hours).total_seconds())
    table = await stage.tables.in_channel(CHANNEL)

    ballot = await stage.tables.seats.offer(table, BOB.id, 0, DAN.id)

    assert ballot.payload["ground"] == ground


# --- vacant places with secret hands ---


async def test_a_stranger_asks_for_a_place_with_a_secret_hand(stage: Stage, vacated: Table) -> None:
    """Nothing changes before the table has had its say; all at it are asked."""
    ballot = await stage.tables.seats.take(vacated.id, 1, DAN)

    assert isinstance(ballot, Ballot)
    assert ballot.voters == {ANN.id, CAT.id, DAN.id}
    assert ballot.agreed == {DAN.id}
    assert (await stage.tables.by_id(vacated.id)).people[1].is_vacant
    assert not stage.tables.seats.count(vacated, ballot).is_decided


async def test_the_majority_gives_a_vacant_place_at_once(stage: Stage, vacated: Table) -> None:
    ballot = await stage.tables.seats.take(vacated.id, 1, DAN)
    assert isinstance(ballot, Ballot)
    by_one = await stage.vote(vacated, ballot, ANN)
    by_both = await stage.vote(vacated, ballot, CAT)

    assert not stage.tables.seats.count(vacated, by_one).is_decided
    assert stage.tables.seats.count(vacated, by_both).is_decided


async def offered(stage: Stage, *others: Person) -> Table:
    """Return a game on Ann's turn in which Bob offers his seat to whoever comes."""
    table = await stage.start(BOB, *others)
    return await stage.tables.lookouts.offer_seat(table.id, BOB.id, offered=True)


async def test_who_offers_a_seat_plays_on_until_the_others_let_somebody_in(stage: Stage) -> None:
    """By handing it over he has left; whoever sits down there offers nothing."""
    table = await offered(stage, CAT)
    seats = stage.tables.seats
    ballot = await seats.take(table.id, 1, DAN)
    assert isinstance(ballot, Ballot)
    table = await stage.take(await stage.take(table, 1), 1)
    two_at_once = await refused(seats.take(table.id, 1, EVE))
    by_one = await stage.vote(table, ballot, ANN)
    by_both = await stage.vote(table, ballot, CAT)
    after = await seats.hand_over(table.id, ballot, DAN)

    assert ballot.voters == {ANN.id, CAT.id, DAN.id}
    assert two_at_once == TableKey.BALLOT_OPEN
    assert [seats.count(table, votes).is_decided for votes in (by_one, by_both)] == [False, True]
    assert [person.id for person in after.people] == [ANN.id, DAN.id, CAT.id]
    assert not after.people[1].offered
    assert [leaver.person.id for leaver in after.departed] == [BOB.id]


async def test_a_seat_on_offer_passes_at_once_where_nobody_else_plays(stage: Stage) -> None:
    """One other person is asked; nobody else has a say once they have left."""
    table = await offered(stage)
    seats = stage.tables.seats
    asking = await seats.take(table.id, 1, DAN)
    await seats.resign(table.id, ANN.id)

    assert isinstance(asking, Ballot)
    assert (await seats.take(table.id, 1, DAN)).id == table.id


async def test_only_a_person_who_may_sit_there_takes_a_seat_on_offer(stage: Stage) -> None:
    """No computer, nobody at the table; nobody once it is taken back, or the game has ended."""
    table = await offered(stage, CAT)
    computer = free_computer("easy", [])
    assert computer is not None
    seats, lookouts = stage.tables.seats, stage.tables.lookouts
    by_computer = seats.take(table.id, 1, Person(PlayerId(computer.id), computer.name))

    assert await refused(by_computer) == TableKey.SEAT_TAKEN
    assert await refused(seats.take(table.id, 1, CAT)) == TableKey.ALREADY_SEATED
    assert await refused(seats.take(table.id, 0, DAN)) == TableKey.SEAT_TAKEN
    assert await refused(lookouts.offer_seat(table.id, DAN.id, offered=True)) == TableKey.NOT_SEATED
    ballot = await seats.take(table.id, 1, DAN)
    assert isinstance(ballot, Ballot)
    ballot = await stage.vote(table, ballot, ANN, CAT)
    table = await lookouts.offer_seat(table.id, BOB.id, offered=False)
    assert seats.settled(table, ballot) == (False, True)
    assert await refused(seats.hand_over(table.id, ballot, DAN)) == TableKey.BALLOT_CLOSED
    assert await refused(seats.take(table.id, 1, DAN)) == TableKey.SEAT_TAKEN
    await stage.finish(table)
    assert await refused(seats.take(table.id, 1, DAN)) == TableKey.OVER


async def passing(tables: Tables) -> tuple[tuple[Table, Ballot], ...]:
    """Return the ballots by which places pass now, each with its table."""
    _, standing = await tables.ballots.due()
    settled = await tables.seats.passing(standing)
    return tuple(each for each in settled if tables.seats.settled(*each)[0])


@pytest.mark.parametrize(("early", "passes"), [(timedelta(seconds=1), False), (timedelta(0), True)])
async def test_a_vacant_place_passes_where_nobody_objects(
    stage: Stage, early: timedelta, passes: bool, vacated: Table
) -> None:
    """For 24 hours and no less; also after a restart."""
    await stage.tables.seats.take(vacated.id, 1, DAN)
    table = await stage.wait((PATIENCE - early).total_seconds())
    again = await Store.open(stage.url)
    tables = Tables(again, stage.clock, {"toy": TOY})

    due = await passing(tables)
    for found, ballot in due:
        await tables.seats.hand_over(found.id, ballot, DAN)
    after = await tables.by_id(table.id)
    await tables.close()
    await again.close()

    assert bool(due) is passes
    assert after.has(DAN.id) is passes


async def test_an_objection_leaves_it_to_the_majority(stage: Stage, vacated: Table) -> None:
    """However long ago; who objects may think again."""
    ballot = await stage.tables.seats.offer(vacated, ANN.id, 1, DAN.id)
    ballot = await stage.vote(vacated, ballot, DAN)
    await stage.vote(vacated, ballot, CAT, agrees=False)
    table = await stage.wait(PATIENCE.total_seconds())
    opposed = await passing(stage.tables)
    ballot = await stage.vote(table, ballot, CAT)

    assert opposed == ()
    assert stage.tables.seats.count(table, ballot).is_decided


async def test_nothing_passes_to_who_has_not_accepted(stage: Stage, vacated: Table) -> None:
    """Silence is consent of the table, not of the newcomer."""
    ballot = await stage.tables.seats.offer(vacated, ANN.id, 1, DAN.id)
    table = await stage.wait(PATIENCE.total_seconds())
    due = await passing(stage.tables)
    accepted = await stage.vote(table, ballot, DAN)

    assert due == ()
    assert stage.tables.seats.count(table, accepted).is_decided


@pytest.mark.embedded
async def test_the_next_round_comes_when_a_place_passes(stage: Stage, vacated: Table) -> None:
    stage.line.poster = stage.notifier
    await stage.tables.seats.take(vacated.id, 1, DAN)
    await stage.wait((PATIENCE - timedelta(minutes=1)).total_seconds())
    assert await passing(stage.tables) == ()
    for _ in range(3):
        await stage.tables.housekeeping.round()

    assert await stage.tables.housekeeping.round() == timedelta(minutes=1)


@pytest.mark.parametrize("objects", [False, True])
async def test_a_question_that_passes_by_itself_is_looked_at_then(
    stage: Stage, objects: bool, vacated: Table
) -> None:
    """One to which somebody has objected within the hour, as any other."""
    ballot = await stage.tables.seats.take(vacated.id, 1, DAN)
    assert not isinstance(ballot, Table)
    if objects:
        await stage.vote(vacated, ballot, ANN, agrees=False)
    await stage.wait((PATIENCE - timedelta(minutes=1)).total_seconds())
    await stage.tables.ballots.due()
    look = await stage.store.due.state(DueKind.BALLOT, ballot.id)

    assert look is not None
    assert look.at is not None
    assert look.at - stage.clock.now() == (LOOKED_AT if objects else timedelta(minutes=1))


@pytest.mark.parametrize("position", [0, 1])
async def test_a_vacant_place_without_a_secret_is_asked_for_too(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, position: int
) -> None:
    """The other players decide about a newcomer; a computer's passes at once in an open game."""
    monkeypatch.setattr(type(TOY), "deals_hands", lambda *_: False)
    table = await stage.start(BOB, CAT, open_seats="on")
    seats, left = stage.tables.seats, table.people[position].id
    table = await seats.resign(table.id, left)
    asked = await seats.take(table.id, position, DAN)
    assert isinstance(asked, Ballot)
    assert asked.voters == {*(person.id for person in table.seated), DAN.id}
    await stage.tables.ballots.close(asked)
    await seats.offer_computer(table, CAT.id, position, "easy")

    after = await seats.take(table.id, position, DAN)

    assert isinstance(after, Table)
    assert after.people[position].id == DAN.id


async def test_nobody_gets_a_second_place_by_an_offer(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(TOY), "deals_hands", lambda *_: False)
    table = await stage.start(BOB, CAT, open_seats="on")
    seats = stage.tables.seats
    carried = await stage.vote(table, await seats.offer(table, BOB.id, 1, DAN.id), DAN)
    await seats.resign(table.id, CAT.id)
    computer = free_computer("easy", [])
    assert computer is not None
    await seats.take(table.id, 2, Person(PlayerId(computer.id), computer.name))
    await seats.take(table.id, 2, DAN)

    with pytest.raises(TableError, match=TableKey.ALREADY_SEATED):
        await seats.hand_over(table.id, carried, DAN)


async def test_nobody_takes_places_and_leaves_them_all_day(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has been there is asked about the next time; to leave is never refused."""
    monkeypatch.setattr(type(TOY), "deals_hands", lambda *_: False)
    table = await stage.start(BOB, CAT, open_seats="on")
    seats = stage.tables.seats
    table = await seats.resign(table.id, CAT.id)
    await seats.offer_computer(table, BOB.id, 2, "easy")
    await seats.take(table.id, 2, DAN)
    table = await seats.resign(table.id, DAN.id)
    await seats.offer_computer(table, BOB.id, 2, "easy")

    assert isinstance(await seats.take(table.id, 2, DAN), Ballot)
    assert isinstance(await seats.take(table.id, 2, EVE), Table)


# --- silent places ---


@pytest.mark.parametrize(("early", "may"), [(timedelta(seconds=1), False), (timedelta(0), True)])
async def test_a_silent_place_is_handed_over_by_the_majority(
    stage: Stage, early: timedelta, may: bool, trio: Table
) -> None:
    """Of the others, once it has kept them waiting for 72 hours."""
    await stage.wait((SILENCE - early).total_seconds())

    assert await stage.is_silent(0) == may
    assert not await stage.is_silent(1)


async def test_a_majority_alone_does_not_do_without_the_newcomer(stage: Stage, trio: Table) -> None:
    table = await stage.wait(SILENCE.total_seconds())
    ballot = await stage.tables.seats.offer(table, CAT.id, 0, EVE.id)
    by_bob = await stage.vote(table, ballot, BOB)
    by_eve = await stage.vote(table, ballot, EVE)

    after = await stage.tables.seats.hand_over(table.id, by_eve, EVE)

    count = stage.tables.seats.count
    assert (count(table, by_bob).is_decided, count(table, by_eve).is_decided) == (False, True)
    assert after.people[0].id == EVE.id
    assert after.place.host == EVE.id


async def test_a_ballot_hands_over_once(stage: Stage, trio: Table) -> None:
    """The second attempt is refused, since the ballot is closed."""
    ballot = await stage.tables.seats.offer(trio, BOB.id, 1, DAN.id)
    ballot = await stage.vote(trio, ballot, DAN)
    await stage.tables.seats.hand_over(trio.id, ballot, DAN)

    with pytest.raises(TableError, match=TableKey.BALLOT_CLOSED):
        await stage.tables.seats.hand_over(trio.id, ballot, EVE)


@pytest.mark.parametrize("result", [True, False])
async def test_a_vote_ends_a_game(stage: Stage, result: bool) -> None:
    """Counted as it stands, with the key told; or without a result."""
    table = await stage.take(await stage.start(BOB, CAT), 3, 1)
    stage.line.poster = stage.notifier
    voters = [person.id for person in table.people]
    ballot = await stage.tables.ballots.open(table, END, ANN.id, voters, payload={"result": result})
    ballot = await stage.vote(table, ballot, BOB, CAT)

    after = await stage.tables.endings.end(table.id, ballot)

    said = await stage.in_channel()
    assert after.status is (Status.OVER if result else Status.CANCELLED)
    assert after.key == (KEY.hex() if result else None)
    assert (said[-2:] == ["ended", "over"]) == result
    assert [End()] == table_events(after) or not result


async def test_records_of_games_with_vacancies_hold(stage: Stage, vacated: Table) -> None:
    table = await stage.take(vacated, 2, 1)
    table = await stage.sit(table, 1, DAN)
    over = await stage.finish(table)

    titles = {"toy": TOY}

    assert check_record(titles, over.record()).is_over
    assert check_dealing(titles, over.record()).reason is None


async def test_a_restart_in_the_middle_loses_nothing(stage: Stage, vacated: Table) -> None:
    ballot = await stage.tables.seats.offer(vacated, ANN.id, 1, DAN.id)
    ballot = await stage.vote(vacated, ballot, CAT, DAN)
    again = await Store.open(stage.url)
    tables = Tables(again, stage.clock, {"toy": TOY})

    read = await tables.by_id(vacated.id)
    after = await tables.seats.hand_over(read.id, ballot, DAN)
    await tables.close()
    await again.close()

    assert (read.people, read.state) == (vacated.people, vacated.state)
    assert after.people[1].id == DAN.id


async def test_who_has_left_is_kept(stage: Stage, vacated: Table) -> None:
    """With the place, though somebody else sits there."""
    await stage.sit(vacated, 1, DAN)

    assert await stage.store.seats.departed(vacated.id) == ((1, BOB.id),)


async def test_a_vacant_seat_wins_nothing_for_who_left_it(stage: Stage, vacated: Table) -> None:
    await stage.finish(vacated)

    standings = (await standings_of(stage.tables.leaderboards, 1))["toy"]

    assert set(standings) == {ANN.id, BOB.id, CAT.id}
    assert standings[BOB.id].mu < min(standings[ANN.id].mu, standings[CAT.id].mu)


async def test_a_host_who_is_gone_is_succeeded(stage: Stage) -> None:
    table = await stage.lobby(BOB)
    stage.left.add(ANN.id)

    after = await stage.tables.hosts.succeed(table.id)

    assert after.place.host == BOB.id
    with pytest.raises(TableError, match=TableKey.STALE):
        await stage.tables.hosts.succeed(table.id)


async def test_other_peoples_ballots_are_gone_when_seats_change(stage: Stage, trio: Table) -> None:
    """They were asked of others."""
    voters = [person.id for person in trio.people]
    await stage.tables.ballots.open(trio, END, ANN.id, voters, payload={"result": True})

    after = await stage.tables.seats.resign(trio.id, BOB.id)

    assert await stage.tables.ballots.of(after, END) is None


async def test_the_board_is_told_where_no_turn_has_ended(stage: Stage, trio: Table) -> None:
    """So that its buttons are those of the new board."""
    stage.line.poster = stage.notifier

    await stage.tables.seats.resign(trio.id, CAT.id)

    assert (await stage.in_channel())[-2:] == [DeliveryKind.VACATED, DeliveryKind.BOARD]
    assert (await stage.tables.in_channel(CHANNEL)).revision == trio.revision + 1


async def test_what_the_channel_is_to_hear_of_who_left_is_still_said(told: Stage) -> None:
    """Only messages for their eyes alone are dropped."""
    table = await told.start(BOB, CAT)
    await told.said()
    told.line.poster = None
    await told.tables.seats.resign(table.id, BOB.id)
    after = await told.sit(await told.tables.by_id(table.id), 1, BOB)
    await told.tables.seats.resign(after.id, BOB.id)
    told.line.poster = told.notifier

    news = [each for each in await told.said() if each[2] == BOB.id][1:]
    assert news == [("vacated", None, BOB.id), ("seated", None, BOB.id), ("vacated", None, BOB.id)]
