"""Graphemes: what people see as one sign of a text, and what is never parted.

A letter with its marks, an emoji of several joined by invisible characters, a
flag of two letters, a cluster of consonants in the scripts of India.
"""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

JOINER: Final = "\u200d"
"""Makes one emoji of several."""
AS_EMOJI: Final = "\ufe0f"
"""After a character that is a plain sign by itself, such as a digit or a heart."""
UNSEEN: Final = (JOINER, "\u200c")
"""Characters that only say how their neighbours join."""
_VIRAMA: Final = 9
"""The combining class of a sign that joins a consonant with the next one."""
_TAILS: Final = ("\u0e33", "\u0eb3")
"""Vowels of Thai and Lao that are a mark and a letter in one."""


@lru_cache(maxsize=1024)
def graphemes(text: str) -> tuple[str, ...]:
    """Return the signs of a text one by one; all together they are the text."""
    return tuple(text) if text.isascii() else tuple(_graphemes(text))


def is_mark(character: str) -> bool:
    """Return whether a character stands over, under or around the one before it."""
    return unicodedata.category(character)[0] == "M"


def is_skin(character: str) -> bool:
    """Return whether a character says how dark the emoji before it is."""
    return "\U0001f3fb" <= character <= "\U0001f3ff"


def is_flag_letter(character: str) -> bool:
    """Return whether a character is one of the two that make a flag."""
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _is_tag(character: str) -> bool:
    """Return whether a character is invisible and says which flag the one before it is."""
    return "\U000e0020" <= character <= "\U000e007f"


def _graphemes(text: str) -> Iterator[str]:
    """Yield the signs of a text."""
    sign = ""
    for character in text:
        if sign and not _belongs(character, sign):
            yield sign
            sign = ""
        sign += character
    if sign:
        yield sign


def _belongs(character: str, sign: str) -> bool:
    """Return whether a character is part of the sign before it."""
    last = sign[-1]
    if is_mark(character) or character in UNSEEN or character in _TAILS:
        return not last.isspace()
    if is_skin(character) or _is_tag(character):
        return unicodedata.category(sign[0]) == "So"
    if is_flag_letter(character):
        return len(sign) == 1 and is_flag_letter(last)
    if last == JOINER and unicodedata.category(character) == "So":
        return unicodedata.category(sign[0]) == "So"
    joins = unicodedata.combining(sign.rstrip(JOINER)[-1:] or " ") == _VIRAMA
    return joins and unicodedata.category(character) == "Lo" and _script(sign) == _script(character)


def _script(sign: str) -> str:
    """Return the first word of a sign's name in Unicode, which is that of its script."""
    return unicodedata.name(sign[0], "").partition(" ")[0]
