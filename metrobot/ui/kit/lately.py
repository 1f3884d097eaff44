"""What was found out a short while ago, so that nobody asks for it again at once."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

ASKED_AGAIN: Final = 3600.0
"""Seconds for which a refusal of Discord is taken to stand."""
MOST: Final = 10_000
"""Of how many it is kept."""


class RecentFlags:
    """Keeps of some numbers that something was so, for a while.

    Args:
        seconds: for how long.
        clock: tells how much time has passed.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._noted: OrderedDict[int, float] = OrderedDict()

    def note(self, number: int) -> None:
        """Keep that it is so of a number."""
        self._noted[number] = self._clock()
        self._noted.move_to_end(number)
        if len(self._noted) > MOST:
            self._noted.popitem(last=False)

    def forget(self, number: int) -> None:
        """Keep nothing of a number any more."""
        self._noted.pop(number, None)

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int) or number not in self._noted:
            return False
        return self._clock() - self._noted[number] < self._seconds
