"""The clock of this machine."""

import time
from datetime import UTC, datetime

import discord


class SystemClock:
    """Clock of this machine, as discord.py reads it."""

    def now(self) -> datetime:
        """Return the present time in UTC."""
        return discord.utils.utcnow().astimezone(UTC)

    def monotonic(self) -> float:
        """Return seconds of a clock that is never set back."""
        return time.monotonic()
