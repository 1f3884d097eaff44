"""Lines finished one after another: pure functions of what was finished."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

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

    def then(self, *, is_finished: bool) -> "Streak":
        """Return the streak after one more line."""
        if is_finished:
            longer = replace(self, length=self.length + 1, row=self.row + 1, used=False)
            if longer.row < ROW:
                return longer
            return replace(longer, row=0, spare=min(MOST_SPARE, self.spare + 1))
        if self.length and self.spare:
            return replace(self, spare=self.spare - 1, row=0, used=True)
        return Streak()


def streak_of(lines: Iterable[tuple[int, bool]], open_from: int) -> Streak:
    """Return somebody's streak.

    Args:
        lines: all that anybody here could begin since their first, rising, each with
            whether they have finished it.
        open_from: the first line that can still be finished: one that is not, is not missed.
    """
    found = Streak()
    for number, is_finished in lines:
        if is_finished or number < open_from:
            found = found.then(is_finished=is_finished)
    return found


@dataclass(frozen=True, slots=True)
class WeekScore:
    """What somebody has made in a week, against par.

    Attributes:
        player: who.
        name: how they are called.
        listed: whether others may see it.
        against: the sum of the best five lines.
        played: how many they have finished.
    """

    player: int
    name: str
    listed: bool
    against: int
    played: int


COUNTED: Final = 5
"""So many lines of a week count, the best."""


def week_sum(against: Iterable[int], easy: Iterable[int]) -> int:
    """Return what a week comes to: the best five of its lines, against par.

    Args:
        against: of each line that was finished.
        easy: of each of the others, what the easy computer got.
    """
    return sum(sorted((*against, *easy), reverse=True)[:COUNTED])
