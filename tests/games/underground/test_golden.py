"""Games that were played once must be played the same for ever."""

import pytest

from metrobot.engine.log import Event
from metrobot.engine.record import Record, dump, load
from tests.games.replaying import replay_log
from tests.games.underground.golden import FILE, record_of
from tests.games.underground.positions import TITLE, Game

LINES = FILE.read_text("utf-8").splitlines()
RECORDS = [load(line) for line in LINES]


def events_of(record: Record) -> tuple[Event, ...]:
    """Return the events that a record tells of."""
    return tuple(
        Event(event.seq, event.actor, TITLE.decode(event.kind, event.fields))
        for event in record.events
    )


def turns_behind_the_passenger(record: Record) -> int:
    """Return the number of turns after the passenger's last trip."""
    last = max(event.seq for event in record.events if event.kind == "travel")
    return sum(event.kind in ("build", "token") for event in record.events[last:]) // 4


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_a_golden_game_replays_to_the_letter(line: str) -> None:
    """Its events are legal, its result is the same, and its record is written the same."""
    record = load(line)
    events = events_of(record)
    final = replay_log(TITLE, TITLE.ruleset(record.players, record.options), events)

    assert TITLE.is_over(final)
    assert TITLE.outcome(final).as_record() == record.result
    assert dump(record_of(Game((final,), events))) == line


def test_every_number_of_players_is_there() -> None:
    """And both ways in which the last round can go."""
    assert {record.players for record in RECORDS} == {2, 3, 4, 5}
    assert {turns_behind_the_passenger(record) > 0 for record in RECORDS} == {True, False}


def test_points_of_every_kind_are_there() -> None:
    """The golden count has something to count."""
    rows = [row for record in RECORDS if record.result for row in record.result["by_kind"]]

    assert all(sum(row[source] for row in rows) > 10 for source in rows[0])
