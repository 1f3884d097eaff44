"""Tell what a run of tests costs as loops of plain Python, beside its seconds: a plugin of pytest.

    python -m pytest -n 2 -p tests.house.loops

One machine is three times as fast as another, and none is as fast as itself while others use it.
The loop is timed before and after the tests, in the process that hands them out.
"""

import time
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import Final

import pytest

_TIMED: Final = pytest.StashKey[tuple[float, float]]()
"""Seconds of the loop before the tests, and of a processor when it was over."""


def cost(seconds: float, *loops: float) -> str:
    """Return a sum of seconds of a processor with its number of loops, which took so long."""
    loop = sum(loops) / len(loops)
    return f"{seconds:.0f} s of a processor, {seconds / loop:.0f} loops of {loop:.2f} s"


def _loop() -> float:
    """Return the seconds that 20 million steps take."""
    start, x = time.process_time(), 0
    for i in range(20_000_000):
        x += i * i % 7
    return time.process_time() - start


def _spent() -> float:
    """Return the seconds of a processor up to now, of ended children too."""
    usages = getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Time the loop, in no process that runs tests for another."""
    if not hasattr(session.config, "workerinput"):
        session.config.stash[_TIMED] = _loop(), _spent()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say it above the last line, where pytest tells its seconds by the clock."""
    if _TIMED in config.stash:
        before, start = config.stash[_TIMED]
        seconds = _spent() - start
        terminalreporter.write_line(cost(seconds, before, _loop()))
