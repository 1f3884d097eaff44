"""Taking the last turn back: who may, what stands in its way, and what is left."""

import asyncio
from dataclasses import replace
from itertools import permutations, product

import pytest
import sqlalchemy as sa

from metrobot.engine.title import Title
from metrobot.service.finished.record_check import check_dealing, check_record
from metrobot.service.membership import undo
from metrobot.service.membership.ballots import LIFETIME
from metrobot.service.membership.undo import UNDO, UndoKey
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import PlayerId
from metrobot.service.model.snapshots import finished_turns, snapshot_after
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.kinds import handling_of
from metrobot.service.outbox.turn_batches import turns_of
from metrobot.service.outbox.worker import GAMES_AT_ONCE
from metrobot.service.tables import Tables
from metrobot.store.schema.tables import events
from metrobot.store.statements.votes.ballots import Ballot, posted
from tests.service.acts import refused
from tests.service.stage import ANN, BOB, CAT, DAN, HICCUP, Stage, staged
from tests.service.toy import TOY, Refill, State, Take, Toy


def refusal(table: Table, player: int) -> str:
    """Return the key of the refusal to take the last turn back."""
    with pytest.raises(TableError) as raised:
        undo.check_undo(table, player)  # type: ignore[arg-type]  # ids are numbers
    return raised.value.key


@pytest.fixture
async def table(stage: Stage, trio: Table) -> Table:
    """Return a game in which Ann has taken two counters, then one."""
    return await stage.take(trio, 2, 1)


async def asked(stage: Stage, table: Table) -> Ballot:
    ballot = (await stage.tables.undo.ask(table.id, ANN.id)).ballot
    assert ballot is not None
    await stage.store._database.write(lambda c: posted(c, ballot.id, 77, stage.clock.now()))
    return ballot


async def taken_back(stage: Stage, table: Table) -> Table:
    """Take Ann's turn back, all others agreeing."""
    ballot = await asked(stage, table)
    after = table
    for person in table.people[1:]:
        after = (await stage.tables.undo.agree(table.id, ballot.id, person.id)).table
    return after


async def test_a_turn_is_taken_back_when_all_others_agree(stage: Stage) -> None:
    before = await stage.start(BOB, CAT)
    table = await stage.take(before, 2, 1)
    ballot = await asked(stage, table)

    first = await stage.tables.undo.agree(table.id, ballot.id, BOB.id)
    last = await stage.tables.undo.agree(table.id, ballot.id, CAT.id)

    assert (ballot.voters, ballot.payload["turn"]) == (frozenset({BOB.id, CAT.id}), 0)
    assert first.table == table
    assert first.ballot is not None
    assert first.ballot.agreed == {BOB.id}
    assert last.ballot is None
    assert (last.table.state, last.table.log) == (before.state, before.log)
    assert (last.table.revision, last.table.to_act()) == (table.revision + 1, (ANN,))


async def test_the_revision_only_grows(stage: Stage, table: Table) -> None:
    """Turns played again get higher revisions than void ones, and the next place in the log."""
    table = await taken_back(stage, table)
    after = await stage.take(table, 3, 1)

    assert [logged.revision for logged in after.log] == [1, 5, 6]
    assert [logged.event.seq for logged in after.log] == [1, 2, 3]


@pytest.mark.parametrize("goes_on", [False, True])
async def test_what_is_kept_in_memory_is_what_is_stored(
    stage: Stage, goes_on: bool, table: Table
) -> None:
    """A reader that has seen the turn, one that has not, and one that is fresh all agree."""
    others = [Tables(stage.store, stage.clock, {"toy": TOY}) for _ in range(3)]
    await others[0].by_id(table.id)
    ballot = await asked(stage, table)
    await stage.tables.undo.agree(table.id, ballot.id, BOB.id)
    after = (await stage.tables.undo.agree(table.id, ballot.id, CAT.id)).table
    await others[1].by_id(table.id)
    if goes_on:
        after = await stage.take(after, 3, 3)

    found = [await each.by_id(table.id) for each in (*others, stage.tables)]

    assert [(each.state, each.log, each.revision) for each in found] == [
        (after.state, after.log, after.revision)
    ] * 4


