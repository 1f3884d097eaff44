"""Sequential halving: try all choices a little, the better half more, and so on."""

from collections.abc import Callable
from dataclasses import dataclass

from metrobot.players.contract import Budget


@dataclass(frozen=True, slots=True)
class Found:
    """What was found.

    Attributes:
        place: of the best choice.
        worth: the mean of its tries.
        tries: of all choices together.
    """

    place: int
    worth: float
    tries: int


def halved(count: int, tried: Callable[[int, int], float], playouts: int, budget: Budget) -> Found:
    """Return the best of some choices.

    Each round gives the choices that are left the same number of tries, and
    keeps the better half. So that luck falls on all alike, the tries of a round
    have numbers that are the same for each choice.

    Args:
        count: of the choices; the earlier looks better where nothing was tried.
        tried: plays on from a choice, with the luck of a number; what it was worth.
        playouts: about how many tries in all.
        budget: ends it early, between two tries.
    """
    left, number, done = list(range(count)), 0, 0
    sums, tries = [0.0] * count, [0] * count
    rounds = max(1, (count - 1).bit_length())
    for _ in range(rounds):
        for _ in range(max(1, playouts // (rounds * len(left)))):
            for place in left:
                if budget.is_over() and done >= count:
                    return _found(left, sums, tries)
                sums[place] += tried(place, number)
                tries[place] += 1
                done += 1
            number += 1
        left.sort(key=lambda place: -sums[place] / tries[place])
        if len(left) > 1:
            left = left[: (len(left) + 1) // 2]
    return _found(left, sums, tries)


def _found(left: list[int], sums: list[float], tries: list[int]) -> Found:
    """Return the best of the choices that are left."""
    best = max(left, key=lambda place: sums[place] / max(1, tries[place]))
    return Found(best, sums[best] / max(1, tries[best]), sum(tries))
