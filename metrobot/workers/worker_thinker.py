"""Thinking by workers: processes of their own, perhaps on other machines."""

import asyncio
from dataclasses import dataclass
from typing import Any, Final

from metrobot.service import ports
from metrobot.thinking.pool import Pool
from metrobot.workers.pickling import UnreadableError, dumps, loads

TURN: Final = ports.JobTimeouts(untaken=3.0, undone=20.0)
"""A table waits. A worker that dies is noticed sooner, and another one begins again."""
FILM: Final = ports.JobTimeouts(untaken=3.0, undone=90.0)
"""Somebody waits, and knows that it takes a while."""
COMPARE: Final = ports.JobTimeouts(untaken=3.0, undone=40.0)
"""Somebody waits some seconds."""
REVIEW: Final = ports.JobTimeouts(untaken=120.0, undone=300.0)
"""Nobody waits for it, and it takes most of a minute."""


# No table stands still because a worker does: docs/decisions/several-processes.md.
@dataclass(eq=False)
class WorkerThinker:
    """Has workers think, and does here what none of them does.

    Hints are not left to it: they are due within two seconds, too little to notice that
    no worker is there.

    Attributes:
        jobs: requests answers from workers.
        pool: thinks here.
        reviewer: makes reviews here.
        comparer: compares here.
    """

    jobs: ports.JobBroker
    pool: Pool
    reviewer: ports.Reviewer
    comparer: ports.Comparer

    async def decide(self, job: ports.ChoiceJob) -> ports.ChosenAction:
        """Return a computer's choice."""
        choice = await self._asked(job.job_id, job, ports.ChosenAction, TURN)
        # The answer comes out of a database into which others may write.
        if isinstance(choice, ports.ChosenAction) and 0 <= choice.index < len(job.legal):
            return choice
        return await self.pool.decide(job)

    async def review(self, job: ports.ReviewJob) -> str:
        """Return the review of a game, as it is stored."""
        text = await self._asked(job.job_id, job, str, REVIEW)
        return text if isinstance(text, str) else await self.reviewer.review(job)

    async def compare(self, job: ports.CompareJob) -> ports.Comparison:
        """Return the comparison of two ways to play a turn."""
        answer = await self._asked(job.job_id, job, ports.Comparison, COMPARE)
        return answer if isinstance(answer, ports.Comparison) else await self.comparer.compare(job)

    async def animate(self, job: ports.AnimationJob) -> bytes | None:
        """Return the file, empty if it gets too large; None if it has to be made here."""
        file = await self._asked(job.job_id, job, bytes, FILM)
        return file if isinstance(file, bytes) else None

    async def _asked(
        self, job_id: ports.JobId | None, job: object, kind: type, patience: ports.JobTimeouts
    ) -> Any:
        """Return the answer of a worker; None if the job has to be done here."""
        if job_id is None:
            return None
        # A film's frames may be megabytes, which would hold up the event loop.
        body = await asyncio.to_thread(dumps, job)
        answer = await self.jobs.request(job_id, body, patience)
        try:
            return None if answer is None else loads(answer, kind)
        except UnreadableError:
            # A worker of another release has answered.
            return None
