"""Computers' turns: whole or not at all, once, in nobody's way, and telling nothing."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.dice import Dice
from metrobot.engine.draft import new_draft
from metrobot.engine.log import CorruptLogError
from metrobot.engine.record import dump, load
from metrobot.engine.title import AnyTitle
from metrobot.service.finished.record_check import check_dealing, check_record
from metrobot.service.model.play import Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.service.play.bot_turns import LONGEST, SHORTEST, choice_job, pause_of
from metrobot.service.ports import ChoiceJob, ChosenAction, Helpers
from metrobot.service.tables import Tables
from metrobot.store.statements.waits.due import HELD, DueKind
from metrobot.store.store import Store
from tests.databases import url_of
from tests.leaderboard_reference import standings_of
from tests.service.stage import ANN, BOB, CHANNEL, GUILD, KEY, FakeNotifier, Stage, staged
from tests.service.test_with_computers import started_with
from tests.service.toy import NUMBERS, TOY, Blind, State, Take, View, telling
from tests.service.toy_rounds import ROUNDS, Pick


@dataclass
class Thinking:
    """Thinks at once: takes the first choice, or as it is told."""

    jobs: list[ChoiceJob] = field(default_factory=list)
    choose: Callable[[ChoiceJob], int] = lambda _: 0
    meanwhile: Callable[[], Any] | None = None

    async def decide(self, job: ChoiceJob) -> ChosenAction:
        """Write down what is asked, and take a choice."""
        self.jobs.append(job)
        if self.meanwhile is not None:
            meanwhile, self.meanwhile = self.meanwhile, None
            await meanwhile()
        return ChosenAction(self.choose(job), "why.only")


@dataclass
class Room:
    """A stage with computers that play."""

    stage: Stage
    thinker: Thinking
    pauses: list[float]

    async def now(self) -> Table:
        """Return the table once no computer has anything to do."""
        await self.stage.tables.bot_turns.settled()
        return await self.stage.tables.in_channel(CHANNEL)


TITLES: dict[str, AnyTitle] = {"toy": TOY, "rounds": ROUNDS}


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """Return a service with computers over an empty database."""
    thinker, pauses = Thinking(), list[float]()
    url = url_of(tmp_path / "games.db")
    async with staged(url, thinker=thinker, pauses=pauses, titles=TITLES) as stage:
        stage.line.poster = stage.notifier
        yield Room(stage, thinker, pauses)


async def in_rounds(room: Room, *levels: str) -> Table:
    """Start a game of Ann and computers in which all choose at once."""
    tables = room.stage.tables
    await tables.lobbies.open(guild=GUILD, channel=CHANNEL, host=ANN, title="rounds", capacity=None)
    await tables.lobbies.at(CHANNEL).choose(ANN.id, "seating", "joined")
    for level in levels:
        await tables.lobbies.at(CHANNEL).add_computer(ANN.id, level)
    return await tables.lobbies.at(CHANNEL).start(ANN.id, may_manage=False, interaction=900)


async def test_computers_play_until_a_person_is_awaited(room: Room) -> None:
    table = await started_with(room.stage, "easy", "strong")
    await room.stage.take(table, 1, 1)

    after = await room.now()

    assert [person.id for person in after.to_act()] == [ANN.id]
    assert after.state.taken[1:] == (2, 2)
    assert after.computed
    assert {job.level for job in room.thinker.jobs} == {"easy", "strong"}


async def test_a_game_against_computers_comes_to_its_end(room: Room) -> None:
    """Also if a computer begins; the record says who sat where, and is right."""
    await started_with(room.stage, "easy", "strong")
    table = await room.now()
    while table.status is Status.RUNNING:
        await room.stage.take(table, *(1, 1)[: table.state.pile])
        table = await room.now()

    record = table.record()
    assert record.by == ("person", "easy", "strong")
    assert load(dump(record)) == record
    assert check_record({"toy": TOY}, record).is_over
    assert check_dealing({"toy": TOY}, record).reason is None
    standing = (await standings_of(room.stage.tables.leaderboards, GUILD))["toy"]
    assert standing.keys() == {ANN.id}
    assert standing[ANN.id].against.keys() == {"easy", "strong"}


async def test_a_computer_is_asked_with_what_its_seat_may_see(room: Room) -> None:
    """A view, never a state: the numbers of others are hidden."""
    table = await started_with(room.stage, "easy")
    await room.stage.take(table, 1, 1)
    table = await room.now()

    for job in room.thinker.jobs:
        assert job.view.numbers[0] is None
        assert job.view.numbers[1] == table.state.numbers[1]


async def test_nothing_secret_is_in_what_is_printed_of_a_job(room: Room) -> None:
    """Errors and logs tell neither view, choice nor seed."""
    table = await started_with(room.stage, "easy")
    await room.stage.take(table, 1, 1)
    await room.now()

    assert repr(room.thinker.jobs[0]) == ("ChoiceJob(title='toy', level='easy', seconds=5.0)")
    assert repr(ChosenAction(3, "why.only", {"points": 3})) == "ChosenAction()"


async def test_where_there_is_no_choice_nobody_thinks(room: Room) -> None:
    table = await started_with(room.stage, "easy")
    await room.stage.take(table, 3, 3)
    await room.now()

    assert all(len(job.legal) > 1 for job in room.thinker.jobs)


class Imagined(Blind):
    """The second of two players imagines the number of the first."""

    def imagined(self, view: View, dice: Dice) -> State:
        """Return the board of the second turn as it could be."""
        start = self.initial_state(self.ruleset(2, {}))
        numbers = tuple(
            NUMBERS[dice.randrange(len(NUMBERS))] if n is None else n for n in view.numbers
        )
        return replace(start, pile=view.pile, taken=view.taken, numbers=numbers, turn=1)


@pytest.mark.parametrize("hits", [True, False])
async def test_a_computer_plans_its_whole_turn_before_it_learns_where_it_ends(
    tmp_path: Path, hits: bool
) -> None:
    """As a person does, who confirms a plan: what comes after the real end is not played."""
    thinker, titles = Thinking(), {"toy": Imagined()}
    url = url_of(tmp_path / "games.db")
    async with staged(url, thinker=thinker, pauses=[], titles=titles) as stage:
        table = await started_with(stage, "easy")
        free = Take(telling(table.state) % 3 + 1)
        ends = telling(replace(table.state, turn=table.state.turn + 1))
        taken = Take(ends if hits else ends % 3 + 1)
        thinker.choose = lambda job: job.legal.index(taken)
        await stage.take(table, free.count, free.count)
        await stage.tables.bot_turns.settled()
        after = await stage.tables.in_channel(CHANNEL)

    played = [each.event.action for each in after.log if each.event.actor == 1]
    assert len(thinker.jobs) == 2
    assert played == ([taken] if hits else [taken, taken])
    assert [person.id for person in after.to_act()] == [ANN.id]


async def test_each_step_of_each_turn_has_a_seed_of_its_own(room: Room) -> None:
    """Seeds follow from the key of the dealing, and no two are equal."""
    table = await started_with(room.stage, "easy", "easy")
    await room.stage.take(table, 1, 1)
    await room.now()

    seeds = [job.seed for job in room.thinker.jobs]
    assert len(set(seeds)) == len(seeds)
    assert all(len(seed) == 32 for seed in seeds)


async def test_each_choice_has_a_name_that_tells_nothing_of_it(room: Room) -> None:
    """Workers' queues and logs may have it; what was chosen before shows by a hash with a key."""
    table = await started_with(room.stage, "easy", "easy")
    table = await room.stage.take(table, 1, 1)
    await room.now()
    errands = [job.job_id for job in room.thinker.jobs]
    seat = table.seats_to_compute()[0]
    draft = new_draft(table.title, table.state, seat)
    one, other = (choice_job(table, draft, key) for key in (b"one", b"another"))

    assert len(set(errands)) == len(errands)
    assert one == choice_job(table, draft, b"one")
    assert one.job_id is not None
    assert other.job_id is not None
    assert re.fullmatch(r"turn\.\d+\.\d+\.\d+\.0\.[0-9a-f]{12}", one.job_id.key)
    assert one.job_id.key[:-12] == other.job_id.key[:-12]
    assert one.job_id.key != other.job_id.key


