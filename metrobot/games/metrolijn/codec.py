"""Encoding of Metrolijn's actions in the record."""

from typing import Any, Final

from metrobot.engine.actions import Action
from metrobot.engine.errors import RecordError
from metrobot.engine.fields import Fields, Readers, action_of
from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer, TurnUp


def encode(action: Action) -> dict[str, Any]:
    """Return the fields of an action as in the record, without its kind."""
    match action:
        case TurnUp(card):
            return {"card": card}
        case Mark(line, stations, direction):
            return {"line": line, "stations": list(stations), **_direction(direction)}
        case Transfer(line, station, value, direction):
            return {"line": line, "station": station, "value": value, **_direction(direction)}
        case FreeRide(station):
            return {"station": station}
    raise RecordError(f"no action of this game: {action!r}")


def _direction(direction: int | None) -> dict[str, int]:
    """Return the field of the direction, which only rings have."""
    return {} if direction is None else {"direction": direction}


def decode(kind: str, fields: Fields) -> Action:
    """Decode an action from a record's fields.

    Raises:
        RecordError: an unknown kind or key, or a value of a wrong form.
    """
    return action_of(_READERS, kind, fields)


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise RecordError(f"no string: {value!r}")


def _optional_text(value: object) -> str | None:
    return None if value is None else _text(value)


def _optional_int(value: object) -> int | None:
    # `type`, not `isinstance`: True is an int, but no number in a record.
    if value is None or type(value) is int:
        return value
    raise RecordError(f"no number: {value!r}")


def _texts(value: object) -> tuple[str, ...]:
    if isinstance(value, list):
        return tuple(_text(item) for item in value)
    raise RecordError(f"no list: {value!r}")


def _way(fields: Fields) -> int | None:
    """Read a direction, 1 or -1; None if there is none."""
    if "direction" not in fields:
        return None
    # Without the first test True would pass as 1.
    if type(fields["direction"]) is int and fields["direction"] in (1, -1):
        return int(fields["direction"])
    raise RecordError(f"'direction' is 1 or -1, not {fields['direction']!r}")


def _mark(fields: Fields) -> Mark:
    return Mark(_text(fields["line"]), _texts(fields["stations"]), _way(fields))


def _transfer(fields: Fields) -> Transfer:
    station, value = _optional_text(fields["station"]), _optional_int(fields["value"])
    return Transfer(_text(fields["line"]), station, value, _way(fields))


_READERS: Final[Readers] = {
    TurnUp.kind: ({"card"}, set(), lambda fields: TurnUp(_text(fields["card"]))),
    Mark.kind: ({"line", "stations"}, {"direction"}, _mark),
    Transfer.kind: ({"line", "station", "value"}, {"direction"}, _transfer),
    FreeRide.kind: ({"station"}, set(), lambda fields: FreeRide(_optional_text(fields["station"]))),
}
