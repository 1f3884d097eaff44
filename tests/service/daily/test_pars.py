"""What a line is worth is found out once, when its cards are fixed, and kept."""

import asyncio
import logging
from dataclasses import dataclass, field

import pytest

from metrobot.service.daily import timetable
from metrobot.service.daily.chain import Chain
from metrobot.service.daily.pars import LEFT
from metrobot.service.ports import Par, ParJob
from tests.service.daily.playing import another, begun, day_of, more_tables, press_of, today
from tests.service.stage import ANN, BOB, KEY, Stage


@dataclass
class FakeJudge:
    """A judge who values each line by its number.

    Attributes:
        asked: all jobs, in order.
        fault: what it fails with, if anything.
        gate: what it waits for before it answers.
        called: whether it was asked at all.
    """

    asked: list[ParJob] = field(default_factory=list)
    fault: Exception | None = None
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    called: asyncio.Event = field(default_factory=asyncio.Event)

    async def judge(self, job: ParJob) -> Par:
        """Wait for the gate, then return a made-up par or raise `fault`."""
        self.asked.append(job)
        self.called.set()
        await self.gate.wait()
        if self.fault is not None:
            raise self.fault
        return Par(par=job.number + 30, easy=12, best=job.number + 40, policy=3)


@pytest.fixture
def judge() -> FakeJudge:
    """Return a judge who answers at once."""
    found = FakeJudge()
    found.gate.set()
    return found


async def judged(stage: Stage, judge: FakeJudge) -> list[int]:
    """Do a round, wait for what comes of it; return of which lines it was asked so far."""
    pars = stage.tables.daily.pars
    await pars.sweep(judge)
    await pars.finished()
    return [job.number for job in judge.asked]


async def worth(stage: Stage, number: int) -> tuple[int | None, ...]:
    """Return the stored par, easy score, best score and policy of a line."""
    row = await stage.store.lines.by_number(number)
    assert row is not None
    return row.par, row.easy, row.best, row.policy


async def test_a_line_is_judged_once_it_is_begun(stage: Stage, judge: FakeJudge) -> None:
    """Before, its cards are not known; after, nobody asks again, whatever restarts."""
    stage.clock.time = day_of(20)
    await stage.tables.daily.sweep()
    assert await judged(stage, judge) == []

    await begun(stage, ANN, press=4711)
    for _ in range(3):
        assert await judged(stage, judge) == [20]
        stage.clock.advance(LEFT.total_seconds() + 1)
    again = more_tables(stage.store, stage.clock).daily.pars
    await again.sweep(judge)
    await again.finished()

    key = Chain(KEY).key(20)
    assert judge.asked == [ParJob(20, timetable.map_of(20), key, ("20", str(press_of(20, 4711))))]
    assert await worth(stage, 20) == (50, 12, 60, 3)
    assert (await stage.tables.daily.lines.today()).par == 50


async def test_the_cards_do_not_show_in_what_is_written_of_a_job(
    stage: Stage, judge: FakeJudge
) -> None:
    """Its key is that of an open line."""
    await begun(stage, ANN)
    await judged(stage, judge)

    assert Chain(KEY).key(1).hex() not in repr(judge.asked)
    assert repr(Chain(KEY).key(1)) not in repr(judge.asked)


async def test_a_judge_who_is_at_work_is_not_asked_again(stage: Stage, judge: FakeJudge) -> None:
    """Several rounds pass meanwhile."""
    judge.gate.clear()
    await begun(stage, ANN)
    for _ in range(3):
        await stage.tables.daily.pars.sweep(judge)
        await judge.called.wait()
    judge.gate.set()

    assert await judged(stage, judge) == [1]
    assert await worth(stage, 1) == (31, 12, 41, 3)


async def test_two_processes_judge_once(stage: Stage, judge: FakeJudge) -> None:
    """The slower one finds that the other has begun."""
    async with another(stage) as other:
        for number in range(20, 30):
            stage.clock.time = day_of(number)
            await begun(stage, ANN)
            both = (stage.tables.daily.pars, other.daily.pars)
            await asyncio.gather(*(pars.sweep(judge) for pars in both))
            await asyncio.gather(*(pars.finished() for pars in both))

    assert [job.number for job in judge.asked] == list(range(20, 30))


async def test_what_nobody_finishes_is_begun_anew(stage: Stage, judge: FakeJudge) -> None:
    """A process that has died is given a quarter of an hour."""
    judge.gate.clear()
    await begun(stage, ANN)
    await stage.tables.daily.pars.sweep(judge)
    await judge.called.wait()
    await stage.tables.daily.pars.close()
    judge.gate.set()

    stage.clock.advance(LEFT.total_seconds() - 1)
    assert await judged(stage, judge) == [1]
    stage.clock.advance(2)
    assert await judged(stage, judge) == [1, 1]
    assert await worth(stage, 1) == (31, 12, 41, 3)


async def test_what_fails_is_logged_and_tried_again(
    stage: Stage, judge: FakeJudge, caplog: pytest.LogCaptureFixture
) -> None:
    """Not in each round; the log has no key."""
    judge.fault = ValueError("no sheet")
    await begun(stage, ANN)
    with caplog.at_level(logging.ERROR):
        for _ in range(4):
            assert await judged(stage, judge) == [1]
    assert caplog.text.count("the par of line 1 could not be found out") == 1
    assert Chain(KEY).key(1).hex() not in caplog.text
    assert await worth(stage, 1) == (None,) * 4

    judge.fault = None
    stage.clock.advance(LEFT.total_seconds() + 1)
    assert await judged(stage, judge) == [1, 1]
    assert await worth(stage, 1) == (31, 12, 41, 3)


async def test_lines_of_the_last_days_are_judged_later_too(stage: Stage, judge: FakeJudge) -> None:
    """Also those that are over, the oldest first; not those of weeks ago."""
    for number in range(20, 32):
        stage.clock.time = day_of(number)
        await begun(stage, ANN)

    assert await judged(stage, judge) == list(range(31 - 7, 32))


async def test_where_nobody_judges_nothing_is_asked(stage: Stage) -> None:
    """A playground without thinking has lines without par."""
    await begun(stage, ANN)
    await begun(stage, BOB)
    await stage.tables.daily.sweep()
    await stage.tables.daily.pars.finished()

    row = await stage.store.lines.by_number(today(stage))
    assert row is not None
    assert (row.par, row.par_asked_at) == (None, None)
