"""How draws are numbered: by themselves from now on, by their events in older games."""

from dataclasses import replace

import pytest

from metrobot.engine.actors import CHANCE, TABLE, Seat
from metrobot.engine.record import dump, load
from metrobot.service.finished.record_check import check_dealing, check_record
from metrobot.service.finished.record_faults import RecordFaultError
from metrobot.service.model import chance
from metrobot.service.model.chance import BY_DRAW, BY_EVENT, Dealing
from metrobot.service.model.table import Table
from metrobot.service.tables import Tables
from metrobot.store.schema.tables import games
from tests.service.stage import ANN, BOB, CAT, CHANNEL, GUILD, KEY, Stage
from tests.service.toy import TOY, Refill

TITLES = {"toy": TOY}
SALT = ("500", "900")


def refill(table: Table) -> Refill:
    """Return chance's refill of the pile."""
    found = [logged.event.action for logged in table.log if logged.event.actor is CHANCE]
    assert isinstance(found[1], Refill)
    return found[1]


def test_a_draw_goes_by_the_draws_before_it() -> None:
    """Events of anyone else in between do not matter."""
    dealing = Dealing(KEY, SALT, BY_DRAW)

    assert dealing.index([], 10**9) == chance.draw_index(KEY, SALT, 1, 10**9)
    for between in ([], [Seat(0)], [TABLE, Seat(1), TABLE]):
        drawn = dealing.index([CHANCE, *between], 10**9)
        assert drawn == chance.draw_index(KEY, SALT, 2, 10**9)


def test_a_draw_of_an_older_game_goes_by_the_events_before_it() -> None:
    dealing = Dealing(KEY, SALT, BY_EVENT)

    assert dealing.index([CHANCE, Seat(0), TABLE], 10**9) == chance.draw_index(KEY, SALT, 4, 10**9)


def test_a_dealing_does_not_show_its_key() -> None:
    assert KEY.hex() not in repr(Dealing(KEY, SALT, BY_DRAW))
    assert repr(KEY) not in repr(Dealing(KEY, SALT, BY_DRAW))


async def test_who_leaves_changes_no_draw(stage: Stage) -> None:
    """Nobody, one or two: the same counters are added, whatever events come before."""
    for leaving in ((), (BOB,), (BOB, CAT)):
        table = await stage.start(BOB, CAT)
        for person in leaving:
            table = await stage.tables.seats.resign(table.id, person.id)
        table = await stage.finish(table)
        assert refill(table) == Refill(chance.draw_index(KEY, ("500", "501", "900"), 2, 3))
        assert check_dealing(TITLES, table.record()).reason is None


async def _as_before(stage: Stage, table: Table) -> Table:
    """Make a game one that was begun before draws were numbered by themselves."""
    older = games.update().where(games.c.id == table.id).values(dealing=BY_EVENT)
    await stage.store._database.write(lambda connection: connection.execute(older))
    stage.tables = Tables(stage.store, stage.clock, TITLES, entropy=lambda: KEY)
    return await stage.tables.by_id(table.id)


async def test_a_running_game_keeps_its_numbering(stage: Stage) -> None:
    table = await _as_before(stage, await stage.start(BOB))
    table = await stage.take(table, 1, 1)
    table = await stage.take(table, 3, 1)

    assert refill(table) == Refill(chance.draw_index(KEY, SALT, table.log[-1].event.seq, 3))
    record = (await stage.finish(table)).record()
    assert '"dealing"' not in dump(record)
    assert check_dealing(TITLES, record).draws == 2


async def test_a_game_begun_now_says_how_its_draws_are_numbered(stage: Stage) -> None:
    record = (await stage.finish(await stage.start(BOB))).record()

    assert '"dealing": 2' in dump(record)
    assert load(dump(record)) == record
    assert check_dealing(TITLES, record).draws == 2
    with pytest.raises(RecordFaultError):
        check_dealing(TITLES, replace(record, dealing=1))


async def test_a_lobby_of_an_older_release_keeps_its_numbering(stage: Stage) -> None:
    """The numbering that a lobby was opened with also serves its game."""
    lobby = await stage.lobby(BOB)
    await _as_before(stage, lobby)
    table = await stage.tables.lobbies.at(CHANNEL).start(ANN.id, may_manage=False, interaction=900)

    assert (table.place.guild, table.dealing) == (GUILD, BY_EVENT)


async def test_salt_is_in_the_record_of_a_running_game(stage: Stage) -> None:
    """Everybody can write it down before anything more is drawn."""
    record = (await stage.start(BOB)).record()

    assert (record.salt, record.key) == (SALT, None)
    assert check_record(TITLES, record).hidden == 1
