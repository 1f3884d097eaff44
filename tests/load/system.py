"""What the system knows of a process; on Linux alone."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_USER, _SYSTEM = 13, 14
"""Where the times stand in a line of the process, after its name."""


def family(pid: int) -> list[int]:
    """Return a process and all that it has started, such as those in which computers think."""
    found = [pid]
    for each in found:
        for task in Path(f"/proc/{each}/task").iterdir():
            with suppress(FileNotFoundError):
                found += map(int, (task / "children").read_text(encoding="utf-8").split())
    return found


def seconds(pid: int) -> float:
    """Return the CPU that a process and all that it has started have taken so far."""
    return sum(map(_seconds, family(pid)))


def beside_the_loop(pid: int) -> float:
    """Return the CPU that the threads of a process have taken so far, but for its first.

    In the bot that is the event loop; the others draw, or are SQLite's.
    """
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(_spent(each) for each in threads if each.name != str(pid))


def _seconds(pid: int) -> float:
    """Return the CPU that one process has taken so far."""
    return _spent(Path(f"/proc/{pid}"))


def _spent(folder: Path) -> float:
    """Return the CPU that a process or a thread has taken so far, by its folder."""
    line = (folder / "stat").read_text(encoding="utf-8")
    fields = line.rpartition(")")[2].split()
    # The name and what comes before it are left out.
    return sum(int(fields[at - 2]) for at in (_USER, _SYSTEM)) / _TICKS


def megabytes(pid: int, *, peak: bool = False) -> float:
    """Return the memory that a process takes, or the most it has taken."""
    name = "VmHWM:" if peak else "VmRSS:"
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    (line,) = (each for each in lines if each.startswith(name))
    return int(line.split()[1]) * 1024 / 1_000_000


def told(pid: int, *, peak: bool = False) -> str:
    """Return the memory of a process, and of those that it has started if there are any."""
    own, *others = (megabytes(each, peak=peak) for each in family(pid))
    return f"{own:.0f}" + (f" + {sum(others):.0f}" if others else "")
