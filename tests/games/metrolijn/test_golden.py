"""What the golden games are about: the laws of `tests/games/test_golden.py` need it."""

import json

import pytest

from metrobot.engine.record import Record, load
from tests.games.metrolijn.golden import CHOSEN, FILE
from tests.games.metrolijn.reference import Referee

LINES = FILE.read_text("utf-8").splitlines()
RECORDS = [load(line) for line in LINES]


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_the_referee_finds_no_fault_in_a_golden_game(line: str) -> None:
    data = json.loads(line)
    referee = Referee(data)
    for event in data["events"]:
        referee.follow(event)

    assert referee.is_over
    assert referee.result() == data["result"]


def test_each_map_and_every_way_to_play_is_there() -> None:
    assert len(RECORDS) == len(CHOSEN)
    assert {record.options["map"] for record in RECORDS} == {
        "amsterdam",
        "berlin",
        "paris",
        "madrid",
        "berlin-night",
        "madrid-match",
    }
    assert {record.players for record in RECORDS} == {1, 2, 4, 8}
    assert {record.options["special"] for record in RECORDS} == {True, False}


def test_every_kind_of_card_and_ride_is_there() -> None:
    events = [event for record in RECORDS for event in record.events]
    cards = {event.fields["card"] for event in events if event.kind == "card"}
    ways = {event.fields.get("direction") for event in events}
    given_up = {
        event.kind
        for event in events
        if event.fields.get("station", "") is None or event.fields.get("stations") == []
    }

    assert cards == {"3", "4", "5", "6", "E2", "E3", "T", "F"}
    assert ways == {None, 1, -1}
    assert given_up == {"mark", "transfer", "free"}


def choices_in_last_round(record: Record) -> int:
    """Return the number of choices made after the last card."""
    kinds = [event.kind for event in record.events]
    return kinds[::-1].index("card")


def test_some_go_on_without_the_others() -> None:
    """With special stations not all have a window left in the last round."""
    assert any(choices_in_last_round(record) < record.players for record in RECORDS)


def test_points_of_every_kind_are_there() -> None:
    """The golden count has something to count; scores below 0 too."""
    sheets = [sheet for record in RECORDS if record.result for sheet in record.result["sheets"]]
    scores = [score for record in RECORDS if record.result for score in record.result["scores"]]

    assert all(sum(sheet[source] for sheet in sheets) > 10 for source in sheets[0])
    assert min(scores) < 0 < max(scores)
