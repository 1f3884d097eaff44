"""What the golden games are about: the laws of `tests/games/test_golden.py` need it."""

from metrobot.engine.record import Record, load
from tests.games.underground.golden import FILE

LINES = FILE.read_text("utf-8").splitlines()
RECORDS = [load(line) for line in LINES]


def turns_behind_the_passenger(record: Record) -> int:
    """Return the number of turns after the passenger's last trip."""
    last = max(event.seq for event in record.events if event.kind == "travel")
    return sum(event.kind in ("build", "token") for event in record.events[last:]) // 4


def test_every_number_of_players_is_there() -> None:
    """And both ways in which the last round can go."""
    assert {record.players for record in RECORDS} == {2, 3, 4, 5}
    assert {turns_behind_the_passenger(record) > 0 for record in RECORDS} == {True, False}


def test_points_of_every_kind_are_there() -> None:
    """The golden count has something to count."""
    rows = [row for record in RECORDS if record.result for row in record.result["by_kind"]]

    assert all(sum(row[source] for row in rows) > 10 for source in rows[0])
