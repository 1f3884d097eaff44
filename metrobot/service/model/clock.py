"""The clock, handed in: nothing in the service asks the system for the time."""

from datetime import datetime, timedelta
from typing import Final, Protocol

_UNNOTICED: Final = timedelta(minutes=1)
"""Largest step of the time of day that is followed at once."""
DOUBTED: Final = timedelta(minutes=10)
"""Time for which a larger step has to last: whoever sets a clock by mistake sets it right soon."""


class Clock(Protocol):
    """Tells the time, and how long something takes."""

    def now(self) -> datetime:
        """Return the present time, aware, in UTC; the machine's may be set at any moment."""

    def monotonic(self) -> float:
        """Return seconds since some moment; they never go back."""


# Why all waits go by it, and by what it is set: docs/decisions/waits.md.
class SteadyClock:
    """Goes by the time that passes: no step of the time of day shortens or lengthens a wait.

    Args:
        machine: tells the time of day, and how much time passes.

    Attributes:
        machine: that clock.
        ahead: time by which the time of day is ahead of this clock, as far as it is believed.
    """

    def __init__(self, machine: Clock) -> None:
        self.machine = machine
        self.ahead = timedelta()
        self._set = machine.now(), machine.monotonic()
        self._doubt: tuple[timedelta, float] | None = None

    def now(self) -> datetime:
        """Return the present time, in UTC: for all that is counted from when it was stored."""
        moment, passed = self._set
        return moment + timedelta(seconds=self.machine.monotonic() - passed)

    def wall(self) -> datetime:
        """Return the present time of day, in UTC: for dates and hours that people have named."""
        return self.now() + self.ahead

    def monotonic(self) -> float:
        """Return seconds since some moment; they never go back."""
        return self.machine.monotonic()

    def begin(self, last: datetime | None, day: datetime) -> None:
        """Begin with the time of day, or with the last time that was noted if that is later."""
        self._set = day if last is None else max(last, day), self.monotonic()
        self.ahead = day - self.now()

    def go_on(self, last: datetime) -> None:
        """Be no earlier than what another process has noted."""
        if last > (now := self.now()):
            self._set = last, self.monotonic()
            self.ahead -= last - now

    def compare(self, day: datetime) -> timedelta:
        """Compare it with the time of day, and believe a step of that once it has lasted.

        Returns:
            The time by which this clock has leapt forward: nothing of that has passed here.
        """
        off, passed = day - self.now(), self.monotonic()
        if abs(off - self.ahead) < _UNNOTICED and off <= _UNNOTICED:
            self.ahead, self._doubt = off, None
        elif self._doubt is None or abs(off - self._doubt[0]) >= _UNNOTICED:
            self._doubt = off, passed
        elif passed - self._doubt[1] >= DOUBTED.total_seconds():
            self.ahead, self._doubt = min(off, timedelta()), None
            if off > _UNNOTICED:
                self._set = day, passed
                return off
        return timedelta()
