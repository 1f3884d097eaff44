"""A game is its accepted actions."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from metrobot.engine.actions import Action
from metrobot.engine.actors import Actor
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import Title

S = TypeVar("S")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Event:
    """One accepted action: the only thing that the store keeps of play.

    Attributes:
        seq: 1, 2, 3 ... without gaps within a game.
        actor: a seat, or CHANCE. Deals are events too, so no seed is needed.
        action: what was done.
    """

    seq: int
    actor: Actor
    action: Action


class CorruptLogError(Exception):
    """The log cannot be a whole game: a gap or a repeat in `seq`."""


def replay(title: Title[S, V], rules: Ruleset, events: Iterable[Event]) -> S:
    """Rebuild a state from its log.

    Raises:
        CorruptLogError: the log has a gap or a repeat in `seq`.
        RuleError: the log holds an action that the rules forbid.
    """
    state = title.initial_state(rules)
    for expected, event in enumerate(events, start=1):
        if event.seq != expected:
            raise CorruptLogError(f"expected seq {expected}, got {event.seq}")
        state = title.apply(state, event.actor, event.action)
    return state
