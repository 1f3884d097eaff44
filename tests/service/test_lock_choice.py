"""Sealed choices: in secret, stored, changeable until the last one is locked."""

import asyncio
import traceback
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import cycle, permutations
from typing import Any

import pytest

from metrobot.engine.actors import Seat
from metrobot.engine.errors import RuleError
from metrobot.engine.log import CorruptLogError
from metrobot.engine.record import dump
from metrobot.service.model import chance
from metrobot.service.model.play import Person, Status
from metrobot.service.model.sealed_choices import choices_of
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.tables import Tables
from metrobot.store.parts import GameStore
from metrobot.store.schema.act_rows import DeliveryRow, Move
from metrobot.store.schema.rows import GameRow, SealedRow
from metrobot.store.store import Store
from tests.service.acts import opened, refusal
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, HICCUP, KEY, Stage
from tests.service.toy_rounds import ROUNDS, Limit, Pick

_TRIGGER = "BEFORE INSERT ON sealed BEGIN SELECT RAISE(ABORT, 'no room'); END"
_NO_ROOM = {
    "sqlite": (f"CREATE TRIGGER full {_TRIGGER}", "DROP TRIGGER full"),
    "postgresql": (
        'ALTER TABLE sealed ADD CONSTRAINT "no room" CHECK (seat > 9)',
        'ALTER TABLE sealed DROP CONSTRAINT "no room"',
    ),
}
"""Statements that make a table refuse all rows, and that mend it, by the kind of database."""


def tables_of(stage: Stage, store: Store | None = None) -> Tables:
    """Return another service over the same database: another process, or one restarted."""
    return Tables(
        store or stage.store,
        stage.clock,
        {"rounds": ROUNDS},
        make_notifier=lambda _: stage.line,
        entropy=lambda: KEY,
    )


