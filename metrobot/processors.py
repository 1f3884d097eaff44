"""How many processors this process may use, which can be far fewer than the machine has."""

import os
from collections.abc import Iterator
from contextlib import suppress
from math import ceil
from pathlib import Path
from typing import Final

_ROOT: Final = Path("/")


def usable(root: Path = _ROOT) -> int:
    """Return the number of processors that affinity and the limits of control groups leave."""
    # Windows and macOS know no affinity.
    own = getattr(os, "sched_getaffinity", None)
    there = len(own(0)) if own else os.cpu_count() or 1
    return max(1, min([there, *_limits(root)]))


def _limits(root: Path) -> Iterator[int]:
    """Yield the limit of each control group above this process, a part of one counted as one."""
    groups = root / "sys/fs/cgroup"
    with suppress(OSError):
        for line in (root / "proc/self/cgroup").read_text(encoding="utf-8").splitlines():
            _, controllers, path = line.split(":", 2)
            # The first version has a folder for each controller, the second names none.
            if not controllers or "cpu" in controllers.split(","):
                top = groups / "cpu" if controllers else groups
                # In a container the path may be the machine's, of which only the top is there.
                own = top / path.lstrip("/")
                for folder in (own, *own.parents)[: len(own.relative_to(top).parts) + 1]:
                    yield from _limit(folder)


def _limit(folder: Path) -> Iterator[int]:
    """Yield the limit of one control group, in whole processors; nothing where it has none."""
    # No such file, or no number: no limit.
    with suppress(OSError, ValueError):
        if (both := folder / "cpu.max").exists():
            quota, period = both.read_text(encoding="utf-8").split()
        else:
            names = ("cpu.cfs_quota_us", "cpu.cfs_period_us")
            quota, period = ((folder / name).read_text(encoding="utf-8") for name in names)
        if int(quota) > 0:
            yield ceil(int(quota) / int(period))
