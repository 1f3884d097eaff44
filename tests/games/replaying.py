"""A game is its accepted actions: their log leads to the same state again."""

from collections.abc import Iterable
from typing import Any

from metrobot.engine.log import Event, applied
from metrobot.engine.record import Record
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import AnyTitle
from metrobot.service.model.records import record_of as made


def replay_log(title: AnyTitle, rules: Ruleset, events: Iterable[Event]) -> Any:
    state = title.initial_state(rules)
    for event in events:
        state = applied(title, state, event.actor, event.action)
    return state


def record_of(title: AnyTitle, events: Iterable[Event], end: Any) -> Record:
    """Return the record of a whole game that was dealt by no key."""
    return made(
        title,
        end.rules,
        tuple(events),
        commitment=None,
        salt=None,
        key=None,
        outcome=title.outcome(end),
    )
