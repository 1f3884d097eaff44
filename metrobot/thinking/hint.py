"""Hints of the strong player, in whatever process or thread this is called."""

import random
from functools import partial
from time import monotonic

from metrobot.games.registry import TITLES
from metrobot.players.contract import Budget
from metrobot.players.hint_search import HintQuestion, advised, turn_of
from metrobot.players.levels import PLAYERS
from metrobot.service.ports import QUICK, Hint, HintJob

SHARE = 0.6
"""Share of the time left that each step of a turn may take."""


def hint_for(job: HintJob) -> Hint | None:
    """Return a hint, or None if all were shown."""
    question = HintQuestion(TITLES[job.title], job.view, job.seat, job.choices, job.shown_paths)
    if job.is_quick:
        player = PLAYERS[job.title][QUICK]
        return Hint(turn_of(player, question, random.Random(job.seed)), ())
    share = partial(_share, monotonic() + job.seconds)
    advice = advised(question, share, random.Random(job.seed))
    return None if advice is None else Hint(advice.path, advice.reason)


def _share(end: float) -> Budget:
    """Return a share of the time that is left until a moment."""
    # By the clock, not the processor: somebody waits, so a busy machine makes hints weaker,
    # not later.
    now = monotonic()
    until = now + SHARE * (end - now)
    return Budget(is_over=lambda: monotonic() >= until)
