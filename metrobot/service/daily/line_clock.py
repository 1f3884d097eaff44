"""The clock as lines read it: they see when it is set, and show nothing for a while after that."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from metrobot.engine.errors import Refusal
from metrobot.service.daily import timetable
from metrobot.service.daily.line import LineKey
from metrobot.service.model.clock import Clock
from metrobot.store.store import Store

log = logging.getLogger(__name__)

JUMP: Final = timedelta(days=1)
"""A clock that is set by more than this is not trusted at once."""
DOUBTED: Final = timedelta(minutes=10)
"""Time for which it is not: whoever sets a clock by mistake sets it right within minutes."""
_SLACK: Final = timedelta(minutes=1)
"""Time by which the clocks of two processes may differ."""


class LineClock:
    """Tells the time, and undoes what a clock has done to lines that was ahead.

    Args:
        store: keeps the lines.
        clock: tells the time; it may be set at any moment.

    Attributes:
        when_set: is called when the clock was set: what was counted by it may be wrong.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self.when_set: Callable[[], None] = lambda: None
        self._seen: tuple[datetime, float] | None = None
        self._jumped: tuple[datetime, float] | None = None
        self._undone: tuple[timedelta, tuple[int, ...]] = (timedelta(), ())

    @property
    def is_steady(self) -> bool:
        """Whether the clock was not set by more than a day within the last ten minutes."""
        if self._jumped is None:
            return True
        jump_at, passed = self._jumped
        elapsed = timedelta(seconds=self._clock.monotonic() - passed)
        return max(elapsed, self._clock.now() - jump_at) >= DOUBTED

    def check_steady(self) -> None:
        """Refuse to show anything secret soon after the clock was set.

        Raises:
            Refusal: it was set within the last ten minutes.
        """
        if not self.is_steady:
            raise Refusal(LineKey.CLOCK_SET)

    async def now(self) -> datetime:
        """Return the present time, on the day of a line.

        Raises:
            Refusal: there are no lines at the time that the clock shows.
        """
        now, passed = self._clock.now(), self._clock.monotonic()
        last_reading, self._seen = self._seen, (now, passed)
        if last_reading is None:
            await self._set_back(now)  # it may have been set while nobody looked
        else:
            await self._compare(
                now, passed, last_reading[0] + timedelta(seconds=passed - last_reading[1])
            )
        if not 1 <= timetable.number_at(now) <= timetable.LATEST - timetable.AHEAD:
            raise Refusal(LineKey.NO_DAY, day=str(now.date()))
        return now

    async def _compare(self, now: datetime, passed: float, expected_time: datetime) -> None:
        """Compare the clock with the time that it should show."""
        jump, (back, numbers) = now - expected_time, self._undone
        if abs(jump) > JUMP:
            # Also a laptop that wakes up makes such a jump.
            log.warning("the clock has jumped by %s", jump)
            self._jumped = now, passed
        if jump < -_SLACK:
            self._undone = jump, await self._set_back(now)
        elif numbers and abs(jump + back) < _SLACK:
            # It was wrong in between, and all that was shown had been over.
            self._undone = timedelta(), ()
            await self._store.lines.set_right(numbers)
        if abs(jump) > _SLACK:
            self.when_set()

    async def _set_back(self, now: datetime) -> tuple[int, ...]:
        last_closed = timetable.last_closed(now + _SLACK)
        return await self._store.lines.set_back(timetable.number_at(now), last_closed)
