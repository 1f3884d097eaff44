"""Seats that fall vacant while all choose at once: nothing sealed is told or lost."""

from dataclasses import replace

import pytest
import sqlalchemy as sa

from metrobot.engine.actors import Seat
from metrobot.engine.table_events import End, Vacate
from metrobot.service.finished.record_check import check_record
from metrobot.service.membership.endings import END
from metrobot.service.membership.transfer_rules import ANSWERING
from metrobot.service.model import chance
from metrobot.service.model.play import Status
from metrobot.store.schema.tables import sealed
from metrobot.store.statements.votes.ballots import Ballot
from tests.service.stage import ANN, BOB, CAT, DAN, Stage
from tests.service.test_lock_choice import lock, picked, start
from tests.service.toy_rounds import ROUNDS, Pick


@pytest.fixture(autouse=True)
def _high(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make chance always set the limit 3."""
    monkeypatch.setattr(chance, "draw_index", lambda key, salt, number, count: count - 1)


async def test_a_round_goes_on_without_who_has_left(stage: Stage) -> None:
    table = await start(stage, BOB, CAT)
    await lock(stage, ANN, 2)
    await lock(stage, BOB, 1)

    after = await stage.tables.seats.resign(table.id, BOB.id)

    assert (after.locked, after.to_act()) == (frozenset({Seat(0)}), (CAT,))
    assert await stage.tables.by_id(table.id) == after


async def test_a_seat_on_offer_passes_between_two_turns(stage: Stage) -> None:
    """A choice that its player has locked is played first; then the question is looked at."""
    table = await start(stage, BOB)
    seats = stage.tables.seats
    await stage.tables.lookouts.offer_seat(table.id, BOB.id, offered=True)
    table = await lock(stage, BOB, 1)
    ballot = await seats.take(table.id, 1, DAN)
    assert isinstance(ballot, Ballot)
    ballot = await stage.vote(table, ballot, ANN)
    await stage.tables.ballots.due()
    last_day = replace(ballot, until=stage.clock.now() + ANSWERING)
    locked = [seats.count(table, votes).is_decided for votes in (ballot, last_day)]
    table = await lock(stage, ANN, 2)
    _, standing = await stage.tables.ballots.due()
    ((table, ballot),) = await seats.passing(standing)

    assert locked == [False, True]
    assert (await picked(table))[1] == (Seat(1), Pick(1))
    assert (await seats.hand_over(table.id, ballot, DAN)).has(DAN.id)


async def test_the_last_lock_plays_the_round_with_the_vacant_seat(stage: Stage) -> None:
    """In the order of the seats; nobody chose for it."""
    table = await start(stage, BOB, CAT)
    await stage.tables.seats.resign(table.id, ANN.id)
    await lock(stage, CAT, 1)

    after = await lock(stage, BOB, 2)

    assert (await picked(after))[1:4] == [
        (Seat(0), Pick(0)),
        (Seat(1), Pick(2)),
        (Seat(2), Pick(1)),
    ]


async def test_a_round_is_played_when_the_last_one_to_choose_leaves(stage: Stage) -> None:
    table = await start(stage, BOB, CAT)
    await lock(stage, ANN, 2)
    await lock(stage, CAT, 1)

    after = await stage.tables.seats.resign(table.id, BOB.id)

    assert (await picked(after))[1:4] == [
        (Seat(0), Pick(2)),
        (Seat(1), Pick(0)),
        (Seat(2), Pick(1)),
    ]
    assert after.locked == frozenset()
    assert await stage.tables.by_id(table.id) == after


async def test_what_is_public_does_not_depend_on_what_is_sealed(stage: Stage) -> None:
    table = await start(stage, BOB, CAT)
    await lock(stage, ANN, 2)
    two = await stage.tables.seats.resign(table.id, BOB.id)
    one = await lock(stage, ANN, 1)

    assert (one.log, one.state, one.locked, one.people) == (
        two.log,
        two.state,
        two.locked,
        two.people,
    )


async def test_a_newcomer_does_not_see_what_was_sealed_before_them(stage: Stage) -> None:
    table = await start(stage, BOB)
    await lock(stage, BOB, 2)
    ballot = await stage.tables.seats.offer(table, BOB.id, 1, DAN.id)
    await stage.tables.ballots.vote(table, ballot.id, DAN.id, ballot.kind, agrees=True)

    after = await stage.tables.seats.hand_over(table.id, ballot, DAN)

    assert after.choice_of(DAN.id) is None
    assert {person.id for person in after.to_act()} == {ANN.id, DAN.id}


@pytest.mark.scans
async def test_a_vote_ends_a_round_under_way(stage: Stage) -> None:
    """Sealed choices are void, and the record still holds."""
    table = await start(stage, BOB)
    await lock(stage, ANN, 2)
    voters = (ANN.id, BOB.id)
    ballot = await stage.tables.ballots.open(table, END, ANN.id, voters, payload={"result": True})
    ballot = await stage.vote(table, ballot, BOB)

    after = await stage.tables.endings.end(table.id, ballot)

    assert after.status is Status.OVER
    assert (await stage.store.games.by_id(table.id)).sealed == ()  # type: ignore[union-attr]  # it is there
    assert check_record({"rounds": ROUNDS}, after.record()).is_over
    assert [each.event.action for each in after.log][-1] == End()
    assert await stage.store._database.read(lambda of: of.execute(sa.select(sealed)).all()) == []


async def test_vacancies_stand_in_the_log(stage: Stage) -> None:
    table = await start(stage, BOB)

    after = await stage.tables.seats.resign(table.id, BOB.id)

    assert Vacate(Seat(1)) in [each.event.action for each in after.log]
