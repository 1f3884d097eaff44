"""Jobs that are left to workers: whoever asks has an answer, or does the job alone."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import pytest
import sqlalchemy as sa

from metrobot.service.ports import JobId, JobKind, JobTimeouts
from metrobot.store.db.errors import BACK, DatabaseTroubleError
from metrobot.store.schema.tables import jobs
from metrobot.store.statements.jobs import GivenBackError, JobRow
from metrobot.workers.job_broker import REST, DatabaseJobBroker
from metrobot.workers.job_worker import KEPT, JobWorker, Way
from tests.service.stage import ANN, BOB, Stage

PATIENCE = JobTimeouts(untaken=3.0, undone=20.0)
JOB = JobId(JobKind.TURN, 1, "7.0.0")
VIEW = b"one seat's view"


@dataclass
class FakeQueue:
    """Brings keys to one worker, in this process."""

    put_in: list[str] = field(default_factory=list)
    failure: Exception | None = None
    do: Callable[[str], Awaitable[None]] | None = None
    came: asyncio.Event = field(default_factory=asyncio.Event)

    async def put(self, kind: str, key: str) -> None:
        """Put a job in the queue."""
        if self.failure is not None:
            raise self.failure
        self.put_in.append(key)
        self.came.set()

    async def serve(
        self, kind: str, do: Callable[[str], Awaitable[None]], places: int, until: asyncio.Event
    ) -> None:
        """Run a worker until it is told to stop."""
        if self.failure is not None:
            raise self.failure
        await until.wait()

    async def tidy(self) -> None:
        """Do nothing, and so remove nothing."""
        if self.failure is not None:
            raise self.failure


@dataclass
class BrokerStage:
    """A store, a queue, and who asks."""

    stage: Stage
    queue: FakeQueue
    jobs: DatabaseJobBroker
    asked: list[bytes] = field(default_factory=list)
    gate: asyncio.Event = field(default_factory=asyncio.Event)

    async def think(self, asked: bytes) -> bytes:
        """Answer once the gate is open."""
        self.asked.append(asked)
        await self.gate.wait()
        return b"answer"

    @property
    def ways(self) -> dict[JobKind, Way]:
        """The same way of doing jobs, for every kind."""
        return dict.fromkeys(JobKind, self.think)

    def shift(self) -> JobWorker:
        """Return a worker that has not begun."""
        return JobWorker(self.stage.store, self.queue, self.ways, self.stage.clock, 1)

    def ask(self) -> "asyncio.Task[bytes | None]":
        """Ask for a job."""
        return asyncio.create_task(self.jobs.request(JOB, VIEW, PATIENCE))

    async def put(self) -> str:
        """Wait until a job is in the queue; return its key."""
        await self.queue.came.wait()
        return self.queue.put_in[-1]

    def advance(self, seconds: float) -> None:
        """Advance the clock, and wake the requests that wait."""
        self.stage.clock.advance(seconds)
        self.stage.store.signals.answered("")

    async def rows(self) -> list[sa.Row[tuple[object, ...]]]:
        """Return all jobs that are stored."""
        return await self.stage.store._database.read(
            lambda connection: list(
                connection.execute(sa.select(jobs).execution_options(whole=True)).all()
            )
        )


@pytest.fixture
async def broker(stage: Stage) -> BrokerStage:
    """Return a broker in whose database there is a game."""
    await stage.start(BOB)
    queue = FakeQueue()
    made = BrokerStage(stage, queue, DatabaseJobBroker(stage.store, queue, stage.clock))
    made.gate.set()
    return made


async def _until(condition: Callable[[], bool]) -> None:
    """Run the event loop until a condition holds."""
    while not condition():  # noqa: ASYNC110 -- others tell nobody
        await asyncio.sleep(0)


def _row(game: int | None = None, job_id: JobId = JOB) -> JobRow:
    return JobRow(job_id.key, job_id.work, game, VIEW)


async def _answered(broker: BrokerStage) -> bytes | None:
    """Ask for a job, have a worker do it, and return the answer."""
    asking = broker.ask()
    await broker.shift().do(await broker.put())
    broker.stage.store.signals.answered(JOB.key)  # as the database tells
    return await asking


async def test_whoever_asks_is_told_what_a_worker_has_found(broker: BrokerStage) -> None:
    assert await _answered(broker) == b"answer"

    assert broker.asked == [VIEW]
    (row,) = await broker.rows()
    assert row.asked is None


async def test_two_who_ask_for_the_same_have_it_done_once(broker: BrokerStage) -> None:
    asking = [broker.ask(), broker.ask()]
    await broker.shift().do(await broker.put())
    broker.stage.store.signals.answered("")  # as after a break: it is not known what was done
    assert [await each for each in asking] == [b"answer", b"answer"]
    put_in = len(broker.queue.put_in)

    assert await broker.ask() == b"answer"
    assert len(broker.asked) == 1
    assert len(broker.queue.put_in) == put_in


async def test_a_job_that_nobody_begins_is_done_by_whoever_asked(
    broker: BrokerStage, caplog: pytest.LogCaptureFixture
) -> None:
    """After a few seconds; for a while, nothing more is left to workers."""
    asking = broker.ask()
    await broker.put()
    broker.advance(PATIENCE.untaken)

    assert await asking is None
    assert await broker.rows() == []
    assert await broker.ask() is None
    assert len(broker.queue.put_in) == 1
    assert "Jobs (turn) are done here for now" in caplog.text
    assert "no worker has begun in time" in caplog.text
    assert JOB.key not in caplog.text
    broker.stage.clock.advance(REST)
    broker.queue.came.clear()
    assert await _answered(broker) == b"answer"


async def test_a_job_that_a_worker_does_not_end_is_done_by_whoever_asked(
    broker: BrokerStage,
) -> None:
    """Later, since it may be at it; other jobs are left to workers all the same."""
    asking = broker.ask()
    await broker.stage.store.jobs.take(await broker.put(), broker.stage.clock.now())
    broker.advance(PATIENCE.untaken)
    while not asking.done():
        assert await broker.rows() is not None  # it looks meanwhile
        broker.advance(PATIENCE.undone / 4)

    assert await asking is None
    assert await broker.rows() == []
    broker.queue.came.clear()
    assert await _answered(broker) == b"answer"


async def test_a_review_that_waits_long_holds_up_no_turn(broker: BrokerStage) -> None:
    """Workers may be at others, and take turns all the same."""
    review = JobId(JobKind.REVIEW, 1, "")
    asking = asyncio.create_task(broker.jobs.request(review, b"a game", PATIENCE))
    await broker.put()
    broker.advance(PATIENCE.untaken)

    assert await asking is None
    broker.queue.came.clear()
    assert await _answered(broker) == b"answer"


async def test_a_film_is_not_kept(broker: BrokerStage) -> None:
    """It is large, and wanted once."""
    film = JobId(JobKind.FILM, 1, "")
    asking = asyncio.create_task(broker.jobs.request(film, b"frames", PATIENCE))
    await broker.shift().do(await broker.put())
    broker.stage.store.signals.answered(film.key)

    assert await asking == b"answer"
    assert await broker.rows() == []


async def test_whoever_waits_does_not_read_again_what_they_have_asked(broker: BrokerStage) -> None:
    """They look every second, and the frames of a film take megabytes."""
    asking = broker.ask()
    key = await broker.put()
    waiting = await broker.stage.store.jobs.by_key(key)
    begun = await broker.stage.store.jobs.take(key, broker.stage.clock.now())
    await broker.stage.store.jobs.drop(key)
    broker.stage.store.signals.answered(key)
    await asking

    assert waiting is not None
    assert begun is not None
    assert (waiting.asked, begun.asked) == (None, VIEW)


async def test_a_worker_begins_nothing_that_nobody_needs(broker: BrokerStage) -> None:
    """Jobs that are gone or already done are skipped."""
    asking = broker.ask()
    key = await broker.put()
    await broker.shift().do(key)
    broker.stage.store.signals.answered(key)
    await asking
    await broker.shift().do(key)
    await broker.stage.store.jobs.drop(key)
    await broker.shift().do(key)

    assert broker.asked == [VIEW]


async def test_what_cannot_be_done_is_done_by_whoever_asked(broker: BrokerStage) -> None:
    async def refused(_: bytes) -> bytes:
        return b""

    asking = broker.ask()
    shift = JobWorker(
        broker.stage.store, broker.queue, dict.fromkeys(JobKind, refused), broker.stage.clock, 1
    )
    await shift.do(await broker.put())
    broker.stage.store.signals.answered(JOB.key)

    assert await asking is None


@pytest.mark.parametrize(
    "failure", [OSError("gone"), DatabaseTroubleError("metrobot", "it is away", "Wait")]
)
async def test_without_a_queue_all_is_done_here(
    broker: BrokerStage, failure: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    broker.queue.failure = failure

    assert await broker.ask() is None
    broker.stage.clock.advance(REST)
    assert await broker.ask() is None
    assert caplog.text.count("Jobs (turn) are done here for now") == 1


async def test_a_worker_that_is_to_end_gives_back_what_it_has_begun(
    broker: BrokerStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("metrobot.workers.job_worker.GRACE", 0.0)
    broker.gate.clear()
    asking, shift = broker.ask(), broker.shift()
    doing = asyncio.create_task(shift.do(await broker.put()))
    await _until(lambda: bool(broker.asked))
    shift.end()

    with pytest.raises(GivenBackError):
        await doing
    (row,) = await broker.rows()
    assert (row.asked, row.answer, row.taken_at) == (VIEW, None, None)
    asking.cancel()


async def test_a_worker_ends_when_it_is_told_to(broker: BrokerStage) -> None:
    """And removes at its begin what nobody has asked about for long."""
    await broker.stage.store.jobs.add(_row(), broker.stage.clock.now() - 2 * KEPT)
    shift = broker.shift()
    working = asyncio.create_task(shift.work())
    while await broker.rows():
        pass  # each look lets others go on
    shift.end()

    await working


async def test_a_worker_waits_for_a_database_that_is_away(
    broker: BrokerStage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One line for each try, and none holds what was asked."""
    monkeypatch.setattr("metrobot.workers.job_worker._FIRST_PAUSE", 0.0)
    broker.queue.failure = OSError("secret")
    shift = broker.shift()
    working = asyncio.create_task(shift.work())
    await _until(lambda: "The queue broke" in caplog.text)
    shift.end()
    await working

    assert "The queue broke (OSError)" in caplog.text
    assert "secret" not in caplog.text


async def test_a_worker_says_once_that_its_database_is_back(
    broker: BrokerStage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("metrobot.workers.job_worker._FIRST_PAUSE", 0.0)
    broker.queue.failure = OSError("away")
    shift = broker.shift()
    working = asyncio.create_task(shift.work())
    await _until(lambda: caplog.text.count("The queue broke") > 1)
    before = caplog.text
    broker.queue.failure = None
    await _until(lambda: BACK in caplog.text)
    shift.end()
    await working

    assert BACK not in before
    assert caplog.text.count(BACK) == 1


async def test_whoever_is_forgotten_is_in_no_job(stage: Stage) -> None:
    table = await stage.finish(await stage.start(BOB))
    other = JobId(JobKind.REVIEW, None, "3")
    await stage.store.jobs.add(_row(table.id), stage.clock.now())
    await stage.store.jobs.add(_row(None, other), stage.clock.now())
    await stage.tables.privacy.forget(ANN.id)

    assert await stage.store.jobs.by_key(JOB.key) is None
    assert await stage.store.jobs.by_key(other.key) is not None


def test_no_line_tells_what_a_job_holds() -> None:
    assert "view" not in repr(_row())
