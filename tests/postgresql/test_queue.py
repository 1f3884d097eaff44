"""The queue of jobs on PostgreSQL: each to one worker, once, and nothing secret in it."""

import asyncio
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from metrobot.service.ports import JobId, JobKind, JobTimeouts
from metrobot.store.open import UnusableDatabaseError
from metrobot.store.statements.jobs import JobRow
from metrobot.store.store import Store
from metrobot.workers.job_broker import DatabaseJobBroker, open_queue
from metrobot.workers.job_queue import PgJobQueue
from metrobot.workers.job_worker import JobWorker
from tests.databases import GUESTS, new_url, url_of
from tests.faults.bot_turns import Now
from tests.service.stage import BOB, staged

pytestmark = pytest.mark.postgresql
PATIENCE = JobTimeouts(untaken=10.0, undone=20.0)
SECRET = b"what one seat may see"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """Return a store that a worker shares with bots."""
    made = await Store.open(url_of(tmp_path / "server"))
    yield made
    await made.close()


@pytest.fixture
async def queue(store: Store, tmp_path: Path) -> AsyncIterator[PgJobQueue]:
    made = await open_queue(url_of(tmp_path / "server"), store)
    yield made
    await made.close()


async def _rows(store: Store, table: str) -> list[dict[str, Any]]:
    return await store._database.read(
        lambda connection: [
            dict(row._mapping) for row in connection.execute(sa.text(f"SELECT * FROM {table}"))
        ]
    )


async def test_jobs_of_two_processes_are_done_once_each_by_two_workers(
    store: Store, queue: PgJobQueue, tmp_path: Path
) -> None:
    """Every request is answered; jobs left behind answer nothing."""
    done = list[bytes]()
    url = url_of(tmp_path / "server")

    async def think(asked: bytes) -> bytes:
        done.append(asked)
        return b"answer to " + asked

    other = await Store.open(url)
    queues = [queue, await open_queue(url, other)]
    shifts = [
        JobWorker(each, its, dict.fromkeys(JobKind, think), Now(), 2)
        for each, its in zip((store, other), queues, strict=True)
    ]
    working = [asyncio.create_task(shift.work()) for shift in shifts]
    asking = [
        DatabaseJobBroker(each, its, Now())
        for each, its in zip((store, other), queues, strict=True)
    ]
    errands = [JobId(JobKind.TURN, None, str(number)) for number in range(20)]
    found = await asyncio.gather(
        *(jobs.request(each, each.what.encode(), PATIENCE) for jobs in asking for each in errands)
    )
    for shift in shifts:
        shift.end()
    await asyncio.gather(*working)
    left = str(await _rows(store, "metrobot_pgqueuer"))
    kept = await _rows(store, "jobs")
    await queues[1].close()
    await other.close()

    assert found == [b"answer to " + each.what.encode() for each in errands] * 2
    assert sorted(done) == sorted(each.what.encode() for each in errands)
    assert left == "[]"
    assert {row["asked"] for row in kept} == {None}


async def test_the_queue_knows_keys_alone(store: Store, queue: PgJobQueue) -> None:
    """A request is kept only in the table `jobs`, which erases it with the answer."""
    job_id = JobId(JobKind.TURN, None, "1")
    jobs = DatabaseJobBroker(store, queue, Now())
    asking = asyncio.create_task(jobs.request(job_id, SECRET, PATIENCE))
    while not (rows := await _rows(store, "metrobot_pgqueuer")):
        pass
    asking.cancel()

    assert [row["payload"] for row in rows] == [job_id.key.encode()]
    assert SECRET.decode() not in str(rows) + str(await _rows(store, "metrobot_pgqueuer_log"))
    assert await queue.waiting() == 1


