"""Thinking in the process of the tests themselves."""

import asyncio

import pytest

from metrobot.games.registry import TITLES
from metrobot.players.levels import ADVISERS
from metrobot.service.ports import (
    ChoiceJob,
    ChosenAction,
    CompareJob,
    Comparison,
    Hint,
    HintJob,
    ReviewJob,
)
from metrobot.thinking import comparing
from metrobot.thinking.analysis import review_game
from metrobot.thinking.choice import choose_action
from metrobot.thinking.comparing import compared
from metrobot.thinking.hint import hint_for


def play_on(monkeypatch: pytest.MonkeyPatch, games: int) -> None:
    """Have a comparison play on so many games for each way, at every table."""
    few = {each.id: dict.fromkeys(each.player_counts, games) for each in TITLES.values()}
    monkeypatch.setattr(comparing, "GAMES", few)


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
