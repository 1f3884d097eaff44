"""People who have left the server: nobody waits for them, asks them or counts them."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from metrobot.service.membership.endings import END
from metrobot.service.membership.transfer_rules import TransferReason, with_a_voice
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Person, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.store.statements.votes.ballots import Ballot
from tests.service.acts import refused
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, Stage


def go(stage: Stage, *people: Person) -> None:
    """Let people leave the server."""
    stage.left.update(person.id for person in people)


async def absent(stage: Stage, hours: float) -> list[tuple[str, int | None]]:
    """Advance by hours; return what has been said of people who are awaited."""
    stage.line.poster = stage.notifier
    await stage.wait(3600 * hours)
    await stage.tables.housekeeping.round()
    kinds = (DeliveryKind.REMIND, DeliveryKind.SILENT, DeliveryKind.GONE)
    return [(kind, player) for kind, _, player in await stage.said() if kind in kinds]


async def test_nobody_is_reminded_who_has_left_and_the_others_hear_of_it_once(stage: Stage) -> None:
    """In place of the first reminder, not on the third day."""
    await stage.start(BOB, CAT)
    go(stage, ANN)

    assert await absent(stage, 24) == [("gone", ANN.id)]
    assert await absent(stage, 24 * 9) == [("gone", ANN.id)]


async def test_the_others_hear_of_it_when_the_turn_passes_to_whoever_has_left(stage: Stage) -> None:
    table = await stage.start(BOB, CAT)
    go(stage, ANN)
    stage.line.poster = stage.notifier
    await stage.tables.deliver_pending()
    stage.tables.look_for_departures(table.id)

    assert await absent(stage, 0) == [("gone", ANN.id)]
    assert await absent(stage, 24) == [("gone", ANN.id)]


async def test_closing_waits_for_the_look_that_a_delivery_begins(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would go on beside a store that is closed."""
    deliveries, looked = set[asyncio.Task[Any]](), list[int]()

    async def look(_: object, table: Table, turn: int) -> frozenset[int]:
        await asyncio.wait(deliveries)
        looked.append(turn)
        return frozenset()

    monkeypatch.setattr(OutboxWorker, "tell_departures", look)
    table = await stage.start(BOB, CAT)
    stage.line.poster, before = stage.notifier, asyncio.all_tasks()
    stage.tables.deliver_soon(table.id)
    deliveries |= asyncio.all_tasks() - before
    await stage.tables.close()

    assert looked


async def test_whoever_is_back_is_reminded_again(stage: Stage, trio: Table) -> None:
    go(stage, ANN)
    await absent(stage, 24)
    stage.left.clear()

    assert await absent(stage, 48) == [("gone", ANN.id), ("remind", ANN.id), ("silent", ANN.id)]


async def asked(stage: Stage, *voters: Person, gone: Sequence[Person] = ()) -> tuple[Table, Ballot]:
    """Have Ann ask people whether to end a game of three, after some have left the server."""
    table = await stage.start(BOB, CAT)
    go(stage, *gone)
    people = [person.id for person in voters]
    ballot = await stage.tables.ballots.open(table, END, ANN.id, people, payload={"result": True})
    return table, ballot


async def test_whoever_has_left_is_not_asked(stage: Stage) -> None:
    """Nobody's yes is needed if all others have left."""
    table, ballot = await asked(stage, ANN, BOB, CAT, gone=(BOB, CAT))
    ended = await stage.tables.endings.end(table.id, ballot)

    assert ballot.is_carried
    assert ballot.payload["called"] == []
    assert ended.status is Status.OVER


async def test_whoever_leaves_after_the_question_has_no_voice_until_they_are_back(
    stage: Stage,
) -> None:
    table, ballot = await asked(stage, ANN, BOB, CAT)
    await stage.vote(table, ballot, BOB, agrees=False)
    go(stage, BOB)
    carried = await stage.vote(table, ballot, CAT)
    stage.left.clear()
    again = await stage.tables.ballots.by_id(table, ballot.id, END)

    assert (carried.is_carried, carried.objected) == (True, frozenset())
    assert (again.is_carried, again.objected) == (False, frozenset({BOB.id}))


async def test_a_place_whose_player_has_left_is_given_by_those_who_are_there(stage: Stage) -> None:
    """At once; with two at a table the other one decides."""
    table = await stage.start(BOB)
    go(stage, BOB)

    after = await stage.tables.seats.offer_computer(table, ANN.id, 1, "easy")

    assert isinstance(after, Table)
    assert after.people[1].cover == "easy"