async def test_a_job_that_is_given_back_is_done_again(
    store: Store, queue: PgJobQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another worker does it, and nothing of the first try is noted."""
    monkeypatch.setattr("metrobot.workers.job_worker.GRACE", 0.0)
    begun, job_id = asyncio.Event(), JobId(JobKind.TURN, None, "1")

    async def stall(__: bytes) -> bytes:
        begun.set()
        await asyncio.Event().wait()
        raise AssertionError("it waits for ever")

    async def think(asked: bytes) -> bytes:
        return b"answer"

    jobs = DatabaseJobBroker(store, queue, Now())
    asking = asyncio.create_task(jobs.request(job_id, SECRET, PATIENCE))
    for each in (stall, think):
        shift = JobWorker(store, queue, dict.fromkeys(JobKind, each), Now(), 1)
        working = asyncio.create_task(shift.work())
        await (begun.wait() if each is stall else asking)
        shift.end()
        await working

    assert await asking == b"answer"
    assert SECRET.decode() not in str(await _rows(store, "metrobot_pgqueuer_log"))


async def test_a_worker_goes_on_once_the_database_is_back(
    store: Store, queue: PgJobQueue, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A question asked meanwhile is answered in the end."""

    async def think(asked: bytes) -> bytes:
        return b"answer"

    async def cut() -> None:
        engine = create_async_engine(url_of(tmp_path / "server"), poolclass=NullPool)
        async with engine.connect() as connection:
            await connection.execute(sa.text(GUESTS))

    jobs, shift = (
        DatabaseJobBroker(store, queue, Now()),
        JobWorker(store, queue, dict.fromkeys(JobKind, think), Now(), 1),
    )
    working = asyncio.create_task(shift.work())
    first = await jobs.request(JobId(JobKind.TURN, None, "1"), SECRET, PATIENCE)
    await cut()
    while "The queue broke" not in caplog.text:  # noqa: ASYNC110 -- it tells nobody
        await asyncio.sleep(0.01)
    second = await jobs.request(JobId(JobKind.TURN, None, "2"), SECRET, PATIENCE)
    shift.end()
    await working

    assert (first, second) == (b"answer", b"answer")
    assert "Traceback" not in caplog.text


async def test_a_queue_that_hangs_holds_up_no_table(
    store: Store, queue: PgJobQueue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as while another process changes its tables: whoever asks does it alone."""
    monkeypatch.setattr("metrobot.workers.job_queue._PATIENCE", 0.05)
    jobs = DatabaseJobBroker(store, queue, Now())
    engine = create_async_engine(url_of(tmp_path / "server"), poolclass=NullPool)
    async with engine.begin() as connection, asyncio.timeout(10):
        await connection.execute(sa.text("LOCK TABLE metrobot_pgqueuer"))
        found = await jobs.request(JobId(JobKind.TURN, None, "1"), SECRET, PATIENCE)

    assert found is None


async def test_jobs_go_with_the_board_that_they_are_for(tmp_path: Path) -> None:
    """A job made from one seat's view is deleted once that seat has acted."""
    async with staged(url_of(tmp_path / "server")) as stage:
        table = await stage.start(BOB)
        for game, what in ((table.id, "here"), (None, "elsewhere")):
            job_id = JobId(JobKind.TURN, game, what)
            row = JobRow(job_id.key, job_id.work, game, SECRET)
            await stage.store.jobs.add(row, datetime.now(UTC))
        await stage.take(table, 1)

        assert [row["game"] for row in await _rows(stage.store, "jobs")] == [None]


async def test_processes_that_start_together_share_one_queue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its tables are made once, under our names, whatever stands in the environment."""
    monkeypatch.setenv("PGQUEUER_PREFIX", "others_")
    monkeypatch.setenv("CHANNEL", "others")
    url = new_url()
    stores = await asyncio.gather(*(Store.open(url) for _ in range(3)))
    queues = await asyncio.gather(*(open_queue(url, store) for store in stores))
    again = await open_queue(url, stores[0])
    await queues[0].put(JobKind.TURN, "key")
    await queues[1].put(JobKind.TURN, "key")
    rows = await _rows(stores[0], "metrobot_pgqueuer")
    await queues[2].tidy()
    for queue in (*queues, again):
        await queue.close()
    for store in stores:
        await store.close()

    assert len(rows) == 1


async def test_without_pgqueuer_one_line_says_what_to_install(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another setting would do, too: the bot can think itself."""
    monkeypatch.setitem(sys.modules, "metrobot.workers.job_queue", None)

    with pytest.raises(UnusableDatabaseError, match=r"requirements/postgresql\.txt") as error:
        await open_queue(url_of(tmp_path / "server"), store)
    assert error.value.is_setting


async def test_a_queue_that_cannot_be_made_is_one_line(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def settle(_: PgJobQueue) -> None:
        raise PermissionError("permission denied for schema public")

    monkeypatch.setattr(PgJobQueue, "settle", settle)

    with pytest.raises(UnusableDatabaseError, match="permission denied for schema public"):
        await open_queue(url_of(tmp_path / "server"), store)
