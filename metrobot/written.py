"""Values of settings, read from what is written in the environment or in `.env`.

Each reader raises a ValueError whose message says what may be written, never what was.
"""

import re
from collections.abc import Callable
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

_YES: Final = frozenset({"1", "on", "t", "true", "y", "yes"})
_NO: Final = frozenset({"0", "off", "f", "false", "n", "no"})
_KEY: Final = re.compile(r"[0-9a-fA-F]{64}")


class Secret:
    """A text that is not shown where it is printed.

    Args:
        text: what it is.

    Attributes:
        text: the same.
    """

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same text."""
        return isinstance(other, Secret) and self.text == other.text

    def __hash__(self) -> int:
        """Return a number that is equal for equal texts."""
        return hash(self.text)

    def __repr__(self) -> str:
        """Return that there is one, or none."""
        return "Secret('***')" if self.text else "Secret('')"


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return a reader of whole numbers.

    Args:
        least: that may be written.
        most: that may be written; None: any.
    """
    bounds = f"of at least {least}" if most is None else f"from {least} to {most}"

    def read(written: str) -> int:
        try:
            found = int(written)
        except ValueError:
            found = least - 1
        if found < least or (most is not None and found > most):
            raise ValueError(f"write a whole number {bounds}")
        return found

    return read


def one_of(*values: str) -> Callable[[str], str]:
    """Return a reader of words, of which there are these."""

    def read(written: str) -> str:
        if written not in values:
            raise ValueError(f"write one of {', '.join(values)}")
        return written

    return read


def yes_or_no(written: str) -> bool:
    """Return whether it says yes."""
    said = written.lower()
    if said not in _YES | _NO:
        raise ValueError("write yes or no")
    return said in _YES


def key(written: str) -> str:
    """Return a public key of 32 bytes."""
    if not _KEY.fullmatch(written):
        raise ValueError("write the 64 digits and letters from a to f that the portal shows")
    return written


def safe_address(written: str) -> str:
    """Return an address to which nothing travels open to all: encrypted, or on this machine."""
    try:
        parts = urlsplit(written)
        host = parts.hostname or ""
    except ValueError:  # which would tell the address
        host = ""
    if not host or not (parts.scheme == "https" or (parts.scheme == "http" and _is_here(host))):
        raise ValueError("it must begin with https://, or with http:// on this machine alone")
    return written


def _is_here(host: str) -> bool:
    """Return whether a host is this machine."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:  # a name
        return False
