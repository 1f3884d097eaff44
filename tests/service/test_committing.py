"""Storing an act: what will be told is worked out meanwhile, and told once it is stored."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from metrobot.service.model.errors import TableError
from metrobot.service.model.table import Table
from metrobot.service.play import commit
from metrobot.store.db.errors import UnsureError
from metrobot.store.db.transactions import write_transaction
from metrobot.store.parts import GameStore
from metrobot.store.schema.act_rows import DeliveryRow, Move
from metrobot.store.schema.tables import games
from metrobot.store.statements.games import append
from tests.service.stage import BOB, CHANNEL, Stage

Said = tuple[str, int | None, int | None]


class Ahead:
    """Records each table that is prepared, with the order of storing and the messages so far."""

    def __init__(self, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
        self.order = list[str]()
        self.tables = list[Table]()
        self.said = list[Said]()
        self._courier = stage.notifier
        stage.tables._committer.prepare = self.prepare
        stored = GameStore.append

        async def noted(store: GameStore, move: Move) -> tuple[DeliveryRow, ...]:
            found = await stored(store, move)
            self.order.append("stored")
            return found

        monkeypatch.setattr(GameStore, "append", noted)

    def prepare(self, table: Table, turn: int) -> None:
        """Note a preparation."""
        self.order.append(f"turn {turn}")
        self.tables.append(table)
        self.said += self._courier.said


@pytest.fixture
def ahead(told: Stage, monkeypatch: pytest.MonkeyPatch) -> Ahead:
    """Return an `Ahead` for a service that posts."""
    return Ahead(told, monkeypatch)


async def test_a_turn_is_prepared_before_it_is_safe_and_told_after(
    told: Stage, ahead: Ahead
) -> None:
    """While the database commits; the table that is told is the one that was prepared."""
    after = await told.take(await told.start(BOB), 2, 1)

    assert ahead.order == ["turn 0", "stored"]
    assert ("turn", 0, None) not in ahead.said
    assert ("turn", 0, None) in await told.said()
    assert ahead.tables[0] is after


async def test_a_commit_that_fails_tells_nothing_and_forgets_what_was_prepared(
    told: Stage, ahead: Ahead, monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:
    """The game is as it was, and the same turn can be played again."""
    before = await told.said()
    with monkeypatch.context() as broken:
        broken.setattr(GameStore, "append", write_transaction(_full))
        with pytest.raises(OperationalError):
            await told.take(table, 2, 1)
    (lost,) = ahead.tables
    present = await told.tables.by_id(table.id)

    assert await told.said() == before
    assert present.revision == table.revision
    assert present is not lost
    assert await told.take(present, 1, 1) is ahead.tables[-1]
    assert ("turn", 0, None) in await told.said()


@pytest.mark.parametrize("is_stored", [True, False])
async def test_a_turn_at_which_the_server_breaks_off_is_stored_once(
    told: Stage, monkeypatch: pytest.MonkeyPatch, table: Table, *, is_stored: bool
) -> None:
    """Whether it was stored before or not; nobody is told to play it again."""
    _break_off(monkeypatch, 3, is_stored=is_stored)
    after = await told.take(table, 2, 1)

    assert len(after.turns_played) == 1
    assert len(await told.store.games.events(table.id, 0, 99)) == len(after.log)
    assert (await told.said()).count(("turn", 0, None)) == 1


async def test_a_turn_of_which_nobody_can_say_whether_it_is_stored_is_left_open(
    told: Stage, monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:
    """It is told so, and what is stored is read anew."""
    with monkeypatch.context() as broken:
        _break_off(broken, 99, is_stored=True)
        with pytest.raises(UnsureError):
            await told.take(table, 2, 1)

    assert len((await told.tables.by_id(table.id)).turns_played) == 1


async def test_a_turn_that_somebody_else_has_stored_meanwhile_is_refused(
    told: Stage, monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:
    """At the same revision, and by the same player in another process."""
    stored = GameStore.append

    async def overtaken(store: GameStore, move: Move) -> tuple[DeliveryRow, ...]:
        monkeypatch.setattr(GameStore, "append", stored)
        later = move.at + timedelta(seconds=1)
        events = tuple(replace(each, at=later) for each in move.events)
        await stored(store, replace(move, events=events))
        raise UnsureError("the server")

    monkeypatch.setattr(commit, "PAUSE", 0)
    monkeypatch.setattr(GameStore, "append", overtaken)
    with pytest.raises(TableError, match="stale"):
        await told.take(table, 2, 1)


def _break_off(monkeypatch: pytest.MonkeyPatch, times: int, *, is_stored: bool) -> None:
    """Have the server break off so often as a turn is stored, the first time after it or before."""
    stored, left = GameStore.append, [times]
    monkeypatch.setattr(commit, "PAUSE", 0)

    async def append(store: GameStore, move: Move) -> tuple[DeliveryRow, ...]:
        is_first = left[0] == times
        left[0] -= 1
        if left[0] < 0 or (is_first and is_stored):
            found = await stored(store, move)
        if left[0] >= 0:
            raise UnsureError("the server")
        return found

    monkeypatch.setattr(GameStore, "append", append)


def _full(connection: Connection, move: Move) -> tuple[DeliveryRow, ...]:
    """Write an act that cannot be committed."""
    append(connection, move)
    raise OperationalError("COMMIT", None, Exception("disk full"))


async def test_what_cannot_be_prepared_is_told_all_the_same(told: Stage) -> None:
    """The move counts, whatever goes wrong before it is told."""

    def broken(_table: Table, _turn: int) -> None:
        raise ValueError

    told.tables._committer.prepare = broken
    after = await told.take(await told.start(BOB), 2, 1)

    assert after.turns_played == (0,)
    assert ("turn", 0, None) in await told.said()


@pytest.mark.scans
async def test_nothing_is_prepared_of_half_a_turn_or_a_private_game(
    told: Stage, ahead: Ahead
) -> None:
    """The channel hears of neither."""
    await told.take(await told.start(BOB), 2)

    await told.said()  # nobody reads the game any more while it becomes private
    table = await told.tables.in_channel(CHANNEL)
    await told.store._database.write(
        lambda connection: connection.execute(games.update().values(private=True))
    )
    told.tables._loader.forget()
    await told.take(table, 1)
    assert ahead.order == ["stored", "stored"]


async def test_a_loop_that_has_ended_keeps_no_move_from_being_stored(stage: Stage) -> None:
    """The database's thread may be at work while the process ends."""
    table = await stage.start(BOB)
    written = list[Callable[[], None]]()

    async def caught(store: GameStore, move: Move) -> tuple[DeliveryRow, ...]:
        written.append(move.written)
        return ()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(GameStore, "append", caught)
        await stage.take(table, 2, 1)
    loop = asyncio.get_running_loop()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(loop, "call_soon_threadsafe", _closed)
        written[0]()


def _closed(*_: object, **__: object) -> None:
    raise RuntimeError("Event loop is closed")


async def test_what_is_for_one_use_is_handed_out_once(stage: Stage) -> None:
    """Made ahead, or when it is asked for; after that anew."""
    table, made = await stage.start(BOB), iter(range(9))

    assert table.once("page", lambda: next(made)) == 0
    assert [table.take("page", lambda: next(made)) for _ in range(2)] == [0, 1]
