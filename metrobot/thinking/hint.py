"""Hints of the strong player, in whatever process or thread this is called."""

import random
from time import monotonic

from metrobot.games.registry import TITLES
from metrobot.players.contract import Budget
from metrobot.players.hint_search import HintQuestion, advised
from metrobot.players.levels import ADVISERS
from metrobot.service.ports import Hint, HintJob

SHARE = 0.6
"""Share of the time left that each step of a turn may take."""


def knows(title: str) -> bool:
    """Return whether there are hints in games of a title."""
    return title in ADVISERS


def hint_for(job: HintJob) -> Hint | None:
    """Return a hint, or None if all were shown."""
    asked = HintQuestion(TITLES[job.title], job.view, job.seat, job.chosen, job.shown)
    found = advised(asked, _Time(job.seconds).share, random.Random(job.seed))
    return None if found is None else Hint(found.path, found.reason)


class _Time:
    """Time limit of which searches get shares.

    Args:
        seconds: of all shares together.
    """

    def __init__(self, seconds: float) -> None:
        # By the clock, not the processor: somebody waits, so a busy machine makes hints weaker,
        # not later.
        self._end = monotonic() + seconds

    def share(self) -> Budget:
        """Return a share of the time left."""
        now = monotonic()
        until = now + SHARE * (self._end - now)
        return Budget(is_over=lambda: monotonic() >= until)
