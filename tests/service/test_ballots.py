"""Ballots: who is asked, who agrees, and when a question is void."""

import pytest
import sqlalchemy as sa

from metrobot.service.membership.ballots import LIFETIME
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.table import Table
from metrobot.service.tables import Tables
from metrobot.store.schema.tables import votes
from metrobot.store.statements.votes.ballots import Ballot, posted
from metrobot.store.store import Store
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, GUILD, Stage

EVERYBODY = (ANN.id, BOB.id, CAT.id)


async def asked(stage: Stage, **more: object) -> tuple[Table, Ballot]:
    """Return a table, and a ballot that Ann has opened."""
    table = await stage.start(BOB, CAT)
    ballot = await stage.tables.ballots.open(table, "end", ANN.id, EVERYBODY, **more)  # type: ignore[arg-type]  # named by the test
    return table, ballot


async def test_whoever_opens_a_ballot_agrees(stage: Stage) -> None:
    _, ballot = await asked(stage, payload={"result": True})

    assert (ballot.agreed, ballot.quorum, ballot.is_carried) == (frozenset({ANN.id}), 3, False)
    assert ballot.payload == {"result": True, "called": [BOB.id, CAT.id]}


async def test_it_is_carried_when_all_agree(stage: Stage) -> None:
    table, ballot = await asked(stage)
    votes = [await stage.vote(table, ballot, person) for person in (BOB, CAT)]

    assert [vote.is_carried for vote in votes] == [False, True]


async def test_one_may_think_again(stage: Stage) -> None:
    table, ballot = await asked(stage)
    await stage.tables.ballots.vote(table, ballot.id, BOB.id, ballot.kind, agrees=True)

    after = await stage.tables.ballots.vote(table, ballot.id, BOB.id, ballot.kind, agrees=False)

    assert after.agreed == {ANN.id}


async def test_strangers_are_not_asked(stage: Stage) -> None:
    table, ballot = await asked(stage)

    with pytest.raises(TableError, match=TableKey.BALLOT_NOT_ASKED):
        await stage.tables.ballots.vote(table, ballot.id, DAN.id, ballot.kind, agrees=True)


async def test_a_ballot_is_of_one_table(stage: Stage) -> None:
    """Its number opens nothing at another one, to those who sit at both either."""
    _, ballot = await asked(stage)
    tables, here = stage.tables, CHANNEL + 1
    await tables.lobbies.open(guild=GUILD, channel=here, host=ANN, title="toy", capacity=None)
    await tables.lobbies.at(here).join(BOB, 600)
    other = await tables.lobbies.at(here).start(ANN.id, may_manage=False, interaction=601)

    with pytest.raises(TableError, match=TableKey.BALLOT_CLOSED):
        await tables.ballots.vote(other, ballot.id, BOB.id, ballot.kind, agrees=True)


async def test_a_ballot_is_of_one_kind(stage: Stage) -> None:
    table, ballot = await asked(stage)

    with pytest.raises(TableError, match=TableKey.BALLOT_CLOSED):
        await stage.tables.ballots.vote(table, ballot.id, BOB.id, "undo", "replace", agrees=True)
    with pytest.raises(TableError, match=TableKey.BALLOT_CLOSED):
        await stage.tables.undo.agree(table.id, ballot.id, BOB.id)
    assert await stage.tables.ballots.by_id(table, ballot.id, "end") == ballot


async def test_one_ballot_of_a_kind_at_a_time(stage: Stage) -> None:
    """Of another kind there may be one beside it."""
    table, _ = await asked(stage)

    with pytest.raises(TableError, match=TableKey.BALLOT_OPEN):
        await stage.tables.ballots.open(table, "end", BOB.id, EVERYBODY)
    other = await stage.tables.ballots.open(table, "undo", BOB.id, EVERYBODY)
    assert other.agreed == {BOB.id}


async def test_an_old_ballot_is_void_and_gives_way(stage: Stage) -> None:
    table, ballot = await asked(stage)
    table = await stage.wait(LIFETIME.total_seconds())

    with pytest.raises(TableError, match=TableKey.BALLOT_CLOSED):
        await stage.tables.ballots.vote(table, ballot.id, BOB.id, ballot.kind, agrees=True)
    newer = await stage.tables.ballots.open(table, "end", BOB.id, EVERYBODY)
    assert newer.id > ballot.id


@pytest.mark.parametrize("bound", [False, True])
async def test_a_bound_ballot_is_void_on_another_board(stage: Stage, bound: bool) -> None:
    table, ballot = await asked(stage, bound=bound)
    moved = await stage.take(table, 1)

    assert (await stage.tables.ballots.of(moved, "end") is None) == bound
    assert ballot.revision == (table.revision if bound else None)


async def test_only_one_closes_a_ballot(stage: Stage) -> None:
    _, ballot = await asked(stage)

    assert [await stage.tables.ballots.close(ballot) for _ in range(2)] == [True, False]


async def test_a_ballot_outlives_a_restart(stage: Stage) -> None:
    table, ballot = await asked(stage, payload={"seat": 1})
    await stage.store._database.write(lambda c: posted(c, ballot.id, 77))
    again = await Store.open(stage.url)
    ballots = Tables(again, stage.clock, stage.tables.titles).ballots

    found = await ballots.by_id(table, ballot.id, ballot.kind)
    await again.close()

    assert (found.message, found.agreed) == (77, frozenset({ANN.id}))
    assert found.payload["seat"] == 1


async def test_numbers_of_ballots_are_never_used_again(stage: Stage) -> None:
    """An old button cannot mean a new question."""
    table, ballot = await asked(stage)
    await stage.tables.ballots.close(ballot)

    newer = await stage.tables.ballots.open(table, "end", ANN.id, EVERYBODY)

    assert newer.id > ballot.id


async def test_a_ballot_ends_with_its_game(stage: Stage) -> None:
    """It is kept until its message says so, and nothing of it after that."""
    table, ballot = await asked(stage)
    table = await stage.finish(table)
    found = await stage.tables.ballots.overtaken(table, ballot.kind)

    assert found is not None
    with pytest.raises(TableError, match=TableKey.BALLOT_CLOSED):
        await stage.tables.ballots.by_id(table, ballot.id, ballot.kind)
    await stage.tables.ballots.close(found)
    assert await stage.store._database.read(lambda of: of.execute(sa.select(votes)).all()) == []
