"""Retries of failed deliveries, timed by a clock that is never set back."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from metrobot.service.model.clock import Clock
from metrobot.store.schema.act_rows import DeliveryRow
from metrobot.store.statements.votes.oks import ONE_MENTION

FIRST_PAUSE: Final = timedelta(seconds=5)
LONGEST_PAUSE: Final = timedelta(hours=1)
LOST_PAUSE: Final = timedelta(hours=6)
"""Longest pause when the channel is lost."""
_NONE: Final = timedelta()


@dataclass(frozen=True, slots=True)
class _Retry:
    """Pause of a delivery in this process.

    Attributes:
        next_at: time as it was stored; if the stored one differs, somebody has changed it.
        until: end of the pause, by the monotonic clock.
    """

    next_at: datetime
    until: float


# A time of day is stored, for the next process; this process goes by the monotonic clock, which
# no administrator sets back.
class RetrySchedule:
    """Pauses of failed deliveries in this process."""

    def __init__(self, clock: Clock, process: str) -> None:
        self._clock = clock
        self._process = process
        self._waits: dict[int, _Retry] = {}

    def begin(self, row: DeliveryRow, next_at: datetime, pause: timedelta) -> None:
        """Begin the pause of a delivery."""
        self._waits[row.id] = _Retry(next_at, self._clock.monotonic() + pause.total_seconds())

    def wait(self, row: DeliveryRow) -> timedelta:
        """Return the time that a delivery waits, for its retry or for a lease elsewhere."""
        return row.held_by_another(self._process) or self.left(row)

    def left(self, row: DeliveryRow) -> timedelta:
        """Return the time that a delivery still has to wait; zero if it is due."""
        wait = self._waits.get(row.id)
        if wait is not None and wait.next_at == row.next_at:
            return max(_NONE, timedelta(seconds=wait.until - self._clock.monotonic()))
        pause = max(_NONE, row.next_at - self._clock.now())
        # A time further away than the longest pause was stored before the clock was set back.
        longest = pause_after(row.attempts - 1, LOST_PAUSE) if row.attempts else ONE_MENTION
        longest = LONGEST_PAUSE if pause and row.is_held else longest
        return pause if pause <= longest else _NONE

    def forget_all_but(self, rows: Iterable[DeliveryRow]) -> None:
        """Forget the pauses of all deliveries except these."""
        ids = {row.id for row in rows}
        self._waits = {id_: wait for id_, wait in self._waits.items() if id_ in ids}


def pause_after(attempts: int, longest: timedelta) -> timedelta:
    """Return the pause after one more failed attempt: twice as long each time."""
    pause: timedelta = FIRST_PAUSE * 2 ** min(attempts, 20)
    return min(pause, longest)