async def test_the_pause_follows_from_what_everybody_knows(room: Room) -> None:
    """The computer's secrets and choices do not change it."""
    table = await started_with(room.stage, "easy")
    table = await room.stage.take(table, 1, 1)
    await room.now()

    assert room.pauses == [pause_of(table, Seat(1))]
    assert SHORTEST <= room.pauses[0] <= LONGEST
    other = replace(table.state, numbers=tuple(7 - each for each in table.state.numbers))
    assert (
        pause_of(replace(table, history=replace(table.played, state=other)), Seat(1))
        == room.pauses[0]
    )


async def test_what_takes_longer_than_the_pause_is_not_paused_for(room: Room) -> None:
    async def think() -> None:
        room.stage.clock.advance(10)

    table = await started_with(room.stage, "easy")
    room.thinker.meanwhile = think
    await room.stage.take(table, 1, 1)
    await room.now()

    assert room.pauses == [0.0]


async def test_nothing_is_stored_before_a_turn_is_whole(room: Room) -> None:
    revisions = list[int]()

    async def look() -> None:
        revisions.append((await room.stage.tables.in_channel(CHANNEL)).revision)

    def choose(_: ChoiceJob) -> int:
        room.thinker.meanwhile = look
        return 0

    table = await started_with(room.stage, "easy")
    room.thinker.choose = choose
    room.thinker.meanwhile = look
    table = await room.stage.take(table, 1, 1)
    await room.now()

    assert revisions
    assert set(revisions) == {table.revision}


