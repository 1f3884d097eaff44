"""The random source that callers pass in; rules and players own none."""

from collections.abc import MutableSequence
from typing import Any, Protocol


class Dice(Protocol):
    """Source of random numbers; `random.Random` is one."""

    def random(self) -> float:
        """Return a number from 0 up to 1, 1 left out."""

    def randrange(self, stop: int, /) -> int:
        """Return one of the numbers 0 to `stop` - 1, all equally likely."""

    def shuffle(self, items: MutableSequence[Any], /) -> None:
        """Put items into a random order, all orders equally likely."""
