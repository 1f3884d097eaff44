"""The count of presses itself: each way of choosing has its price."""

import pytest

from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.pages.values import Choice, Group, Picture, PlannerPage
from tests.titles import GAMES
from tests.ui.turn.presses import (
    lines_of,
    percentile,
    shortest,
    some_turns,
    turns_of,
    twice_labelled,
)


@pytest.mark.parametrize("title", GAMES)
def test_every_turn_can_be_pressed(title: str) -> None:
    """A turn costs Plan, Confirm and one press at least, and is found as it was played."""
    source, front = GAMES[title], FRONTS[title]
    game = source.play(2, 1)
    for turn in some_turns(turns_of(source, [game]), 5):
        cost, pressed = shortest(front, turn)
        assert cost >= 2 + len(pressed) >= 3


def test_numbers_do_not_tell_buttons_apart() -> None:
    """Two buttons that say the same after their numbers are the same to a reader."""
    buttons = (Choice(0, "1 · J2"), Choice(1, "2 · J2"), Choice(2, "3"), Choice(3, "4"))
    page = PlannerPage("", Picture("a", "b", bytes), buttons, tabs=(Group("a", "J2"),))

    assert twice_labelled(page) == ["J2"]


def test_shares_are_counted_from_below() -> None:
    """Of twenty turns one may cost more than 95 in a hundred do."""
    assert percentile([5] * 19 + [9], 95) == 5
    assert percentile([5] * 18 + [9, 9], 95) == 9


def test_lines_are_those_of_a_phone() -> None:
    """Long lines count several times, marks of Markdown not at all."""
    assert lines_of("**" + "word " * 11 + "last**\n\nend") == 3
    assert lines_of("word " * 13) == 2
