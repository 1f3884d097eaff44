"""What the golden games are about: the laws of `tests/games/test_golden.py` need it."""

from metrobot.engine.record import load
from tests.games.metromania.golden import FILE

LINES = FILE.read_text("utf-8").splitlines()
RECORDS = [load(line) for line in LINES]


def test_every_way_to_end_and_every_number_of_players_is_there() -> None:
    """Also the advanced game."""
    results = [record.result for record in RECORDS if record.result is not None]

    assert {result["ended_by"] for result in results} == {
        "two_lines",
        "stations",
        "lines",
        "passes",
    }
    assert {(record.players, record.options["advanced"]) for record in RECORDS} == {
        (2, False),
        (2, True),
        (3, False),
        (4, False),
    }


def test_trips_that_succeed_fail_and_are_shared_are_there() -> None:
    """The golden count has something to count."""
    trips = [trip for record in RECORDS if record.result for trip in record.result["trips"]]

    assert any(trip["minutes"] is not None and any(trip["points"]) for trip in trips)
    assert any(trip["minutes"] is not None and not any(trip["points"]) for trip in trips)
    assert any(trip["guilty"] and not any(trip["points"]) for trip in trips)
