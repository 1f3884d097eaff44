"""Rests: who may ask, what rests, and what ends it."""

from datetime import datetime, timedelta

import pytest

from metrobot.service.membership.rests import APART, LONGEST
from metrobot.service.model.errors import TableKey
from metrobot.service.model.play import GameId, rest_of
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.people.quotas import Quotas
from metrobot.store.schema.act_rows import Move
from metrobot.store.schema.rows import StaleError
from metrobot.store.statements.votes.ballots import Ballot
from tests.service import test_lock_choice
from tests.service.acts import refused
from tests.service.stage import ANN, BOB, CAT, DAN, HICCUP, Stage
from tests.service.test_put_aside import HERE, IDLE, said
from tests.service.test_reminders import DAY, reminded


async def asked(stage: Stage, table: Table, days: float = 10) -> Ballot:
    """Let Ann ask for a rest of some days."""
    until = stage.clock.now() + timedelta(days=days)
    return await stage.tables.rests.ask(await stage.tables.by_id(table.id), ANN.id, until)


async def rested(stage: Stage, table: Table, days: float = 10) -> Table:
    """Let all at a table agree to a rest of some days."""
    ballot = await stage.vote(table, await asked(stage, table, days), *table.seated)
    await stage.tables.rests.begin(table.id, ballot)
    return await stage.tables.by_id(table.id)


async def end_of(stage: Stage, game: GameId) -> datetime | None:
    return rest_of(await stage.tables.by_id(game), stage.clock.now())


async def test_a_game_rests_until_its_date_once_all_agree(stage: Stage, trio: Table) -> None:
    """Not before the last one does; then it says until when, also after a restart."""
    ballot = await stage.vote(trio, await asked(stage, trio), BOB)
    assert await refused(stage.tables.rests.begin(trio.id, ballot)) == TableKey.BALLOT_CLOSED
    assert await end_of(stage, trio.id) is None

    ballot = await stage.vote(trio, ballot, CAT)
    await stage.tables.rests.begin(trio.id, ballot)

    end = stage.clock.now() + timedelta(days=10)
    assert await end_of(stage, trio.id) == end
    stage.tables.replaced()
    assert await end_of(stage, trio.id) == end
    table = await stage.wait(10 * DAY)
    assert await end_of(stage, table.id) is None
    assert await refused(stage.tables.rests.begin(table.id, ballot)) == TableKey.BALLOT_CLOSED


@pytest.mark.parametrize("days", [-1, 0, LONGEST.days + 0.01])
async def test_a_rest_ends_in_the_future_and_within_thirty_days(stage: Stage, days: float) -> None:
    """The last moment of the thirty days is no fault."""
    table = await stage.start(BOB)

    assert await refused(asked(stage, table, days)) == TableKey.BAD_REST
    assert await asked(stage, table, LONGEST.days)


async def test_a_game_rests_once_in_fourteen_days(stage: Stage) -> None:
    """From the beginning of the last rest, however soon somebody has played."""
    table = await rested(stage, await stage.start(BOB))
    await stage.take(table, 1, 1)
    table = await stage.wait((APART - timedelta(minutes=1)).total_seconds())

    assert await refused(asked(stage, table)) == TableKey.RESTED
    table = await stage.wait(60)
    assert await asked(stage, table)


async def test_only_who_plays_with_others_asks_for_a_rest(stage: Stage) -> None:
    until = stage.clock.now() + timedelta(days=3)
    lobby = await stage.lobby(BOB)
    assert await refused(stage.tables.rests.ask(lobby, ANN.id, until)) == TableKey.NOT_STARTED
    table = await stage.tables.lobbies.at(lobby.place.channel).start(
        ANN.id, may_manage=False, interaction=900
    )
    assert await refused(stage.tables.rests.ask(table, DAN.id, until)) == TableKey.NOT_SEATED
    await stage.tables.seats.resign(table.id, BOB.id)
    assert await refused(asked(stage, table)) == TableKey.REST_ALONE


async def test_a_question_is_void_once_its_date_has_passed(stage: Stage, table: Table) -> None:
    ballot = await asked(stage, table, 1)
    table = await stage.wait(DAY)

    assert await refused(stage.vote(table, ballot, BOB)) == TableKey.BALLOT_CLOSED


async def test_nobody_is_reminded_or_silent_while_a_game_rests(told: Stage) -> None:
    """The awaited are reminded a day after it; others hear of silence two days later."""
    await rested(told, await told.start(BOB, CAT))

    assert await reminded(told, 9.9 * 24) == []
    assert not await told.is_silent(0)
    assert await reminded(told, 1.2 * 24) == [("remind", ANN.id)]
    assert not await told.is_silent(0)
    await told.wait(2 * DAY)
    assert await told.is_silent(0)


async def test_a_reminder_that_was_due_is_not_sent_into_a_rest(told: Stage, table: Table) -> None:
    """Discord had refused it until then."""
    told.notifier.failures = {DeliveryKind.REMIND: HICCUP}
    assert await reminded(told, 25) == []
    await rested(told, table)
    told.notifier.failures = {}

    assert await reminded(told, 2) == []


async def test_who_plays_ends_the_rest(told: Stage) -> None:
    table = await rested(told, await told.start(BOB))

    assert rest_of(await told.take(table, 1, 1), told.clock.now()) is None
    assert await end_of(told, table.id) is None
    assert await reminded(told, 23) == []
    assert await reminded(told, 2) == [("remind", BOB.id)]


async def test_an_act_that_is_not_stored_ends_no_rest(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await rested(stage, await stage.start(BOB))

    async def outrun(_: Move) -> None:
        raise StaleError

    monkeypatch.setattr(stage.store.games, "append", outrun)
    assert await refused(stage.take(table, 1, 1)) == TableKey.STALE

    assert await end_of(stage, table.id) is not None


async def test_a_choice_that_waits_for_others_ends_the_rest(told: Stage) -> None:
    """Those others are reminded again, though the board has not moved on."""
    table = await rested(told, await test_lock_choice.start(told, BOB))
    await reminded(told, 25)
    await test_lock_choice.lock(told, ANN, 1)

    assert await end_of(told, table.id) is None
    assert await reminded(told, 24) == [("remind", BOB.id)]


async def test_the_days_of_a_game_that_nobody_plays_begin_after_its_rest(told: Stage) -> None:
    told.tables.channels.quotas = Quotas(idle_days=IDLE)
    await rested(told, await told.start(BOB), 30)

    assert await said(told, 30 + IDLE - 0.1) == []
    assert await said(told, 0.2) == [HERE]
