"""MM §14: winner."""

from typing import Any

from metrobot.games.metromania.result import Result, WonBy
from tests.games.metromania.boards import board, counted
from tests.rulebook.cases import Cases, section

UP = "S2 A7 B6 C6 D6 E6 F6 G6 H6 I6 J6 K5 N1"
DOWN = "N2 K5 J6 I6 H6 G6 F6 E6 D6 C6 B6 A6 S1"
SHORT = "I2 J2 K2 N5"


def game(*lines: str, points: tuple[int, ...] = (), **more: Any) -> Result:
    """Return the count of a game of two without any trip."""
    return counted(board(*lines, players=2, points=points or None, **more))


def four(*lines: str) -> tuple[int, ...]:
    """Return the places of four, of whom the first two are guilty of each trip."""
    result = counted(board(*lines, players=4))
    assert result.scores == (-36, -36, 0, 0)
    return result.places


CASES: Cases = {
    "14 most points win": (
        lambda: (
            game(f"0 solid: {UP}", f"1 solid: {DOWN}", points=(2, 8)).scores,
            game(f"0 solid: {UP}", f"1 solid: {DOWN}", points=(2, 8)).winners,
        ),
        ((1, 4), (1,)),
    ),
    "14 then most finished lines": (lambda: game(f"0 solid: {UP}", "1 solid: F4 F5").winners, (0,)),
    "14 finished lines before tunnels": (
        lambda: game(f"0 solid: {SHORT}", "1 solid: F4 F5 F6 F7 F8 F9").winners,
        (0,),
    ),
    "14 then most tunnels laid": (
        lambda: game("0 solid: F4 F5 F6", "1 solid: D4 D5 D6 D7").winners,
        (1,),
    ),
    "14 tunnels of both lines": (
        lambda: game("0 solid: F4 F5 F6", "0 striped: H4 H5 H6", "1 solid: D4 D5 D6 D7").winners,
        (0,),
    ),
    "14 then a shared win": (
        lambda: game("0 solid: F4 F5 F6", "1 solid: D4 D5 D6").winners,
        (0, 1),
    ),
    "14 what decided is told": (
        lambda: [
            game(f"0 solid: {UP}", f"1 solid: {DOWN}", points=(2, 8)).won_by,
            game(f"0 solid: {UP}", "1 solid: F4 F5").won_by,
            game("0 solid: F4 F5 F6", "1 solid: D4 D5 D6 D7").won_by,
            game("0 solid: F4 F5 F6", "1 solid: D4 D5 D6").won_by,
        ],
        [WonBy.POINTS, WonBy.LINES, WonBy.TUNNELS, WonBy.NOTHING],
    ),
    "14 a tie for the first place is parted by each number in turn": (
        lambda: [
            game(f"0 solid: {UP}", "1 solid: F4 F5").places,
            game("0 solid: F4 F5 F6", "1 solid: D4 D5 D6 D7").places,
            game("0 solid: F4 F5 F6", "1 solid: D4 D5 D6").places,
        ],
        [(1, 2), (2, 1), (1, 1)],
    ),
    "14 a tie behind the winner is parted like one for the first place": (
        lambda: [
            four("2 solid: D4 D5", f"1 solid: {UP}"),
            four("2 solid: D4 D5", "1 solid: F4 F5"),
        ],
        [(4, 3, 1, 2), (4, 3, 1, 2)],
    ),
    "14 who are equal in all numbers share a place": (
        lambda: [four("2 solid: D4 D5"), four()],
        [(3, 3, 1, 2), (3, 3, 1, 1)],
    ),
    "14 advanced: a player's companies are added up": (
        lambda: (
            game(f"0 solid: {UP}", f"2 solid: {SHORT}", points=(3, 9, 5, 0), advanced=True).scores
        ),
        (3 - 36, 0 - 36),
    ),
    "14 advanced: finished lines and tunnels, too": (
        lambda: (
            game("0 solid: F4 F5", "2 solid: H4 H5 H6", "1 solid: D4 D5 D6", advanced=True).winners
        ),
        (0,),
    ),
    "14 points may be below zero": (lambda: game(shared_trips="score").scores, (-36, -36)),
}
test_section_14 = section(CASES)
