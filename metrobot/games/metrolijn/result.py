"""The final count of Metrolijn.

Source: ML §6.2, §7, §8; the record's `result`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from metrobot.engine.outcome import Outcome, places_of, won_by
from metrobot.games.metrolijn.board import Line, LineSite
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
        return self.earned - self.minus

    @property
    def earned(self) -> int:
        """What nothing takes away any more: points for lines and transfer numbers."""
        return self.lines + self.transfers

    @property
    def merits(self) -> tuple[int, int]:
        """What decides who comes where: points, then the fewest empty stations (ML §7.2)."""
        return self.score, -self.empty


@dataclass(frozen=True, slots=True)
class Pay:
    """What a line pays when it is finished.

    Attributes:
        points: so many.
        is_first: they are its higher points (ML §6.2).
    """

    points: int
    is_first: bool


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


def next_rank(score: int) -> tuple[int, Rank] | None:
    """Return the score from which the next better rank begins, and that rank; None at the best."""
    better = [(floor, rank) for floor, rank in _FLOORS if floor > score]
    return better[-1] if better else None


def rank_of(score: int) -> Rank:
    """Return what a score alone is called (ML §8)."""
    return next((rank for floor, rank in _FLOORS if score >= floor), Rank.FALLEN)


class WonBy(StrEnum):
    """What decided who has won (ML §7.2)."""

    POINTS = "points"
    EMPTY = "empty"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Result(Outcome):
    """How a game ended.

    Attributes:
        sheets: how each score came about.
    """

    won_by: WonBy
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
    return min([done for done in rounds if done is not None], default=None)


def pay_of(site: LineSite, done: int, first: int | None) -> Pay:
    """Return what a line pays: more in the first round in which anybody finishes it.

    Alone, it is always the first.

    Args:
        site: the line.
        done: the round in which it is finished.
        first: the round in which anybody first finished it, None if nobody has.

    Source: ML §6.2, §8.
    """
    is_first = first is None or first == done
    return Pay(site.first_points if is_first else site.later_points, is_first)


def points_on_offer(state: State) -> tuple[Pay, ...]:
    """Return what each line pays whoever finishes it next: in this round, or with the next card."""
    now = state.round + (state.card is None)
    lines = enumerate(state.map.lines)
    return tuple([pay_of(site, now, first_round(state, Line(i))) for i, site in lines])


def paid_by(state: State, sheets: Iterable[Sheet]) -> tuple[tuple[Pay | None, ...], ...]:
    """Return what each line has paid on each of some sheets, None while unfinished."""
    lines = [(site, first_round(state, Line(i))) for i, site in enumerate(state.map.lines)]
    return tuple([_paid(lines, sheet) for sheet in sheets])


def _paid(lines: list[tuple[LineSite, int | None]], sheet: Sheet) -> tuple[Pay | None, ...]:
    """Return what each line has paid on a sheet, given when each was first finished."""
    return tuple(
        [
            None if done is None else pay_of(site, done, first)
            for done, (site, first) in zip(sheet.finished, lines, strict=True)
        ]
    )


def transfer_points(value: int) -> int:
    """Return what a transfer number is worth (ML §7.1)."""
    return 2 * value


def minus_of(empty: int, players: int) -> int:
    """Return the points lost for empty stations; alone they count in full (ML §7.1, §8)."""
    return empty if players == 1 else empty // 2


def count_of(state: State, sheet: Sheet) -> SheetCount:
    """Return what a sheet is worth now."""
    return count_with(state, sheet, paid_by(state, (sheet,))[0])


def count_with(state: State, sheet: Sheet, paid: Iterable[Pay | None]) -> SheetCount:
    """Return what a sheet is worth now, given what its lines have paid.

    Source: ML §7.1, §8.
    """
    empty = len(state.map.stations) - len(sheet.marked)
    return SheetCount(
        lines=sum([pay.points for pay in paid if pay is not None]),
        transfers=sum([transfer_points(value) for _, value in sheet.numbers]),
        empty=empty,
        minus=minus_of(empty, state.rules.players),
    )


def result_of(state: State) -> Result | None:
    """Return the result of a game that is over, None before.

    Source: ML §7.2.
    """
    if not state.is_over:
        return None
    sheets = tuple(count_of(state, sheet) for sheet in state.sheets)
    return Result(
        scores=tuple(sheet.score for sheet in sheets),
        places=sheet_places(sheets),
        won_by=won_by([sheet.merits for sheet in sheets], tuple(WonBy)),
        sheets=sheets,
    )


def places_in(result: Mapping[str, Any]) -> tuple[int, ...]:
    """Return who comes where by the `result` of a record."""
    return sheet_places([SheetCount(**sheet) for sheet in result["sheets"]])


def sheet_places(sheets: Iterable[SheetCount]) -> tuple[int, ...]:
    """Return each player's place by what the sheets are worth (ML §7.2)."""
    return places_of([sheet.merits for sheet in sheets])
