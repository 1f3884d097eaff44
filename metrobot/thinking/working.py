"""What a worker does with a job: read it, think, write what came of it."""

import logging

from metrobot.service.ports import Job, Reviewer, ReviewJob, Thinker
from metrobot.thinking.sending import UnreadableError, read, written

log = logging.getLogger(__name__)

REFUSED = b""
"""The answer to what cannot be done here: whoever has asked is to do it."""


class Worker:
    """Does jobs that others have asked for.

    Args:
        thinker: decides for computers.
        reviewer: makes reviews.
    """

    def __init__(self, thinker: Thinker, reviewer: Reviewer) -> None:
        self._thinker = thinker
        self._reviewer = reviewer

    async def done(self, asked: bytes) -> bytes:
        """Return what came of a job.

        Nothing of a job may be told by what goes wrong: its kind alone is logged.
        """
        try:
            job = read(asked, (Job, ReviewJob))
        except UnreadableError:
            log.warning("A job cannot be read: its bot is of another release than this worker")
            return REFUSED
        try:
            if isinstance(job, ReviewJob):
                return written(await self._reviewer.review(job))
            return written(await self._thinker.decide(job))
        except Exception as error:
            log.error("A job of %s failed: %s", job.title, type(error).__name__)  # noqa: TRY400 -- a traceback may hold what was asked
            return REFUSED
