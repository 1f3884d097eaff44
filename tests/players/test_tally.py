"""Intervals of means: honest where all is alike, never beyond what is possible."""

import pytest

from metrobot.players.analysis.facts import FEW
from metrobot.players.analysis.traces import NEAR_CHANCE, RunningMean, Trace, sure


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
    """An outcome that never came up may come up in 3 of as many games."""
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


def test_a_position_is_known_well_once_all_its_worths_are() -> None:
    """Of two players one may be certain while the other is not; then more games tell more."""
    trace, certain = Trace("a", None, 2), Trace("b", None, 2)
    for game in range(6 * FEW):
        trace.tallies[0].add(1.0)
        trace.tallies[1].add(0.5 + 0.5 * (-1) ** game)
        certain.tallies[0].add(1.0)
        certain.tallies[1].add(0.0)

    assert [each.margin <= NEAR_CHANCE for each in trace.estimates()] == [True, False]
    assert not trace.is_sure
    assert certain.is_sure
