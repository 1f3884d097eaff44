"""Thinking in this very process, for tests and for tables of a moment."""

from metrobot.service.ports import ChoiceJob, ChosenAction, Hint, HintJob
from metrobot.thinking.choice import choose_action
from metrobot.thinking.hint import hint_for, knows


class Here:
    """Thinks at once; everybody waits meanwhile."""

    async def decide(self, job: ChoiceJob) -> ChosenAction:
        """Return what a computer chooses."""
        return choose_action(job)

    def knows(self, title: str) -> bool:
        """Return whether it can give hints in games of a title."""
        return knows(title)

    async def find_hint(self, job: HintJob) -> Hint | None:
        """Return a hint, or None if all that could be done was shown."""
        return hint_for(job)
