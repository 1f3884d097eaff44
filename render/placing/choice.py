"""The choice among places, each of which costs something by itself and more among others."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from math import inf
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
Priced = tuple[T, float]
"""A place with its cost."""
Cost = Callable[[T], float]
"""Returns what a place costs."""


def free(_: object) -> float:
    """Return no cost."""
    return 0.0


def cheapest(options: Iterable[Priced[T]], more: Cost[T], last: Cost[T] = free) -> Priced[T] | None:
    """Return the place that costs least, with its whole cost; the first of several.

    Args:
        options: places with their own costs, which rise, so that the search can end early.
        more: returns what a place costs beside that, never less than nothing.
        last: returns what it costs beside both, likewise; asked of few, so it may take long.
    """
    best, least = None, inf
    for place, cost in options:
        # Places come by cost: later ones cannot be better.
        if cost >= least:
            break
        whole = cost + more(place)
        if whole < least and (whole := whole + last(place)) < least:
            best, least = (place, whole), whole
    return best


def settled(
    options: Mapping[K, Iterable[Priced[T]]],
    order: Iterable[K],
    start: Mapping[K, Priced[T]],
    among: Callable[[K, Mapping[K, Priced[T]]], Callable[[T], float]],
    passes: int,
) -> dict[K, Priced[T]]:
    """Return a place for each thing that has any, improved one thing after the other.

    Args:
        options: the places of each thing, by rising costs.
        order: in which order things choose.
        start: the places to begin with, which some things may lack.
        among: returns, for a thing and the places of all, what its places cost among those.
        passes: most passes over all things.
    """
    chosen = dict(start)
    for _ in range(passes):
        before = dict(chosen)
        for key in order:
            best = cheapest(options[key], among(key, chosen))
            if best is not None:
                chosen[key] = best
        # Things that have settled need no further pass.
        if chosen == before:
            break
    return chosen
