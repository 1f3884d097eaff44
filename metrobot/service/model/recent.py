"""What was used lately, kept in memory up to a number or a size."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """The latest values by their keys; the one longest unused goes first.

    Args:
        most: of all that is kept, together.
        weigh: says how much a value takes of that; each takes one unless it is given.
    """

    def __init__(self, most: int, weigh: Callable[[V], int] | None = None) -> None:
        self._most = most
        self._weigh: Callable[[Any], int] = weigh or _one
        self._weight = 0
        self._values: OrderedDict[K, V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """Return a value that is still kept, or None."""
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def put(self, key: K, value: V) -> None:
        """Keep a value in place of an older one of this key, unless it is too heavy alone."""
        self.drop(key)
        weight = self._weigh(value)
        if weight > self._most:
            return
        self._values[key] = value
        self._weight += weight
        while self._weight > self._most:
            self.drop(next(iter(self._values)))

    def drop(self, key: K) -> None:
        """Forget a value."""
        value = self._values.pop(key, None)
        if value is not None:
            self._weight -= self._weigh(value)

    def clear(self) -> None:
        """Forget all values."""
        self._values.clear()
        self._weight = 0


def _one(_: Any) -> int:
    """Return the weight of a value where they are counted."""
    return 1
