"""When failed deliveries are tried again: by a clock that is never set back."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from metrobot.service.model.clock import Clock
from metrobot.store.schema.rows import DeliveryRow

FIRST_PAUSE: Final = timedelta(seconds=5)
LONGEST_PAUSE: Final = timedelta(hours=1)
LOST_PAUSE: Final = timedelta(hours=6)
"""The longest pause where nothing at all can be posted."""
_NONE: Final = timedelta()


@dataclass(frozen=True, slots=True)
class _Retry:
    """One pause of this process.

    Attributes:
        next_at: as it was stored; another one means that somebody has changed it.
        until: when it ends, by the clock that is never set back.
    """

    next_at: datetime
    until: float


# What is stored is a time of day, for the next process; this process goes by a clock that no
# administrator sets back.
class RetrySchedule:
    """Knows how long each delivery is still to wait.

    The time of day is stored, since another process may go on with it. This
    process goes by how much time has passed, whatever the time of day does.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waits: dict[int, _Retry] = {}

    def begin(self, row: DeliveryRow, next_at: datetime, pause: timedelta) -> None:
        """Note that a delivery waits from now on."""
        self._waits[row.id] = _Retry(next_at, self._clock.monotonic() + pause.total_seconds())

    def left(self, row: DeliveryRow) -> timedelta:
        """Return how long a delivery is still to wait; nothing if it is due."""
        wait = self._waits.get(row.id)
        if wait is not None and wait.next_at == row.next_at:
            return max(_NONE, timedelta(seconds=wait.until - self._clock.monotonic()))
        left = row.next_at - self._clock.now()
        # What is further away than any pause was stored before the clock was set back.
        return max(_NONE, left) if left <= _longest(row.attempts) else _NONE

    def forget_all_but(self, rows: Iterable[DeliveryRow]) -> None:
        """Forget the pauses of what is settled."""
        known = {row.id for row in rows}
        self._waits = {id_: wait for id_, wait in self._waits.items() if id_ in known}


def pause_after(attempts: int, longest: timedelta) -> timedelta:
    """Return how long to wait after some attempts and one more: twice as long each time."""
    pause: timedelta = FIRST_PAUSE * 2 ** min(attempts, 20)
    return min(pause, longest)


def _longest(attempts: int) -> timedelta:
    """Return the longest pause that there can be after so many attempts."""
    return pause_after(attempts - 1, LOST_PAUSE) if attempts else _NONE
