"""Means of games played on, with their intervals of 95 %."""

from dataclasses import dataclass
from math import sqrt
from typing import Final

from metrobot.players.analysis.facts import Estimate

Z: Final = 1.96
"""Half the width of an interval of 95 %, in standard errors."""

RULE_OF_THREE: Final = 3.0
"""Upper bound of events not seen in n games is 3 / n with 95 % certainty."""


@dataclass(slots=True)
class RunningMean:
    """Count, sum and sum of squares of some numbers.

    Attributes:
        count: how many there are.
        total: their sum.
        squares: the sum of their squares.
    """

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Add one number."""
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """Their mean; 0 while there are none."""
        return self.total / self.count if self.count else 0.0

    def estimate(self) -> Estimate:
        """Return the mean of numbers of any size, with its interval."""
        # One number has no spread, so nothing is known of its interval.
        if self.count < 2:
            return Estimate(self.mean, float("-inf"), float("inf"))
        spread = max(0.0, self.squares - self.total * self.mean) / (self.count - 1)
        half = Z * sqrt(spread / self.count)
        return Estimate(self.mean, self.mean - half, self.mean + half)

    def difference(self) -> Estimate:
        """Return the mean of differences between shares of a win, from -1 to 1."""
        # Equal differences would give an interval of width 0; an outcome that never came up
        # in n games may still come up in 3 of n (the rule of three).
        found, least = self.estimate(), RULE_OF_THREE / max(1, self.count)
        low, high = min(found.low, self.mean - least), max(found.high, self.mean + least)
        return Estimate(self.mean, max(-1.0, low), min(1.0, high))

    def chance(self) -> Estimate:
        """Return the mean of shares of a win, with Wilson's interval."""
        count, share = self.count, self.mean
        if not count:
            return Estimate(0.0, 0.0, 1.0)
        # Wilson's interval stays between 0 and 1; the usual one does not near the ends.
        square = Z * Z / count
        middle = (share + square / 2) / (1 + square)
        half = Z * sqrt(max(0.0, share * (1 - share)) / count + square / (4 * count)) / (1 + square)
        return Estimate(
            share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))
        )


def sure(value: float) -> Estimate:
    """Return a value that is certain, as an interval of width 0."""
    return Estimate(value, value, value)
