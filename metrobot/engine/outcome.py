"""The result of a finished game: places, points and the deciding merit."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from metrobot.engine.sentence import Sentence

Key = TypeVar("Key", bound=StrEnum)
Merits = Sequence[tuple[int, ...]]
"""For each player, the numbers that the rules compare one after the other; more is better."""


@dataclass(frozen=True, slots=True)
class Outcome(ABC):
    """Result of a finished game; each title adds its own breakdown.

    Attributes:
        scores: points of each player, in turn order.
        places: place of each player, from 1; players who are equal share one.
        won_by: key of the merit that put the winner ahead of all others, or the
            title's key for a shared win.
    """

    scores: tuple[int, ...]
    places: tuple[int, ...]
    won_by: StrEnum

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who won, in ascending order; more than one if they share the win."""
        return tuple(player for player, place in enumerate(self.places) if place == 1)

    @property
    def order(self) -> tuple[int, ...]:
        """The players from best to worst; equal ones in turn order."""
        # A stable sort keeps equal players in turn order.
        return tuple(sorted(range(len(self.places)), key=self.places.__getitem__))

    @property
    def shares(self) -> tuple[float, ...]:
        """Each player's share of the win."""
        return shares_of(self.places)

    @abstractmethod
    def as_record(self) -> dict[str, Any]:
        """Return the `result` of the record, keys in the order of the format."""


def places_of(merits: Merits) -> tuple[int, ...]:
    """Return each player's place, from 1; equals share one."""
    return tuple(1 + sum(other > own for other in merits) for own in merits)


def won_by(merits: Merits, keys: Sequence[Key]) -> Key:
    """Return the first merit by which one player alone is ahead of all others.

    Args:
        merits: of the players.
        keys: the key of each merit, then the key of a shared win.
    """
    best = max(merits)
    for count, key in enumerate(keys[:-1], start=1):
        if sum(merit[:count] == best[:count] for merit in merits) == 1:
            return key
    return keys[-1]


def shares_of(places: Sequence[int]) -> tuple[float, ...]:
    """Return the share of the win that each place is worth; first places split it."""
    winners = places.count(1)
    return tuple(1 / winners if place == 1 else 0.0 for place in places)


def new_leader(key: str, points: Sequence[tuple[int, int]]) -> Iterator[Sentence]:
    """Yield the fact that a player alone is ahead of all others and was behind one of them.

    Args:
        key: of the sentence, with `player`, `total` and `second`.
        points: of each player, before and now.
    """
    best = max(now for _, now in points)
    leaders = [n for n, (_, now) in enumerate(points) if now == best]
    if len(leaders) == 1 and points[leaders[0]][0] < max(was for was, _ in points):
        second = sorted(now for _, now in points)[-2]
        yield Sentence(key, {"player": leaders[0], "total": best, "second": second})
