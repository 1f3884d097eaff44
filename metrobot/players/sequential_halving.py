"""Sequential halving: try all choices a little, the better half more, and so on."""

from collections.abc import Callable
from dataclasses import dataclass

from metrobot.players.contract import Budget


@dataclass(frozen=True, slots=True)
class HalvingResult:
    """The result of a search by sequential halving.

    Attributes:
        order: places of all choices, the best first.
        worth: mean worth of the best one's tries.
        tries: number of tries of all choices together.
    """

    order: tuple[int, ...]
    worth: float
    tries: int


def halved(
    count: int, tried: Callable[[int, int], float], playouts: int, budget: Budget
) -> HalvingResult:
    """Rank some choices by sequential halving.

    Each round gives the remaining choices the same number of tries and keeps the
    better half.

    Args:
        count: number of choices; without tries an earlier one ranks higher.
        tried: plays on from a choice with the luck of a number, and returns its worth.
        playouts: approximate number of tries in all.
        budget: ends it early, between two tries; one is always made.
    """
    race, losers, number, tries_made = list(range(count)), list[int](), 0, 0
    sums, tries = [0.0] * count, [0] * count
    rounds = max(1, (count - 1).bit_length())
    for _ in range(rounds):
        for _ in range(max(1, playouts // (rounds * len(race)))):
            for place in race:
                if tries_made and budget.ends_after(tries_made):
                    return _found(race, losers, sums, tries)
                sums[place] += tried(place, number)
                tries[place] += 1
                tries_made += 1
            # The number changes only after all choices had it, so that they share the same luck.
            number += 1
        race.sort(key=lambda place: -sums[place] / tries[place])
        if len(race) > 1:
            half = (len(race) + 1) // 2
            # In front of those that went before: these have lasted longer.
            losers[:0] = race[half:]
            del race[half:]
    return _found(race, losers, sums, tries)


def _found(
    race: list[int], losers: list[int], sums: list[float], tries: list[int]
) -> HalvingResult:
    """Return the result: choices still in the race by their means, then those that lost."""
    # When time runs out in the first round, some choices have not been tried: they come last.
    ranked = sorted(race, key=lambda place: -sums[place] / tries[place] if tries[place] else 1e9)
    best = ranked[0]
    return HalvingResult((*ranked, *losers), sums[best] / tries[best], sum(tries))
