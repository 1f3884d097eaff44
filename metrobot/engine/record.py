"""The game record: one JSON object a game, read by programs outside.

The format is described in `docs/record.md`; a change to it raises FORMAT.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any, Final

from metrobot.engine.actors import CHANCE, TABLE, Doer, Seat
from metrobot.engine.errors import Fact, RecordError

LONGEST_TEXT: Final = 200
"""Most characters in a text or key of a record; our longest, a commitment, has 64."""
LARGEST_NUMBER: Final = 2**53
"""Largest number in a record; beyond it JSON readers disagree on the value."""
DEEPEST: Final = 12
"""Most nested lists and objects in a record; no game writes half as many."""
MOST_SALT: Final = 200
"""Most grains in a salt; a lobby collects fewer."""
FORMAT: Final = 1
SITTERS: Final = ("person", "easy", "fair", "strong", "random", "beginner", "exec")
"""Values of `by`: a person, or a kind of computer player."""


def is_within_limits(value: Any, deepest: int = DEEPEST) -> bool:
    """Return whether everything in a value has a size that a record allows.

    Args:
        value: as JSON gave it.
        deepest: levels of lists and objects that it may nest.
    """
    match value:
        case str():
            # JSON can hold half of a surrogate pair, which UTF-8 cannot write.
            return len(value) <= LONGEST_TEXT and value.encode(errors="ignore").decode() == value
        case bool() | None:
            return True
        case int():
            return abs(value) <= LARGEST_NUMBER
        # Python's JSON reader takes NaN and Infinity, which are no JSON to other readers.
        case float():
            return math.isfinite(value)
        case list():
            return deepest > 0 and all(is_within_limits(item, deepest - 1) for item in value)
        case _:
            return deepest > 0 and all(
                is_within_limits(key) and is_within_limits(item, deepest - 1)
                for key, item in value.items()
            )


class Form(StrEnum):
    """Keys of the faults in a record's form; the facts of each are listed below it."""

    NO_JSON = "form.no_json"
    """It cannot be read as JSON at all."""
    NO_OBJECT = "form.no_object"
    """It is JSON, but no object."""
    FORMAT = "form.format"
    """format: the supported one, as a string."""
    MISSING = "form.missing"
    """name: of the key."""
    UNKNOWN = "form.unknown"
    """name: of the key, as the record has it."""
    TWICE = "form.twice"
    """name: of the key that stands twice in one object, as the record has it."""
    VALUE = "form.value"
    """name: of the key whose value is of a wrong kind, or beyond all bounds."""
    NUMBERING = "form.numbering"
    """An event does not have the next number."""
    EVENT = "form.event"
    """An event lacks a number, an actor or a kind."""
    ACTOR = "form.actor"
    """An event has an actor that no game has."""


class FormError(RecordError):
    """A record that does not have the form of the format.

    Attributes:
        key: of the fault.
        facts: values for the key's sentence.
        seq: number of the faulty event, from 1; None if the fault is not in an event.
    """

    def __init__(self, key: Form, reason: str, *, seq: int | None = None, **facts: Fact) -> None:
        super().__init__(reason)
        self.key = key
        self.facts = facts
        self.seq = seq


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """One event as the record holds it, not yet decoded by any rules.

    Attributes:
        seq: 1, 2, 3 ... without gaps.
        actor: a seat, CHANCE or TABLE.
        kind: the tag of the action.
        fields: everything else of the event, as in the record.
    """

    seq: int
    actor: Doer
    kind: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Branch:
    """The point at which a game has gone on from another one.

    Attributes:
        commitment: of that game, or None with nothing to check.
        seq: number of the first event that was played anew; those before it are that game's.
        seat: the seat of whoever played on.
    """

    commitment: str | None
    seq: int
    seat: int


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
        dealing: how draws are numbered: 1 by their events, 2 by themselves.
        by: for each seat who sat there at the end, one of SITTERS, None for nobody;
            None where all were people.
        branch: where it has gone on from another game, or None.
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
    dealing: int = 1
    by: tuple[str | None, ...] | None = None
    branch: Branch | None = None


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
            # Left out where it is 1, as in the records of the first releases.
            **({} if record.dealing == 1 else {"dealing": record.dealing}),
            "options": dict(record.options),
            "players": record.players,
            **({} if record.by is None else {"by": list(record.by)}),
            **({} if record.branch is None else {"branch": asdict(record.branch)}),
            "events": [event_json(event) for event in record.events],
            "result": record.result,
        },
        ensure_ascii=False,
    )


def event_json(event: RecordedEvent) -> dict[str, Any]:
    """Return one event with its common keys first."""
    actor = event.actor if isinstance(event.actor, int) else event.actor.value
    return {"seq": event.seq, "actor": actor, "kind": event.kind, **event.fields}


