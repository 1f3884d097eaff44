"""Estimated worth of an unfinished line: its points times the chance to finish it.

The chance depends on the empty windows, the stations that it lacks, and the runs in
which these lie, since a number stops at the first marked station. The weights were
tuned: they won many thousands of games alone, on all four maps, against others near
them (`docs/strength.md`).

Source: ML §4, §6.
"""

import math
from functools import lru_cache
from typing import TypeAlias

from metrobot.players.metrolijn.bit_map import Lack, chart_of

Scale: TypeAlias = tuple[tuple[dict[Lack, float], ...], ...]
"""Worth of a line, by line, by empty windows and by its lack."""
A_MARK, A_NUMBER = 1.4, 2.3
"""Estimated worth of a mark and of a transfer number, where they pay 1 and 2 points."""


@lru_cache(maxsize=4096)
def scale_of(chart_id: str, points: tuple[int, ...]) -> Scale:
    """Return the worth of the lines of a map while they are unfinished.

    Args:
        chart_id: id of the map.
        points: the points that each line pays once it is finished.
    """
    tracks = chart_of(chart_id).tracks
    return tuple(
        tuple(_worths(pay, track.length, free) for free in range(track.windows + 1))
        for track, pay in zip(tracks, points, strict=True)
    )


# Lines of many scales share these, so that each scale takes little room.
@lru_cache(maxsize=1024)
def _worths(points: int, length: int, free: int) -> dict[Lack, float]:
    """Return the worth of a line with this many windows empty, by its lack."""
    return {
        (short, runs): points * chance(length, free, (short, runs))
        for short in range(length + 1)
        for runs in range(min(short, length - short + 1) + 1)
    }


def chance(length: int, free: int, lack: Lack) -> float:
    """Return the estimated chance that a line is finished.

    Args:
        length: number of its stations.
        free: number of its empty windows.
        lack: its lack.
    """
    short, runs = lack
    if not short:
        return 1.0
    # Rides of other lines may still mark the rest.
    if not free:
        return _logistic(-1.1 - 0.9 * short)
    reach = 2.25 + 1.35 * free + 0.4 * short / length
    return _logistic(reach - 0.25 * short - 0.94 * runs - 0.48 * runs / free)


def _logistic(odds: float) -> float:
    """Return a probability from the logarithm of its odds."""
    return 1 / (1 + math.exp(-odds))
