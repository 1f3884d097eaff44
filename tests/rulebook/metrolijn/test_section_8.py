"""ML §8: alone."""

from metrobot.games.metrolijn.result import Rank, WonBy, count_of, rank_of
from tests.games.metrolijn.positions import (
    FIRST,
    TITLE,
    after,
    game,
    ids_of,
    new,
    on_line,
    turned,
    with_marks,
)
from tests.rulebook.cases import Cases, section


def alone(*letters: str) -> list[int | None]:
    """Return the points of lines finished one after the other, a round each."""
    state = new()
    for letter, card in zip(letters, ("3", "4", "5"), strict=False):
        state = turned(with_marks(state, ids_of(state, letter)[:-1]), card)
        state = after(state, on_line(state, letter))
    paid = TITLE.view_for(state).sheets[FIRST].paid
    shown = [paid["ABCDEFGHIJ".index(letter)] for letter in letters]
    return [None if pay is None else pay.points for pay in shown]


CASES: Cases = {
    "8 as above: a whole game is played by one": (
        lambda: len(TITLE.outcome(game(1, 1).end).scores),
        1,
    ),
    "8 who plays alone wins": (lambda: TITLE.outcome(game(1, 1).end).winners, (0,)),
    "8 theirs is the first place, by points": (
        lambda: (TITLE.outcome(game(1, 1).end).places, TITLE.outcome(game(1, 1).end).won_by),
        ((1,), WonBy.POINTS),
    ),
    "8 finished lines always give the higher points": (lambda: alone("I", "H", "J"), [7, 6, 2]),
    "8 empty stations count in full": (
        lambda: [count_of(new(p), new(p).sheets[FIRST]).minus for p in (1, 2)],
        [69, 34],
    ),
    "8 50 and more": (lambda: {rank_of(s) for s in (50, 51, 99)}, {Rank.WOW}),
    "8 40 to 49": (lambda: {rank_of(s) for s in (40, 49)}, {Rank.MASTER}),
    "8 30 to 39": (lambda: {rank_of(s) for s in (30, 39)}, {Rank.WORKED}),
    "8 20 to 29": (lambda: {rank_of(s) for s in (20, 29)}, {Rank.WELL}),
    "8 10 to 19": (lambda: {rank_of(s) for s in (10, 19)}, {Rank.NOT_QUITE}),
    "8 5 to 9": (lambda: {rank_of(s) for s in (5, 9)}, {Rank.NEARLY}),
    "8 1 to 4": (lambda: {rank_of(s) for s in (1, 4)}, {Rank.READ_RULES}),
    "8 0 and less": (lambda: {rank_of(s) for s in (0, -1, -69)}, {Rank.FALLEN}),
}
test_section_8 = section(CASES)
