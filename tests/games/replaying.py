"""A game is its accepted actions: their log leads to the same state again."""

from collections.abc import Iterable
from typing import Any

from metrobot.engine.log import Event, applied
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import AnyTitle


def replay_log(title: AnyTitle, rules: Ruleset, events: Iterable[Event]) -> Any:
    """Return the state to which events lead, each judged again."""
    state = title.initial_state(rules)
    for event in events:
        state = applied(title, state, event.actor, event.action)
    return state