@pytest.mark.scans
async def test_the_store_keeps_what_is_void(stage: Stage, table: Table) -> None:
    await taken_back(stage, table)
    columns = (events.c.revision, events.c.kind, events.c.actor, events.c.void, events.c.payload)

    rows = await stage.store._database.read(
        lambda connection: [
            tuple(row) for row in connection.execute(sa.select(*columns).order_by(columns[0]))
        ]
    )

    assert [row[:4] for row in rows] == [
        (1, "deal", "chance", False),
        (2, "take", "0", True),
        (3, "take", "0", True),
        (4, "take_back", "table", True),
    ]
    assert rows[-1][4] == {"first": 2, "seat": 0}


async def test_a_turn_can_be_taken_back_again_and_again(stage: Stage) -> None:
    start = await stage.start(BOB, CAT)
    table = start
    for count in (3, 2, 1):
        table = await taken_back(stage, await stage.take(table, count, 1))

    fresh = await Tables(stage.store, stage.clock, {"toy": TOY}).by_id(table.id)
    assert (fresh.state, fresh.log, fresh.revision) == (start.state, start.log, 10)


async def test_the_turn_before_can_be_taken_back_by_its_player(stage: Stage) -> None:
    """With the last turn gone theirs is the last again."""
    table = await stage.take(await stage.start(BOB, CAT), 1, 1)
    before = table
    table = await stage.take(table, 1, 1)
    ballot = (await stage.tables.undo.ask(table.id, BOB.id)).ballot
    assert ballot is not None
    for person in (ANN, CAT):
        table = (await stage.tables.undo.agree(table.id, ballot.id, person.id)).table

    after = await taken_back(stage, table)

    assert (before.to_act(), after.to_act(), len(after.log)) == ((BOB,), (ANN,), 1)


async def test_alone_nobody_is_asked(stage: Stage) -> None:
    table = await stage.start(BOB, CAT)
    for person in (BOB, CAT):
        table = await stage.tables.seats.resign(table.id, person.id)

    after = await stage.take(table, 1, 1)
    found = await stage.tables.undo.ask(table.id, ANN.id)

    assert len(after.log) > len(table.log) + 2
    assert found.ballot is None
    assert (found.table.state, found.table.log) == (table.state, table.log)
    assert await Tables(stage.store, stage.clock, {"toy": TOY}).by_id(table.id) == found.table


# --- what stands in the way ---


async def test_strangers_and_those_who_made_another_turn_are_refused(
    stage: Stage, table: Table
) -> None:
    assert refusal(table, DAN.id) == TableKey.NOT_SEATED
    assert refusal(table, BOB.id) == UndoKey.NOT_YOURS
    assert not undo.may_undo(table, BOB.id)
    assert undo.may_undo(table, ANN.id)


async def test_before_the_first_turn_there_is_nothing(stage: Stage) -> None:
    assert refusal(await stage.lobby(BOB), ANN.id) == TableKey.NOT_STARTED

    table = await stage.tables.lobbies.at(2).start(ANN.id, may_manage=False, interaction=900)

    assert refusal(table, ANN.id) == UndoKey.NOTHING


async def test_once_the_next_one_has_acted_the_turn_stands(stage: Stage, table: Table) -> None:
    assert refusal(await stage.take(table, 1, 1), ANN.id) == UndoKey.NOT_YOURS


async def test_what_chance_drew_after_a_turn_cannot_be_undrawn(stage: Stage, table: Table) -> None:
    """The next one has not acted, but the pile has been filled up."""
    table = await stage.take(table, 2, 1)

    assert isinstance(table.log[-1].event.action, Refill)
    assert refusal(table, BOB.id) == UndoKey.CHANCE


async def test_chance_within_a_turn_keeps_all_of_it(stage: Stage) -> None:
    table = await stage.take(await stage.start(BOB, CAT), 3, 2)
    table = await stage.take(await stage.take(table, 1), 1)

    assert isinstance(table.log[-2].event.action, Refill)
    assert refusal(table, BOB.id) == UndoKey.CHANCE


async def test_a_game_that_is_over_stays_over(stage: Stage) -> None:
    table = await stage.finish(await stage.start(BOB, CAT))

    assert {refusal(table, person.id) for person in (ANN, BOB, CAT)} == {UndoKey.OVER}


