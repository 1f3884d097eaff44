"""The game record: one JSON object a game, read by programs outside.

The format is described in `docs/record.md`; a change to it raises FORMAT.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from metrobot.engine.actors import CHANCE, Actor, Seat
from metrobot.engine.errors import RecordError

FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """One event as the record holds it: not yet understood by any rules.

    Attributes:
        seq: 1, 2, 3 ... without gaps.
        actor: a seat, or CHANCE.
        kind: the tag of the action.
        fields: everything else of the event, as in the record.
    """

    seq: int
    actor: Actor
    kind: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Record:
    """One game as it is exported.

    Attributes:
        title: id of the game title.
        rules_version: of the title, when the game was played.
        commitment: SHA-256 of the key in hexadecimal, or None with nothing to check.
        salt: ids of the interactions that the server could not choose.
        key: 64 hexadecimal digits once the game is over.
        options: every option of the title.
        players: the number of people.
        events: in the order of `seq`.
        result: None until the game is over.
    """

    title: str
    rules_version: int
    commitment: str | None
    salt: tuple[str, ...] | None
    key: str | None
    options: Mapping[str, Any]
    players: int
    events: tuple[RecordedEvent, ...]
    result: Mapping[str, Any] | None


def dump(record: Record) -> str:
    """Return the record as one line of JSON, keys in the order of the format."""
    return json.dumps(
        {
            "format": FORMAT,
            "title": record.title,
            "rules_version": record.rules_version,
            "commitment": record.commitment,
            "salt": None if record.salt is None else list(record.salt),
            "key": record.key,
            "options": dict(record.options),
            "players": record.players,
            "events": [_event_json(event) for event in record.events],
            "result": record.result,
        },
        ensure_ascii=False,
    )


def _event_json(event: RecordedEvent) -> dict[str, Any]:
    """Return one event with its common keys first."""
    actor = "chance" if event.actor is CHANCE else event.actor
    return {"seq": event.seq, "actor": actor, "kind": event.kind, **event.fields}


def load(line: str) -> Record:
    """Return the record that one line of JSON holds.

    Raises:
        RecordError: it is no JSON, or not of the form that the format demands.
    """
    try:
        data = json.loads(line)
    except ValueError as error:
        raise RecordError(f"no JSON: {error}") from error
    if not isinstance(data, dict):
        raise RecordError("a record is a JSON object")
    if data.get("format") != FORMAT:
        raise RecordError(f"format {data.get('format')!r} is not {FORMAT}")
    _check_keys(data)
    return Record(
        title=_typed(data, "title", str),
        rules_version=_typed(data, "rules_version", int),
        commitment=_optional_str(data, "commitment"),
        salt=_salt(data["salt"]),
        key=_optional_str(data, "key"),
        options=_typed(data, "options", dict),
        players=_typed(data, "players", int),
        events=_events(_typed(data, "events", list)),
        result=None if data["result"] is None else _typed(data, "result", dict),
    )


_KEYS: Final = (
    "format",
    "title",
    "rules_version",
    "commitment",
    "salt",
    "key",
    "options",
    "players",
    "events",
    "result",
)


def _check_keys(data: Mapping[str, Any]) -> None:
    """Refuse missing and unknown keys."""
    for key in _KEYS:
        if key not in data:
            raise RecordError(f"key {key!r} is missing")
    for key in data:
        if key not in _KEYS:
            raise RecordError(f"unknown key {key!r}")


def _typed(data: Mapping[str, Any], key: str, kind: type) -> Any:
    """Return a value of exactly this type; True is no number."""
    value = data[key]
    if type(value) is not kind:
        raise RecordError(f"{key!r} must be {kind.__name__}, not {value!r}")
    return value


def _optional_str(data: Mapping[str, Any], key: str) -> str | None:
    """Return a string or None."""
    return None if data[key] is None else str(_typed(data, key, str))


def _salt(value: object) -> tuple[str, ...] | None:
    """Return the salt, a list of strings, or None."""
    if value is None:
        return None
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise RecordError("'salt' must be a list of strings or null")


def _events(values: Sequence[Any]) -> tuple[RecordedEvent, ...]:
    """Return the events, their numbering checked."""
    events = tuple(_event(value) for value in values)
    for expected, event in enumerate(events, start=1):
        if event.seq != expected:
            raise RecordError(f"event {expected} has seq {event.seq}")
    return events


def _event(value: object) -> RecordedEvent:
    """Return one event, its common keys checked."""
    if not isinstance(value, dict) or not {"seq", "actor", "kind"} <= value.keys():
        raise RecordError(f"no event: {value!r}")
    fields = {k: v for k, v in value.items() if k not in ("seq", "actor", "kind")}
    return RecordedEvent(
        _typed(value, "seq", int), _actor(value["actor"]), _typed(value, "kind", str), fields
    )


def _actor(value: object) -> Actor:
    """Return the actor that a record names."""
    if value == "chance":
        return CHANCE
    if type(value) is int and value >= 0:
        return Seat(value)
    raise RecordError(f"no actor: {value!r}")