async def test_a_turn_taken_back_meanwhile_is_thought_out_anew(room: Room) -> None:
    table = await started_with(room.stage, "easy")

    async def take_back() -> None:
        await room.stage.tables.undo.ask(table.id, ANN.id)

    room.thinker.meanwhile = take_back
    await room.stage.take(table, 1, 1)
    after = await room.now()

    assert [person.id for person in after.to_act()] == [ANN.id]
    assert not [each for each in after.log if each.event.actor == Seat(1)]


async def test_who_is_back_meanwhile_plays_themselves(room: Room) -> None:
    stage = room.stage
    table = await stage.start(BOB)
    found = await stage.tables.seats.offer_computer(table, BOB.id, 1, "easy")
    assert isinstance(found, Table)

    async def come_back() -> None:
        await stage.tables.covers.come_back(table.id, BOB.id)

    room.thinker.meanwhile = come_back
    await stage.take(found, 1, 1)
    after = await room.now()

    assert [person.id for person in after.to_call()] == [BOB.id]
    assert after.state.taken == (2, 0)
    assert not after.computed


async def test_a_covered_seat_is_played_for_its_owner(room: Room) -> None:
    """Turn after turn; it counts as a game with computers from then on."""
    stage = room.stage
    table = await stage.start(BOB)
    found = await stage.tables.seats.offer_computer(table, BOB.id, 1, "fair")
    assert isinstance(found, Table)
    await stage.take(found, 1, 1)
    table = await room.now()
    await stage.take(table, 1, 1)
    table = await room.now()

    assert [person.id for person in table.people] == [ANN.id, BOB.id]
    assert table.state.taken[1] == 4
    assert table.computed


async def test_a_sweep_finds_what_a_dead_process_has_left(tmp_path: Path) -> None:
    url, thinker = url_of(tmp_path / "games.db"), Thinking()
    async with staged(url) as stage:  # its computers stand still: as if it were killed
        table = await started_with(stage, "easy")
        await stage.take(table, 1, 1)
    async with staged(url, thinker=thinker) as stage:
        await stage.tables.housekeeping.round()
        await stage.tables.bot_turns.settled()
        await stage.tables.housekeeping.round()
        await stage.tables.bot_turns.settled()
        after = await stage.tables.by_id(table.id)

    assert [person.id for person in after.to_act()] == [ANN.id]
    assert len([each for each in after.log if each.event.actor == Seat(1)]) == 2


async def test_two_processes_play_a_turn_once(tmp_path: Path) -> None:
    url = url_of(tmp_path / "games.db")
    async with staged(url) as stage:
        table = await started_with(stage, "easy", "easy")
        await stage.take(table, 1, 1)
        others = [
            Tables(
                store,
                stage.clock,
                {"toy": TOY},
                entropy=lambda: KEY,
                helpers=Helpers(Thinking(), pause=_no_pause),
            )
            for store in [await Store.open(url) for _ in range(2)]
        ]
        await asyncio.gather(*(each.bot_turns.sweep() for each in others))
        await asyncio.gather(*(each.bot_turns.settled() for each in others))
        after = await stage.tables.by_id(table.id)
        for each in others:
            await each.close()
            await each._store.close()

    assert [person.id for person in after.to_act()] == [ANN.id]
    assert after.state.taken[1:] == (2, 2)


