"""Forgetting people: everything that names them goes, and nothing else."""

from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.people.ledger import KEPT, Account
from metrobot.store.schema.all_tables import TABLES
from metrobot.store.schema.tables import PERSON
from metrobot.store.statements.erase import ANONYMOUS
from tests.leaderboard_reference import standings_of
from tests.service.acts import refused
from tests.service.stage import ANN, BOB, CHANNEL, GUILD, Stage

pytestmark = pytest.mark.scans  # all that there is is looked at

FAR = Person(PlayerId(987_654_321_012_345_678), "Far")
"""Somebody whose id stands in no other number."""

NO_PERSON = {
    "ballots.id",
    "ballots.message",
    "departures.id",
    "due.of",
    "votes.ballot",
    "deliveries.channel",
    "deliveries.guild",
    "deliveries.id",
    "deliveries.message",
    "asks.game",
    "follows.game",
    "charges.of_game",
    "charges.guild",
    "charges.id",
    "games.board_message",
    "games.channel",
    "games.guild",
    "games.id",
    "replays.channel",
    "replays.guild",
    "replays.id",
    "servers.id",
    "line_places.guild",
    "deals.id",
    "deals.guild",
    "deals.channel",
    "runs.game",
    "runs.record",
    "lookouts.guild",
    "members.guild",
    "line_places.run",
    "papers.channel",
    "papers.guild",
    "runs.id",
    "seasons.guild",
    "standings.guild",
    "tallies.guild",
}
"""Columns with ids of other things, or numbers of our own."""


def everything(connection: Connection) -> str:
    rows: list[Any] = []
    for table in TABLES:
        rows += [tuple(row) for row in connection.execute(sa.select(table))]
    return repr(rows)


async def stored(stage: Stage) -> str:
    """Return the whole content of the stage's database, as text."""
    return await stage.store._database.read(everything)


async def charges_expire(stage: Stage) -> None:
    """Advance until no charge of anybody counts any more."""
    stage.clock.advance((KEPT + timedelta(seconds=1)).total_seconds())
    await stage.tables.ledger.clear()


def test_every_column_that_may_name_a_person_says_how_it_is_forgotten() -> None:
    """A table of tomorrow cannot forget to be forgotten."""
    big = {
        f"{table.name}.{column.name}"
        for table in TABLES
        for column in table.columns
        if isinstance(column.type, sa.BigInteger)
        and PERSON not in column.info
        and not any(key.column.table.name == "games" for key in column.foreign_keys)
    }

    assert big - NO_PERSON == set()


async def test_a_forgotten_person_is_nowhere_in_the_database(stage: Stage) -> None:
    """Neither the id nor the name is left, in any table."""
    await stage.finish(await stage.start(FAR))
    await stage.tables.languages.choose(FAR, "nl")
    await stage.said()
    before = await stored(stage)

    await stage.tables.privacy.forget(FAR.id)

    after = await stored(stage)
    await charges_expire(stage)
    assert str(FAR.id) in before
    assert "Far" not in after
    assert str(FAR.id) not in await stored(stage)
    assert stage.tables.languages.of_player(FAR.id) is None


async def test_a_forgotten_person_leaves_an_anonymous_one(stage: Stage) -> None:
    """The game still has its players, in their order, and its result."""
    table = await stage.finish(await stage.start(FAR))

    await stage.tables.privacy.forget(FAR.id)

    after = await stage.tables.by_id(table.id)
    assert [person.name for person in after.people] == ["Ann", ANONYMOUS]
    assert after.record() == table.record()


async def test_two_forgotten_people_stay_two(stage: Stage) -> None:
    """Each becomes somebody else, even in one game."""
    table = await stage.finish(await stage.start(FAR))

    await stage.tables.privacy.forget(FAR.id)
    await stage.tables.privacy.forget(ANN.id)

    after = await stage.tables.by_id(table.id)
    assert len({person.id for person in after.people}) == 2


async def test_ratings_of_others_stay_as_they_were(stage: Stage) -> None:
    """A win against a forgotten person still counts; they are on no board."""
    await stage.finish(await stage.start(FAR))
    before = (await standings_of(stage.tables.leaderboards, GUILD))["toy"]

    await stage.tables.privacy.forget(FAR.id)

    after = (await standings_of(stage.tables.leaderboards, GUILD))["toy"]
    assert after[ANN.id] == before[ANN.id]
    assert FAR.id not in after
    board = await stage.tables.leaderboards.board(GUILD, "toy", ANN.id, 0)
    assert [place.name for place in board.places] == ["Ann"]


async def test_a_running_game_stands_in_the_way(stage: Stage) -> None:
    table = await stage.start(FAR)
    before = await stored(stage)

    assert await refused(stage.tables.privacy.forget(FAR.id)) == TableKey.STILL_SEATED
    assert await stored(stage) == before
    assert [each.id for each in await stage.tables.privacy.in_the_way(FAR.id)] == [table.id]


async def test_a_lobby_stands_in_the_way_until_it_is_left(stage: Stage) -> None:
    """Also with a place in a lobby, somebody is awaited."""
    await stage.lobby(FAR)
    named = await stage.tables.privacy.in_the_way(FAR.id)
    await stage.tables.lobbies.at(CHANNEL).leave(FAR.id)

    await stage.tables.privacy.forget(FAR.id)

    await charges_expire(stage)
    assert len(named) == 1
    assert str(FAR.id) not in await stored(stage)


async def test_who_is_forgotten_does_not_begin_the_day_anew(stage: Stage) -> None:
    """Their charges stay, by their number alone, until they expire."""
    ledger = stage.tables.ledger
    for _ in range(5):
        async with ledger.charged(FAR.id, Account.POSTS):
            pass

    await stage.tables.privacy.forget(FAR.id)

    with pytest.raises(TableError, match=TableKey.POSTED_OFTEN):
        async with ledger.charged(FAR.id, Account.POSTS):
            pass


async def test_whoever_was_forgotten_may_play_again(stage: Stage) -> None:
    await stage.finish(await stage.start(FAR))
    await stage.tables.privacy.forget(FAR.id)

    await stage.finish(await stage.start(FAR, BOB))

    assert (await standings_of(stage.tables.leaderboards, GUILD))["toy"][FAR.id].games == 1
