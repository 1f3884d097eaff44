"""One lock a game, for as long as anybody holds it or waits for it."""

import asyncio
from collections.abc import Hashable
from weakref import WeakValueDictionary


# The lock puts acts of one process in order; between processes the revision does
# (docs/decisions/revisions.md).
class KeyedLocks:
    """Locks by number, or by another key; those that nobody uses are forgotten."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._locks)

    def of(self, key: Hashable) -> asyncio.Lock:
        """Return the lock of a game; keep it for as long as it is needed."""
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock

    def is_held(self, key: Hashable) -> bool:
        """Return whether somebody holds the lock of a game."""
        lock = self._locks.get(key)
        return lock is not None and lock.locked()
