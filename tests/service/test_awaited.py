"""Who is awaited stands beside the game: nobody has to play it again to know."""

import pytest
import sqlalchemy as sa

from metrobot.service.membership import looks
from metrobot.service.model.play import PlayerId
from metrobot.service.model.table import Table
from metrobot.service.upkeep.housekeeping import SOON
from metrobot.store.schema.tables import games
from tests.service.stage import ANN, BOB, CAT, Stage
from tests.service.test_lock_choice import lock
from tests.service.test_lock_choice import start as start_rounds


async def seen(stage: Stage, table: Table) -> tuple[list[str], int | None]:
    """Return the awaited people and the turn from a glance; the whole table must agree."""
    row = await stage.row(table)
    glance, read = await stage.tables._loader.glance(row), await stage.tables.by_id(table.id)
    assert glance.state is None
    assert glance.to_act() == read.to_act()
    assert row.turn == read.title.turn_number(read.state)
    return [person.name for person in glance.to_act()], row.turn


async def test_it_follows_each_turn(stage: Stage) -> None:
    table, found = await stage.start(BOB), list[list[str]]()
    while table.status == "running":
        found.append((await seen(stage, table))[0])
        table = await stage.take(table, 1)
    found.append((await seen(stage, table))[0])

    assert found[:3] != [found[0]] * 3
    assert found[-1] == []


async def test_it_follows_locks(stage: Stage) -> None:
    table = await start_rounds(stage, BOB, CAT)
    everybody = (await seen(stage, table))[0]
    await lock(stage, BOB, 1)
    two = (await seen(stage, table))[0]

    assert (everybody, two) == (["Ann", "Bob", "Cat"], ["Ann", "Cat"])


async def test_it_follows_who_leaves_and_what_is_taken_back(stage: Stage) -> None:
    table = await stage.start(BOB, CAT)
    await stage.tables.seats.resign(table.id, ANN.id)
    names, _ = await seen(stage, table)

    assert "Ann" not in names


async def test_a_list_of_games_plays_none_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even where nothing of them is in memory; games of older releases are read."""
    table = await stage.take(await stage.start(BOB), 1)
    read, events = list[int](), stage.store.games.events

    async def counted(game: int, after: int, last: int) -> object:
        read.append(game)
        return await events(game, after, last)

    monkeypatch.setattr(stage.store.games, "events", counted)
    stage.tables._loader.forget_all()
    (found,) = await stage.tables.people.games_of(PlayerId(ANN.id))
    assert (read, found.to_act()) == ([], table.to_act())

    older = games.update().values(awaited=sa.null(), turn=None).where(games.c.id == table.id)
    await stage.store._database.write(lambda connection: connection.execute(older))
    (found,) = await stage.tables.people.games_of(PlayerId(ANN.id))
    assert (read, found.to_act()) == ([table.id], table.to_act())


async def test_a_round_looks_at_so_many_games(told: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "AT_ONCE", 1)
    await told.start(BOB)
    await told.said()

    assert await told.tables.housekeeping.round() == SOON
