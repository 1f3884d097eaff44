"""Locks by key, one for each game, for as long as anybody holds one or waits for it."""

import asyncio
from collections.abc import Hashable
from weakref import WeakValueDictionary


# The lock puts acts of one process in order; between processes the revision does
# (docs/decisions/revisions.md).
class KeyedLocks:
    """Locks by a number or another key; unused ones are dropped."""

    def __init__(self) -> None:
        # Weak, so that a lock goes with its last user. A held lock is in use: two tasks never get
        # different ones.
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._locks)

    def of(self, key: Hashable) -> asyncio.Lock:
        """Return the lock of a key; keep a reference for as long as you need it."""
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock

    def is_held(self, key: Hashable) -> bool:
        """Return whether somebody holds the lock of a key."""
        lock = self._locks.get(key)
        return lock is not None and lock.locked()
