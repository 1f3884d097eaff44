"""ML §7: the end."""

from dataclasses import replace

import pytest

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.result import Result, SheetCount, WonBy, count_of
from metrobot.games.metrolijn.state import State
from tests.games.metrolijn.positions import (
    FIRST,
    SECOND,
    TITLE,
    after,
    all_lines,
    new,
    on_line,
    turned,
    with_marks,
)
from tests.rulebook.cases import Cases, section

ALL = [site.id for site in new().map.stations]


def over(state: State) -> State:
    """Return the state with all windows filled, as after the last round."""
    for seat in range(state.rules.players):
        state = with_marks(state, full=all_lines(state), seat=Seat(seat))
    return replace(state, is_over=True, round=23)


def finishing(state: State, letters: str, seat: Seat = FIRST, *, round_: int = 9) -> State:
    """Return the state in which a seat has finished some lines in a round."""
    sheet = state.sheets[seat]
    done = tuple(
        round_ if line.letter in letters else before
        for line, before in zip(state.map.lines, sheet.finished, strict=True)
    )
    sheets = list(state.sheets)
    sheets[seat] = replace(sheet, finished=done)
    return replace(state, sheets=tuple(sheets))


def empty(count: int, seat: Seat = FIRST, players: int = 2) -> SheetCount:
    """Return the count of a sheet with so many empty stations and nothing else."""
    state = with_marks(new(players), ALL[count:], seat=seat)
    return count_of(state, state.sheets[seat])


def example() -> SheetCount:
    """Return the count of the example: 18 points for lines, five numbers, 9 stations empty."""
    numbers = {"noord": 1, "centraal-station": 4, "gein": 1, "zuid": 3, "rokin": 2}
    crosses = [id_ for id_ in ALL if id_ not in numbers][9:]
    state = finishing(with_marks(new(2), crosses, numbers=numbers), "ACEH")
    return count_of(state, state.sheets[FIRST])


def outcome(*sheets: tuple[str, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return scores and winners for sheets told by finished lines and empty stations."""
    result = ended(*sheets)
    return result.scores, result.winners


def ended(*sheets: tuple[str, int]) -> Result:
    """Return the result for sheets told by finished lines and empty stations."""
    state = new(len(sheets))
    for number, (letters, count) in enumerate(sheets):
        seat = Seat(number)
        state = finishing(with_marks(state, ALL[count:], seat=seat), letters, seat)
    return TITLE.outcome(over(state))


def numbers_score() -> list[tuple[int, int]]:
    """Return transfers and score of a sheet without and with a number."""
    state = with_marks(new(2), ALL[1:])
    there = with_marks(state, numbers={"noord": 1})
    counts = [count_of(s, s.sheets[FIRST]) for s in (state, there)]
    return [(count.transfers, count.score) for count in counts]


CASES: Cases = {
    "7.1 half the number of empty stations, rounded down": (
        lambda: [empty(count).minus for count in (0, 1, 2, 3, 68, 69)],
        [0, 0, 1, 1, 34, 34],
    ),
    "7.1 twice the sum of the transfer numbers": (numbers_score, [(0, 0), (2, 2)]),
    "7.1 line points": (lambda: outcome(("A", 0), ("", 0))[0], (3, 0)),
    "7.1 lower points for who was later": (
        lambda: [
            count_of(state, state.sheets[seat]).lines
            for state in [finishing(finishing(new(2), "AI"), "AI", SECOND, round_=10)]
            for seat in (FIRST, SECOND)
        ],
        [3 + 7, 2 + 5],
    ),
    "7.1 an empty sheet loses": (lambda: TITLE.outcome(over(new(2))).scores, (-34, -34)),
    "7.2 most points win": (lambda: outcome(("A", 9), ("I", 9)), ((-1, 3), (1,))),
    "7.2 then fewest empty stations": (lambda: outcome(("A", 3), ("A", 2)), ((2, 2), (1,))),
    "7.2 whatever the points come from": (
        lambda: outcome(("J", 2), ("A", 5), ("", 0)),
        ((1, 1, 0), (0,)),
    ),
    "7.2 then a shared win": (lambda: outcome(("A", 3), ("A", 3), ("", 3)), ((2, 2, -1), (0, 1))),
    "7.2 a tie behind the winner is parted like one for the first place": (
        lambda: ended(("A", 3), ("A", 2), ("I", 9), ("A", 3)).places,
        (3, 2, 1, 3),
    ),
    "7.2 what decided is told": (
        lambda: [
            ended(("A", 9), ("I", 9)).won_by,
            ended(("A", 3), ("A", 2)).won_by,
            ended(("A", 3), ("A", 3)).won_by,
        ],
        [WonBy.POINTS, WonBy.EMPTY, WonBy.NOTHING],
    ),
    "7.2 nobody has won before the end": (lambda: TITLE.view_for(new(2)).result, None),
    "7.2 in a finished game everybody sees who has": (
        lambda: TITLE.view_for(over(new(2))).result == TITLE.outcome(over(new(2))),
        True,
    ),
    "7.3 the example": (lambda: (example(), example().score), (SheetCount(18, 22, 9, 4), 36)),
}
test_section_7 = section(CASES)


def test_nothing_is_counted_before_the_end() -> None:
    state = turned(new(), "3")

    with pytest.raises(ValueError, match="not over"):
        TITLE.outcome(after(state, on_line(state, "A")))
