"""Draws of a game that went on from another one come as they came there."""

from collections.abc import Sequence

import pytest

from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE
from tests.service.toy import TOY, Deal, Refill

START = TOY.initial_state(TOY.ruleset(2, {}))
DEALT = TOY.apply(START, CHANCE, Deal((1, 1)))


@pytest.mark.parametrize(
    ("drawn", "count", "choices"),
    [
        ([Deal((2, 1)), Refill(1)], 0, [Deal((2, 1))]),
        ([Deal((2, 1)), Refill(1)], 1, TOY.chance(START)),
        ([Deal((2, 1))], 1, TOY.chance(START)),
        ([], 0, TOY.chance(START)),
    ],
)
def test_a_draw_is_the_same_while_it_is_possible(
    drawn: Sequence[Action], count: int, choices: Sequence[Action]
) -> None:
    """Else any may come: after another turn, and after the last of that game."""
    assert TOY.chance_as(START, drawn, count) == choices


def test_nothing_is_drawn_where_chance_is_not_awaited() -> None:
    assert not TOY.chance_as(DEALT, [Deal((2, 1))], 0)
