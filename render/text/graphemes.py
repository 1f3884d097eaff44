"""Graphemes: the signs of a text as people see them, which are never split.

Such a sign is a letter with its marks, several emoji joined by invisible characters,
a flag of two letters, or a cluster of consonants in an Indic script.
"""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

JOINER: Final = "\u200d"
"""Character that joins several emoji into one."""
AS_EMOJI: Final = "\ufe0f"
"""Character that turns the plain sign before it, such as a digit, into an emoji."""
UNSEEN: Final = (JOINER, "\u200c")
"""Invisible characters that control the joining of their neighbours."""
_VIRAMA: Final = 9
"""Combining class of the marks that join a consonant with the next one."""
_TAILS: Final = ("\u0e33", "\u0eb3")
"""Vowels of Thai and Lao that are a mark and a letter in one."""


@lru_cache(maxsize=1024)
def graphemes(text: str) -> tuple[str, ...]:
    """Return the signs of a text; joined together they are the text."""
    # Nearly all texts are ASCII, which needs no look at neighbours.
    return tuple(text) if text.isascii() else tuple(_graphemes(text))


def is_mark(character: str) -> bool:
    """Return whether a character stands over, under or around the one before it."""
    return unicodedata.category(character)[0] == "M"


def is_skin(character: str) -> bool:
    """Return whether a character sets the skin tone of the emoji before it."""
    return "\U0001f3fb" <= character <= "\U0001f3ff"


def is_flag_letter(character: str) -> bool:
    """Return whether a character is one of the two that make a flag."""
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _is_tag(character: str) -> bool:
    """Return whether a character is an invisible tag that selects a regional flag."""
    return "\U000e0020" <= character <= "\U000e007f"


def _graphemes(text: str) -> Iterator[str]:
    sign = ""
    for character in text:
        if sign and not _belongs(character, sign):
            yield sign
            sign = ""
        sign += character
    if sign:
        yield sign


def _belongs(character: str, sign: str) -> bool:
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
    """Return a sign's script: the first word of its name in Unicode."""
    return unicodedata.name(sign[0], "").partition(" ")[0]
