"""How a ratio is measured, and how it is told."""

import os
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import TypeVar

LEAST = "BENCH_LEAST" in os.environ
"""Whether everything is done as few times as can be: it shows that the programs run, no more."""


T = TypeVar("T", int, float, tuple[int, ...])


def some(usual: T, least: T) -> T:
    """Return the usual number or amount, or the least one in a run at its smallest."""
    return least if LEAST else usual


ROUNDS = some(30, 1)
"""How often each side is measured; the median counts."""
WARM_UP = some(3, 0)
"""Rounds before those that count."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table.

    Attributes:
        what: what was measured, over what.
        value: the ratio, or megabytes.
        at_most: the limit.
        unit: after the value; empty for a ratio.
        times: the plain figures behind it, a line each.
    """

    what: str
    value: float
    at_most: float
    unit: str = ""
    times: tuple[str, ...] = ()

    @property
    def is_within(self) -> bool:
        """Whether the limit is kept."""
        return self.value <= self.at_most

    def __str__(self) -> str:
        return f"{self.what} | {self.value:.2f}{self.unit} | {self.at_most:g}{self.unit}"


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def side_by_side(
    ours: Callable[[], float], bare: Callable[[], float], rounds: int = ROUNDS
) -> tuple[list[float], list[float]]:
    """Return the seconds of both sides, taken in turns.

    Args:
        ours: does the work once and returns its seconds.
        bare: the same for what it is compared with.
        rounds: that count, for each side.
    """
    pairs = [(ours(), bare()) for _ in range(WARM_UP + some(rounds, 1))][WARM_UP:]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


async def side_by_side_async(
    ours: Callable[[], Awaitable[float]], bare: Callable[[], Awaitable[float]], rounds: int = ROUNDS
) -> tuple[list[float], list[float]]:
    """Return the seconds of both sides, taken in turns."""
    pairs = [(await ours(), await bare()) for _ in range(WARM_UP + some(rounds, 1))][WARM_UP:]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def ratio_row(
    what: str, ours: Sequence[float], bare: Sequence[float], at_most: float, *notes: str
) -> Row:
    return Row(
        what,
        median(ours) / median(bare),
        at_most,
        times=(f"ours {spread(ours)}", f"bare {spread(bare)}", *notes),
    )


def spread(seconds: Sequence[float]) -> str:
    """Return the median and the 95th of a hundred, in milliseconds."""
    return (
        f"p50 {median(seconds) * 1000:.2f} ms, p95 {p95(seconds) * 1000:.2f} ms (n={len(seconds)})"
    )


def p95(values: Sequence[float]) -> float:
    """Return the value that 95 of a hundred do not exceed; never more than the largest."""
    if len(values) == 1:
        return values[0]
    return quantiles(values, n=20, method="inclusive")[-1]
