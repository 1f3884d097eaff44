"""bot.py, but that its clock is set from outside, and that it comes round all the time."""

import os
import runpy
from datetime import datetime, timedelta
from pathlib import Path

AHEAD = "TESTS_CLOCK"
"""Names the file that says how many seconds its clock is ahead, and how many more have passed."""
OFTEN = 0.3
"""Seconds between two rounds."""
BOT = Path(__file__).parents[2] / "bot.py"

# The processes in which computers think read this file too, and need none of it.
if __name__ == "__main__":
    from metrobot.service.upkeep import housekeeping
    from metrobot.ui.app.clock import SystemClock

    for each in ("BUSY", "IDLE", "SOON"):
        setattr(housekeeping, each, timedelta(seconds=OFTEN))
    file, now, monotonic = Path(os.environ[AHEAD]), SystemClock.now, SystemClock.monotonic

    def added() -> list[float]:
        """Return the seconds by which the clock is ahead, and those that have passed besides."""
        return [float(each) for each in file.read_text(encoding="ascii").split()]

    def ahead(clock: SystemClock) -> datetime:
        """Return the time of day."""
        return now(clock) + timedelta(seconds=sum(added()))

    def passed(clock: SystemClock) -> float:
        """Return the time that has passed."""
        return monotonic(clock) + added()[1]

    for name, told in (("now", ahead), ("monotonic", passed)):
        setattr(SystemClock, name, told)
    runpy.run_path(str(BOT), run_name="__main__")
