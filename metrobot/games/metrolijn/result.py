"""The final count of Metrolijn.

Source: ML §6.2, §7, §8; the record's `result`.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from metrobot.games.metrolijn.board import Line
from metrobot.games.metrolijn.state import Sheet, State


@dataclass(frozen=True, slots=True)
class SheetCount:
    """What one sheet is worth.

    Attributes:
        lines: points for finished lines.
        transfers: points for transfer numbers, twice their sum.
        empty: stations without a mark.
        minus: points lost for them, 0 or more.
    """

    lines: int
    transfers: int
    empty: int
    minus: int

    @property
    def score(self) -> int:
        """All points of the sheet (ML §7.1)."""
        return self.lines + self.transfers - self.minus


class Rank(StrEnum):
    """What a score alone is called, best first (ML §8)."""

    WOW = "wow"
    MASTER = "master"
    WORKED = "worked"
    WELL = "well"
    NOT_QUITE = "not_quite"
    NEARLY = "nearly"
    READ_RULES = "read_rules"
    FALLEN = "fallen"


_FLOORS = (
    (50, Rank.WOW),
    (40, Rank.MASTER),
    (30, Rank.WORKED),
    (20, Rank.WELL),
    (10, Rank.NOT_QUITE),
    (5, Rank.NEARLY),
    (1, Rank.READ_RULES),
)


def rank_of(score: int) -> Rank:
    """Return what a score alone is called (ML §8)."""
    return next((rank for floor, rank in _FLOORS if score >= floor), Rank.FALLEN)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: an `Outcome` of the engine.

    Attributes:
        scores: points per player.
        winners: players, rising.
        sheets: how each score came about.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    sheets: tuple[SheetCount, ...]

    def as_record(self) -> dict[str, Any]:
        """Return the `result` of the record."""
        return {
            "scores": list(self.scores),
            "winners": list(self.winners),
            "sheets": [
                {
                    "lines": sheet.lines,
                    "transfers": sheet.transfers,
                    "empty": sheet.empty,
                    "minus": sheet.minus,
                }
                for sheet in self.sheets
            ],
        }


def first_round(state: State, line: Line) -> int | None:
    """Return the round in which anybody first finished a line, None if nobody did."""
    rounds = [sheet.finished[line] for sheet in state.sheets]
    return min((done for done in rounds if done is not None), default=None)


def line_points(state: State, sheet: Sheet, line: Line) -> int:
    """Return what a line is worth on a sheet: more in the first round it was finished by anyone.

    Alone, it is always the first.

    Source: ML §6.2, §8.
    """
    done = sheet.finished[line]
    if done is None:
        return 0
    site = state.map.lines[line]
    return site.first_points if done == first_round(state, line) else site.later_points


def count_of(state: State, sheet: Sheet) -> SheetCount:
    """Return what a sheet is worth now.

    Source: ML §7.1, §8 (alone, empty stations count in full).
    """
    empty = len(state.map.stations) - len(sheet.marked)
    return SheetCount(
        lines=sum(line_points(state, sheet, Line(i)) for i in range(len(state.map.lines))),
        transfers=2 * sum(value for _, value in sheet.numbers),
        empty=empty,
        minus=empty if state.rules.players == 1 else empty // 2,
    )


def result_of(state: State) -> Result | None:
    """Return the result of a game that is over, None before.

    Source: ML §7.2.
    """
    if not state.is_over:
        return None
    sheets = tuple(count_of(state, sheet) for sheet in state.sheets)
    order = [(sheet.score, -sheet.empty) for sheet in sheets]
    winners = tuple(i for i, place in enumerate(order) if place == max(order))
    return Result(tuple(sheet.score for sheet in sheets), winners, sheets)
