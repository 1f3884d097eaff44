"""The clock of this machine."""

import time
from datetime import UTC, datetime

import discord


class SystemClock:
    """The time as discord.py sees it."""

    def now(self) -> datetime:
        """Return the present time in UTC."""
        return discord.utils.utcnow().astimezone(UTC)

    def monotonic(self) -> float:
        """Return the seconds of the system's clock that is never set back."""
        return time.monotonic()
