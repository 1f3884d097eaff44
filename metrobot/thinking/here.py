"""Thinking in this very process, for tests and for tables of a moment."""

from metrobot.service.ports import Hint, HintJob, Job, Thought
from metrobot.thinking.deciding import decided
from metrobot.thinking.hints import knows, worked_out


class Here:
    """Thinks at once; everybody waits meanwhile."""

    async def decide(self, job: Job) -> Thought:
        """Return what a computer chooses."""
        return decided(job)

    def knows(self, title: str) -> bool:
        """Return whether it can give hints in games of a title."""
        return knows(title)

    async def advise(self, job: HintJob) -> Hint | None:
        """Return a hint, or None if all that could be done was shown."""
        return worked_out(job)
