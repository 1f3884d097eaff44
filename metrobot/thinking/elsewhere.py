"""Thinking that is left to workers: processes of their own, perhaps on other machines."""

import asyncio
from typing import Any, Final

from metrobot.service.ports import (
    Errand,
    FilmJob,
    Hint,
    HintJob,
    Job,
    Jobs,
    Patience,
    Reviewer,
    ReviewJob,
    Thought,
)
from metrobot.thinking.pool import Pool
from metrobot.thinking.sending import UnreadableError, read, written

TURN: Final = Patience(untaken=3.0, undone=20.0)
"""A table waits. A worker that dies is noticed sooner than that, and another one begins anew."""
FILM: Final = Patience(untaken=3.0, undone=90.0)
"""Somebody waits, and knows that it takes a while."""
REVIEW: Final = Patience(untaken=120.0, undone=300.0)
"""Nobody waits for it, and it takes most of a minute."""


class Elsewhere:
    """Has workers think, and thinks here what none of them does.

    Hints are always worked out here: they are to be shown within two seconds,
    which leaves no time to notice that no worker is there.

    Args:
        jobs: leaves them to workers.
        pool: thinks here.
        room: makes reviews here.
    """

    def __init__(self, jobs: Jobs, pool: Pool, room: Reviewer) -> None:
        self._jobs = jobs
        self._pool = pool
        self._room = room

    async def decide(self, job: Job) -> Thought:
        """Return what a computer chooses."""
        found = await self._asked(job.errand, job, Thought, TURN)
        if isinstance(found, Thought) and 0 <= found.index < len(job.legal):
            return found
        return await self._pool.decide(job)

    def knows(self, title: str) -> bool:
        """Return whether it can give hints in games of a title."""
        return self._pool.knows(title)

    async def advise(self, job: HintJob) -> Hint | None:
        """Return a hint, or None if all that could be done was shown."""
        return await self._pool.advise(job)

    async def review(self, job: ReviewJob) -> str:
        """Return what decided a game, as it is kept."""
        found = await self._asked(job.errand, job, str, REVIEW)
        return found if isinstance(found, str) else await self._room.review(job)

    async def film(self, job: FilmJob) -> bytes | None:
        """Return the file, empty if it gets too large; None if it has to be made here."""
        found = await self._asked(job.errand, job, bytes, FILM)
        return found if isinstance(found, bytes) else None

    async def _asked(
        self, errand: Errand | None, job: object, kind: type, patience: Patience
    ) -> Any:
        """Return what a worker has found; None where it has to be found here."""
        if errand is None:
            return None
        body = await asyncio.to_thread(written, job)  # a film's frames may be megabytes
        answer = await self._jobs.asked(errand, body, patience)
        try:
            return None if answer is None else read(answer, kind)
        except UnreadableError:
            return None  # a worker of another release