async def test_of_three_who_are_there_two_decide(stage: Stage, trio: Table) -> None:
    """The newcomer accepts as ever; a player who comes back has the say again."""
    go(stage, BOB)
    ballot = await stage.tables.seats.offer(trio, ANN.id, 1, DAN.id)
    count = stage.tables.seats.count
    first = count(trio, ballot)
    done = count(trio, await stage.vote(trio, ballot, CAT, DAN))
    stage.left.clear()
    back = count(trio, await stage.tables.ballots.by_id(trio, ballot.id, ballot.kind))
    lost = count(trio, await stage.vote(trio, ballot, BOB, agrees=False))

    assert (first.ground, first.have, first.need) == (TransferReason.GONE, 1, 2)
    assert (done.is_decided, back.is_decided, lost.is_lost) == (True, False, True)


async def test_a_newcomer_who_has_left_gets_no_place(stage: Stage, trio: Table) -> None:
    """Whatever they and the others have said: it is lost, and the place is not offered again."""
    ballot = await stage.tables.seats.offer(trio, BOB.id, 1, DAN.id)
    await stage.vote(trio, ballot, DAN)
    go(stage, DAN)
    ballot = await stage.tables.ballots.by_id(trio, ballot.id, ballot.kind)

    assert stage.tables.seats.count(trio, ballot).is_lost
    with pytest.raises(TableError, match=TableKey.BALLOT_CLOSED):
        await stage.tables.seats.hand_over(trio.id, ballot, DAN)
    with pytest.raises(TableError, match=TableKey.NEWCOMER_GONE):
        await stage.tables.seats.offer(trio, ANN.id, 1, DAN.id)


async def test_nobody_who_is_there_decides_alone_about_whoever_is_away(stage: Stage) -> None:
    """A computer plays for Cat, who is on the server: she keeps her voice."""
    table = await stage.start(BOB, CAT)
    found = await stage.tables.seats.offer_computer(table, CAT.id, 2, "easy")

    assert isinstance(found, Table)
    assert [person.id for person in with_a_voice(found, {BOB.id})] == [ANN.id, CAT.id]


@pytest.mark.parametrize(("gone", "host"), [((ANN, BOB), CAT), ((ANN,), BOB)])
async def test_only_who_is_there_becomes_host(
    stage: Stage, gone: Sequence[Person], host: Person, trio: Table
) -> None:
    """Nobody hands the place from one to another who has gone."""
    go(stage, *gone)

    assert (await stage.tables.hosts.succeed(trio.id)).place.host == host.id


async def test_a_host_who_resigns_is_followed_by_somebody_who_is_there(stage: Stage) -> None:
    table = await stage.start(BOB, CAT)
    go(stage, BOB)

    assert (await stage.tables.seats.resign(table.id, ANN.id)).place.host == CAT.id


async def test_anybody_ends_a_game_whose_people_have_all_left(stage: Stage, table: Table) -> None:
    go(stage, ANN)
    assert await refused(stage.tables.cancel(CHANNEL, DAN, may_manage=False)) == TableKey.NOT_HOST
    go(stage, BOB)
    assert await refused(stage.tables.hosts.succeed(table.id)) == TableKey.STALE

    after = await stage.tables.cancel(CHANNEL, DAN, may_manage=False)

    assert after.status is Status.CANCELLED


async def test_a_host_whose_others_have_all_left_asks_nobody(stage: Stage, table: Table) -> None:
    """Nor do they leave a game that others play."""
    go(stage, BOB)
    after = await stage.tables.cancel(CHANNEL, ANN, may_manage=False)

    assert after.status is Status.CANCELLED
    assert await stage.store.seats.departed(after.id) == ()


async def test_a_lobby_keeps_no_place_for_who_has_left(stage: Stage) -> None:
    """Whoever joins gets it, or starts without them; a host who has gone is followed."""
    await stage.lobby(BOB)
    go(stage, ANN)

    table = await stage.tables.lobbies.at(CHANNEL).join(CAT, 700)
    assert [person.id for person in table.people] == [BOB.id, CAT.id]
    assert table.place.host == BOB.id

    await stage.tables.lobbies.at(CHANNEL).join(DAN, 701)
    go(stage, DAN)
    begun = await stage.tables.lobbies.at(CHANNEL).start(BOB.id, may_manage=False, interaction=9)
    assert {person.id for person in begun.people} == {BOB.id, CAT.id}


async def test_whoever_joins_a_lobby_that_all_have_left_is_its_host(stage: Stage) -> None:
    await stage.lobby()
    go(stage, ANN)

    table = await stage.tables.lobbies.at(CHANNEL).join(BOB, 700)

    assert [person.id for person in table.people] == [BOB.id]
    assert table.place.host == BOB.id