async def test_what_shows_something_hidden_stands(stage: Stage, table: Table) -> None:
    """The title says so; one that says nothing lets nothing be taken back."""

    class Shy(Toy):
        """Says nothing."""

        def reveals(self, before: State, after: State) -> bool:
            """Answer as titles do by default."""
            return Title.reveals(self, before, after)

    assert refusal(replace(table, title=Shy()), ANN.id) == UndoKey.SHOWN


async def test_where_all_choose_at_once_nothing_is_taken_back(stage: Stage, table: Table) -> None:
    """The choices of a round were opened together."""

    class AtOnce(Toy):
        """Says that all choose at once."""

        is_simultaneous = True

    assert refusal(replace(table, title=AtOnce()), ANN.id) == UndoKey.ROUND


async def test_who_left_since_keeps_the_turn(stage: Stage, table: Table) -> None:
    assert refusal(await stage.tables.seats.resign(table.id, CAT.id), ANN.id) == UndoKey.TABLE


async def test_a_question_is_gone_when_somebody_leaves(stage: Stage, table: Table) -> None:
    """Others sit there than were asked."""
    ballot = await asked(stage, table)
    await stage.tables.seats.resign(table.id, CAT.id)

    with pytest.raises(TableError, match=TableKey.BALLOT_CLOSED):
        await stage.tables.undo.agree(table.id, ballot.id, BOB.id)


async def test_what_a_vacant_seat_did_after_the_turn_goes_with_it(stage: Stage) -> None:
    """It chose nothing; the others are asked."""
    table = await stage.start(BOB, CAT)
    before = await stage.tables.seats.resign(table.id, BOB.id)
    table = await stage.take(before, 1, 1)
    assert table.to_act() == (CAT,)

    ballot = (await stage.tables.undo.ask(table.id, ANN.id)).ballot
    assert ballot is not None
    after = (await stage.tables.undo.agree(table.id, ballot.id, CAT.id)).table

    assert (after.state, after.log) == (before.state, before.log)


# --- the question ---


async def test_the_others_are_asked_once(stage: Stage, table: Table) -> None:
    await asked(stage, table)

    assert await refused(stage.tables.undo.ask(table.id, ANN.id)) == TableKey.BALLOT_OPEN


async def test_two_presses_at_once_ask_once(stage: Stage, table: Table) -> None:
    """Before any message shows it, the same ballot is given to both."""
    found = await asyncio.gather(*(stage.tables.undo.ask(table.id, ANN.id) for _ in range(3)))

    assert len({each.ballot and each.ballot.id for each in found}) == 1


async def test_a_question_of_another_board_is_stale(stage: Stage, table: Table) -> None:
    with pytest.raises(TableError, match=TableKey.STALE):
        await stage.tables.undo.ask(table.id, ANN.id, table.revision - 1)


async def test_two_who_agree_at_once_take_back_once(stage: Stage, table: Table) -> None:
    ballot = await asked(stage, table)
    agree = stage.tables.undo.agree

    found = await asyncio.gather(*(agree(table.id, ballot.id, each.id) for each in (BOB, CAT)))

    assert [each.ballot is None for each in found].count(True) == 1
    assert (await stage.tables.by_id(table.id)).revision == table.revision + 1


async def test_two_processes_take_back_once(stage: Stage, table: Table) -> None:
    ballot = await asked(stage, table)
    await stage.tables.undo.agree(table.id, ballot.id, BOB.id)
    other = Tables(stage.store, stage.clock, {"toy": TOY})
    both = (stage.tables, other)

    found = await asyncio.gather(
        *(each.undo.agree(table.id, ballot.id, CAT.id) for each in both), return_exceptions=True
    )

    assert sorted(isinstance(each, TableError) for each in found) == [False, True]
    assert (await other.by_id(table.id)).revision == table.revision + 1


