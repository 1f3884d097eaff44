"""`python -m metrobot work`: a process that thinks for bots that share its database."""

import asyncio
import logging
import time
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from functools import partial
from typing import Final

from sqlalchemy.exc import ArgumentError

from metrobot.program import EXIT_SETTINGS, complain
from metrobot.service.ports import JobKind
from metrobot.settings import Settings
from metrobot.shutdown import Shutdown
from metrobot.store.open import UnusableDatabaseError, embedded_file, open_store
from metrobot.thinking.analysis import AnalysisProcess
from metrobot.thinking.pool import NICE, Pool, Priority
from metrobot.vitals.listener import UNHEARD
from metrobot.vitals.metrics import Gauges, Metrics
from metrobot.vitals.site import metrics_site
from metrobot.workers.answers import animation_of, answer_comparison, answer_review, answer_turn
from metrobot.workers.job_broker import open_queue
from metrobot.workers.job_worker import JobWorker

log = logging.getLogger(__name__)

NOTHING_TO_DO: Final = (
    "There is nothing to do here: on a database in a file the bot itself thinks;"
    " workers are for PostgreSQL (docs/hosting.md)."
)
READY: Final = "Ready to think for the bots on this database."
EXIT_FAILED: Final = 1


class _Clock:
    """Clock of this machine."""

    def now(self) -> datetime:
        """Return the present time in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return the seconds of the monotonic clock, which is never set back."""
        return time.monotonic()


def run_worker(settings: Settings) -> int:
    """Think until told to stop; return the exit code of the process."""
    url = settings.database_url
    try:
        is_file = embedded_file(url) is not None or url.startswith("sqlite")
    except (ArgumentError, ValueError):
        complain("A setting cannot be used: DATABASE_URL: this is no address of a database")
        return EXIT_SETTINGS
    if is_file:
        complain(NOTHING_TO_DO)
        return EXIT_SETTINGS
    ending = Shutdown()
    try:
        with ending.handling_signals():
            asyncio.run(_work(settings, ending))
    except UnusableDatabaseError as error:
        log.error("%s", error)  # noqa: TRY400 -- one line, not a traceback, is what helps here
        return EXIT_SETTINGS if error.is_setting else EXIT_FAILED
    return 0


async def _work(settings: Settings, ending: Shutdown) -> None:
    """Open the store and its queue, do jobs, and close both."""
    async with AsyncExitStack() as open_:
        metrics = None if settings.metrics_port is None else Metrics()
        vitals = metrics or UNHEARD
        store = await open_store(settings.database_url, vitals)
        open_.push_async_callback(store.close)
        queue = await open_queue(settings.database_url, store)
        open_.push_async_callback(queue.close)
        turns = Pool(settings.computer_processes, vitals)
        reviews, films = AnalysisProcess(vitals), AnalysisProcess(vitals, NICE)
        for process in (turns, reviews, films):
            open_.callback(process.close)

        async def look() -> Gauges:
            pools = {"turns": turns, "reviews": reviews, "films": films}
            jobs = {kind: pool.waiting for kind, pool in pools.items()}
            return Gauges(jobs={**jobs, "queue": await queue.waiting()})

        if metrics is not None and settings.metrics_port is not None:
            await open_.enter_async_context(metrics_site(settings.metrics_port, metrics, look))
        ways = {
            JobKind.TURN: partial(turns.run, Priority.TURN, answer_turn),
            JobKind.REVIEW: partial(reviews.run, Priority.REVIEW, answer_review),
            JobKind.COMPARE: partial(films.run, Priority.COMPARE, answer_comparison),
            JobKind.FILM: partial(films.run, Priority.FILM, animation_of),
        }
        worker = JobWorker(store, queue, ways, _Clock(), turns.workers)
        working = asyncio.create_task(worker.work())
        end_task = asyncio.create_task(ending.wait())
        log.info(READY)
        await asyncio.wait({working, end_task}, return_when=asyncio.FIRST_COMPLETED)
        if ending.signal is not None:
            log.info("Told to stop (%s): ending.", ending.signal.name)
        worker.end()
        end_task.cancel()
        await asyncio.gather(working, end_task, return_exceptions=True)
