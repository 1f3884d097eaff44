"""Hints at a table: who may ask, what is counted, what is handed out."""

import asyncio
from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from metrobot.engine.sentence import Sentence
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import PlayerId
from metrobot.service.model.table import Table
from metrobot.service.people.ledger import HINT, Account
from metrobot.service.people.ledger import KEPT as KEPT_CHARGES
from metrobot.service.play.hints import Hinted, are_counted
from metrobot.service.ports import ChoicePath, Hint, HintJob
from tests.service.stage import ANN, BOB, CAT, CHANNEL, Stage

WHY = (Sentence("why.best"),)


@dataclass
class FakeAdviser:
    """A hint finder that gives prepared hints and keeps the jobs."""

    hints: list[ChoicePath] = field(default_factory=lambda: [(0, 1), (1, 1), (2, 1)])
    jobs: list[HintJob] = field(default_factory=list)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    title: str = "toy"

    def knows(self, title: str) -> bool:
        """Return whether it is the one that it knows."""
        return title == self.title

    async def find_hint(self, job: HintJob) -> Hint | None:
        """Return the next hint."""
        self.jobs.append(job)
        self.asked.set()
        await self.gate.wait()
        return Hint(self.hints.pop(0), WHY) if self.hints else None


async def started(stage: Stage, *, hints: bool = True) -> tuple[Table, FakeAdviser]:
    """Start a game of Ann and Bob, in which hints are allowed or not."""
    adviser = FakeAdviser()
    adviser.gate.set()
    stage.tables.hints.finder = adviser
    await stage.lobby()
    await stage.tables.lobbies.at(CHANNEL).choose(ANN.id, "seating", "joined")
    await stage.tables.lobbies.at(CHANNEL).choose(ANN.id, "hints", "on" if hints else "off")
    await stage.tables.lobbies.at(CHANNEL).join(BOB, 500)
    table = await stage.tables.lobbies.at(CHANNEL).start(ANN.id, may_manage=False, interaction=900)
    return table, adviser


async def ask(
    stage: Stage, table: Table, player: PlayerId = ANN.id, shown_paths: tuple[ChoicePath, ...] = ()
) -> Hinted:
    """Ask for a hint for an empty draft."""
    _, draft = await stage.tables.turns.begin_draft(table.id, player)
    return await stage.tables.hints.ask(table.id, player, table.revision, draft.code, shown_paths)


async def refusal(stage: Stage, table: Table, player: PlayerId = ANN.id) -> str:
    """Return the key of the refusal of a hint."""
    with pytest.raises(TableError) as refused:
        await stage.tables.hints.ask(table.id, player, table.revision, "0000:")
    return refused.value.key


async def test_a_hint_is_counted_once_and_nothing_is_played(stage: Stage) -> None:
    table, adviser = await started(stage)
    first = await ask(stage, table)
    again = await ask(stage, table)
    assert first.advised is not None
    path = first.advised.choices

    assert again.advised == first.advised
    assert again.reason == first.reason == WHY
    assert [person.hints for person in again.table.people] == [1, 0]
    other = await ask(stage, table, shown_paths=(path,))
    assert [person.hints for person in other.table.people] == [2, 0]
    assert other.table.revision == table.revision
    assert len(adviser.jobs) == 2


async def test_the_adviser_gets_a_view_and_no_state(stage: Stage) -> None:
    table, adviser = await started(stage)
    await ask(stage, table)
    (job,) = adviser.jobs

    assert job.view == table.view_for(ANN.id)
    assert (job.title, job.seat, job.choices, job.shown_paths) == ("toy", 0, (), ())


async def test_when_nothing_is_left_nothing_is_counted(stage: Stage) -> None:
    table, adviser = await started(stage)
    adviser.hints.clear()
    found = await ask(stage, table)

    assert found.advised is None
    assert [person.hints for person in found.table.people] == [0, 0]


async def test_among_people_the_host_has_to_allow_it(stage: Stage) -> None:
    """Otherwise no hint is looked for."""
    table, adviser = await started(stage, hints=False)

    assert not stage.tables.hints.are_offered(table)
    assert await refusal(stage, table) == TableKey.NO_HINTS
    assert adviser.jobs == []


async def test_against_computers_hints_are_always_there(stage: Stage) -> None:
    """And nobody counts them, since nobody else is there to see it."""
    stage.tables.hints.finder = adviser = FakeAdviser()
    adviser.gate.set()
    await stage.lobby()
    await stage.tables.lobbies.at(CHANNEL).choose(ANN.id, "seating", "joined")
    await stage.tables.lobbies.at(CHANNEL).add_computer(ANN.id, "easy")
    table = await stage.tables.lobbies.at(CHANNEL).start(ANN.id, may_manage=False, interaction=900)

    assert stage.tables.hints.are_offered(table)
    assert not are_counted(table)
    assert (await ask(stage, table)).advised is not None


async def test_only_the_host_allows_it(stage: Stage) -> None:
    await stage.lobby(BOB)
    with pytest.raises(TableError, match=TableKey.NOT_HOST):
        await stage.tables.lobbies.at(CHANNEL).choose(BOB.id, "hints", "on")
    with pytest.raises(TableError, match=TableKey.NO_SUCH_OPTION):
        await stage.tables.lobbies.at(CHANNEL).choose(ANN.id, "hints", "maybe")


async def test_hints_are_for_whose_turn_it_is(stage: Stage) -> None:
    """For nobody else, and on the newest board alone."""
    table, _ = await started(stage)

    assert await refusal(stage, table, BOB.id) == TableKey.NOT_YOUR_TURN
    assert await refusal(stage, table, CAT.id) == TableKey.NOT_SEATED
    await stage.take(table, 1, 1)
    assert await refusal(stage, table) == TableKey.STALE


