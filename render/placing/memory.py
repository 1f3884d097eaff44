"""Places found before: the same search in the same surroundings finds the same place.

What is kept saves work and never decides: the key of a place is all that its search looks at.
"""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Final, TypeVar

from cachetools import TTLCache

T = TypeVar("T")

MOST: Final = 4_000
"""Places that are kept, some 4 MB; the one unused for longest goes first."""
HOUR: Final = 3_600
"""Seconds after which a place is forgotten, since its game goes on elsewhere by then."""
_PLACES: Final[TTLCache[Hashable, Any]] = TTLCache(MOST, HOUR)
_LOCK: Final = Lock()
"""Lock around `_PLACES`, since several threads draw."""


def remembered(key: Hashable, find: Callable[[], T]) -> T:
    """Return the place kept for a key, or find it; never None."""
    with _LOCK:
        place: T | None = _PLACES.get(key)
    # Outside the lock: two threads may look for one place, but none waits for another's search.
    if place is None:
        place = find()
        with _LOCK:
            _PLACES[key] = place
    return place
