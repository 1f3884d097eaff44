"""Lengths of texts for Discord, and cutting those that are too long.

Lengths are in UTF-16 units, in which Discord's clients count: an emoji has two.
Where Discord counts characters, that is on the safe side.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from textwrap import TextWrapper
from typing import Final
from unicodedata import east_asian_width

ELLIPSIS: Final = "…"
PHONE_LINE: Final = 38
"""Characters in a line of a phone that is 400 pixels wide."""
_WRAPPER: Final = TextWrapper(PHONE_LINE)
_BUTTON, _USUAL, _WIDE = 32, 8, 16
"""Pixels of an empty button and its gap, of a letter, and of one that is twice as wide."""
_SIGNS: Final = 0x2500
"""First character beyond which there are signs and emoji."""
_LABELS: Final = 512
"""Number of labels for which `button_width` is cached: planners repeat them at each press."""
_ISOLATE, _RELEASE = "\u2068", "\u2069"
_UNSEEN: Final = re.compile(r"\*\*|^-# |[\u2068\u2069]")
_LATIN: Final = re.compile("[\0-\u024f\u2010-\u2027]*")
"""Pattern of a text in Latin letters with dashes, quotes and dots, none of them twice as wide."""
_SIGN: Final = re.compile("^[\u2600-\u27bf\U0001f300-\U0001faff]\ufe0f? ")
"""Pattern of an emoji and a space at the beginning."""
_ESCAPED: Final = re.compile(r"\\([\\*_~|`\[\]()<:])")
"""Pattern of a character that would else be read as Markdown."""
_MENTION: Final = re.compile("<@[0-9]+>")
_NAME: Final = "@Someone"
"""Text as long as most names that Discord shows for a mention."""


def spoken(text: str) -> str:
    """Return a text as an alt text says it: without marks, and without the sign before it."""
    return _SIGN.sub("", text.replace("**", ""))


def described(line: str) -> str:
    """Return a line of a message as a sentence of an alt text: names and numbers as they are."""
    return ended(_ESCAPED.sub(r"\1", spoken(line.lstrip("-#> ")).replace("@\u200b", "@")))


def ended(text: str) -> str:
    """Return a text with a full stop, unless its last sentence has an end."""
    return text if text.endswith((".", "!", "?", ELLIPSIS)) else f"{text}."


def utf16_length(text: str) -> int:
    """Return the length of a text in UTF-16 units."""
    # Typed texts may hold half of a surrogate pair, which would else raise an error.
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


@lru_cache(maxsize=_LABELS)
def button_width(label: str) -> int:
    """Return the approximate width of a button on a phone in pixels, with its gap."""
    return _BUTTON + sum(
        _WIDE if east_asian_width(char) in "WF" or ord(char) > _SIGNS else _USUAL for char in label
    )


def columns(text: str) -> int:
    """Return the number of columns that a text takes on a phone: wide characters take two."""
    shown = (char for char in text if char not in (_ISOLATE, _RELEASE))
    return sum(1 + (east_asian_width(char) in "WF") for char in shown)


def fitting_characters(text: str, limit: int) -> int:
    """Return the number of characters of a text that take at most `limit` units."""
    count = min(len(text), limit)
    while utf16_length(text[:count]) > limit:
        count -= 1
    return count


def clipped(text: str, limit: int) -> str:
    """Return a text cut to a length, an ellipsis where something is missing."""
    # No character has more than two units.
    if 2 * len(text) <= limit:
        return text
    return text if utf16_length(text) <= limit else _cut(text, limit)


def sentences(parts: Iterable[str], limit: int, between: str = " ") -> str:
    """Join the first sentences that are at most `limit` units long together."""
    text = ""
    for part in parts:
        longer = f"{text}{between}{part}" if text else clipped(part, limit)
        if utf16_length(longer) > limit:
            break
        text = longer
    return text


def _cut(text: str, limit: int) -> str:
    """Return the beginning of a text; a name that is cut stays isolated in its direction."""
    beginning = text[: fitting_characters(text, limit - utf16_length(ELLIPSIS))]
    # An isolate that is not closed would affect all text after it.
    while beginning.count(_ISOLATE) > beginning.count(_RELEASE):
        text_closed = beginning + ELLIPSIS + _RELEASE
        if utf16_length(text_closed) <= limit:
            return text_closed
        beginning = beginning[:-1]
    return beginning + ELLIPSIS


def fitting_lines(lines: Iterable[str], most: int, below: str) -> str:
    """Join the first lines of a page for which a phone has room.

    Args:
        lines: the gravest first.
        most: lines of a phone, those below among them.
        below: text that stands on the page in any case.
    """
    first_lines, room = list[str](), most - sum(phone_heights(below.splitlines()))
    for line in lines:
        room -= _phone_lines(line)
        if room < 0:
            break
        first_lines.append(line)
    return "\n".join(first_lines)


def phone_heights(lines: Iterable[str]) -> list[int]:
    """Return the number of a phone's lines that each of some lines takes."""
    return list(map(_phone_lines, lines))


def _phone_lines(line: str) -> int:
    """Return the number of a phone's lines that a line takes, marks left out and people named."""
    text = _UNSEEN.sub("", _MENTION.sub(_NAME, line))
    if not _LATIN.fullmatch(text):
        text = "".join(char * columns(char) for char in text)
    # Wrapping takes long, and most lines are short.
    return 1 if len(text) <= PHONE_LINE else max(1, len(_WRAPPER.wrap(text)))
