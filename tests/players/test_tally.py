"""Intervals of means: honest where all is alike, never beyond what is possible."""

import pytest

from metrobot.players.analysis.means import RunningMean, sure


def tally(*values: float) -> RunningMean:
    """Return some numbers summed up."""
    found = RunningMean()
    for value in values:
        found.add(value)
    return found


def test_a_chance_that_never_failed_is_not_certain() -> None:
    """Wilson's interval has room below 1, and none above."""
    found = tally(*[1.0] * 50).chance()

    assert found.value == found.high == 1.0
    assert 0.9 < found.low < 1.0


def test_a_difference_that_was_always_the_same_is_not_certain() -> None:
    """What never came up may come up in 3 of as many games."""
    found = tally(*[1.0] * 60).difference()

    assert found.high == 1.0
    assert found.low == pytest.approx(0.95)
    assert tally(1.0, 1.0).difference().low == pytest.approx(-0.5)


def test_a_difference_lies_within_its_spread() -> None:
    """As many ups as downs: nothing is surely better."""
    found = tally(*[1.0, -1.0, 0.0] * 30).difference()

    assert found.low < 0 < found.high
    assert found.value == pytest.approx(0.0)


def test_a_mean_of_points_has_its_standard_error() -> None:
    """Four numbers with a standard deviation of 2."""
    found = tally(8.0, 12.0, 10.0, 10.0).estimate()

    assert found.value == 10.0
    assert found.margin == pytest.approx(1.96 * (8 / 3) ** 0.5 / 2)
    assert tally(5.0).estimate().low == float("-inf")
    assert sure(3.0).margin == 0.0
