"""Thinking in the process of the tests themselves."""

import asyncio
from datetime import UTC, datetime
from random import Random

import pytest

from metrobot.games.registry import TITLES
from metrobot.players.levels import ADVISERS
from metrobot.service.finished.replays import played_record, replay_play
from metrobot.service.finished.what_ifs import Moment
from metrobot.service.model.play import Play
from metrobot.service.ports import (
    ChoiceJob,
    ChosenAction,
    CompareJob,
    Comparison,
    Hint,
    HintJob,
    ReviewJob,
)
from metrobot.store.statements.finished import ReplayRow
from metrobot.thinking import comparing
from metrobot.thinking.analysis import review_game
from metrobot.thinking.choice import choose_action
from metrobot.thinking.comparing import compared
from metrobot.thinking.hint import hint_for


def play_on(monkeypatch: pytest.MonkeyPatch, games: int) -> None:
    """Have a comparison play on so many games for each way, at every table."""
    few = {each.id: dict.fromkeys(each.player_counts, games) for each in TITLES.values()}
    monkeypatch.setattr(comparing, "GAMES", few)


def game_of(record: str) -> Play:
    """Return the game of a record."""
    row = ReplayRow(1, 0, 0, 0, record, datetime(2026, 1, 1, tzinfo=UTC))
    return replay_play(played_record(TITLES, row), row, str)


def job_of(moment: Moment, dice: Random) -> CompareJob:
    """Return the comparison of a turn by chance with what was played."""
    draft = moment.start
    while not draft.is_turn_over:
        draft = draft.then(dice.randrange(len(draft.open_choices)))
    return moment.job(draft, 1)


class Here:
    """Thinks at once; everybody waits meanwhile."""

    async def decide(self, job: ChoiceJob) -> ChosenAction:
        """Return the computer's choice."""
        return choose_action(job)

    def knows(self, title: str) -> bool:
        """Return whether it can give hints in games of a title."""
        return title in ADVISERS

    async def find_hint(self, job: HintJob) -> Hint | None:
        """Return a hint, or None if all that could be done was shown."""
        return hint_for(job)

    async def compare(self, job: CompareJob) -> Comparison:
        """Return the comparison of two ways to play a turn."""
        return compared(job)


class ReviewHere:
    """Makes reviews in a thread."""

    async def review(self, job: ReviewJob) -> str:
        """Return the review of a game, as it is stored."""
        return await asyncio.to_thread(review_game, job)
