"""The final count of Metrolijn.

Source: ML §6.2, §7, §8; the record's `result`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from metrobot.engine.outcome import Outcome, places_of, won_by
from metrobot.games.metrolijn.board import Line, LineSite
from metrobot.games.metrolijn.state import Sheet, State


@dataclass(frozen=True, slots=True)
class SheetCount:
    """The points of one sheet, by source.

    Attributes:
        lines: points for finished lines.
        transfers: points for transfer numbers, twice their sum.
        empty: number of stations without a mark.
        minus: points lost for them, 0 or more.
    """

    lines: int
    transfers: int
    empty: int
    minus: int

    @property
    def score(self) -> int:
        """Total points of the sheet (ML §7.1)."""
        return self.earned - self.minus

    @property
    def earned(self) -> int:
        """Points for lines and transfer numbers, which cannot be lost again."""
        return self.lines + self.transfers

    @property
    def merits(self) -> tuple[int, int]:
        """The numbers that decide places: points, then the fewest empty stations (ML §7.2)."""
        return self.score, -self.empty


@dataclass(frozen=True, slots=True)
class Pay:
    """Points for finishing a line.

    Attributes:
        points: the number of points.
        is_first: whether they are the line's higher points (ML §6.2).
    """

    points: int
    is_first: bool


class Rank(StrEnum):
    """Titles for a score when playing alone, best first (ML §8)."""

    WOW = "wow"
    MASTER = "master"
    WORKED = "worked"
    WELL = "well"
    NOT_QUITE = "not_quite"
    NEARLY = "nearly"
    READ_RULES = "read_rules"
    FALLEN = "fallen"


FLOORS: Final = {
    Rank.WOW: 50,
    Rank.MASTER: 40,
    Rank.WORKED: 30,
    Rank.WELL: 20,
    Rank.NOT_QUITE: 10,
    Rank.NEARLY: 5,
    Rank.READ_RULES: 1,
}
"""The lowest score of each rank, the best first."""


def next_rank(score: int) -> tuple[int, Rank] | None:
    """Return the lowest score of the next better rank, and that rank; None at the best."""
    better = [(floor, rank) for rank, floor in FLOORS.items() if floor > score]
    return better[-1] if better else None


def rank_of(score: int) -> Rank:
    """Return the rank of a score (ML §8)."""
    return next((rank for rank, floor in FLOORS.items() if score >= floor), Rank.FALLEN)


class WonBy(StrEnum):
    """Merits that can decide the win (ML §7.2)."""

    POINTS = "points"
    EMPTY = "empty"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Result(Outcome):
    """Result of a game.

    Attributes:
        sheets: the points of each sheet by source.
    """

    won_by: WonBy
    sheets: tuple[SheetCount, ...]

    def as_record(self) -> dict[str, Any]:
        """Return the `result` of the record."""
        return {
            "scores": list(self.scores),
            "winners": list(self.winners),
            "sheets": [asdict(sheet) for sheet in self.sheets],
        }


def first_round(state: State, line: Line) -> int | None:
    """Return the round in which a line was first finished, or None if nobody has finished it."""
    rounds = [sheet.finished[line] for sheet in state.sheets]
    return min([number for number in rounds if number is not None], default=None)


def pay_of(site: LineSite, number: int, first: int | None) -> Pay:
    """Return a line's pay: more in the first round in which anybody finishes it (ML §6.2, §8).

    Args:
        site: the line.
        number: the round in which it is finished.
        first: the round in which anybody first finished it, None if nobody has.
    """
    # All who finish it in the same round get the higher points.
    is_first = first is None or first == number
    return Pay(site.first_points if is_first else site.later_points, is_first)


def points_on_offer(state: State) -> tuple[Pay, ...]:
    """Return the pay for finishing each line next: in this round, or with the next card."""
    # Between rounds the next card begins a new one.
    now = state.round + (state.card is None)
    lines = enumerate(state.map.lines)
    return tuple([pay_of(site, now, first_round(state, Line(i))) for i, site in lines])


def paid_by(state: State, sheets: Iterable[Sheet]) -> tuple[tuple[Pay | None, ...], ...]:
    """Return each line's pay on each of some sheets, None while it is unfinished."""
    lines = [(site, first_round(state, Line(i))) for i, site in enumerate(state.map.lines)]
    rows = [zip(lines, sheet.finished, strict=True) for sheet in sheets]
    return tuple(
        [
            tuple([None if end is None else pay_of(site, end, first) for (site, first), end in row])
            for row in rows
        ]
    )


def transfer_points(value: int) -> int:
    """Return the points for a transfer number (ML §7.1)."""
    return 2 * value


def minus_of(empty: int, players: int) -> int:
    """Return the points lost for empty stations; alone they count in full (ML §7.1, §8)."""
    return empty if players == 1 else empty // 2


def count_of(state: State, sheet: Sheet) -> SheetCount:
    """Count a sheet as it stands now."""
    return count_with(state, sheet, paid_by(state, (sheet,))[0])


def count_with(state: State, sheet: Sheet, paid: Iterable[Pay | None]) -> SheetCount:
    """Count a sheet as it stands now, given the pay of its lines (ML §7.1, §8)."""
    empty = len(state.map.stations) - len(sheet.marked)
    return SheetCount(
        lines=sum([pay.points for pay in paid if pay is not None]),
        transfers=sum([transfer_points(value) for _, value in sheet.numbers]),
        empty=empty,
        minus=minus_of(empty, state.rules.players),
    )


def result_of(state: State) -> Result:
    """Return the result of a game that is over (ML §7.2).

    Raises:
        ValueError: it is not.
    """
    if not state.is_over:
        raise ValueError("the game is not over")
    sheets = tuple(count_of(state, sheet) for sheet in state.sheets)
    return Result(
        scores=tuple(sheet.score for sheet in sheets),
        places=sheet_places(sheets),
        won_by=won_by([sheet.merits for sheet in sheets], tuple(WonBy)),
        sheets=sheets,
    )


def places_in(result: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the players' places from the `result` of a record."""
    return sheet_places([SheetCount(**sheet) for sheet in result["sheets"]])


def sheet_places(sheets: Iterable[SheetCount]) -> tuple[int, ...]:
    """Return each player's place, given the counts of all sheets (ML §7.2)."""
    return places_of([sheet.merits for sheet in sheets])