async def test_who_has_asked_may_let_it_be(stage: Stage, table: Table) -> None:
    ballot = await asked(stage, table)
    with pytest.raises(TableError, match=UndoKey.NOT_ASKER):
        await stage.tables.undo.withdraw(table.id, ballot.id, PlayerId(99))

    await stage.tables.undo.withdraw(table.id, ballot.id, ANN.id)

    with pytest.raises(TableError, match=TableKey.BALLOT_CLOSED):
        await stage.tables.undo.agree(table.id, ballot.id, BOB.id)
    assert (await asked(stage, table)).id > ballot.id


async def test_the_first_no_lets_the_turn_stand(stage: Stage, table: Table) -> None:
    """Whoever says it, in whatever order three people answer; who has asked only withdraws."""
    length = len(table.log)
    for order, answers in product(permutations((ANN, BOB, CAT)), product((True, False), repeat=3)):
        stage.clock.advance(3601)  # nobody asks too often
        ballot = await asked(stage, table)
        for person, agrees in zip(order, answers, strict=True):
            if await stage.tables.ballots.standing(table, ballot.id) is None:
                break
            if not agrees:
                await stage.tables.undo.withdraw(table.id, ballot.id, person.id)
            elif person is not ANN:
                table = (await stage.tables.undo.agree(table.id, ballot.id, person.id)).table
        is_undone = len(table.log) < length
        last_yes = max(order.index(BOB), order.index(CAT))
        assert is_undone == (False not in answers[: last_yes + 1])
        assert is_undone or False in answers
        assert await stage.tables.ballots.standing(table, ballot.id) is None
        if is_undone:
            table = await stage.take(table, 2, 1)


async def test_somebody_who_plays_on_answers_the_question(stage: Stage, table: Table) -> None:
    ballot = await asked(stage, table)
    assert await stage.tables.ballots.overtaken(table, UNDO) is None

    after = await stage.take(table, 1, 1)

    with pytest.raises(TableError, match=TableKey.BALLOT_CLOSED):
        await stage.tables.undo.agree(table.id, ballot.id, BOB.id)
    overtaken = await stage.tables.ballots.overtaken(after, UNDO)
    assert overtaken == replace(ballot, message=77, asked_at=stage.clock.now())


async def test_a_newer_question_is_not_taken_for_an_old_one(stage: Stage) -> None:
    """A message that comes late tells of an older board."""
    older = await stage.start(BOB, CAT)
    await asked(stage, await stage.take(older, 1, 1))

    assert await stage.tables.ballots.overtaken(older, UNDO) is None


async def test_a_question_does_not_stand_for_ever(stage: Stage, table: Table) -> None:
    ballot = await asked(stage, table)
    stage.clock.advance(LIFETIME.total_seconds())

    assert (await asked(stage, table)).id > ballot.id


async def test_a_restart_in_the_middle_loses_no_consent(stage: Stage, table: Table) -> None:
    ballot = await asked(stage, table)
    await stage.tables.undo.agree(table.id, ballot.id, BOB.id)

    async with staged(stage.url, clock=stage.clock) as again:
        after = (await again.tables.undo.agree(table.id, ballot.id, CAT.id)).table

    assert (after.revision, len(after.log)) == (table.revision + 1, 1)


async def test_a_crash_after_the_last_consent_is_made_good(stage: Stage, table: Table) -> None:
    """The next press, or a second request, finds that all agree."""
    ballot = await asked(stage, table)
    for person in (BOB, CAT):
        await stage.tables.ballots.vote(table, ballot.id, person.id, ballot.kind, agrees=True)

    found = await stage.tables.undo.ask(table.id, ANN.id)

    assert found.ballot is None
    assert found.table.revision == table.revision + 1


# --- what is told, and what is left ---


async def test_the_channel_is_told_what_was_taken_back(told: Stage, table: Table) -> None:
    """After the turn, with the turn's number and who made it; they are awaited from now on."""
    await told.said()
    told.clock.advance(60)

    after = await taken_back(told, table)

    in_channel = [each for each in await told.said() if each[0] not in ("hand", "ask")]
    assert in_channel[-2:] == [("turn", 0, None), ("taken_back", 0, ANN.id)]
    assert after.turn_since == told.clock.now()
    assert (await told.tables.by_id(table.id)).place.board_message is not None


