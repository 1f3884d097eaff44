"""python -m metrobot serve, but that what a dead process held may be said sooner."""

import os
import runpy
import sys
from datetime import timedelta

from metrobot.service.outbox import worker
from metrobot.service.upkeep import housekeeping

SECONDS = "TESTS_LEASE"
"""After how many seconds it is free, and how often a process comes round, if it is set."""

if __name__ == "__main__":
    if SECONDS in os.environ:
        for module, name in ((worker, "LEASE"), (housekeeping, "SHARED")):
            setattr(module, name, timedelta(seconds=float(os.environ[SECONDS])))
    sys.argv[1:] = ["serve"]
    runpy.run_module("metrobot", run_name="__main__", alter_sys=True)
