"""ML §1: words."""

from metrobot.games.metrolijn.board import MAP_IDS, Line, map_named
from metrobot.games.metrolijn.state import is_complete
from tests.games.metrolijn.positions import FIRST, after, ids_of, new, on_line, turned, with_marks
from tests.rulebook.cases import Cases, section

A = map_named("amsterdam").lines[0]


def two_sheets() -> list[int]:
    """Return the number of marked stations of each sheet after the first player's ride."""
    state = turned(new(2), "3")
    state = after(state, on_line(state, "A"))
    return [len(sheet.marked) for sheet in state.sheets]


def shared() -> list[bool]:
    """Return the lines of a station on which its one mark counts."""
    state = with_marks(new(), ["rokin"])
    rokin = state.map.station_named("rokin")
    serving = [line for line in state.map.lines if rokin in line.stations]
    return [rokin in state.sheets[FIRST].marked for _ in serving]


def completed_by(numbers: dict[str, int]) -> bool:
    """Return whether Amsterdam's J is marked whole with crosses and these numbers."""
    state = new()
    crosses = set(ids_of(state, "J")) - numbers.keys()
    state = with_marks(state, crosses, numbers=numbers)
    line = state.map.line_named("J")
    assert line is not None
    return is_complete(state.map, state.sheets[FIRST].marked, line)


CASES: Cases = {
    "1 a sheet is a player's own copy": (two_sheets, [3, 0]),
    "1 a line has a letter and a colour": (lambda: (A.letter, A.colour), ("A", "#2b7fd0")),
    "1 its stations in order from the wagon to the terminus": (
        lambda: (ids_of(new(), "A")[0], ids_of(new(), "A")[-1]),
        ("noord", "zuid"),
    ),
    "1 its number of windows": (lambda: A.windows, 2),
    "1 its points for the first and for later finishers": (
        lambda: (A.first_points, A.later_points),
        (3, 2),
    ),
    "1 a transfer number marks as a cross does": (lambda: completed_by({"rai": 2}), True),
    "1 a station of several lines is one station": (
        lambda: [len({site.id for site in map_named(m).stations}) for m in MAP_IDS],
        [len(map_named(m).stations) for m in MAP_IDS],
    ),
    "1 one mark counts for all of its lines": (shared, [True, True]),
    "1 empty is not marked": (
        lambda: is_complete(new().map, new().sheets[FIRST].marked, Line(0)),
        False,
    ),
}
test_section_1 = section(CASES)
