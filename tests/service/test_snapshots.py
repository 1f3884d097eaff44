"""A game as it stood after each of its turns."""

from datetime import UTC, datetime

import pytest

from metrobot.arena.simulation import simulated
from metrobot.engine.actors import Seat
from metrobot.engine.record import dump
from metrobot.games.metrolijn.title import Metrolijn
from metrobot.service.finished.replays import played_record, replay_play
from metrobot.service.model.play import Status
from metrobot.service.model.snapshots import finished_turns, snapshot_after, snapshots_after
from metrobot.service.model.table import Table
from metrobot.store.statements.finished import ReplayRow
from tests.games.replaying import replay_log
from tests.service.stage import ANN, BOB, Stage
from tests.service.test_lock_choice import lock, start
from tests.service.toy import Take

METROLIJN = Metrolijn()


@pytest.fixture
async def finished(stage: Stage, trio: Table) -> Table:
    return await stage.finish(trio)


def _last_turn(table: Table) -> int:
    """Return the newest turn in which somebody did something."""
    return max(logged.turn for logged in table.log if isinstance(logged.event.actor, int))


async def test_each_turn_has_the_state_after_it(stage: Stage, finished: Table) -> None:
    turns = finished_turns(finished)
    moments = list(snapshots_after(finished, turns))

    assert len(moments) == len(turns) == 3
    assert [_last_turn(moment) for moment in moments] == turns
    for moment in moments:
        events = [logged.event for logged in moment.log]
        assert moment.state == replay_log(finished.title, finished.rules, events)


async def test_the_turn_before_a_moment_is_ready(stage: Stage, finished: Table) -> None:
    """The view before the turn, which marks the changes, is the same as in the game itself."""
    turns = finished_turns(finished)

    assert [
        m.summary(t).before for t, m in zip(turns, snapshots_after(finished, turns), strict=True)
    ] == [finished.summary(turn).before for turn in turns]


def test_what_chance_does_after_a_turn_belongs_to_it() -> None:
    """A round is told with the next card, so somebody is always awaited but at the end."""
    record = simulated(METROLIJN, METROLIJN.ruleset(2, {}), "moments", 1)
    row = ReplayRow(1, 1, 1, 1, dump(record), datetime(2026, 1, 1, tzinfo=UTC))
    table = replay_play(played_record({METROLIJN.id: METROLIJN}, row), row, str)
    turns = finished_turns(table)
    moments = list(snapshots_after(table, turns))

    assert [bool(moment.seats_to_act()) for moment in moments] == [True] * (len(turns) - 1) + [
        False
    ]
    assert [moment.summary(turn).before for turn, moment in zip(turns, moments, strict=True)] == [
        table.summary(turn).before for turn in turns
    ]


async def test_only_the_end_is_over(stage: Stage, finished: Table) -> None:
    *before, end = snapshots_after(finished, finished_turns(finished))

    assert end is finished
    assert {(moment.status, moment.key) for moment in before} == {(Status.RUNNING, None)}


async def test_one_turn_alone_is_the_same(stage: Stage, finished: Table) -> None:
    turns = finished_turns(finished)

    assert [snapshot_after(finished, turn) for turn in turns] == list(
        snapshots_after(finished, turns)
    )


async def test_a_turn_under_way_is_not_finished(stage: Stage, table: Table) -> None:
    begun = await stage.tables.turns.act(table.id, ANN.id, table.revision, (Take(1),))
    done = await stage.tables.turns.act(table.id, ANN.id, begun.revision, (Take(1),))

    assert [finished_turns(each) for each in (table, begun, done)] == [[], [], [0]]


async def test_what_is_locked_now_was_not_locked_then(stage: Stage) -> None:
    await start(stage, BOB)
    for _ in range(2):
        await lock(stage, ANN, 1)
        await lock(stage, BOB, 1)
    table = await lock(stage, ANN, 1)
    moment = snapshot_after(table, 0)

    assert table.locked == {Seat(0)}
    assert moment.locked == frozenset()
    assert moment.choice_of(ANN.id) is None
