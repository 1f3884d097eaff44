"""Peak memory of the bot's process among many unfinished games."""

import json
import subprocess
import sys
import tempfile

from tests.bench.measure import Row

WHAT = "peak memory of the bot, 1,000 unfinished games in the store, 100 touched and drawn"
AT_MOST = 200.0
WITH_LINES = "the same, with 100 people who play the line of the day besides / without"
TIMES = 1.1


def measure() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        stored = json.loads(_run("tests.bench.filling", folder))
        told = json.loads(_run("tests.bench.touching", folder))
        more = json.loads(_run("tests.bench.touching", folder, "lines"))
    times = (
        f"{told['imported']:.0f} MB with the bot made, before any game was read",
        f"{stored['unfinished']} unfinished games, {told['touched']} of them touched",
    )
    beside = (f"{more['peak']:.0f} MB with lines, {told['peak']:.0f} MB without",)
    return [
        Row(WHAT, told["peak"], AT_MOST, " MB", times),
        Row(WITH_LINES, more["peak"] / told["peak"], TIMES, times=beside),
    ]


def _run(module: str, *given: str) -> str:
    """Run a module in a process of its own and return what it prints.

    By way of a shell that forks: a process counts the memory of the one that
    started it among its own peak.
    """
    done = subprocess.run(
        ["/bin/sh", "-c", '"$0" "$@"; exit $?', sys.executable, "-m", module, *given],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout
