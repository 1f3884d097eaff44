"""Lines finished one after another: pure functions of what was finished."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

ROW: Final = 7
"""So many lines in a row earn a day that may be missed."""
MOST_SPARE: Final = 2
"""So many of these are kept."""


@dataclass(frozen=True, slots=True)
class Streak:
    """How many lines somebody has finished one after another.

    Attributes:
        length: finished lines since the last that was missed without a spare day.
        spare: how many lines may be missed.
        row: finished lines since the last that was missed at all, or earned a spare day.
        used: whether the last line was missed, and a spare day stood in for it.
    """

    length: int = 0
    spare: int = 0
    row: int = 0
    used: bool = False


NONE: Final = Streak()


def streak_of(lines: Iterable[tuple[int, bool]], open_from: int, before: Streak = NONE) -> Streak:
    """Return somebody's streak.

    Args:
        lines: all that anybody here could begin, rising, each with whether they have
            finished it; those before their first may be left out.
        open_from: the first line that can still be finished: one that is not, is not missed.
        before: what it was before these lines.
    """
    # Plain numbers: some have played a thousand lines.
    length, spare, row, used = before.length, before.spare, before.row, before.used
    for number, is_finished in lines:
        if is_finished:
            length, row, used = length + 1, row + 1, False
            if row == ROW:
                row, spare = 0, min(MOST_SPARE, spare + 1)
        elif number < open_from:
            used = bool(length and spare)
            length, spare, row = (length, spare - 1, 0) if used else (0, 0, 0)
    return Streak(length, spare, row, used)


class WeekSum(NamedTuple):
    """What somebody has made in a week, against par.

    Attributes:
        player: who.
        against: the sum of the best five lines.
        played: how many they have finished.
    """

    player: int
    against: int
    played: int


class WeekScore(NamedTuple):
    """The same of somebody who lets others see it.

    Attributes:
        player: who.
        name: how they are called.
        against: the sum of the best five lines.
        played: how many they have finished.
    """

    player: int
    name: str
    against: int
    played: int


class WeekTable(NamedTuple):
    """A week on a server.

    Attributes:
        shown: those who are named, the best first.
        total: how many have finished a line that counts.
    """

    shown: tuple[WeekScore, ...]
    total: int


NO_WEEK: Final = WeekTable((), 0)


COUNTED: Final = 5
"""So many lines of a week count, the best."""


def week_sum(against: Iterable[int], easy: Iterable[int]) -> int:
    """Return what a week comes to: the best five of its lines, against par.

    Args:
        against: of each line that was finished.
        easy: of each of the others, what the easy computer got.
    """
    return sum(sorted((*against, *easy), reverse=True)[:COUNTED])
