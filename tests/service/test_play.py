"""Play: whose turn, on which board, all or nothing, one writer at a time."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from metrobot.engine.draft import Draft
from metrobot.engine.errors import Fact, RuleError
from metrobot.engine.log import CorruptLogError
from metrobot.service.model.errors import TableError
from metrobot.service.model.history import KEPT_STARTS
from metrobot.service.model.loader import CACHED_GAMES
from metrobot.service.model.play import GameId, Person, Status
from metrobot.service.model.table import Table
from metrobot.service.tables import Tables
from metrobot.store.parts import GameStore
from metrobot.store.schema.act_rows import DeliveryRow, Move
from metrobot.store.schema.rows import EventRow
from tests.games.replaying import replay_log
from tests.service.acts import lost, opened, refusal
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, KEY, Stage, staged
from tests.service.toy import LAST_TAKER, TOY, Refill, Stop, Take


async def _draft(stage: Stage, table: Table, *actions: Any) -> Draft[Any, Any]:
    (person,) = table.to_act()
    draft = (await stage.tables.turns.begin_draft(table.id, person.id)).draft
    for action in actions:
        draft = draft.then_action(action)
    return draft


async def _confirm(stage: Stage, table: Table, code: str) -> Table:
    (person,) = table.to_act()
    return await stage.tables.turns.confirm(table.id, person.id, table.revision, code)


async def test_a_whole_draft_is_played(stage: Stage, table: Table) -> None:
    draft = await _draft(stage, table, Take(2), Stop())
    after = await _confirm(stage, table, draft.code)

    assert [logged.event.action for logged in after.log[1:]] == [Take(2), Stop()]
    assert [logged.revision for logged in after.log] == [1, 2, 3]
    assert [logged.turn for logged in after.log] == [0, 0, 0]
    assert (after.revision, after.to_act()) == (3, (BOB,))


async def test_what_is_returned_is_what_is_stored(stage: Stage) -> None:
    table = await stage.take(await stage.start(BOB), 2, 1)

    assert await stage.tables.by_id(table.id) == table
    assert await Tables(stage.store, stage.clock, {"toy": TOY}).by_id(table.id) == table


async def test_an_unfinished_draft_is_not_confirmed(stage: Stage, table: Table) -> None:
    for draft in (await _draft(stage, table), await _draft(stage, table, Take(1))):
        assert await refusal(_confirm(stage, table, draft.code)) == ("table.turn_unfinished", {})


async def test_a_draft_survives_in_its_code(stage: Stage, table: Table) -> None:
    draft = await _draft(stage, table, Take(3))

    _, read = await stage.tables.turns.read_draft(table.id, ANN.id, table.revision, draft.code)
    assert (read.actions, read.state) == (draft.actions, draft.state)


@pytest.mark.parametrize("code", ["", "nonsense", "0000:9", "ffff:0", "0000:-1"])
async def test_a_code_that_fits_nothing_is_stale(stage: Stage, code: str, table: Table) -> None:
    answer = await refusal(stage.tables.turns.read_draft(table.id, ANN.id, table.revision, code))
    assert answer == ("table.stale", {})


async def test_a_draft_of_an_older_board_is_stale(stage: Stage, table: Table) -> None:
    code = (await _draft(stage, table, Take(1), Stop())).code
    await stage.take(await stage.take(table, 1, 1), 1, 1)

    for call in (stage.tables.turns.read_draft, stage.tables.turns.confirm):
        assert await refusal(call(table.id, ANN.id, table.revision, code)) == ("table.stale", {})


async def test_chance_acts_when_it_is_due(stage: Stage, table: Table) -> None:
    table = await stage.take(table, 3, 3)

    assert [type(logged.event.action) for logged in table.log[1:]] == [Take, Take, Refill]
    assert table.to_act() == (BOB,)


async def test_chance_may_act_in_the_middle_of_a_turn(stage: Stage) -> None:
    table = await stage.take(await stage.start(BOB), 2, 2)
    table = await stage.take(table, 3)

    assert isinstance(table.log[-1].event.action, Refill)
    assert table.to_act() == (BOB,)


@pytest.mark.parametrize("drafted", [True, False])
async def test_what_is_forced_is_done_with_the_act(stage: Stage, drafted: bool) -> None:
    stage.tables = Tables(stage.store, stage.clock, {"toy": LAST_TAKER}, entropy=lambda: KEY)
    table = await stage.take(await stage.start(BOB), 3, 3)
    while table.state.pile > 3 or table.state.takes:
        table = await stage.take(table, 1)
    last = Take(table.state.pile - 1)
    if drafted:
        after = await _confirm(stage, table, (await _draft(stage, table, last)).code)
    else:
        after = await stage.take(table, last.count)

    assert [logged.event.action for logged in after.log[len(table.log) :]] == [last, Take(1)]
    assert after.status is Status.OVER


async def test_what_is_forced_on_the_next_seat_is_done_too(stage: Stage) -> None:
    stage.tables = Tables(stage.store, stage.clock, {"toy": LAST_TAKER}, entropy=lambda: KEY)
    table = await stage.take(await stage.start(BOB), 3, 2)
    while table.state.pile > 2 or not table.state.takes:
        table = await stage.take(table, 1)
    after = await stage.take(table, 1)

    assert [logged.turn for logged in after.log[-2:]] == [table.state.turn, table.state.turn + 1]
    assert after.status is Status.OVER


async def test_waiting_counts_from_the_turn(stage: Stage, table: Table) -> None:
    begun = table.turn_since
    stage.clock.advance(60)
    half = await stage.take(table, 1)
    whole = await stage.take(half, 1)

    assert half.turn_since == begun
    assert whole.turn_since == begun + timedelta(seconds=60)


async def test_who_holds_two_seats_acts_for_both(stage: Stage) -> None:
    table = await stage.start(BOB, double=True)
    seats = []
    for _ in range(4):
        seats.append((await _draft(stage, table)).seat)
        table = await stage.take(table, 1, 1)

    assert seats == [0, 1, 2, 3]
    assert table.seats_of(ANN.id) == {0, 2}


Try = Callable[[Stage, Table], Awaitable[Any]]
TRIES: dict[str, Try] = {
    "begin": lambda stage, table: stage.tables.turns.begin_draft(table.id, BOB.id),
    "read": lambda stage, table: stage.tables.turns.read_draft(
        table.id, BOB.id, table.revision, "0000:"
    ),
    "confirm": lambda stage, table: stage.tables.turns.confirm(
        table.id, BOB.id, table.revision, "0000:"
    ),
    "act": lambda stage, table: stage.tables.turns.act(table.id, BOB.id, table.revision, [Take(1)]),
}


BOARDS: dict[str, tuple[Callable[[Stage], Awaitable[Table]], str, dict[str, Fact]]] = {
    "another's turn": (lambda stage: stage.start(BOB), "not_your_turn", {"names": ("Ann",)}),
    "a game of others": (lambda stage: stage.start(CAT), "not_seated", {}),
    "a lobby": (lambda stage: stage.lobby(BOB), "not_started", {}),
    "an end": (lambda stage: _ended(stage, BOB), "over", {}),
    "an end of others": (lambda stage: _ended(stage, CAT), "over", {}),
    "a cancelled game": (lambda stage: _ended(stage, BOB, is_cancelled=True), "over", {}),
}


async def _ended(stage: Stage, other: Person, *, is_cancelled: bool = False) -> Table:
    table = await stage.start(other)
    if is_cancelled:
        return await stage.tables.cancel(CHANNEL, ANN, may_manage=True)
    return await stage.finish(table)


@pytest.mark.parametrize(("board", "key", "facts"), BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("attempt", TRIES.values(), ids=TRIES)
async def test_only_who_is_awaited_may_act(
    stage: Stage,
    attempt: Try,
    board: Callable[[Stage], Awaitable[Table]],
    key: str,
    facts: dict[str, Fact],
) -> None:
    table = await board(stage)

    assert await refusal(attempt(stage, table)) == (f"table.{key}", facts)


async def test_an_unknown_game_is_none(stage: Stage) -> None:
    answer = await refusal(stage.tables.turns.act(GameId(99), ANN.id, 0, [Take(1)]))
    assert answer == ("table.none_here", {})


async def test_no_action_is_no_turn(stage: Stage, table: Table) -> None:
    """An empty list of actions is refused before anything else."""
    answer = await refusal(stage.tables.turns.act(table.id, ANN.id, table.revision, []))
    assert answer == ("table.turn_unfinished", {})


@pytest.mark.parametrize("actions", [[Stop()], [Take(1), Take(9)], [Take(1), Stop(), Take(1)]])
async def test_a_refused_action_changes_nothing(stage: Stage, actions: list[Any]) -> None:
    table = await stage.start(BOB)

    with pytest.raises(RuleError):
        await stage.tables.turns.act(table.id, ANN.id, table.revision, actions)
    assert await stage.tables.by_id(table.id) == table


async def test_of_two_acts_at_once_one_wins(stage: Stage, table: Table) -> None:
    results = await asyncio.gather(
        *(stage.take(table, count, 1) for count in (1, 2)), return_exceptions=True
    )

    won = [result for result in results if isinstance(result, Table)]
    lost = [result.key for result in results if isinstance(result, TableError)]
    assert (len(won), lost) == (1, ["table.stale"])
    assert await stage.tables.by_id(table.id) == won[0]


async def test_of_two_processes_one_wins(stage: Stage, table: Table) -> None:
    """Without a common lock the store itself tells them apart."""
    other = Tables(stage.store, stage.clock, {"toy": TOY})
    one = stage.tables.turns.act(table.id, ANN.id, 1, [Take(1), Take(1)])
    two = other.turns.act(table.id, ANN.id, 1, [Take(2), Take(2)])

    assert await lost(one, two) == ["table.stale"]
    assert len((await stage.tables.by_id(table.id)).log) == 3


async def test_a_board_that_another_process_has_left_is_stale(stage: Stage, table: Table) -> None:
    """The game is still in memory as it was; only the store knows better."""
    other = Tables(stage.store, stage.clock, {"toy": TOY})
    await other.turns.act(table.id, ANN.id, table.revision, [Take(1), Take(1)])

    answer = await refusal(
        stage.tables.turns.act(table.id, ANN.id, table.revision, [Take(2), Take(2)])
    )
    assert answer == ("table.stale", {})


async def test_of_two_starts_at_once_one_wins(stage: Stage) -> None:
    await stage.lobby(BOB)
    start = partial(stage.tables.lobbies.at(CHANNEL).start, ANN.id, may_manage=False)

    assert await lost(start(interaction=900), start(interaction=901)) == ["table.started"]


async def test_a_task_cancelled_in_mid_act_leaves_a_whole_move(
    told: Stage, monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:
    await told.tables.close()
    append = GameStore.append

    async def cancelled(store: GameStore, move: Move) -> tuple[DeliveryRow, ...]:
        asyncio.get_running_loop().call_soon(task.cancel)
        return await append(store, move)

    monkeypatch.setattr(GameStore, "append", cancelled)
    task = asyncio.create_task(told.take(table, 1, 1))
    with pytest.raises(asyncio.CancelledError):
        await task
    await told.tables.close()

    assert len((await told.tables.by_id(table.id)).log) == 3
    assert told.notifier.said[-1] == ("turn", 0, None)


async def test_a_task_cancelled_before_it_writes_leaves_nothing(stage: Stage, table: Table) -> None:
    async with stage.tables._locks.of(table.id):
        task = asyncio.create_task(stage.take(table, 1, 1))
        asyncio.get_running_loop().call_soon(task.cancel)
        with pytest.raises(asyncio.CancelledError):
            await task

    assert await stage.tables.by_id(table.id) == table
    assert (await stage.take(table, 2, 1)).revision == 3


async def test_a_restart_changes_nothing(stage: Stage) -> None:
    table = await stage.take(await stage.start(BOB), 1, 1)

    async with staged(stage.url) as again:
        assert await again.tables.by_id(table.id) == table
        assert (await again.take(table, 1, 1)).to_act() == (ANN,)


async def test_a_finished_game_publishes_its_key(stage: Stage) -> None:
    """With its result; the newest finished game is what the channel shows."""
    table = await stage.finish(await stage.start(BOB))

    assert (table.status, table.key) == (Status.OVER, bytes(range(32)).hex())
    assert await stage.tables.in_channel(CHANNEL) == table
    assert table.to_act() == ()


async def test_a_second_game_in_the_channel_is_a_new_one(stage: Stage) -> None:
    first = await stage.finish(await stage.start(BOB))
    second = await stage.start(CAT)

    assert (await stage.tables.in_channel(CHANNEL)).id == second.id
    assert (await stage.tables.by_id(first.id)).status is Status.OVER


async def test_views_hide_what_is_hidden(stage: Stage, table: Table) -> None:
    ann, bob = table.state.numbers

    assert table.view_for(ANN.id).numbers == (ann, None)
    assert table.view_for(BOB.id).numbers == (None, bob)
    assert table.view_for(DAN.id).numbers == (None, None)
    assert table.view_for(None).numbers == (None, None)


@pytest.mark.parametrize("cached", [True, False])
async def test_any_turn_can_be_looked_back_at(stage: Stage, cached: bool) -> None:
    table = await stage.finish(await stage.start(BOB))
    if not cached:
        table = await Tables(stage.store, stage.clock, {"toy": TOY}).by_id(table.id)
    firsts = {logged.turn: logged.event.seq for logged in reversed(table.log)}
    events = [logged.event for logged in table.log]

    for turn, seq in firsts.items():
        state = replay_log(table.title, table.rules, events[: seq - 1])
        assert table.summary(turn).before == table.title.view_for(state)


async def test_the_turn_that_has_just_begun_can_be_looked_at(stage: Stage) -> None:
    table = await stage.take(await stage.start(BOB), 1, 1)

    assert table.summary(1).before == table.view_for(None)
    assert table.played.state_before(1) is table.state


async def test_turns_long_ago_are_replayed(stage: Stage) -> None:
    table = await stage.finish(await stage.start(BOB))
    forgetful = replace(table, history=replace(table.played, starts=table.played.starts[-1:]))

    assert len(table.played.starts) <= KEPT_STARTS
    assert [forgetful.summary(turn) for turn in range(4)] == [
        table.summary(turn) for turn in range(4)
    ]


async def test_a_turn_is_told_without_being_played_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await stage.take(await stage.take(await stage.start(BOB), 2, 1), 1, 1)
    forgetful = replace(table, history=replace(table.played, starts=()))
    again = [forgetful.summary(turn) for turn in (0, 1)]

    monkeypatch.setattr("metrobot.engine.log.applied", _refused)
    assert [table.summary(turn) for turn in (0, 1)] == again


def _refused(*_: object) -> None:
    raise AssertionError("no event is played again")


@pytest.mark.parametrize(
    ("seq", "kind", "payload"), [(2, "take", {"count": 9}), (2, "jump", {}), (3, "take", {})]
)
async def test_a_log_that_does_not_fit_the_rules_is_an_error(
    stage: Stage, seq: int, kind: str, payload: dict[str, int], table: Table
) -> None:
    """Not a refusal: it is nothing that the player did wrong."""
    row = await stage.row(table)
    event = EventRow(2, seq, "0", kind, payload, stage.clock.now())
    await stage.store.games.append(
        Move(replace(row, revision=2), 1, (event,), (), stage.clock.now())
    )

    with pytest.raises(CorruptLogError):
        await stage.tables.by_id(table.id)


async def test_a_game_that_was_read_before_a_move_stays_as_it_was(stage: Stage) -> None:
    """Its state fits its revision, although a newer one is in memory, and stays there."""
    table = await stage.start(BOB)
    row = await stage.row(table)
    newer = await stage.take(table, 1, 1)

    assert await stage.tables._loader.table(row) == table
    kept = stage.tables._loader._histories.get(table.id)
    assert kept is not None
    assert kept.revision == newer.revision


async def test_states_of_many_games_do_not_pile_up(stage: Stage, table: Table) -> None:
    for number in range(CACHED_GAMES + 5):
        other = await opened(stage.tables, 100 + number)
        await stage.tables.lobbies.at(other.place.channel).join(BOB, 1)
        await stage.tables.lobbies.at(other.place.channel).start(
            ANN.id, may_manage=False, interaction=2
        )

    assert len(stage.tables._loader._histories) == CACHED_GAMES
    assert len(stage.tables._locks) == 0
    assert await stage.tables.by_id(table.id) == table


async def test_the_log_replays_to_the_state(stage: Stage) -> None:
    table = await stage.finish(await stage.start(BOB, CAT))

    assert replay_log(table.title, table.rules, [e.event for e in table.log]) == table.state


async def test_each_step_of_a_turn_can_be_looked_at(stage: Stage) -> None:
    """The views around each event: the first as before the turn, the last as after it."""
    table = await stage.finish(await stage.start(BOB))

    for turn in range(3):
        views = table.summary(turn).views
        assert len(views) == 1 + sum(logged.turn == turn for logged in table.log)
        assert views[0] == table.summary(turn).before
        assert views[-1] == table.summary(turn + 1).before