async def test_what_was_not_told_yet_is_not_told_any_more(told: Stage) -> None:
    """Nobody has to read of a turn that is gone."""
    told.notifier.failures = dict.fromkeys(DeliveryKind, HICCUP)
    table = await told.take(await told.start(BOB, CAT), 2, 1)
    await told.said()
    await taken_back(told, table)
    told.notifier.failures = {}
    told.clock.advance(3600)

    said = await told.said()

    assert [kind for kind, _, _ in said if kind in ("turn", "taken_back")] == ["taken_back"]


async def test_what_was_taken_back_while_it_waited_is_not_told(told: Stage) -> None:
    """It was handed over as it was stored, but by then others were being told things."""
    before = await told.start(BOB, CAT)
    await told.said()
    slots = told.tables._outbox._slots
    for _ in range(GAMES_AT_ONCE):
        await slots.acquire()
    await taken_back(told, await told.take(before, 2, 1))
    for _ in range(GAMES_AT_ONCE):
        slots.release()
    await told.tables.close()

    assert [kind for kind, _, _ in told.notifier.said if kind in ("turn", "taken_back")] == [
        "taken_back"
    ]


async def test_a_turn_taken_back_while_it_is_told_is_passed_over(
    stage: Stage, table: Table
) -> None:
    """It was read as pending a moment before."""
    pending = await stage.store.outbox.pending(table.id)
    after = await taken_back(stage, table)
    told = next(row for row in pending if row.kind == "turn")

    is_worth_saying, kind = stage.tables._outbox._attempts._is_worth_saying, handling_of(told)
    assert not await is_worth_saying(after, told, kind, turns_of(after, told))
    assert await is_worth_saying(table, told, kind, turns_of(table, told))


async def test_what_was_taken_back_can_still_be_told(stage: Stage, table: Table) -> None:
    after = await taken_back(stage, table)
    await stage.take(after, 3, 3)
    fresh = Tables(stage.store, stage.clock, {"toy": TOY})

    found = await fresh.undo.undone(table.id, after.revision)

    assert (found.log, found.state, found.revision) == (table.log, table.state, table.revision)


async def test_the_log_and_replays_hold_what_stands(stage: Stage, table: Table) -> None:
    table = await stage.take(await taken_back(stage, table), 3, 1)

    assert finished_turns(table) == [0]
    assert snapshot_after(table, 0) == table
    assert [logged.event.action for logged in table.log[1:]] == [Take(3), Take(1)]
    assert [view.pile for view in table.summary(0).views] == [12, 12, 9, 8]


async def test_the_record_can_be_replayed_and_verified(stage: Stage, table: Table) -> None:
    table = await taken_back(stage, table)
    table = await stage.take(table, 3, 1)
    table = await stage.take(table, 1, 1)
    assert any(isinstance(logged.event.action, Refill) for logged in table.log)
    table = await stage.take(table, 1, 1)
    ballot = (await stage.tables.undo.ask(table.id, CAT.id)).ballot
    assert ballot is not None
    for person in (ANN, BOB):
        table = (await stage.tables.undo.agree(table.id, ballot.id, person.id)).table

    record = (await stage.finish(table)).record()

    assert check_record({"toy": TOY}, record).hidden is None
    assert check_dealing({"toy": TOY}, record).draws == 2
    assert [event.seq for event in record.events] == list(range(1, len(record.events) + 1))
    assert "take_back" not in {event.kind for event in record.events}


async def test_a_draft_of_before_is_stale(stage: Stage, trio: Table) -> None:
    draft = (await stage.tables.turns.begin_draft(trio.id, ANN.id)).draft.then_action(Take(2))
    after = await taken_back(stage, await stage.take(trio, 2, 1))

    with pytest.raises(TableError, match=TableKey.STALE):
        await stage.tables.turns.read_draft(trio.id, ANN.id, trio.revision, draft.code)
    assert await stage.tables.turns.read_draft(trio.id, ANN.id, after.revision, draft.code)


async def test_whoever_reads_late_sees_the_game_of_then(stage: Stage, table: Table) -> None:
    """A row that was read before the turn was taken back fits the events of then."""
    row = await stage.row(table)
    await taken_back(stage, table)

    late = await stage.tables._loader.table(row)

    assert (late.revision, late.log, late.state) == (table.revision, table.log, table.state)
