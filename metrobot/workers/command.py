"""`python -m metrobot work`: a process that thinks for bots that share its database."""

import asyncio
import logging
import sys
import time
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from sqlalchemy.exc import ArgumentError

from metrobot import logs, settings
from metrobot.service.ports import JobKind
from metrobot.settings import Settings, SettingsError
from metrobot.shutdown import Shutdown
from metrobot.store.open import UnusableDatabaseError, embedded_file, open_store
from metrobot.thinking.analysis import AnalysisProcess, at_lowest_priority
from metrobot.thinking.pool import Pool, Priority
from metrobot.vitals.listener import UNHEARD
from metrobot.vitals.metrics import Gauges, Metrics
from metrobot.vitals.site import metrics_site
from metrobot.workers.answers import Worker, animation_of, answer_review, answer_turn
from metrobot.workers.job_worker import JobWorker
from metrobot.workers.open_queue import open_queue

if TYPE_CHECKING:
    from metrobot.workers.job_queue import PgJobQueue

log = logging.getLogger(__name__)

NOTHING_TO_DO: Final = (
    "There is nothing to do here: on a database in a file the bot itself thinks;"
    " workers are for PostgreSQL (docs/hosting.md)."
)
READY: Final = "Ready to think for the bots on this database."
EXIT_FAILED: Final = 1
EXIT_SETTINGS: Final = 2


class _Clock:
    """The time of this machine."""

    def now(self) -> datetime:
        """Return the present time in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return the seconds of the clock that is never set back."""
        return time.monotonic()


def run_worker() -> int:
    """Think until told to stop; return the exit code of the process."""
    try:
        given = settings.read_settings()
        is_file = _is_file(given.database_url)
    except SettingsError as error:
        print(f"A setting cannot be used: {error}", file=sys.stderr)
        return EXIT_SETTINGS
    if is_file:
        print(NOTHING_TO_DO)
        return 0
    logs.set_up(given.log_level, given.discord_token.get_secret_value(), form=given.log_format)
    ending = Shutdown()
    try:
        with ending.handling_signals():
            asyncio.run(_work(given, ending))
    except UnusableDatabaseError as error:
        log.error("%s", error)  # noqa: TRY400 -- one line, not a traceback, is what helps here
        return EXIT_SETTINGS if error.is_setting else EXIT_FAILED
    return 0


def _is_file(url: str) -> bool:
    """Return whether a database is in a file, or in memory.

    Raises:
        SettingsError: this is no address of a database.
    """
    try:
        return embedded_file(url) is not None or url.startswith("sqlite")
    except (ArgumentError, ValueError) as error:
        raise SettingsError("DATABASE_URL: this is no address of a database") from error


async def _work(given: Settings, ending: Shutdown) -> None:
    """Open the store and its queue, think, close both.

    Raises:
        UnusableDatabaseError: the database cannot be opened.
    """
    async with AsyncExitStack() as open_:
        metrics = None if given.metrics_port is None else Metrics()
        vitals = metrics or UNHEARD
        store = await open_store(given.database_url, vitals)
        open_.push_async_callback(store.close)
        queue = await open_queue(given.database_url, store)
        open_.push_async_callback(queue.close)
        pool = Pool(given.computer_processes, vitals)
        room, darkroom = AnalysisProcess(vitals), AnalysisProcess(vitals)
        for each in (pool, room, darkroom):
            open_.callback(each.close)
        worker = Worker(
            {
                JobKind.TURN: partial(pool.run, Priority.TURN, answer_turn),
                JobKind.REVIEW: partial(
                    room.run, Priority.REVIEW, at_lowest_priority, answer_review
                ),
                JobKind.FILM: partial(darkroom.run, Priority.FILM, animation_of),
            }
        )
        if given.metrics_port is not None and metrics is not None:
            pools = {"turns": pool, "reviews": room.pool, "films": darkroom.pool}
            await open_.enter_async_context(
                _serving_metrics(given.metrics_port, metrics, queue, pools)
            )
        shift = JobWorker(store, queue, worker.done, _Clock(), pool.workers)
        working = asyncio.create_task(shift.work())
        told = asyncio.create_task(ending.wait())
        log.info(READY)
        await asyncio.wait({working, told}, return_when=asyncio.FIRST_COMPLETED)
        if ending.signal is not None:
            log.info("Told to stop (%s): ending.", ending.signal.name)
        shift.end()
        told.cancel()
        await asyncio.gather(working, told, return_exceptions=True)


def _serving_metrics(
    port: int,
    metrics: Metrics,
    queue: "PgJobQueue",
    pools: Mapping[str, Pool],
) -> AbstractAsyncContextManager[int]:
    """Return what tells metrics and health for as long as its context lasts.

    Args:
        port: of this machine.
        metrics: counted so far.
        queue: where jobs wait.
        pools: where they are done, by their kind.
    """

    async def look() -> Gauges:
        jobs = {kind: pool.waiting for kind, pool in pools.items()}
        return Gauges(jobs={**jobs, "queue": await queue.waiting()})

    return metrics_site(port, metrics, look)
