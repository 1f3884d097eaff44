"""MM §12: points for lines."""

from metrobot.games.metromania.result import CompanyResult
from tests.games.metromania.boards import board, counted
from tests.rulebook.cases import Cases, section

DONE = ("0 solid: S2 A7 B6 C6 D6 E6 F6 G6 H6 I6 J6 K5 N1", "0 striped: I2 J2 K2 N5")


def company(*lines: str, points: int) -> CompanyResult:
    """Return company 0's result of building."""
    return counted(board(*lines, players=2, points=(points, 0))).companies[0]


CASES: Cases = {
    "12 with both lines finished station points are kept": (
        lambda: company(*DONE, points=7),
        CompanyResult(station_points=7, line_points=7, finished=2, tunnels=15),
    ),
    "12 with one they are halved, rounded down": (
        lambda: company(DONE[0], points=7),
        CompanyResult(station_points=7, line_points=3, finished=1, tunnels=12),
    ),
    "12 with none they are lost": (
        lambda: company("0 solid: F4 F5 F6", points=7),
        CompanyResult(station_points=7, line_points=0, finished=0, tunnels=2),
    ),
    "12 the other line may be unfinished": (
        lambda: company(DONE[0], "0 striped: F8 F9", points=4).line_points,
        2,
    ),
}
test_section_12 = section(CASES)