async def _no_pause(_: float) -> None:
    """Wait for nothing."""


async def test_a_thinker_that_fails_is_asked_again_in_a_while(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: ChoiceJob) -> int:
        raise RuntimeError

    table = await started_with(room.stage, "easy")
    room.thinker.choose = fail
    await room.stage.take(table, 1, 1)
    await room.now()
    await room.stage.tables.housekeeping.round()
    still = await room.now()
    assert [person.level for person in still.to_act()] == ["easy"]
    assert len([each for each in caplog.records if "stand still" in each.message]) == 1

    room.thinker.choose = lambda _: 0
    room.stage.clock.advance(HELD.total_seconds())
    await room.stage.tables.housekeeping.round()
    after = await room.now()
    assert [person.id for person in after.to_act()] == [ANN.id]


async def test_a_game_that_cannot_be_read_stops_no_other(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The round goes on: others are reminded and told as ever."""
    table = await started_with(room.stage, "easy")
    room.thinker.meanwhile = asyncio.Event().wait
    await room.stage.take(table, 1, 1)
    broken = room.stage.tables.bot_turns

    async def glance(_: object) -> Table:
        raise CorruptLogError("a gap")

    monkeypatch.setattr(broken.loader, "glance", glance)
    await room.stage.tables.bot_turns.sweep()
    await room.stage.tables.bot_turns.sweep()

    assert [each.message for each in caplog.records] == [
        f"the computers of game {table.id} stand still"
    ]


async def test_what_is_thought_about_is_broken_off_at_the_end(room: Room) -> None:
    """Closing waits for no computer."""
    table = await started_with(room.stage, "easy")
    room.thinker.meanwhile = asyncio.Event().wait
    await room.stage.take(table, 1, 1)
    await asyncio.sleep(0)

    await room.stage.tables.close()

    due = await room.stage.store.due.state(DueKind.COMPUTER, table.id)
    assert due is not None
    assert due.at is not None


# --- choosing at once ---


async def test_where_all_choose_at_once_computers_lock_too(room: Room) -> None:
    table = await in_rounds(room, "easy", "fair")
    table = await room.now()
    assert table.locked == {Seat(1), Seat(2)}
    assert [person.id for person in table.to_act()] == [ANN.id]
    assert [kind for kind, _, _ in await room.stage.said()].count(DeliveryKind.LOCKS.value) == 1

    await room.stage.tables.turns.act(table.id, ANN.id, table.revision, [Pick(0)])
    after = await room.stage.tables.by_id(table.id)

    assert after.state.round == 2
    assert after.computed


async def test_the_table_hears_of_computers_locks_once_all_have_locked(room: Room) -> None:
    locked = list[frozenset[Seat]]()

    class Reader(FakeNotifier):
        async def deliver(self, table: Table | None, delivery: Delivery) -> int | None:
            if table is not None and delivery.kind is DeliveryKind.LOCKS:
                locked.append(frozenset(table.locked))
            return await super().deliver(table, delivery)

    room.stage.line.poster = Reader()
    await in_rounds(room, "easy", "fair")
    await room.now()
    await room.stage.tables.deliver_pending()

    assert locked == [{Seat(1), Seat(2)}]


async def test_the_last_lock_may_be_a_computer_s(room: Room) -> None:
    picks = iter([0, 0])
    table = await in_rounds(room)
    assert table.is_alone
    await room.stage.tables.cancel(CHANNEL, ANN, may_manage=True)
    table = await in_rounds(room, "easy")
    room.thinker.choose = lambda _: next(picks, 0)
    table = await room.stage.tables.by_id(table.id)
    await room.stage.tables.turns.act(table.id, ANN.id, table.revision, [Pick(0)])

    after = await room.now()

    assert after.state.round == 2
    assert after.locked == {Seat(1)}


async def test_a_round_may_be_played_by_computers_alone(room: Room) -> None:
    table = await in_rounds(room, "easy")
    assert isinstance(await room.stage.tables.seats.offer_computer(table, ANN.id, 0, "easy"), Table)

    after = await room.now()

    assert after.status is Status.OVER
    assert {each.event.actor for each in after.log} == {CHANCE, Seat(0), Seat(1)}
