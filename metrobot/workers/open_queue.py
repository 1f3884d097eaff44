"""Opening the queue of jobs for whoever leaves jobs to workers, or does them."""

from typing import TYPE_CHECKING

from sqlalchemy import make_url

from metrobot.store.open import UnusableDatabaseError, first_line, shown_address
from metrobot.store.store import Store

if TYPE_CHECKING:
    from metrobot.workers.job_queue import PgJobQueue


async def open_queue(url: str, store: Store) -> "PgJobQueue":
    """Open the queue of jobs of a database that several processes share.

    Args:
        url: of the database.
        store: opened on it.

    Raises:
        UnusableDatabaseError: what brings jobs to workers is not installed, or fails.
    """
    try:
        from metrobot.workers.job_queue import PgJobQueue  # noqa: PLC0415 -- only who has workers needs it
    except ImportError as error:
        line = f"Workers need what requirements-postgresql.txt names: {error}."
        raise UnusableDatabaseError(line, is_setting=True) from error
    queue = await PgJobQueue.open(url)
    try:
        async with store.advisory_lock("queue"):
            await queue.settle()
    except Exception as error:  # the driver's own
        await queue.close()
        said = f"{type(error).__name__}: {first_line(error, make_url(url))}"
        line = f"The queue of {shown_address(url)} cannot be opened: {said}."
        raise UnusableDatabaseError(line, is_setting=False) from error
    return queue
