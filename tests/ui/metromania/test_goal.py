"""The rules open with what the game is about."""

import pytest

from metrobot.ui.metromania.front import MetroManiaFront
from tests.ui.catalogues import PLURALS, forms, messages


@pytest.mark.parametrize("language", PLURALS)
def test_the_rules_open_with_the_goal_in_three_sentences(language: str) -> None:
    """The first page is the goal, and its text has three full stops."""
    first = MetroManiaFront.pages[0]
    _, goal = forms(messages(language)[f"mm.topic.{first}.text"])[0].split("\n", 1)

    assert first == "goal"
    assert goal.count(".") == 3
