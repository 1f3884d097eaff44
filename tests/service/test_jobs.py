"""Jobs that are left to workers: whoever asks has an answer, or does the job alone."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import pytest
import sqlalchemy as sa

from metrobot.service.jobs import REST, SharedJobs
from metrobot.service.ports import Errand, Patience, Work
from metrobot.service.shift import KEPT, Shift
from metrobot.store.jobs import GivenBackError, JobRow
from metrobot.store.schema import jobs
from metrobot.store.trouble import DatabaseTroubleError
from tests.service.stage import ANN, BOB, Stage

PATIENCE = Patience(untaken=3.0, undone=20.0)
ERRAND = Errand(Work.TURN, 1, "7.0.0")
VIEW = b"one seat's view"


@dataclass
class FakeQueue:
    """Brings keys to one worker, in this process.

    Attributes:
        put_in: all keys, in order.
        failure: what to raise.
        do: what the worker does with a key; nobody works while there is none.
    """

    put_in: list[str] = field(default_factory=list)
    failure: Exception | None = None
    do: Callable[[str], Awaitable[None]] | None = None
    came: asyncio.Event = field(default_factory=asyncio.Event)

    async def put(self, kind: str, key: str) -> None:
        """Have a job done."""
        if self.failure is not None:
            raise self.failure
        self.put_in.append(key)
        self.came.set()

    async def serve(
        self,
        kinds: Sequence[str],
        do: Callable[[str], Awaitable[None]],
        places: int,
        until: asyncio.Event,
    ) -> None:
        """Let a worker be there until told otherwise."""
        if self.failure is not None:
            raise self.failure
        await until.wait()

    async def tidy(self) -> None:
        """Note nothing, and so remove nothing."""


@dataclass
class Desk:
    """A store, a queue, and who asks.

    Attributes:
        asked: what workers were asked, in order.
    """

    stage: Stage
    queue: FakeQueue
    jobs: SharedJobs
    asked: list[bytes] = field(default_factory=list)
    gate: asyncio.Event = field(default_factory=asyncio.Event)

    async def think(self, kind: str, asked: bytes) -> bytes:
        """Answer once the gate is open."""
        self.asked.append(asked)
        await self.gate.wait()
        return b"answer"

    def shift(self) -> Shift:
        """Return a worker that has not begun."""
        return Shift(self.stage.store, self.queue, self.think, self.stage.clock, 1)

    def ask(self) -> "asyncio.Task[bytes | None]":
        """Ask for a job."""
        return asyncio.create_task(self.jobs.asked(ERRAND, VIEW, PATIENCE))

    async def put(self) -> str:
        """Wait until a job is in the queue; return its key."""
        await self.queue.came.wait()
        return self.queue.put_in[-1]

    def advance(self, seconds: float) -> None:
        """Let time pass, and whoever waits look again."""
        self.stage.clock.advance(seconds)
        self.stage.store._database.answered("")

    async def rows(self) -> list[sa.Row[tuple[object, ...]]]:
        """Return all jobs that are stored."""
        return await self.stage.store._database.read(
            lambda connection: list(
                connection.execute(sa.select(jobs).execution_options(whole=True)).all()
            )
        )


@pytest.fixture
async def desk(stage: Stage) -> Desk:
    """Return a desk in whose database there is a game."""
    await stage.start(BOB)
    queue = FakeQueue()
    made = Desk(stage, queue, SharedJobs(stage.store, queue, stage.clock))
    made.gate.set()
    return made


async def _until(condition: Callable[[], bool]) -> None:
    """Let others go on until a condition holds."""
    while not condition():  # noqa: ASYNC110 -- others tell nobody
        await asyncio.sleep(0)


def _row(game: int | None = None, errand: Errand = ERRAND) -> JobRow:
    """Return a job."""
    return JobRow(errand.key, errand.work, game, VIEW)


async def _answered(desk: Desk) -> bytes | None:
    """Return what whoever asks is told once a worker has done the job."""
    asking = desk.ask()
    await desk.shift().do(await desk.put())
    desk.stage.store._database.answered(ERRAND.key)  # as the database tells
    return await asking


async def test_whoever_asks_is_told_what_a_worker_has_found(desk: Desk) -> None:
    """And what was asked is forgotten with the answer."""
    assert await _answered(desk) == b"answer"

    assert desk.asked == [VIEW]
    (row,) = await desk.rows()
    assert row.asked is None


async def test_two_who_ask_for_the_same_have_it_done_once(desk: Desk) -> None:
    """Also where the second one asks when it is done."""
    asking = [desk.ask(), desk.ask()]
    await desk.shift().do(await desk.put())
    desk.stage.store._database.answered("")  # as after a break: it is not known what was done
    assert [await each for each in asking] == [b"answer", b"answer"]
    put_in = len(desk.queue.put_in)

    assert await desk.ask() == b"answer"
    assert len(desk.asked) == 1
    assert len(desk.queue.put_in) == put_in


async def test_a_job_that_nobody_begins_is_done_by_whoever_asked(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    """After a few seconds; for a while, nothing more is left to workers."""
    asking = desk.ask()
    await desk.put()
    desk.advance(PATIENCE.untaken)

    assert await asking is None
    assert await desk.rows() == []
    assert await desk.ask() is None
    assert len(desk.queue.put_in) == 1
    assert "Jobs (turn) are done here for now" in caplog.text
    assert "no worker has begun in time" in caplog.text
    assert ERRAND.key not in caplog.text
    desk.stage.clock.advance(REST)
    desk.queue.came.clear()
    assert await _answered(desk) == b"answer"


async def test_a_job_that_a_worker_does_not_end_is_done_by_whoever_asked(desk: Desk) -> None:
    """Later, since it may be at it; other jobs are left to workers all the same."""
    asking = desk.ask()
    await desk.stage.store.take_job(await desk.put(), desk.stage.clock.now())
    desk.advance(PATIENCE.untaken)
    while not asking.done():
        assert await desk.rows() is not None  # it looks meanwhile
        desk.advance(PATIENCE.undone / 4)

    assert await asking is None
    assert await desk.rows() == []
    desk.queue.came.clear()
    assert await _answered(desk) == b"answer"


async def test_a_review_that_waits_long_holds_up_no_turn(desk: Desk) -> None:
    """Workers may be at others, and take turns all the same."""
    review = Errand(Work.REVIEW, 1, "")
    asking = asyncio.create_task(desk.jobs.asked(review, b"a game", PATIENCE))
    await desk.put()
    desk.advance(PATIENCE.untaken)

    assert await asking is None
    desk.queue.came.clear()
    assert await _answered(desk) == b"answer"


async def test_a_film_is_not_kept(desk: Desk) -> None:
    """It is large, and wanted once."""
    film = Errand(Work.FILM, 1, "")
    asking = asyncio.create_task(desk.jobs.asked(film, b"frames", PATIENCE))
    await desk.shift().do(await desk.put())
    desk.stage.store._database.answered(film.key)

    assert await asking == b"answer"
    assert await desk.rows() == []


async def test_whoever_waits_does_not_read_again_what_they_have_asked(desk: Desk) -> None:
    """They look every second, and the frames of a film take megabytes."""
    asking = desk.ask()
    key = await desk.put()
    waiting = await desk.stage.store.job(key)
    begun = await desk.stage.store.take_job(key, desk.stage.clock.now())
    await desk.stage.store.drop_job(key)
    desk.stage.store._database.answered(key)
    await asking

    assert waiting is not None
    assert begun is not None
    assert (waiting.asked, begun.asked) == (None, VIEW)


async def test_a_worker_begins_nothing_that_nobody_needs(desk: Desk) -> None:
    """What is gone, or was done already."""
    asking = desk.ask()
    key = await desk.put()
    await desk.shift().do(key)
    desk.stage.store._database.answered(key)
    await asking
    await desk.shift().do(key)
    await desk.stage.store.drop_job(key)
    await desk.shift().do(key)

    assert desk.asked == [VIEW]


async def test_what_cannot_be_done_is_done_by_whoever_asked(desk: Desk) -> None:
    """Such as a job of another release."""

    async def refused(_: str, __: bytes) -> bytes:
        return b""

    asking = desk.ask()
    shift = Shift(desk.stage.store, desk.queue, refused, desk.stage.clock, 1)
    await shift.do(await desk.put())
    desk.stage.store._database.answered(ERRAND.key)

    assert await asking is None


@pytest.mark.parametrize(
    "failure", [OSError("gone"), DatabaseTroubleError("metrobot", "it is away", "Wait")]
)
async def test_without_a_queue_all_is_done_here(
    desk: Desk, failure: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    """One line says so, once."""
    desk.queue.failure = failure

    assert await desk.ask() is None
    desk.stage.clock.advance(REST)
    assert await desk.ask() is None
    assert caplog.text.count("Jobs (turn) are done here for now") == 1


async def test_a_worker_that_is_to_end_gives_back_what_it_has_begun(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If it takes longer than there is time."""
    monkeypatch.setattr("metrobot.service.shift.GRACE", 0.0)
    desk.gate.clear()
    asking, shift = desk.ask(), desk.shift()
    doing = asyncio.create_task(shift.do(await desk.put()))
    await _until(lambda: bool(desk.asked))
    shift.end()

    with pytest.raises(GivenBackError):
        await doing
    (row,) = await desk.rows()
    assert (row.asked, row.answer, row.taken_at) == (VIEW, None, None)
    asking.cancel()


