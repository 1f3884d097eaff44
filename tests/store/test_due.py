"""What is due: found once, held for a while, kept by whoever found it, and lost by nobody."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from metrobot.service.outbox.kinds import KINDS
from metrobot.store.schema.act_rows import Move, NewDelivery
from metrobot.store.schema.rows import COMPUTERS, PersonRow, StaleError
from metrobot.store.schema.tables import due
from metrobot.store.statements.people import PreferenceRow
from metrobot.store.statements.waits.due import HELD, NOBODY, DueKind, drop
from metrobot.store.statements.waits.looks import CALLS, hasten_turn, stop_clocks
from metrobot.store.store import Store
from tests.databases import is_postgresql, url_of
from tests.postgresql.plans import heard
from tests.store.test_store import LOBBY, NOW, _event, _running

MANY = 40
PAPER, LINE = DueKind.PAPER, DueKind.LINE


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[tuple[Store, Store]]:
    """Return two stores over one database, as two processes would have them."""
    url = url_of(tmp_path / "games.db")
    stores = await Store.open(url), await Store.open(url)
    yield stores
    for each in stores:
        await each.close()


@pytest.fixture
def store(pair: tuple[Store, Store]) -> Store:
    """Return one of them."""
    return pair[0]


async def rows(store: Store) -> dict[tuple[str, int], object]:
    """Return the times at which things are due."""
    query = sa.select(due.c.kind, due.c.of, due.c.at)
    found = await store._database.read(lambda c: c.execute(query).all())
    return {(kind, of): at for kind, of, at in found}


async def test_what_is_found_is_left_to_its_finder_for_a_while(store: Store) -> None:
    """If that one dies, it is found again; what is not due yet, or never, is not."""
    for guild, at in enumerate((NOW, NOW + HELD, NOW + 2 * HELD, None)):
        await store.due.set(PAPER, guild, at)
    moments = [NOW - HELD / 2, NOW, NOW + HELD / 2, NOW + HELD]
    looks = [await store.due.find(at, 9, PAPER, LINE) for at in moments]

    assert [sorted(row.of for row in each) for each in looks] == [[], [0], [], [0, 1]]
    assert await store.due.find(NOW + 9 * HELD, 9, DueKind.BALLOT) == ()


async def test_the_longest_overdue_are_found_first(store: Store) -> None:
    for guild in range(5):
        await store.due.set(PAPER, guild, NOW - guild * HELD)

    assert [row.of for row in await store.due.find(NOW, 3, PAPER)] == [4, 3, 2]
    assert [row.of for row in await store.due.find(NOW, 3, PAPER)] == [1, 0]


async def test_two_who_look_at_once_find_different_things(pair: tuple[Store, Store]) -> None:
    for guild in range(MANY):
        await pair[0].due.set(PAPER, guild, NOW)
    looks = (each.due.find(NOW, 3, PAPER) for each in pair * MANY)
    found = [row.of for each in await asyncio.gather(*looks) for row in each]

    assert sorted(found) == list(range(MANY))


@pytest.mark.scans
async def test_whoever_found_it_keeps_when_to_look_again(store: Store) -> None:
    """Once: not after somebody else has, or something has happened."""
    await store.due.set(LINE, NOBODY, NOW, person=10)
    (seen,) = await store.due.find(NOW, 9, LINE)
    await store.due.keep(seen, NOW + 2 * HELD)
    with pytest.raises(StaleError):
        await store.due.keep(seen, NOW)
    (again,) = await store.due.find(NOW + 2 * HELD, 9, LINE)
    await store.due.set(LINE, NOBODY, None, person=10)
    with pytest.raises(StaleError):
        await store.due.keep(again, NOW)

    assert await rows(store) == {("line", NOBODY): None}


async def test_what_happens_while_a_game_is_looked_at_is_not_overlooked(store: Store) -> None:
    """Nothing of the look is stored, and the game is looked at again at once."""
    game = await _running(store)
    (seen,) = await store.due.find(NOW, 9, DueKind.TURN)
    await store._database.write(lambda c: hasten_turn(c, game.id, NOW))
    new = [NewDelivery("remind", 0, 10)]
    with pytest.raises(StaleError):
        await store.looks.keep(seen, 1, now=NOW, next_at=None, new=new)

    assert await store.outbox.pending(game.id) == ()
    (again,) = await store.due.find(NOW, 9, DueKind.TURN)
    await store.looks.keep(again, 1, now=NOW, next_at=None, new=new)
    assert [row.kind for row in await store.outbox.pending(game.id)] == ["remind"]


@pytest.mark.scans
async def test_games_that_lack_a_row_are_found_a_number_at_a_time(store: Store) -> None:
    """As if an older release had stored them: running games, those of computers, and lobbies."""
    people = (PersonRow(10, "Ann"), PersonRow(COMPUTERS, "Brunel"))
    for channel in range(5):
        lobby = replace(LOBBY, channel=channel, people=people)
        number = await store.games.create(lobby)
        game = replace(lobby, id=number, status="running", players=2, revision=1, awaited=(1,))
        if channel:
            await store.games.start(Move(game, 0, (_event(1),), (), NOW))
    before = await rows(store)
    await store.games.cancel(game)
    lacking = [(DueKind.TURN, 2), (DueKind.IDLE, 2), (DueKind.COMPUTER, 3), (DueKind.LOBBY, 1)]
    for kind, of in lacking:
        await store._database.write(lambda c: drop(c, of, kind))  # noqa: B023 -- called at once

    assert [await store.looks.watch(NOW, 2) for _ in range(3)] == [2, 1, 0]
    assert await rows(store) == {key: at for key, at in before.items() if key[1] != number}


async def test_each_statement_is_held_to_its_indexes(tmp_path: Path) -> None:
    """On SQLite by what hears all tests; on PostgreSQL by its own plans."""
    store = await Store.open(url_of(tmp_path / "games.db"))
    with heard() as statements:
        game = await _running(store)
        for kind in DueKind:
            await store.due.set(kind, 7, NOW, person=10 * (kind == LINE))
            (*_, seen) = await store.due.find(NOW, 9, kind)
            await store.due.keep(seen, NOW)
        await store.due.next_at()
        await store.preferences.save(10, "Ann", PreferenceRow(), NOW)
        await store._database.write(lambda c: hasten_turn(c, game.id, NOW))
        turns = await store.due.find(NOW, 9, DueKind.TURN)
        (seen,) = (each for each in turns if each.of == game.id)
        called = {0: {"called_at": NOW, "clocked": True}}
        await store.looks.keep(seen, 1, now=NOW, next_at=NOW, changes=called)
        await store._database.write(lambda c: stop_clocks(c, game.id))
        await store.games.cancel(game)
        await store.people.forget(10)
    scans = await statements.scans(store) if is_postgresql() else []
    await store.close()

    assert scans == []


def test_calls_are_what_shows_the_board_of_a_running_game() -> None:
    """The store names their kinds, since it makes their games due."""
    assert set(CALLS) == {kind for kind, each in KINDS.items() if each.shows_board} - {"lobby"}


async def test_what_a_killed_process_held_is_free_for_the_next_one(store: Store) -> None:
    """Where one process plays on a file, nobody else can be looking at it."""
    await store.due.set(DueKind.BALLOT, 77, NOW)
    await store.due.find(NOW, 9, DueKind.BALLOT)
    held = await store.due.find(NOW, 9, DueKind.BALLOT)
    await store.due.free(NOW)

    assert held == ()
    assert [row.of for row in await store.due.find(NOW, 9, DueKind.BALLOT)] == [77]
