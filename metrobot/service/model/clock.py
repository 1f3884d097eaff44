"""The clock, handed in: nothing in the service asks the system for the time."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time, and how long something takes."""

    def now(self) -> datetime:
        """Return the present time, aware, in UTC; it may be set back."""

    def monotonic(self) -> float:
        """Return seconds since some moment; they never go back."""