async def test_a_shift_ends_when_it_is_told_to(desk: Desk) -> None:
    """And removes at its begin what nobody has asked about for long."""
    await desk.stage.store.ask_job(_row(), desk.stage.clock.now() - 2 * KEPT)
    shift = desk.shift()
    working = asyncio.create_task(shift.work())
    while await desk.rows():
        pass  # each look lets others go on
    shift.end()

    await working


async def test_a_shift_waits_for_a_database_that_is_away(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One line for each try, and none holds what was asked."""
    monkeypatch.setattr("metrobot.service.shift._FIRST_PAUSE", 0.0)
    desk.queue.failure = OSError("secret")
    shift = desk.shift()
    working = asyncio.create_task(shift.work())
    await _until(lambda: "The queue broke" in caplog.text)
    shift.end()
    await working

    assert "The queue broke (OSError)" in caplog.text
    assert "secret" not in caplog.text


async def test_whoever_is_forgotten_is_in_no_job(stage: Stage) -> None:
    """What is left of their games goes."""
    table = await stage.finish(await stage.start(BOB))
    other = Errand(Work.REVIEW, None, "3")
    await stage.store.ask_job(_row(table.id), stage.clock.now())
    await stage.store.ask_job(_row(None, other), stage.clock.now())
    await stage.tables.privacy.forget(ANN.id)

    assert await stage.store.job(ERRAND.key) is None
    assert await stage.store.job(other.key) is not None


def test_no_line_tells_what_a_job_holds() -> None:
    """Neither the question nor the answer."""
    assert "view" not in repr(_row())
