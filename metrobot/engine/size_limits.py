"""How large what stands in a record may be, whoever has written it."""

import math
from typing import Any, Final

LONGEST_TEXT: Final = 200
"""Characters of any text or key; the longest of our own, a commitment, has 64."""
LARGEST_NUMBER: Final = 2**53
"""Beyond it, programs that read JSON do not agree on what a number is."""
DEEPEST: Final = 12
"""So many lists and objects in one another; no game writes half of it."""
MOST_SALT: Final = 200
"""Grains of a salt; a lobby takes fewer."""


def is_within_limits(value: Any, deepest: int = DEEPEST) -> bool:
    """Return whether all that stands in a value is of a size that a record may have.

    Args:
        value: as JSON gave it.
        deepest: how many lists and objects in one another it may hold.
    """
    match value:
        case str():
            return len(value) <= LONGEST_TEXT and _is_unicode(value)
        case bool() | None:
            return True
        case int():
            return abs(value) <= LARGEST_NUMBER
        case float():
            return math.isfinite(value)
        case list():
            return deepest > 0 and all(is_within_limits(each, deepest - 1) for each in value)
        case _:
            return deepest > 0 and all(
                is_within_limits(key) and is_within_limits(each, deepest - 1)
                for key, each in value.items()
            )


def _is_unicode(text: str) -> bool:
    """Return whether a text can be written; half of a pair of surrogates cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
