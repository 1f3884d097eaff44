"""Lookup of names that stand in a record."""

from collections.abc import Mapping
from typing import TypeVar

from metrobot.engine.errors import RecordError

T = TypeVar("T")


def named(known: Mapping[str, T], thing: str, name: object) -> T:
    """Return the value that a record's name stands for.

    Args:
        known: the values by name.
        thing: kind of value, for the error message.
        name: as it stands in the record.

    Raises:
        RecordError: `known` has no such name.
    """
    # JSON may have a list or an object here, which no mapping can look up.
    if not isinstance(name, str) or name not in known:
        raise RecordError(f"no {thing}: {name!r}")
    return known[name]
