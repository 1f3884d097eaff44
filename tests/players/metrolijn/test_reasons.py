"""What a hint of Metrolijn says of a turn, recounted from the sheet."""

from metrobot.players.metrolijn.reasons import reasons
from tests.players.test_explain import pairs

GROWS, HELPED, MARKS = "why.ml.grows", "why.ml.helped", "why.ml.marks"
LARGEST = 6
"""Most stations that a card marks."""


def test_marked_stations_on_further_lines_are_told() -> None:
    """Three of them at most, and none where there are none."""
    counts = set[int]()
    for (turn, _), _ in pairs("metrolijn", 1):
        map_ = turn.turn.after.map
        marked = [each for ride in turn.turn.rides if ride.line is not None for each in ride.marked]
        shared = {map_.stations[each].name for each in marked if len(map_.lines_at(each)) > 1}
        said = [each for each in reasons(turn) if each.key == "why.ml.shared"]
        counts.add(len(shared))

        assert [each.count for each in said] == [min(3, len(shared))] * bool(shared)
        assert all(shared.issuperset(each.facts["stations"]) for each in said)
    assert counts >= {0, 1, 3, 5}


def test_what_a_line_lacks_is_told_as_long_as_it_can_be_finished() -> None:
    """With six stations for each window that is left; else with the help of other lines, if any."""
    most, keys = set[int](), set[str]()
    for (turn, draft), _ in pairs("metrolijn", 1):
        sheet, lines = draft.state.sheets[0], turn.turn.after.map.lines
        said = [each for each in reasons(turn) if each.key in {GROWS, HELPED, MARKS}]
        told = list[tuple[str, int, int, int]]()
        for ride in turn.turn.rides:
            if ride.line is None or not ride.marked or ride.endings:
                continue
            line = lines[ride.line]
            empty = len(set(line.stations) - sheet.marked)
            left = line.windows - len(sheet.windows[ride.line])
            told += [(f"{line.letter} {line.name}", empty, left, len(ride.marked))] * bool(empty)
            most |= {empty - LARGEST * left}

        for each, (name, empty, left, count) in zip(said, told, strict=True):
            assert (each.facts["line"], each.count) == (name, count)
            assert each.facts.get("missing", empty) == empty
            assert (each.key == GROWS) == (each.facts.get("windows") == left)
            assert (each.key == GROWS) == (empty <= LARGEST * left)
        keys |= {each.key for each in said}
    assert {-1, 0, 1} <= most
    assert keys == {GROWS, HELPED, MARKS}
