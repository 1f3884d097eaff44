"""What something costs at several sizes, and how that is told."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Final

WARM_UP: Final = 2
"""Times before those that count."""
AT_MOST: Final = 1.5
"""Over the smallest database."""
LONGEST_STEP: Final = 50.0
"""Milliseconds of CPU."""


@dataclass
class Cost:
    """CPU and time of one kind of work, measured again and again.

    Attributes:
        cpu: seconds of all threads, each time it was done.
        wall: seconds to the last request to Discord, or to the end of the work.
        step: CPU seconds of the longest step of the event loop.
    """

    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    step: list[float] = field(default_factory=list)

    def add(self, cpu: float, wall: float, step: float) -> None:
        """Add one measurement."""
        self.cpu.append(cpu)
        self.wall.append(wall)
        self.step.append(step)

    @property
    def milliseconds(self) -> float:
        """CPU that it takes."""
        return median(self.cpu[WARM_UP:]) * 1000

    @property
    def longest(self) -> float:
        """Milliseconds of CPU of the longest step."""
        return max(self.step[WARM_UP:]) * 1000

    def __str__(self) -> str:
        """Return the CPU, and how long it takes."""
        return f"{self.milliseconds:.1f} ({median(self.wall[WARM_UP:]) * 1000:.1f})"


Costs = dict[str, Cost]


def lines(sizes: Sequence[int], found: Sequence[Costs]) -> Iterator[str]:
    heads = " | ".join(f"{size:,} games" for size in sizes)
    yield f"what | {heads} | over the first | longest step"
    for name in found[0]:
        costs = [each[name] for each in found]
        ratio = max(cost.milliseconds for cost in costs) / costs[0].milliseconds
        longest = max(cost.longest for cost in costs)
        remark = "" if ratio <= AT_MOST and longest <= LONGEST_STEP else " | beyond"
        times = " | ".join(map(str, costs))
        yield f"{name} | {times} | {ratio:.2f} | {longest:.1f}{remark}"
