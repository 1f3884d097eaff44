"""What happens to the table of any title, on the toy."""

from typing import Any

import pytest

from metrobot.engine import log
from metrobot.engine.actors import CHANCE, TABLE, Seat
from metrobot.engine.errors import CommonReason, RecordError, RuleError
from metrobot.engine.record import Record, RecordedEvent, dump, load
from metrobot.engine.table_events import (
    MOST_ARRIVALS,
    End,
    Occupy,
    Vacate,
    decode_table_event,
    most_arrivals,
    table_objection,
)
from tests.service.toy import TOY, Deal, State, Take

FIRST, SECOND = Seat(0), Seat(1)


def dealt() -> State:
    """Return a game of two in which the first player is awaited."""
    start = TOY.initial_state(TOY.ruleset(2, {}))
    return log.applied(TOY, start, CHANCE, Deal((1, 2)))


def key(state: State, action: Any) -> str | None:
    """Return the key of a table event's refusal; None if it is allowed."""
    refusal = table_objection(TOY, state, action)
    return None if refusal is None else refusal.key


def test_a_seat_falls_vacant_and_is_taken() -> None:
    """Both change nothing else."""
    state = dealt()
    vacated = log.applied(TOY, state, TABLE, Vacate(SECOND))

    assert TOY.vacant(vacated) == {SECOND}
    assert log.applied(TOY, vacated, TABLE, Occupy(SECOND)) == state


def test_a_taken_seat_may_be_handed_over() -> None:
    """Somebody else sits there now; the state stays as it is."""
    assert log.applied(TOY, dealt(), TABLE, Occupy(FIRST)) == dealt()


def test_the_longer_a_game_the_more_people_may_have_sat_down() -> None:
    state = dealt()
    while TOY.turn_number(state) == TOY.turn_number(dealt()):
        state = log.applied(TOY, state, FIRST, TOY.legal_actions(state, FIRST)[0])

    assert most_arrivals(TOY, TOY.initial_state(TOY.ruleset(2, {}))) == 2 * MOST_ARRIVALS
    assert most_arrivals(TOY, state) == most_arrivals(TOY, dealt()) + MOST_ARRIVALS


def test_the_end_is_counted_as_it_stands() -> None:
    ended = log.applied(TOY, dealt(), TABLE, End())

    assert TOY.is_over(ended)
    assert TOY.outcome(ended).scores == (1, 2)


REFUSED: dict[str, tuple[Any, Any, str]] = {
    "over": (log.applied(TOY, dealt(), TABLE, End()), Vacate(FIRST), CommonReason.GAME_OVER),
    "a draw is due": (TOY.initial_state(TOY.ruleset(2, {})), End(), CommonReason.CHANCE_FIRST),
    "no such seat": (dealt(), Occupy(Seat(2)), CommonReason.NO_SUCH_SEAT),
    "vacant by now": (TOY.with_vacant(dealt(), {FIRST}), Vacate(FIRST), CommonReason.SEAT_VACANT),
    "the last one": (TOY.with_vacant(dealt(), {FIRST}), Vacate(SECOND), CommonReason.LAST_SEAT),
    "no event of the table": (dealt(), Take(1), CommonReason.UNKNOWN_ACTION),
}


@pytest.mark.parametrize(("state", "action", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_happen(state: State, action: Any, reason: str) -> None:
    assert key(state, action) == reason
    with pytest.raises(RuleError, match=reason):
        log.applied(TOY, state, TABLE, action)


@pytest.mark.parametrize("action", [Vacate(FIRST), Occupy(SECOND), End()], ids=lambda a: a.kind)
def test_events_of_the_table_go_through_records(action: Any) -> None:
    fields = log.encode_event(TOY, TABLE, action)
    event = RecordedEvent(1, TABLE, action.kind, fields)
    record = Record("toy", 1, None, None, None, {}, 2, (event,), None)

    read = load(dump(record)).events[0]

    assert read == event
    assert log.decode_event(TOY, read.actor, read.kind, read.fields) == action


MALFORMED: list[tuple[str, dict[str, Any]]] = [
    ("end", {"seat": 0}),
    ("vacate", {}),
    ("vacate", {"seat": True}),
    ("occupy", {"seat": -1}),
    ("occupy", {"seat": 0, "who": 1}),
    ("take", {"seat": 0}),
]


@pytest.mark.parametrize(("kind", "fields"), MALFORMED)
def test_malformed_events_are_errors(kind: str, fields: dict[str, Any]) -> None:
    with pytest.raises(RecordError):
        decode_table_event(kind, fields)
