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
    before = _state_before(table, change[0])
    came = {each.event.action.seat for each in change if isinstance(each.event.action, Occupy)}
    awaited = set(table.title.awaiting(before)) - set(table.title.vacant(before)) - came
    known = {table.person_at(seat) for seat in awaited if isinstance(seat, int)}
    return tuple(person for person in table.to_call() if person not in known)


def _change(table: Table) -> tuple[LoggedEvent, ...]:
    """Return the last events if they are of the table: one place that changed hands."""
    log = list(table.log)
    while log and log[-1].event.actor != TABLE and not isinstance(log[-1].event.actor, int):
        log.pop()
    found = list[LoggedEvent]()
    while log and isinstance(action := log[-1].event.action, Occupy | Vacate):
        if found and not _is_of_one(table, action, found[0].event.action):
            break
        found.insert(0, log.pop())
    return tuple(found)


def _is_of_one(table: Table, action: Occupy | Vacate, other: Any) -> bool:
    """Return whether two events of the table are of one place, which may have two seats."""
    places = (table.title.player_of(table.rules, each.seat) for each in (action, other))
    return type(action) is type(other) and len(set(places)) == 1


def _state_before(table: Table, first: LoggedEvent) -> Any:
    state = table.played.state_before(first.turn)
    for logged in table.log:
        if logged.turn == first.turn and logged.revision < first.revision:
            state = table.played.state_after(logged, state)
    return state
