"""How long the event loop is held up: the CPU of each of its steps."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from simcord.http import router

_dispatch = router.dispatch
_run: Callable[[asyncio.Handle], None] = asyncio.Handle._run


class Watch:
    """Measures of the event loop, the simulated Discord's own time left out.

    Attributes:
        longest: CPU seconds of the longest step since the last `begin`.
        asked: how often the bot has asked something of Discord.
        last: when it asked last, by the performance counter, the simulation left out.
    """

    def __init__(self) -> None:
        self._left_out = self._left_out_wall = 0.0
        self.longest = self.last = 0.0
        self.asked = 0

    def begin(self) -> None:
        """Start measuring steps anew."""
        self.longest = 0.0
        self.last = self.wall

    @property
    def cpu(self) -> float:
        """CPU seconds of all threads so far."""
        return time.process_time() - self._left_out

    @property
    def wall(self) -> float:
        """Seconds that have passed."""
        return time.perf_counter() - self._left_out_wall

    def dispatch(self, *where: Any, **rest: Any) -> Any:
        """Hand a request to the simulated Discord, unmeasured."""
        self.last, self.asked = self.wall, self.asked + 1
        start, start_wall = time.thread_time(), time.perf_counter()
        try:
            return _dispatch(*where, **rest)
        finally:
            self._left_out += time.thread_time() - start
            self._left_out_wall += time.perf_counter() - start_wall

    def run(self, handle: asyncio.Handle) -> None:
        """Do one step of the loop."""
        start, left_out = time.thread_time(), self._left_out
        _run(handle)
        spent = time.thread_time() - start - (self._left_out - left_out)
        self.longest = max(self.longest, spent)


@contextmanager
def watching() -> Iterator[Watch]:
    """Watch the event loop, and leave the simulated Discord out."""
    watch = Watch()

    def step(handle: asyncio.Handle) -> None:
        watch.run(handle)

    with (
        patch.object(router, "dispatch", watch.dispatch),
        patch.object(asyncio.Handle, "_run", step),
    ):
        yield watch
