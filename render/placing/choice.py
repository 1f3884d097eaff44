"""The choice among places, each of which costs something by itself and more among others."""

from collections.abc import Callable, Iterable
from math import inf
from typing import TypeVar

T = TypeVar("T")
Priced = tuple[T, float]
"""A place with its cost."""
Cost = Callable[[T], float]
"""Returns what a place costs."""


def cheapest(
    options: Iterable[Priced[T]], more: Cost[T], last: Cost[T] = lambda _: 0.0, *, most: float = inf
) -> Priced[T] | None:
    """Return the place that costs least, with its whole cost; the first of several.

    Args:
        options: places with their own costs, which rise, so that the search can end early.
        more: returns what a place costs beside that, never less than nothing.
        last: returns what it costs beside both, likewise; asked of few, so it may take long.
        most: cost that the place stays below.
    """
    best, least = None, most
    for place, cost in options:
        # Places come by cost: later ones cannot be better.
        if cost >= least:
            break
        whole = cost + more(place)
        if whole < least and (whole := whole + last(place)) < least:
            best, least = (place, whole), whole
    return best
