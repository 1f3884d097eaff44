"""What the system knows of a process; on Linux alone."""

import os
from pathlib import Path
from typing import Final

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_USER, _SYSTEM = 13, 14
"""Where the times stand in a line of the process, after its name."""


def family(pid: int) -> tuple[int, ...]:
    """Return a process and those that it has started, such as those that draw and think."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return (pid, *(int(child) for task in tasks for child in task.read_text().split()))


def seconds(*pids: int) -> float:
    """Return the CPU that processes have taken so far."""
    return sum(map(_seconds, pids))


def _seconds(pid: int) -> float:
    """Return the CPU that a process has taken so far."""
    line = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    fields = line.rpartition(")")[2].split()
    # The name and what comes before it are left out.
    return sum(int(fields[at - 2]) for at in (_USER, _SYSTEM)) / _TICKS


def megabytes(pid: int, *, peak: bool = False) -> float:
    """Return the memory that a process takes, or the most it has taken."""
    name = "VmHWM:" if peak else "VmRSS:"
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    (line,) = (each for each in lines if each.startswith(name))
    return int(line.split()[1]) * 1024 / 1_000_000
