"""People who are awaited because of a change at the table, so that nobody is called twice."""

from typing import Any

from metrobot.engine.actors import TABLE
from metrobot.engine.table_events import Occupy, Vacate
from metrobot.service.model.history import LoggedEvent
from metrobot.service.model.play import Person
from metrobot.service.model.table import Table


def newly_awaited(table: Table) -> tuple[Person, ...]:
    """Return the people whom the latest change at the table has made awaited.

    Nobody, if somebody has acted since the change.
    """
    change = _change(table)
    if not change:
        return ()
    old_state = _state_before(table, change[0])
    new_seats = {
        logged.event.action.seat for logged in change if isinstance(logged.event.action, Occupy)
    }
    old_seats = (
        set(table.title.awaiting(old_state)) - set(table.title.vacant(old_state)) - new_seats
    )
    old_people = {table.person_at(seat) for seat in old_seats if isinstance(seat, int)}
    return tuple(person for person in table.to_call() if person not in old_people)


def _change(table: Table) -> tuple[LoggedEvent, ...]:
    """Return the last events if they are of the table: one place that changed hands."""
    log = list(table.log)
    while log and log[-1].event.actor != TABLE and not isinstance(log[-1].event.actor, int):
        log.pop()
    events = list[LoggedEvent]()
    while log and isinstance(action := log[-1].event.action, Occupy | Vacate):
        if events and not _is_of_one(table, action, events[0].event.action):
            break
        events.insert(0, log.pop())
    return tuple(events)


def _is_of_one(table: Table, action: Occupy | Vacate, other: Any) -> bool:
    """Return whether two events of the table are of one place, which may have two seats."""
    places = (table.title.player_of(table.rules, act.seat) for act in (action, other))
    return type(action) is type(other) and len(set(places)) == 1


def _state_before(table: Table, first: LoggedEvent) -> Any:
    state = table.played.state_before(first.turn)
    for logged in table.log:
        if logged.turn == first.turn and logged.revision < first.revision:
            state = table.played.state_after(logged, state)
    return state
