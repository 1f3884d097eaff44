"""A game is its accepted actions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from metrobot.engine import table_events
from metrobot.engine.actions import Action
from metrobot.engine.actors import TABLE, Doer
from metrobot.engine.title import S, Title, V


@dataclass(frozen=True, slots=True)
class Event:
    """One accepted action: the only thing that the store keeps of play.

    Attributes:
        seq: 1, 2, 3 ... without gaps within a game.
        actor: a seat, CHANCE or TABLE. Deals are events too, so no seed is needed.
        action: what was done.
    """

    seq: int
    actor: Doer
    action: Action


class CorruptLogError(Exception):
    """The log cannot be a whole game: a gap or a repeat in `seq`."""


def applied(title: Title[S, V], state: S, actor: Doer, action: Action) -> S:
    """Return the state after an event of a log.

    Events of the table are judged here, all others by the title.

    Raises:
        RuleError: it cannot happen in this state.
    """
    if actor is TABLE:
        return table_events.apply_table_event(title, state, action)
    return title.apply(state, actor, action)


def encode_event(title: Title[S, V], actor: Doer, action: Action) -> dict[str, Any]:
    """Return the fields of an event as in the record, without its kind."""
    return table_events.encode_table_event(action) if actor is TABLE else title.encode(action)


def decode_event(title: Title[S, V], actor: Doer, kind: str, fields: Mapping[str, Any]) -> Action:
    """Return the action that a record's fields mean.

    Raises:
        RecordError: they are not of the form that the format demands.
        PartialRecordError: they leave out what was secret.
    """
    if actor is TABLE:
        return table_events.decode_table_event(kind, fields)
    return title.decode(kind, fields)
