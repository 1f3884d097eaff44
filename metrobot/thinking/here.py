"""Thinking in this very process, for tests and for tables of a moment."""

from metrobot.service.ports import Job, Thought
from metrobot.thinking.deciding import decided


class Here:
    """Thinks at once; everybody waits meanwhile."""

    async def decide(self, job: Job) -> Thought:
        """Return what a computer chooses."""
        return decided(job)
