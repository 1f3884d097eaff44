"""python -m metrobot serve, but that a process may have other pauses, or a wrong clock."""

import os
import runpy
import sys
from datetime import timedelta

from metrobot.service.outbox import leases
from metrobot.service.upkeep import housekeeping
from metrobot.ui.app.clock import SystemClock

SECONDS = "TESTS_LEASE"
"""After how many seconds it is free, and how often a process comes round, if it is set."""
AHEAD = "TESTS_AHEAD"
"""How many seconds its clock is ahead, if it is set."""

if __name__ == "__main__":
    if SECONDS in os.environ:
        for module, name in ((leases, "LEASE"), (housekeeping, "SHARED")):
            setattr(module, name, timedelta(seconds=float(os.environ[SECONDS])))
    ahead, now = timedelta(seconds=float(os.environ.get(AHEAD, "0"))), SystemClock.now
    setattr(SystemClock, "now", lambda clock: now(clock) + ahead)  # noqa: B010 -- mypy forbids to assign it
    sys.argv[1:] = ["serve"]
    runpy.run_module("metrobot", run_name="__main__", alter_sys=True)
