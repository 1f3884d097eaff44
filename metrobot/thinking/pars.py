"""Scores of computers on a line of the day, whose cards follow from its dealing."""

import random
from datetime import UTC, datetime
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
"""Version of the computers that play lines; it grows when they play differently."""
GAMES: Final = 5
"""Games of a computer on one line; the middle score counts."""
_THEN: Final = datetime(2026, 1, 1, tzinfo=UTC)


def line_score(job: ParJob, level: str, game: int) -> int:
    """Return the score of a computer on a line, played from the view of its seat alone.

    Args:
        job: the line.
        level: of the computer.
        game: number of the game; its dice follow from that and from the line's number.
    """
    dealing = _dealing(job)
    history = replayed(job.map, (), dealing, _THEN)
    dice = random.Random(f"par|{job.number}|{level}|{game}")
    while not TITLE.is_over(history.state):
        history = _played(history, level, dice).settled(dealing, _THEN)
    return TITLE.outcome(history.state).scores[0]


def _played(history: History, level: str, dice: random.Random) -> History:
    draft = new_draft(TITLE, history.state, ALONE)
    while not draft.is_turn_over:
        view = TITLE.view_for(draft.state, frozenset({ALONE}))
        job = ChoiceJob(TITLE.id, view, draft.open_choices, level, dice.randbytes(32))
        draft = draft.then(choose_action(job).index)
    for action in draft.actions:
        history = history.then(ALONE, action, _THEN)
    return history


def best_score(job: ParJob) -> int:
    """Return the highest score found on a line with all cards known."""
    dealing = _dealing(job)
    history, dice = replayed(job.map, (), dealing, _THEN), random.Random(0)
    # Lines have no special stations, so the cards are the same whatever is done with them.
    while not TITLE.is_over(history.state):
        history = _played(history, "random", dice).settled(dealing, _THEN)
    actions = (entry.event.action for entry in history.log)
    cards = [action.card for action in actions if isinstance(action, TurnUp)]
    return best_known(job.map, cards)


def _dealing(job: ParJob) -> Dealing:
    return Dealing(job.key, job.salt, BY_DRAW)
