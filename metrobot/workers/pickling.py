"""Jobs and what comes of them as bytes, so that another process of the same release can read them.

What is read came out of a database, so that nothing but plain values, the
values of games and what draws them can come out of it: else whoever writes
there could have a worker do anything.
"""

import io
import pickle
from dataclasses import is_dataclass
from enum import Enum
from inspect import isfunction
from typing import Any, Final

from metrobot import __version__

_OURS: Final = ("metrobot.engine.", "metrobot.games.", "metrobot.service.ports")
"""Modules whose classes may be named."""
_PLAIN: Final = {
    ("builtins", "frozenset"),
    ("builtins", "set"),
    ("collections", "Counter"),
    ("collections", "OrderedDict"),
    ("fractions", "Fraction"),
    ("functools", "partial"),
}
"""What else may be."""
_DRAWING: Final = "render."
"""Where functions may be named too whose names say that they draw: they make pictures of what
they are given, and nothing else."""
_DRAW: Final = "draw"
_RELEASE: Final = f"{__version__}\n".encode()


class UnreadableError(Exception):
    """It was not written by this release."""


class _Reader(pickle.Unpickler):
    """Reads values of games."""

    def find_class(self, module: str, name: str) -> Any:
        """Return a class of values, or what draws, by its name.

        Raises:
            UnreadableError: it is nothing that jobs are made of.
        """
        if (module, name) in _PLAIN:
            return super().find_class(module, name)
        if not module.startswith((*_OURS, _DRAWING)):
            raise UnreadableError(module)
        found = super().find_class(module, name)
        # What a module has imported, by whatever way a name leads there, is not its own.
        is_own = getattr(found, "__module__", "") == module
        draws = module.startswith(_DRAWING) and name.startswith(_DRAW)
        if not is_own or not (_is_of_values(found) or (draws and isfunction(found))):
            raise UnreadableError(module)
        return found


def _is_of_values(found: object) -> bool:
    """Return whether something is a class of values, which do nothing when they are made."""
    return isinstance(found, type) and (is_dataclass(found) or issubclass(found, (Enum, tuple)))


def dumps(value: object) -> bytes:
    """Return something as bytes."""
    return _RELEASE + pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


def loads(data: bytes, kind: type | tuple[type, ...]) -> Any:
    """Return what was written.

    Args:
        data: as `written` gives it.
        kind: what it has to be.

    Raises:
        UnreadableError: it was written by another release, or is something else.
    """
    if not data.startswith(_RELEASE):
        raise UnreadableError("of another release")
    try:
        found = _Reader(io.BytesIO(data[len(_RELEASE) :])).load()
    except UnreadableError:
        raise
    except Exception as error:  # whatever may be wrong with it
        raise UnreadableError(type(error).__name__) from None
    if not isinstance(found, kind):
        raise UnreadableError(type(found).__name__)
    return found
