"""What a line of the day is worth, game by game: all cards follow from its dealing."""

import random
from datetime import UTC, datetime
from statistics import median_low
from typing import Final

from metrobot.engine.draft import new_draft
from metrobot.games.metrolijn.actions import TurnUp
from metrobot.players.metrolijn.hindsight import best_known
from metrobot.service.daily.replayed import ALONE, TITLE, replayed
from metrobot.service.model.chance import BY_DRAW, Dealing
from metrobot.service.model.history import History
from metrobot.service.ports import ChoiceJob, ParJob
from metrobot.thinking.choice import choose_action

POLICY: Final = 2
"""The version of the computers that play lines: it grows when they play another way."""
GAMES: Final = 5
"""Of so many games the one in the middle counts."""
_THEN: Final = datetime(2026, 1, 1, tzinfo=UTC)


def line_score(job: ParJob, level: str, game: int) -> int:
    """Return what a computer makes of a line, from what its seat may see alone.

    Args:
        job: the line.
        level: of the computer.
        game: which of several; its dice follow from that, and from the line's number.
    """
    dealing = _dealing(job)
    history = replayed(job.map, (), dealing, _THEN)
    dice = random.Random(f"par|{job.number}|{level}|{game}")
    while not TITLE.is_over(history.state):
        history = _played(history, level, dice).settled(dealing, _THEN)
    return TITLE.outcome(history.state).scores[0]


def _played(history: History, level: str, dice: random.Random) -> History:
    """Return a game after one turn of a computer."""
    draft = new_draft(TITLE, history.state, ALONE)
    while not draft.is_turn_over:
        view = TITLE.view_for(draft.state, frozenset({ALONE}))
        job = ChoiceJob(TITLE.id, view, draft.open_choices, level, dice.randbytes(32))
        draft = draft.then(choose_action(job).index)
    for action in draft.actions:
        history = history.then(ALONE, action, _THEN)
    return history


def best_score(job: ParJob) -> int:
    """Return the most that was found of a line with all cards known."""
    dealing = _dealing(job)
    history, dice = replayed(job.map, (), dealing, _THEN), random.Random(0)
    # The cards are the same whatever is done with them: without special stations.
    while not TITLE.is_over(history.state):
        history = _played(history, "random", dice).settled(dealing, _THEN)
    drawn = (each.event.action for each in history.log)
    cards = [action.card for action in drawn if isinstance(action, TurnUp)]
    return best_known(job.map, cards)


def middle(scores: list[int]) -> int:
    """Return the score in the middle of several."""
    return median_low(scores)


def _dealing(job: ParJob) -> Dealing:
    """Return what the cards of a line follow from."""
    return Dealing(job.key, job.salt, BY_DRAW)
