"""Places among which the most urgent of those who wait comes next."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PrioritySemaphore:
    """A number of places; who has waited longest comes first among equally urgent ones."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = count()

    @property
    def waiting(self) -> int:
        """How many wait for a place."""
        return sum(not called.done() for *_, called in self._waiting)

    @asynccontextmanager
    async def one(self, rank: int) -> AsyncIterator[None]:
        """Hold a place; lower ranks go before higher ones."""
        await self._enter(rank)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, rank: int) -> None:
        """Wait for a place."""
        if self._free:
            self._free -= 1
            return
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (rank, next(self._numbers), called))
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._leave()  # it was given a place, and does not want it any more
            raise

    def _leave(self) -> None:
        """Give a place to the next one who still waits."""
        while self._waiting:
            *_, called = heapq.heappop(self._waiting)
            if not called.done():
                called.set_result(None)
                return
        self._free += 1
