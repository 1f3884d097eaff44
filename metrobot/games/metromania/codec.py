"""Encoding of MetrOmania's actions in the record.

Cells go by the names of their three corners, points and gates by their own.
"""

from collections.abc import Mapping
from typing import Any, Final

from metrobot.engine.actions import Action
from metrobot.engine.errors import PartialRecordError, RecordError
from metrobot.engine.fields import named
from metrobot.engine.ruleset import Ruleset
from metrobot.games.metromania.actions import (
    BuildCity,
    DealMarkers,
    Decline,
    Dig,
    LineName,
    PlaceStation,
    Stop,
)
from metrobot.games.metromania.city import DISTRICTS, LETTERS, MARKER_NAMED, Marker, Placement
from metrobot.games.metromania.geometry import (
    CELL_NAMED,
    CELL_NAMES,
    POINT_NAMED,
    POINT_NAMES,
    Cell,
)
from metrobot.games.metromania.options import has_secret_hands

_LINES: Final = {str(line): line for line in LineName}
_LETTERS: Final = {letter: letter for letter in LETTERS}


def encode(action: Action) -> dict[str, Any]:
    """Return the fields of an action as in the record, without its kind."""
    match action:
        case BuildCity(layout):
            return {"districts": [[placed.district, placed.rotation] for placed in layout]}
        case DealMarkers(hands):
            return {"hands": [[marker.name for marker in hand] for hand in hands]}
        case Dig():
            return {
                "line": str(action.line),
                "from": POINT_NAMES[action.start],
                "to": POINT_NAMES[action.end],
                "cell": list(CELL_NAMES[action.cell]),
                "marker": action.letter,
            }
        case PlaceStation(line, point):
            return {"line": str(line), "point": POINT_NAMES[point]}
    return {}


def encode_public(rules: Ruleset, action: Action) -> dict[str, Any]:
    """Return the fields of an action as in the record of a running game (MM §3.5)."""
    # Hands stay secret until the game is over.
    if isinstance(action, DealMarkers) and has_secret_hands(rules):
        return {"hands": None}
    return encode(action)


def decode(kind: str, fields: Mapping[str, Any]) -> Action:
    """Decode an action from a record's fields.

    Raises:
        RecordError: an unknown kind or key, or a value of a wrong form.
        PartialRecordError: a deal that leaves out the secret hands.
    """
    match kind:
        case BuildCity.kind:
            (districts,) = _values(fields, "districts")
            return BuildCity(tuple(_placement(item) for item in _list(districts, 6)))
        case DealMarkers.kind:
            (hands,) = _values(fields, "hands")
            if hands is None:
                raise PartialRecordError("the hands are still secret")
            return DealMarkers(tuple(_hand(hand) for hand in _list(hands)))
        case Dig.kind:
            return _dig(fields)
        case PlaceStation.kind:
            line, point = _values(fields, "line", "point")
            return PlaceStation(named(_LINES, "line", line), named(POINT_NAMED, "point", point))
        case Decline.kind | Stop.kind:
            _values(fields)
            return Decline() if kind == Decline.kind else Stop()
    raise RecordError(f"unknown kind {kind!r}")


def _values(fields: Mapping[str, Any], *names: str) -> tuple[Any, ...]:
    """Return the values of these fields; refuse missing and unknown ones."""
    for name in names:
        if name not in fields:
            raise RecordError(f"field {name!r} is missing")
    for name in fields:
        if name not in names:
            raise RecordError(f"unknown field {name!r}")
    return tuple(fields[name] for name in names)


def _list(value: object, length: int | None = None) -> list[Any]:
    if not isinstance(value, list) or length not in (None, len(value)):
        raise RecordError(f"no list of the right length: {value!r}")
    return value


def _placement(value: object) -> Placement:
    district, rotation = _list(value, 2)
    if not isinstance(district, str) or district not in DISTRICTS:
        raise RecordError(f"no district: {district!r}")
    if type(rotation) is not int or rotation not in range(3):
        raise RecordError(f"no rotation: {rotation!r}")
    return Placement(district, rotation)


def _hand(value: object) -> tuple[Marker, ...]:
    return tuple(sorted(named(MARKER_NAMED, "marker", name) for name in _list(value)))


def _dig(fields: Mapping[str, Any]) -> Dig:
    line, start, end, cell, letter = _values(fields, "line", "from", "to", "cell", "marker")
    name = named(_LINES, "line", line)
    a, b = (named(POINT_NAMED, "point", point) for point in (start, end))
    number = _cell(cell)
    return Dig(name, a, b, number, None if letter is None else named(_LETTERS, "letter", letter))


def _cell(names: object) -> Cell:
    """Return the cell with these corners, whose names are sorted as strings."""
    corners = tuple(_list(names, 3))
    if not all(isinstance(name, str) for name in corners) or corners not in CELL_NAMED:
        raise RecordError(f"no cell: {names!r}")
    return CELL_NAMED[corners]
