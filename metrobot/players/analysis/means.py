"""Means of games played on, with their intervals of 95 %."""

from dataclasses import dataclass
from math import sqrt
from typing import Final

from metrobot.players.analysis.facts import Estimate

Z: Final = 1.96
"""Standard errors to either side."""

RULE_OF_THREE: Final = 3.0


@dataclass(slots=True)
class RunningMean:
    """Numbers summed up.

    Attributes:
        count: how many.
        total: their sum.
        squares: the sum of their squares.
    """

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Take in one more."""
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """Their mean; 0 while there are none."""
        return self.total / self.count if self.count else 0.0

    def estimate(self) -> Estimate:
        """Return the mean of any numbers."""
        if self.count < 2:
            return Estimate(self.mean, float("-inf"), float("inf"))
        spread = max(0.0, self.squares - self.total * self.mean) / (self.count - 1)
        half = Z * sqrt(spread / self.count)
        return Estimate(self.mean, self.mean - half, self.mean + half)

    def difference(self) -> Estimate:
        """Return the mean of differences between shares of a win, from -1 to 1.

        Where they are all alike the interval is not empty: what never came up
        in so many games can still come up in 3 of as many (the rule of three).
        """
        found, least = self.estimate(), RULE_OF_THREE / max(1, self.count)
        low, high = min(found.low, self.mean - least), max(found.high, self.mean + least)
        return Estimate(self.mean, max(-1.0, low), min(1.0, high))

    def chance(self) -> Estimate:
        """Return the mean of shares of a win: Wilson's interval, which never leaves 0 to 1."""
        count, share = self.count, self.mean
        if not count:
            return Estimate(0.0, 0.0, 1.0)
        square = Z * Z / count
        middle = (share + square / 2) / (1 + square)
        half = Z * sqrt(max(0.0, share * (1 - share)) / count + square / (4 * count)) / (1 + square)
        return Estimate(
            share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))
        )


def sure(value: float) -> Estimate:
    """Return what is known for certain."""
    return Estimate(value, value, value)
