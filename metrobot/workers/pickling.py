"""Pickling of jobs and answers between processes of the same release.

The bytes come out of a database. So only plain values, values of games and functions
that draw them can be read: otherwise whoever writes there could make a worker run
anything.
"""

import io
import pickle
from dataclasses import is_dataclass
from enum import Enum
from inspect import isfunction
from typing import Any, Final

from metrobot import __version__

_OURS: Final = ("metrobot.engine.", "metrobot.games.", "metrobot.service.ports")
"""Modules whose classes may be read."""
_PLAIN: Final = {
    ("builtins", "frozenset"),
    ("builtins", "set"),
    ("collections", "Counter"),
    ("collections", "OrderedDict"),
    ("fractions", "Fraction"),
    ("functools", "partial"),
}
"""Further classes that may be read."""
_DRAWING: Final = "render."
"""Modules whose drawing functions may be read too: they only make pictures."""
_DRAW: Final = "draw"
_RELEASE: Final = f"{__version__}\n".encode()


class UnreadableError(Exception):
    """Bytes that this release has not written."""


class _Reader(pickle.Unpickler):
    """Unpickler of values of games."""

    def find_class(self, module: str, name: str) -> Any:
        """Return a class of values, or a drawing function, by its name.

        Raises:
            UnreadableError: jobs never contain it.
        """
        if (module, name) in _PLAIN:
            return super().find_class(module, name)
        if not module.startswith((*_OURS, _DRAWING)):
            raise UnreadableError(module)
        member = super().find_class(module, name)
        # A dotted name could reach what a module has imported, such as `os`: only its own counts.
        is_own = getattr(member, "__module__", "") == module
        draws = module.startswith(_DRAWING) and name.startswith(_DRAW)
        # The constructor of a class of values does nothing else.
        is_of_values = isinstance(member, type) and (
            is_dataclass(member) or issubclass(member, (Enum, tuple))
        )
        if not is_own or not (is_of_values or (draws and isfunction(member))):
            raise UnreadableError(module)
        return member


def dumps(value: object) -> bytes:
    """Return a value as bytes."""
    return _RELEASE + pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


def loads(data: bytes, kind: type | tuple[type, ...]) -> Any:
    """Return a value from bytes that `dumps` has made.

    Raises:
        UnreadableError: another release has written it, or it is of another class.
    """
    if not data.startswith(_RELEASE):
        raise UnreadableError("of another release")
    try:
        value = _Reader(io.BytesIO(data[len(_RELEASE) :])).load()
    except UnreadableError:
        raise
    except Exception as error:  # damaged pickles raise almost anything
        raise UnreadableError(type(error).__name__) from None
    if not isinstance(value, kind):
        raise UnreadableError(type(value).__name__)
    return value
