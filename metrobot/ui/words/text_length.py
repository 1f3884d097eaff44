"""How long a text is for Discord, and what is left of one that is too long.

Lengths are in UTF-16 units, in which Discord's clients count: an emoji has two.
Where Discord counts characters, that is on the safe side.
"""

from collections.abc import Iterable
from typing import Final

ELLIPSIS: Final = "…"
_ISOLATE, _RELEASE = "\u2068", "\u2069"


def utf16_length(text: str) -> int:
    """Return how long a text is, in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def fitting_characters(text: str, limit: int) -> int:
    """Return how many characters of a text are at most `limit` units long."""
    count = min(len(text), limit)
    while utf16_length(text[:count]) > limit:
        count -= 1
    return count


def clipped(text: str, limit: int) -> str:
    """Return a text cut to a length, an ellipsis where something is missing."""
    if 2 * len(text) <= limit:  # no character has more than two units
        return text
    return text if utf16_length(text) <= limit else _cut(text, limit)


def sentences(parts: Iterable[str], limit: int) -> str:
    """Return as many sentences as are at most `limit` units long together, from the first on."""
    text = ""
    for part in parts:
        longer = f"{text} {part}" if text else clipped(part, limit)
        if utf16_length(longer) > limit:
            break
        text = longer
    return text


def _cut(text: str, limit: int) -> str:
    """Return the beginning of a text; a name that is cut has its direction alone."""
    kept = text[: fitting_characters(text, limit - utf16_length(ELLIPSIS))]
    while kept.count(_ISOLATE) > kept.count(_RELEASE):
        closed = kept + ELLIPSIS + _RELEASE
        if utf16_length(closed) <= limit:
            return closed
        kept = kept[:-1]
    return kept + ELLIPSIS