async def test_who_knows_no_title_gives_no_hints(stage: Stage) -> None:
    table, adviser = await started(stage)
    adviser.title = "another"

    assert await refusal(stage, table) == TableKey.NO_HINTS
    stage.tables.hints.finder = None
    assert await refusal(stage, table) == TableKey.NO_HINTS


async def test_one_hint_is_worked_out_at_a_time(stage: Stage) -> None:
    table, adviser = await started(stage)
    adviser.gate.clear()
    first = asyncio.create_task(ask(stage, table))
    await adviser.asked.wait()

    assert await refusal(stage, table) == TableKey.HINT_UNDER_WAY
    adviser.gate.set()
    assert (await first).advised is not None


async def test_what_was_done_meanwhile_makes_a_hint_stale(stage: Stage) -> None:
    table, adviser = await started(stage)
    adviser.gate.clear()
    first = asyncio.create_task(ask(stage, table))
    await adviser.asked.wait()
    await stage.take(table, 1, 1)
    adviser.gate.set()

    with pytest.raises(TableError, match=TableKey.STALE):
        await first


@pytest.mark.parametrize("shown", [((9, 9),), ((0, 1, 1, 1),)])
async def test_what_cannot_have_been_shown_is_refused(
    stage: Stage, shown: tuple[ChoicePath, ...]
) -> None:
    """Somebody has made up an id."""
    table, _ = await started(stage)
    with pytest.raises(TableError, match=TableKey.STALE):
        await ask(stage, table, shown_paths=shown)


async def test_a_whole_turn_is_compared_with_another_one(stage: Stage) -> None:
    table, _ = await started(stage)
    first = await ask(stage, table)
    _, draft = await stage.tables.turns.begin_draft(table.id, ANN.id)
    whole = draft.then(0).then(0)
    hinted = await stage.tables.hints.ask(table.id, ANN.id, table.revision, whole.code)

    assert whole.is_turn_over
    assert hinted.draft == whole
    assert hinted.start == draft
    assert first.advised is not None
    assert hinted.advised == first.advised


async def test_whoever_takes_a_seat_has_taken_no_hints(stage: Stage) -> None:
    table, _ = await started(stage)
    await ask(stage, table)
    await stage.tables.seats.resign(table.id, ANN.id)
    left = await stage.tables.by_id(table.id)

    assert [person.hints for person in left.people] == [0, 0]


async def seconds(stage: Stage) -> float:
    """Return the seconds of a processor that Ann has caused."""
    now = stage.clock.now()
    span = (now - timedelta(hours=1), now)
    return sum(n for _, n in await stage.store.charges.within(ANN.id, Account.SECONDS, span))


async def begun_again(stage: Stage, table: Table) -> Table:
    """Finish a game, and start another one of the title with hints."""
    await stage.finish(table)
    return (await started(stage))[0]


async def test_a_first_game_of_a_title_is_free(stage: Stage) -> None:
    """The next one is not; only so many hints are."""
    table, _ = await started(stage)
    await ask(stage, table)
    assert await seconds(stage) == 0

    again = await begun_again(stage, table)
    await ask(stage, again)
    assert await seconds(stage) == HINT


async def test_a_free_game_has_an_end(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """After so many hints they cost what they cost elsewhere."""
    monkeypatch.setattr("metrobot.service.play.hints.FREE_HINTS", 1)
    table, _ = await started(stage)
    first = await ask(stage, table)
    assert first.advised is not None
    await ask(stage, table, shown_paths=(first.advised.choices,))

    assert await seconds(stage) == HINT


async def test_to_be_forgotten_makes_no_game_a_first_one(stage: Stage) -> None:
    table, _ = await started(stage)
    await ask(stage, table)
    await stage.finish(table)
    await stage.tables.privacy.forget(ANN.id)
    again, _ = await started(stage)
    known = (ANN.id, again.id, Account.FREE_HINTS)
    assert not await stage.store.charges.is_first_game(*known)

    stage.clock.advance(KEPT_CHARGES.total_seconds() + 1)
    await stage.tables.ledger.clear()
    assert await stage.store.charges.is_first_game(*known)


async def test_a_spent_account_leaves_a_quick_turn(stage: Stage) -> None:
    """It says when there are hints again; what takes milliseconds is free."""
    table, adviser = await started(stage)
    table = await begun_again(stage, table)
    adviser = FakeAdviser(gate=adviser.gate)
    stage.tables.hints.finder = adviser
    assert await stage.tables.hints.minutes_left(table, ANN.id) == 0
    await stage.tables.ledger.note(ANN.id, Account.SECONDS, 120, table.id)

    assert await stage.tables.hints.minutes_left(table, ANN.id) == 60
    assert await refusal(stage, table) == TableKey.THOUGHT_LONG
    _, draft = await stage.tables.turns.begin_draft(table.id, ANN.id)
    asked = (table.id, ANN.id, table.revision, draft.code)
    assert (await stage.tables.hints.ask(*asked, is_quick=True)).advised is not None
    assert [job.is_quick for job in adviser.jobs] == [True]


async def test_a_hint_that_waits_too_long_costs_nothing(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("metrobot.service.play.hints.LONGEST", 0)
    table, adviser = await started(stage)
    adviser.gate.clear()

    assert await refusal(stage, table) == TableKey.HINT_LATE
    later = await stage.tables.by_id(table.id)
    assert [person.hints for person in later.people] == [0, 0]
