"""bot.py, but that its clock is set from outside, and that it comes round all the time."""

import os
import runpy
from datetime import timedelta
from pathlib import Path

AHEAD = "TESTS_CLOCK"
"""Names the file that says how many seconds its clock is ahead."""
OFTEN = 0.3
"""Seconds between two rounds."""
BOT = Path(__file__).parents[2] / "bot.py"

# The processes in which computers think read this file too, and need none of it.
if __name__ == "__main__":
    from metrobot.service.upkeep import housekeeping
    from metrobot.ui.app.clock import SystemClock

    for each in ("BUSY", "IDLE", "SOON"):
        setattr(housekeeping, each, timedelta(seconds=OFTEN))
    file, now = Path(os.environ[AHEAD]), SystemClock.now

    def ahead() -> timedelta:
        """Return the offset of the clock."""
        return timedelta(seconds=float(file.read_text(encoding="ascii")))

    setattr(SystemClock, "now", lambda clock: now(clock) + ahead())  # noqa: B010 -- mypy forbids to assign it
    runpy.run_path(str(BOT), run_name="__main__")
