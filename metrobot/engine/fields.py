"""Fields of a record, read one by one."""

from collections.abc import Mapping
from typing import TypeVar

from metrobot.engine.errors import RecordError

T = TypeVar("T")


def named(known: Mapping[str, T], thing: str, name: object) -> T:
    """Return what a name in a record means.

    Args:
        known: all that there is, by name.
        thing: what it is, for whoever reads why a record was refused.
        name: as it stands in the record.

    Raises:
        RecordError: nothing is called so.
    """
    if not isinstance(name, str) or name not in known:
        raise RecordError(f"no {thing}: {name!r}")
    return known[name]
