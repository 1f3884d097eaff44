"""Sequential halving: try all choices a little, the better half more, and so on."""

from collections.abc import Callable
from dataclasses import dataclass

from metrobot.players.contract import Budget


@dataclass(frozen=True, slots=True)
class HalvingResult:
    """What was found.

    Attributes:
        order: the places of all choices, the best first.
        worth: the mean of the tries of the best one.
        tries: of all choices together.
    """

    order: tuple[int, ...]
    worth: float
    tries: int


def halved(
    count: int, tried: Callable[[int, int], float], playouts: int, budget: Budget
) -> HalvingResult:
    """Return the best of some choices.

    Each round gives the choices that are left the same number of tries, and
    keeps the better half. So that luck falls on all alike, the tries of a round
    have numbers that are the same for each choice.

    Args:
        count: of the choices; the earlier looks better where nothing was tried.
        tried: plays on from a choice, with the luck of a number; what it was worth.
        playouts: about how many tries in all.
        budget: ends it early, between two tries; one is always made.
    """
    left, gone, number, done = list(range(count)), list[int](), 0, 0
    sums, tries = [0.0] * count, [0] * count
    rounds = max(1, (count - 1).bit_length())
    for _ in range(rounds):
        for _ in range(max(1, playouts // (rounds * len(left)))):
            for place in left:
                if done and budget.ends_after(done):
                    return _found(left, gone, sums, tries)
                sums[place] += tried(place, number)
                tries[place] += 1
                done += 1
            number += 1
        left.sort(key=lambda place: -sums[place] / tries[place])
        if len(left) > 1:
            half = (len(left) + 1) // 2
            gone[:0] = left[half:]
            del left[half:]
    return _found(left, gone, sums, tries)


def _found(left: list[int], gone: list[int], sums: list[float], tries: list[int]) -> HalvingResult:
    """Return what was found: those that were tried first, then those that lost, in their order."""
    ranked = sorted(left, key=lambda place: -sums[place] / tries[place] if tries[place] else 1e9)
    best = ranked[0]
    return HalvingResult((*ranked, *gone), sums[best] / tries[best], sum(tries))
