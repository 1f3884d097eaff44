"""One lock a game, for as long as anybody holds it or waits for it."""

import asyncio
from weakref import WeakValueDictionary


class Locks:
    """Locks by number; those that nobody uses are forgotten."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._locks)

    def of(self, number: int) -> asyncio.Lock:
        """Return the lock of a game; keep it for as long as it is needed."""
        lock = self._locks.get(number)
        if lock is None:
            lock = self._locks[number] = asyncio.Lock()
        return lock
