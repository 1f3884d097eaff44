"""One choice of a computer, in whatever process this is called."""

import random
import time
from collections.abc import Mapping
from typing import Final

from metrobot.players import random_player
from metrobot.players.contract import UNBOUND, Budget, Player
from metrobot.players.levels import PLAYERS
from metrobot.service.ports import ChoiceJob, ChosenAction

_NOBODY: Final[Mapping[str, Player]] = {}


def choose_action(job: ChoiceJob) -> ChosenAction:
    """Return a computer's choice with its reason; random in titles that no computer knows."""
    player = PLAYERS.get(job.title, _NOBODY).get(job.level, random_player.choose_random)
    decision = player(job.view, job.legal, _budget(job.seconds), random.Random(job.seed))
    return ChosenAction(decision.index, decision.why.value, decision.facts, decision.steps)


def _budget(seconds: float | None) -> Budget:
    if seconds is None:
        return UNBOUND
    end = time.thread_time() + seconds
    return Budget(is_over=lambda: time.thread_time() >= end)
