"""How a finished game ended: who comes where, and what decided."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

Key = TypeVar("Key", bound=StrEnum)
Merits = Sequence[tuple[int, ...]]
"""Per player the numbers that the rules compare one after the other; more is better."""


@dataclass(frozen=True, slots=True)
class Outcome(ABC):
    """How a finished game ended; each title adds its own breakdown.

    Attributes:
        scores: points per player, in turn order.
        places: per player, from 1; those whom the rules do not part share one.
        won_by: what put the winner before all others: a key of the title's own,
            one of which says that nothing did and the win is shared.
    """

    scores: tuple[int, ...]
    places: tuple[int, ...]
    won_by: StrEnum

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who won, rising; more than one if they share the win."""
        return tuple(player for player, place in enumerate(self.places) if place == 1)

    @property
    def order(self) -> tuple[int, ...]:
        """The players, the best first; of equals the one who comes first in turn order."""
        return tuple(sorted(range(len(self.places)), key=self.places.__getitem__))

    @property
    def shares(self) -> tuple[float, ...]:
        """How much of the win each player has."""
        return shares_of(self.places)

    @abstractmethod
    def as_record(self) -> dict[str, Any]:
        """Return the `result` of the record, keys in the order of the format."""


def places_of(merits: Merits) -> tuple[int, ...]:
    """Return each player's place, from 1; equals share one."""
    return tuple(1 + sum(other > own for other in merits) for own in merits)


def won_by(merits: Merits, keys: Sequence[Key]) -> Key:
    """Return by which of their merits one player alone is ahead of all others.

    Args:
        merits: of the players.
        keys: what each number is called, then what a shared win is.
    """
    best = max(merits)
    for count, key in enumerate(keys[:-1], start=1):
        if sum(each[:count] == best[:count] for each in merits) == 1:
            return key
    return keys[-1]


def shares_of(places: Sequence[int]) -> tuple[float, ...]:
    """Return how much of the win each place is worth: whoever is first shares it."""
    winners = places.count(1)
    return tuple(1 / winners if place == 1 else 0.0 for place in places)