def load(line: str) -> Record:
    """Parse one line of JSON into a record.

    Raises:
        FormError: it is no JSON, or not of the form that the format demands.
    """
    try:
        data = json.loads(line, object_pairs_hook=_once)
    # Nesting that is deep enough exhausts the stack of the JSON parser.
    except (ValueError, RecursionError) as error:
        raise FormError(Form.NO_JSON, f"no JSON: {error}") from error
    if not isinstance(data, dict):
        raise FormError(Form.NO_OBJECT, "a record is a JSON object")
    version = data.get("format")
    # To Python `True` and 1.0 equal 1, but they are another text in the record.
    if type(version) is not int or version != FORMAT:
        text = version if isinstance(version, int | str) else type(version).__name__
        reason = f"format {text!r} is not {FORMAT}"
        raise FormError(Form.FORMAT, reason, format=str(FORMAT))
    _check_keys(data)
    _check_bounds(data)
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
        dealing=_dealing(data),
        by=_by(data),
        branch=_branch(data),
    )


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object without repeated keys.

    Raises:
        FormError: one does.
    """
    # Other programs might read either value of a key that stands twice.
    values = dict[str, Any]()
    for name, value in pairs:
        if name in values:
            raise FormError(Form.TWICE, f"key {name!r} stands twice", name=name)
        values[name] = value
    return values


_MAY_HAVE: Final = ("format", *(field.name for field in fields(Record)))
# Records of the first releases have none of the three.
_NEEDS: Final = tuple(key for key in _MAY_HAVE if key not in ("dealing", "by", "branch"))


def _check_keys(data: Mapping[str, Any]) -> None:
    for key in _NEEDS:
        if key not in data:
            raise FormError(Form.MISSING, f"key {key!r} is missing", name=key)
    for key in data:
        if key not in _MAY_HAVE:
            raise FormError(Form.UNKNOWN, f"unknown key {key!r}", name=key)


def _check_bounds(data: Mapping[str, Any]) -> None:
    """Refuse values over the limits before any other code reads them."""
    for key, value in data.items():
        # Event by event, so that the fault can name the one that is too large.
        if key == "events" and isinstance(value, list):
            for place, event in enumerate(value, start=1):
                _check_fits(event if isinstance(event, dict) else {key: event}, place)
        else:
            _check_fits({key: value}, None)


def _check_fits(fields: Mapping[str, Any], seq: int | None) -> None:
    """Refuse fields whose name or value is over the limits."""
    for key, value in fields.items():
        if not is_within_limits(key) or not is_within_limits(value):
            raise FormError(Form.VALUE, f"{key!r} is beyond all bounds", seq=seq, name=key)


def _typed(data: Mapping[str, Any], key: str, kind: type, seq: int | None = None) -> Any:
    """Return a value of exactly this type; True does not count as a number."""
    value = data[key]
    if type(value) is not kind:
        reason = f"{key!r} must be {kind.__name__}, not {value!r}"
        raise FormError(Form.VALUE, reason, seq=seq, name=key)
    return value


def _optional_str(data: Mapping[str, Any], key: str) -> str | None:
    return None if data[key] is None else str(_typed(data, key, str))


def _dealing(data: Mapping[str, Any]) -> int:
    """Return the numbering of draws.

    By their events if the record says nothing: records of the first releases do
    not.
    """
    numbering: int = _typed({"dealing": 1, **data}, "dealing", int)
    if numbering not in (1, 2):
        raise FormError(Form.VALUE, f"'dealing' must be 1 or 2, not {numbering}", name="dealing")
    return numbering


def _by(data: Mapping[str, Any]) -> tuple[str | None, ...] | None:
    """Return the sitter of each seat, or None if the record does not say."""
    if "by" not in data:
        return None
    sitters = _typed(data, "by", list)
    names = (None, *SITTERS)
    if not sitters or any(sitter not in names for sitter in sitters):
        raise FormError(Form.VALUE, "'by' must be a list of who sat where", name="by")
    return tuple(sitters)


def _branch(data: Mapping[str, Any]) -> Branch | None:
    """Return the point at which the game has gone on from another one, or None."""
    if "branch" not in data:
        return None
    values = _typed(data, "branch", dict)
    names = tuple(field.name for field in fields(Branch))
    if values.keys() != set(names):
        reason = f"'branch' must have {', '.join(names)}"
        raise FormError(Form.VALUE, reason, name="branch")
    numbers = [_typed(values, name, int) for name in names[1:]]
    if numbers[0] < 1 or numbers[1] < 0:
        raise FormError(Form.VALUE, "'branch' has a number that is too small", name="branch")
    return Branch(_optional_str(values, "commitment"), *numbers)


def _salt(value: object) -> tuple[str, ...] | None:
    """Return the salt, or None if the record has none."""
    if value is None:
        return None
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        if len(value) > MOST_SALT:
            raise FormError(Form.VALUE, "'salt' is beyond all bounds", name="salt")
        return tuple(value)
    raise FormError(Form.VALUE, "'salt' must be a list of strings or null", name="salt")


def _events(values: Sequence[Any]) -> tuple[RecordedEvent, ...]:
    events = tuple(_event(value, place) for place, value in enumerate(values, start=1))
    for expected, event in enumerate(events, start=1):
        if event.seq != expected:
            reason = f"event {expected} has seq {event.seq}"
            raise FormError(Form.NUMBERING, reason, seq=expected)
    return events


def _event(value: object, place: int) -> RecordedEvent:
    """Decode one event and check its common keys.

    Args:
        value: as JSON gave it.
        place: in the list, from 1, for error messages.
    """
    if not isinstance(value, dict) or not {"seq", "actor", "kind"} <= value.keys():
        raise FormError(Form.EVENT, f"no event: {value!r}", seq=place)
    fields = {k: v for k, v in value.items() if k not in ("seq", "actor", "kind")}
    seq, kind = _typed(value, "seq", int, place), _typed(value, "kind", str, place)
    return RecordedEvent(seq, _actor(value["actor"], place), kind, fields)


def _actor(value: object, place: int) -> Doer:
    if value in (CHANCE.value, TABLE.value):
        return CHANCE if value == CHANCE.value else TABLE
    # `True` is an int to Python, and no seat.
    if type(value) is int and value >= 0:
        return Seat(value)
    raise FormError(Form.ACTOR, f"no actor: {value!r}", seq=place)
