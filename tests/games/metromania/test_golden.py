"""Games that were played once must be played the same for ever."""

import pytest

from metrobot.engine.log import Event
from metrobot.engine.record import Record, dump, load
from tests.games.metromania.boards import TITLE
from tests.games.metromania.golden import FILE, record_of
from tests.games.metromania.play import Game
from tests.games.replaying import replay_log

LINES = FILE.read_text("utf-8").splitlines()
RECORDS = [load(line) for line in LINES]


def events_of(record: Record) -> tuple[Event, ...]:
    """Return the events that a record tells of."""
    return tuple(
        Event(event.seq, event.actor, TITLE.decode(event.kind, event.fields))
        for event in record.events
    )


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_a_golden_game_replays_to_the_letter(line: str) -> None:
    """Its events are legal, its result is the same, and its record is written the same."""
    record = load(line)
    rules = TITLE.ruleset(record.players, record.options)
    events = events_of(record)
    final = replay_log(TITLE, rules, events)

    assert TITLE.is_over(final)
    assert TITLE.outcome(final).as_record() == record.result
    assert dump(record_of(Game(rules, events, (final,)))) == line


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
