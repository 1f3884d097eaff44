"""Lines finished one after another: pure functions of what was finished."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

ROW: Final = 7
"""Lines in a row that earn a spare day."""
MOST_SPARE: Final = 2
"""Most spare days that somebody can have."""
COUNTED: Final = 5
"""Lines of a week that count, the best."""


@dataclass(frozen=True, slots=True)
class Streak:
    """Lines that somebody has finished one after another.

    Attributes:
        length: finished lines since the last one that was missed without a spare day.
        spare: spare days left.
        row: finished lines since the last one that was missed at all, or that earned a spare day.
        used: whether the last line was missed, and a spare day stood in for it.
    """

    length: int = 0
    spare: int = 0
    row: int = 0
    used: bool = False


NONE: Final = Streak()


def streak_of(lines: Iterable[tuple[int, bool]], open_from: int, start: Streak = NONE) -> Streak:
    """Return somebody's streak.

    Args:
        lines: numbers of all lines that the bot had, rising, each with whether they
            have finished it; those before their first may be left out.
        open_from: the first line that can still be finished, so that it is not missed yet.
        start: the streak before these lines.
    """
    # Plain numbers: some have played a thousand lines.
    length, spare, row, used = start.length, start.spare, start.row, start.used
    for number, is_finished in lines:
        if is_finished:
            length, row, used = length + 1, row + 1, False
            if row == ROW:
                row, spare = 0, min(MOST_SPARE, spare + 1)
        elif number < open_from:
            used = bool(length and spare)
            length, spare, row = (length, spare - 1, 0) if used else (0, 0, 0)
    return Streak(length, spare, row, used)


class WeekScore(NamedTuple):
    """Result of somebody's week, against par.

    Attributes:
        player: id of the person.
        name: of the person; empty until it is looked up, as names change.
        against: sum of the five best lines.
        played: number of lines that they have finished.
    """

    player: int
    name: str
    against: int
    played: int


class WeekTable(NamedTuple):
    """A week on a server.

    Attributes:
        shown: the people who are named, the best first.
        total: number of people who have finished a line that counts.
    """

    shown: tuple[WeekScore, ...]
    total: int


NO_WEEK: Final = WeekTable((), 0)


def week_sum(against: Iterable[int], easy: Iterable[int]) -> int:
    """Return the sum of a week: its five best lines, against par.

    Args:
        against: result of each line that was finished.
        easy: result of the easy computer in each of the others.
    """
    return sum(sorted((*against, *easy), reverse=True)[:COUNTED])
