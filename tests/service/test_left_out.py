"""A draft of a title that does not foresee every end of a turn: played up to the real one."""

from metrobot.service.play.turns import ConfirmedTurn
from metrobot.service.tables import Tables
from tests.service.acts import refused
from tests.service.stage import ANN, BOB, KEY, Stage
from tests.service.toy import BLIND, Stop, Take, telling


async def played(stage: Stage, *, hits: bool) -> ConfirmedTurn:
    """Confirm a draft of two takings, the first of which ends the real turn or does not."""
    stage.tables = Tables(stage.store, stage.clock, {"toy": BLIND}, entropy=lambda: KEY)
    table = await stage.start(BOB)
    first = telling(table.state) if hits else telling(table.state) % 3 + 1
    draft = (await stage.tables.turns.begin_draft(table.id, ANN.id)).draft
    draft = draft.then_action(Take(first)).then_action(Take(1))
    return await stage.tables.turns.play_draft(table.id, ANN.id, table.revision, draft.code)


async def test_what_comes_after_the_real_end_is_left_out(stage: Stage) -> None:
    done = await played(stage, hits=True)

    assert [logged.event.action for logged in done.table.log[1:]] == [Take(telling_count(done))]
    assert (done.left_out, done.table.to_act()) == (1, (BOB,))
    assert done.draft.actions[1:] == (Take(1),)
    assert await stage.tables.by_id(done.table.id) == done.table


def telling_count(done: ConfirmedTurn) -> int:
    """Return the count of the first taking, which ended the turn."""
    action = done.draft.actions[0]
    assert isinstance(action, Take)
    return action.count


async def test_a_draft_that_the_turn_bears_is_played_whole(stage: Stage) -> None:
    done = await played(stage, hits=False)

    assert [logged.event.action for logged in done.table.log[1:]] == list(done.draft.actions)
    assert (done.left_out, done.table.to_act()) == (0, (BOB,))


async def test_half_a_draft_is_refused_though_the_turn_would_be_over(stage: Stage) -> None:
    """Otherwise the refusal would tell whether the first action ends the turn."""
    stage.tables = Tables(stage.store, stage.clock, {"toy": BLIND}, entropy=lambda: KEY)
    table = await stage.start(BOB)
    draft = (await stage.tables.turns.begin_draft(table.id, ANN.id)).draft
    for count in (1, 2, 3):
        half = draft.then_action(Take(count))
        answer = await refused(
            stage.tables.turns.confirm(table.id, ANN.id, table.revision, half.code)
        )
        assert answer == "table.turn_unfinished"
    assert (await stage.tables.by_id(table.id)).revision == table.revision


async def test_a_turn_that_was_cut_short_can_be_taken_back(stage: Stage) -> None:
    done = await played(stage, hits=True)
    asked = await stage.tables.undo.ask(done.table.id, ANN.id, done.table.revision)

    table = await stage.tables.by_id(done.table.id)
    assert asked.table.log == done.table.log
    assert [logged.event.seq for logged in table.log] == [1, 2]
    assert Stop() not in [logged.event.action for logged in table.log]