@pytest.fixture(autouse=True)
def _high(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make chance always set the limit 3."""
    monkeypatch.setattr(chance, "draw_index", lambda key, salt, number, count: count - 1)


async def start(stage: Stage, *others: Person) -> Table:
    stage.tables = tables_of(stage)
    await opened(stage.tables, CHANNEL, ANN, "rounds")
    for number, person in enumerate(others):
        await stage.tables.lobbies.at(CHANNEL).join(person, 500 + number)
    await stage.tables.lobbies.at(CHANNEL).choose(ANN.id, "seating", "joined")
    return await stage.tables.lobbies.at(CHANNEL).start(ANN.id, may_manage=False, interaction=900)


@pytest.fixture
async def table(stage: Stage) -> Table:
    """Return a game of Ann and Bob that has just begun."""
    return await start(stage, BOB)


async def lock(stage: Stage, person: Person, *counts: int) -> Table:
    table = await stage.tables.in_channel(CHANNEL)
    picks = [Pick(count) for count in counts]
    return await stage.tables.turns.act(table.id, person.id, table.revision, picks)


async def picked(table: Table) -> list[tuple[Any, Any]]:
    """Return the actors and their actions, without limits."""
    events = (logged.event for logged in table.log)
    return [(e.actor, e.action) for e in events if not isinstance(e.action, Limit)]


async def test_a_lock_is_no_event(stage: Stage) -> None:
    table = await start(stage, BOB, CAT)
    after = await lock(stage, BOB, 2)

    assert (after.revision, after.log) == (table.revision, table.log)
    assert after.locked == {Seat(1)}
    assert after.to_act() == (ANN, CAT)
    assert after.seats_to_act() == (Seat(0), Seat(2))
    assert after.people_choosing() == (ANN, BOB, CAT)
    assert await stage.tables.by_id(table.id) == after


@pytest.mark.parametrize("order", [*permutations((ANN, BOB, CAT))])
async def test_a_lock_goes_by_those_before_it_without_asking_the_store(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, order: tuple[Person, ...]
) -> None:
    """The newest row is kept in memory, as it is stored, though the revision is that of before."""
    table = await start(stage, BOB, CAT)
    await lock(stage, order[0], 1)

    async def refuse(_: GameStore, __: int) -> GameRow | None:
        raise AssertionError

    with monkeypatch.context() as patch:
        patch.setattr(GameStore, "by_id", refuse)
        for person in order[1:]:
            after = await stage.tables.turns.act(table.id, person.id, table.revision, [Pick(2)])

    assert len(await picked(after)) == 3


async def test_a_choice_is_told_to_its_player_alone(stage: Stage, table: Table) -> None:
    table = await lock(stage, BOB, 2)

    assert table.choice_of(BOB.id) == (Pick(2),)
    assert [table.choice_of(each.id) for each in (ANN, DAN)] == [None, None]
    assert "Pick" not in repr(table)
    assert [table.view_for(each) for each in (None, ANN.id)] == [table.view_for(BOB.id)] * 2


async def test_the_last_lock_opens_all_in_seat_order(stage: Stage) -> None:
    """One move with the next limit after it; nothing sealed is left."""
    table = await start(stage, BOB, CAT)
    await lock(stage, CAT, 1)
    await lock(stage, BOB, 3, 2)
    after = await lock(stage, ANN, 2)

    assert await picked(after) == [(0, Pick(2)), (1, Pick(3)), (1, Pick(2)), (2, Pick(1))]
    assert after.log[-1].event.action == Limit(3)
    assert {logged.turn for logged in after.log[1:-1]} == {0}
    assert (after.locked, after.to_act()) == (frozenset(), (ANN, BOB, CAT))
    assert (await stage.row(table)).sealed == ()


async def test_a_choice_can_be_changed_until_the_last_lock(stage: Stage, table: Table) -> None:
    for count in (1, 0, 2):
        table = await lock(stage, ANN, count)
    after = await lock(stage, BOB, 0)

    assert table.choice_of(ANN.id) == (Pick(2),)
    assert await picked(after) == [(0, Pick(2)), (1, Pick(0))]


async def test_alone_there_is_nothing_to_wait_for(stage: Stage) -> None:
    table = await start(stage)
    for _ in range(3):
        table = await lock(stage, ANN, 1)

    assert (table.status, table.state.totals) == (Status.OVER, (3,))
    assert table.locked == frozenset()


async def test_the_last_round_ends_the_game_with_all_choices(stage: Stage, table: Table) -> None:
    """Nothing is locked in a game that is over."""
    for _ in range(3):
        await lock(stage, BOB, 2)
        table = await lock(stage, ANN, 1)

    assert (table.status, table.state.totals, table.locked) == (Status.OVER, (3, 6), frozenset())
    assert await stage.tables.by_id(table.id) == table


async def test_a_choice_is_held_to_the_rules_when_it_is_locked(stage: Stage, table: Table) -> None:
    await lock(stage, ANN, 1)

    with pytest.raises(RuleError, match=r"rule\.rounds\.too_much"):
        await lock(stage, ANN, 4)
    assert (await stage.tables.in_channel(CHANNEL)).choice_of(ANN.id) == (Pick(1),)


async def test_half_a_turn_is_not_locked(stage: Stage, table: Table) -> None:
    assert await refusal(lock(stage, ANN, 3)) == ("table.turn_unfinished", {})
    assert (await stage.tables.in_channel(CHANNEL)).locked == frozenset()


async def test_a_draft_is_locked_and_comes_back(stage: Stage, table: Table) -> None:
    """The owner's draft opens with the locked choice tried; everyone else's opens empty."""
    _, draft = await stage.tables.turns.begin_draft(table.id, ANN.id)
    code = draft.then_action(Pick(3)).then_action(Pick(1)).code
    await stage.tables.turns.confirm(table.id, ANN.id, table.revision, code)
    _, again = await stage.tables.turns.begin_draft(table.id, ANN.id)

    assert draft.actions == ()
    assert (again.code, again.actions, again.is_turn_over) == (code, (Pick(3), Pick(1)), True)
    assert again.undo().actions == (Pick(3),)
    assert (await stage.tables.turns.begin_draft(table.id, BOB.id)).draft.actions == ()


async def test_what_is_forced_in_a_draft_comes_back_too(stage: Stage, table: Table) -> None:
    """A forced action is sealed with its choice, once, whether drafted or not."""
    await lock(stage, BOB, 0)
    await lock(stage, ANN, 3, 2)  # 5 by now: another 3 makes tired in mid-turn
    await lock(stage, ANN, 3)
    _, again = await stage.tables.turns.begin_draft(
        (await stage.tables.in_channel(CHANNEL)).id, ANN.id
    )
    table = await lock(stage, BOB, 0)

    assert (again.actions, len(again.choices)) == ((Pick(3), Pick(0)), 1)
    assert (await picked(table))[3:6] == [(0, Pick(3)), (0, Pick(0)), (1, Pick(0))]


async def test_what_is_forced_needs_no_lock(stage: Stage) -> None:
    """It is done in its place among the seats, whoever locks last."""
    await start(stage, BOB, CAT)
    await lock(stage, ANN, 0)
    await lock(stage, CAT, 0)
    await lock(stage, BOB, 3, 3)
    await lock(stage, CAT, 1)
    table = await lock(stage, ANN, 2)

    assert (await picked(table))[4:] == [(0, Pick(2)), (1, Pick(0)), (2, Pick(1))]


async def test_sealed_choices_survive_a_restart(stage: Stage, table: Table) -> None:
    await lock(stage, ANN, 2)
    stage.tables = tables_of(stage)
    again = await stage.tables.in_channel(CHANNEL)
    table = await lock(stage, BOB, 1)

    assert again.choice_of(ANN.id) == (Pick(2),)
    assert table.state.totals == (2, 1)


@pytest.mark.parametrize("processes", [1, 3])
async def test_all_who_lock_at_the_same_moment_are_heard(stage: Stage, processes: int) -> None:
    """In one process or in three: nothing is lost, nothing is drawn twice."""
    table = await start(stage, BOB, CAT)
    stores = [await Store.open(stage.url) for _ in range(processes - 1)]
    services = [stage.tables, *(tables_of(stage, store) for store in stores)]
    try:
        await asyncio.gather(
            *(
                tables.turns.act(table.id, person.id, table.revision, [Pick(count)])
                for tables, person, count in zip(
                    cycle(services), (CAT, ANN, BOB), (2, 0, 1), strict=False
                )
            )
        )
        after = await tables_of(stage).by_id(table.id)
    finally:
        for store in stores:
            await store.close()

    assert await picked(after) == [(0, Pick(0)), (1, Pick(1)), (2, Pick(2))]
    assert [type(logged.event.action) for logged in after.log].count(Limit) == 2


async def test_whoever_saw_other_choices_looks_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:
    """Bob locks elsewhere just before Ann's lock is written: hers is the last one then."""
    other = tables_of(stage)
    seal = GameStore.seal
    came = list[bool]()

    async def late(self: GameStore, move: Move, choice: SealedRow) -> tuple[DeliveryRow, ...]:
        if not came:
            came.append(True)
            await other.turns.act(table.id, BOB.id, table.revision, [Pick(2)])
        return await seal(self, move, choice)

    monkeypatch.setattr(GameStore, "seal", late)
    after = await lock(stage, ANN, 1)

    assert after.state.totals == (1, 2)


async def test_whoever_opens_other_choices_looks_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:
    """Ann changes her choice elsewhere just before Bob's lock opens it: the new one counts."""
    await lock(stage, ANN, 1)
    other, append = tables_of(stage), GameStore.append
    came = list[bool]()

    async def late(self: GameStore, move: Move) -> tuple[DeliveryRow, ...]:
        if not came:
            came.append(True)
            await other.turns.act(table.id, ANN.id, table.revision, [Pick(0)])
        return await append(self, move)

    monkeypatch.setattr(GameStore, "append", late)
    after = await lock(stage, BOB, 2)

    assert after.state.totals == (0, 2)


async def test_a_late_lock_is_stale(stage: Stage, table: Table) -> None:
    await lock(stage, ANN, 1)
    await lock(stage, BOB, 1)

    answer = await refusal(stage.tables.turns.act(table.id, ANN.id, table.revision, [Pick(2)]))
    assert answer == ("table.stale", {})
    assert (await stage.tables.in_channel(CHANNEL)).locked == frozenset()


async def test_strangers_lock_nothing(stage: Stage, table: Table) -> None:
    assert await refusal(lock(stage, CAT, 1)) == ("table.not_seated", {})


@pytest.mark.parametrize("method", ["seal", "append"])
async def test_a_lock_that_is_not_written_changes_nothing(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, method: str, table: Table
) -> None:
    if method == "append":
        await lock(stage, BOB, 1)
    before = await stage.tables.in_channel(CHANNEL)

    async def fail(self: GameStore, move: Move, **_: Any) -> tuple[DeliveryRow, ...]:
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(GameStore, method, fail)
        with pytest.raises(OSError, match="disk full"):
            await lock(stage, ANN, 2)
    between = await stage.tables.in_channel(CHANNEL)
    after = await lock(stage, ANN, 2)

    assert between == before
    assert after.choice_of(ANN.id) == (Pick(2),) or after.state.totals == (2, 1)


async def test_a_crash_within_the_last_lock_leaves_the_round_sealed(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:
    """Half-way through the transaction: no event, no delivery, both choices as they were."""
    await lock(stage, ANN, 2)
    before = await stage.store.games.by_id(1)

    def fail(*_: Any) -> None:
        raise OSError("gone")

    with monkeypatch.context() as patch:
        patch.setattr("metrobot.store.statements.games.enqueue", fail)
        with pytest.raises(OSError, match="gone"):
            await lock(stage, BOB, 1)
    stage.tables = tables_of(stage)

    assert await stage.store.games.by_id(1) == before
    assert (await lock(stage, BOB, 1)).state.totals == (2, 1)


async def test_the_turn_is_awaited_since_the_round_began(stage: Stage, table: Table) -> None:
    stage.clock.advance(60)
    locked = await lock(stage, ANN, 1)
    after = await lock(stage, BOB, 1)

    assert locked.turn_since == table.turn_since
    assert after.turn_since == table.turn_since + timedelta(seconds=60)


@pytest.mark.scans
async def test_a_cancelled_game_keeps_nothing_sealed(stage: Stage, table: Table) -> None:
    await lock(stage, ANN, 1)
    await stage.tables.cancel(CHANNEL, ANN, may_manage=True)

    assert await stage.store._database.read(_sealed) == 0


def _sealed(connection: Any) -> int:
    """Return the number of sealed choices in the whole database."""
    found: int = connection.exec_driver_sql("SELECT count(*) FROM sealed").scalar_one()
    return found


async def test_the_record_of_a_running_game_knows_of_no_lock(stage: Stage, table: Table) -> None:
    after = await lock(stage, ANN, 1)

    assert dump(after.record()) == dump(table.record())


@pytest.mark.parametrize(
    "payload",
    [({"kind": "pick", "count": 77},), ({"kind": "pick", "much": 77},), ({"kind": "x77"},)],
)
async def test_a_choice_that_no_rule_knows_is_not_told(
    stage: Stage, payload: Sequence[dict[str, Any]], table: Table
) -> None:
    """A fault in the database is named without what is sealed."""
    row = await stage.row(table)
    move = Move(row, row.revision, (), (), stage.clock.now(), ())
    await stage.store.games.seal(move, SealedRow(0, 1, tuple(payload)))

    with pytest.raises(CorruptLogError) as error:
        await lock(stage, ANN, 1)
    assert "77" not in str(error.value)
    assert (error.value.__cause__, error.value.__suppress_context__) == (None, True)


async def start_aloud(stage: Stage, *others: Person) -> None:
    await start(stage, *others)
    stage.line.poster = stage.notifier
    await stage.said()


async def test_who_locks_is_said_once(stage: Stage) -> None:
    await start_aloud(stage, BOB, CAT)
    await lock(stage, ANN, 1)
    await lock(stage, ANN, 2)
    await stage.said()
    await lock(stage, BOB, 1)
    await stage.said()
    await lock(stage, CAT, 1)

    assert [kind for kind, _, _ in await stage.said()] == ["start", "locks", "locks", "turn"]


async def test_that_somebody_thinks_again_is_not_said(stage: Stage) -> None:
    """Nobody learns that a choice was changed."""
    await start_aloud(stage, BOB, CAT)
    for count in (1, 2, 1):
        await lock(stage, ANN, count)
        await stage.said()

    assert [kind for kind, _, _ in stage.notifier.said] == ["start", "locks"]


async def test_locks_that_were_not_said_are_said_together(stage: Stage) -> None:
    await start_aloud(stage, BOB, CAT)
    stage.line.poster = None
    await lock(stage, ANN, 1)
    await lock(stage, BOB, 2)
    stage.line.poster = stage.notifier

    assert [kind for kind, _, _ in await stage.said()] == ["start", "locks"]


async def test_locks_that_cannot_be_said_hold_up_nothing(stage: Stage) -> None:
    await start_aloud(stage, BOB)
    stage.notifier.failures[DeliveryKind.LOCKS] = HICCUP
    await lock(stage, ANN, 1)
    await stage.said()
    await lock(stage, BOB, 2)
    await stage.said()
    stage.clock.advance(600)

    assert [kind for kind, _, _ in await stage.said()] == ["start", "turn"]
    assert await stage.store.outbox.pending(1) == ()


async def test_locks_wait_for_no_board_that_is_not_out(stage: Stage, table: Table) -> None:
    """The message that comes later shows them by itself."""
    stage.line.poster = stage.notifier
    stage.notifier.failures[DeliveryKind.START] = HICCUP
    await stage.said()
    await lock(stage, ANN, 1)
    await stage.said()
    stage.notifier.failures.clear()
    stage.clock.advance(600)

    assert [kind for kind, _, _ in await stage.said()] == ["start"]


async def test_other_errors_of_the_database_tell_nothing_sealed(
    stage: Stage, caplog: pytest.LogCaptureFixture, table: Table
) -> None:
    """The message of an error leaves out the values to be written."""

    def spoil(connection: Any) -> None:
        connection.exec_driver_sql(_NO_ROOM[connection.dialect.name][0])

    def mend(connection: Any) -> None:
        connection.exec_driver_sql(_NO_ROOM[connection.dialect.name][1])

    table = await stage.tables.in_channel(CHANNEL)
    row = await stage.row(table)
    await stage.store._database.write(spoil)
    move = Move(row, row.revision, (), (), stage.clock.now(), None)
    choice = SealedRow(0, 0, ({"kind": "pick", "count": 77},))
    with pytest.raises(Exception, match="no room") as error:
        await stage.store.games.seal(move, choice)
    await stage.store._database.write(mend)

    assert "77}" not in "".join(traceback.format_exception(error.value))
    assert "77" not in repr(replace(row, sealed=(choice,)))


async def test_a_choice_of_another_round_counts_for_nothing(stage: Stage, table: Table) -> None:
    await lock(stage, ANN, 1)
    row = await stage.row(table)
    history = await stage.tables._loader.history(row)
    assert history is not None
    late = replace(row.sealed[0], round=row.sealed[0].round + 1)

    assert choices_of(history, row.sealed) == {Seat(0): (Pick(1),)}
    assert choices_of(history, (late,)) == {}
