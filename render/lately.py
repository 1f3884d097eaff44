"""What was used lately, as much of it as fits into some bytes."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, Protocol, TypeVar


class Sized(Protocol):
    """What takes some bytes."""

    @property
    def weight(self) -> int:
        """About how many."""


W = TypeVar("W", bound=Sized)


class Lately(Generic[W]):
    """Things by their keys; the one longest unused goes first, the last one never.

    Args:
        most: bytes of all together.

    Attributes:
        weight: of all that are kept now.
    """

    def __init__(self, most: int) -> None:
        self.weight = 0
        self._most = most
        self._kept: OrderedDict[Hashable, W] = OrderedDict()

    def __len__(self) -> int:
        """Return how many are kept."""
        return len(self._kept)

    def get(self, key: Hashable) -> W | None:
        """Return one that is kept, or None."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
        return kept

    def keep(self, key: Hashable, thing: W) -> list[tuple[Hashable, W]]:
        """Keep one in place of an older one of this key; return those that had to go."""
        old = self._kept.pop(key, None)
        self._kept[key] = thing
        self.weight += thing.weight - (0 if old is None else old.weight)
        gone = list[tuple[Hashable, W]]()
        while self.weight > self._most and len(self._kept) > 1:
            gone.append(self._kept.popitem(last=False))
            self.weight -= gone[-1][1].weight
        return gone

    def clear(self) -> None:
        """Keep none any longer."""
        self._kept.clear()
        self.weight = 0
