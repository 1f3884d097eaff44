"""Lookup of what stands in a record: names, and the fields of actions."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

from metrobot.engine.actions import Action
from metrobot.engine.errors import RecordError

T = TypeVar("T")

Fields: TypeAlias = Mapping[str, Any]

Readers: TypeAlias = Mapping[str, tuple[set[str], set[str], Callable[[Fields], Action]]]
"""For each kind of action the required keys, the optional ones, and the function that reads it."""


def named(values: Mapping[str, T], thing: str, name: object) -> T:
    """Return the value that a record's name stands for.

    Args:
        values: the values by name.
        thing: kind of value, for the error message.
        name: as it stands in the record.

    Raises:
        RecordError: `values` has no such name.
    """
    # JSON may have a list or an object here, which no mapping can look up.
    if not isinstance(name, str) or name not in values:
        raise RecordError(f"no {thing}: {name!r}")
    return values[name]


def action_of(readers: Readers, kind: str, fields: Fields) -> Action:
    """Return the action that a record's fields mean.

    Raises:
        RecordError: an unknown kind or key, or a value of a wrong form.
    """
    if kind not in readers:
        raise RecordError(f"unknown kind {kind!r}")
    needed, allowed, reader = readers[kind]
    if not needed <= set(fields) <= needed | allowed:
        raise RecordError(f"{kind!r} needs the keys {sorted(needed)}, not {sorted(fields)}")
    return reader(fields)
