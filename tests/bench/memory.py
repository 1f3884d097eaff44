"""Peak memory of the bot's process among many unfinished games."""

import json
import subprocess
import sys
import tempfile

from tests.bench.measure import Row

WHAT = "peak memory of the bot, 1,000 unfinished games in the store, 100 touched and drawn"
AT_MOST = 200.0


def measure() -> Row:
    """Return the line of the table."""
    with tempfile.TemporaryDirectory() as folder:
        stored = json.loads(_run("tests.bench.filling", folder))
        told = json.loads(_run("tests.bench.touching", folder))
    return Row(
        WHAT,
        told["peak"],
        AT_MOST,
        " MB",
        (
            f"{told['imported']:.0f} MB with the bot made, before any game was read",
            f"{stored['unfinished']} unfinished games, {told['touched']} of them touched",
        ),
    )


def _run(module: str, folder: str) -> str:
    """Run a module in a process of its own and return what it prints.

    By way of a shell that forks: a process counts the memory of the one that
    started it among its own peak.
    """
    done = subprocess.run(
        ["/bin/sh", "-c", '"$0" "$@"; exit $?', sys.executable, "-m", module, folder],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout
