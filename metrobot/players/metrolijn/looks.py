"""What a line that is under way looks worth: its points times the chance to finish it.

The chance hangs on how many windows are empty, how many stations it lacks, and
in how many runs they lie, as a number stops at the first station that is marked.
It was not thought out: the weights won many thousands of games alone, on all four
maps, against others near them (`docs/players.md`).

Source: ML §4, §6.
"""

import math
from functools import lru_cache
from typing import TypeAlias

from metrobot.players.metrolijn.bit_map import Lack, chart_of

Scale: TypeAlias = tuple[tuple[dict[Lack, float], ...], ...]
"""By line, by empty windows, by what it lacks: what the line is worth."""


@lru_cache(maxsize=256)
def scale_of(chart_id: str, points: tuple[int, ...]) -> Scale:
    """Return what the lines of a map are worth on the way.

    Args:
        chart_id: id of the map.
        points: what each line pays once it is finished.
    """
    tracks = chart_of(chart_id).tracks
    return tuple(
        tuple(_worths(pay, track.length, free) for free in range(track.windows + 1))
        for track, pay in zip(tracks, points, strict=True)
    )


def _worths(points: int, length: int, free: int) -> dict[Lack, float]:
    """Return what a line is worth with so many windows empty, by what it lacks."""
    return {
        (short, runs): points * chance(length, free, (short, runs))
        for short in range(length + 1)
        for runs in range(min(short, length - short + 1) + 1)
    }


A_MARK, A_NUMBER = 1.4, 2.3
"""What a mark and a transfer number look worth, where they pay 1 and 2 points."""


def chance(length: int, free: int, lack: Lack) -> float:
    """Return how likely a line looks to be finished.

    Args:
        length: all its stations.
        free: how many of its windows are empty.
        lack: what it lacks.
    """
    short, runs = lack
    if not short:
        return 1.0
    if not free:  # other lines may still mark the rest
        return _logistic(-1.1 - 0.9 * short)
    reach = 2.25 + 1.35 * free + 0.4 * short / length
    return _logistic(reach - 0.25 * short - 0.94 * runs - 0.48 * runs / free)


def _logistic(odds: float) -> float:
    """Return a share of 1 by the logarithm of its odds."""
    return 1 / (1 + math.exp(-odds))
