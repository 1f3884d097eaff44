"""Graphemes: the signs of a text as people see them, and their order from left to right.

Such a sign, which is never split, is a letter with its marks, several emoji joined by
invisible characters, a flag of two letters, or a cluster of consonants in an Indic script.

Hebrew, Arabic and Thaana are written from right to left. A line as a whole runs from
left to right, as everything around it does: stretches in these scripts are reversed
in place, except for the numbers within them.
"""

import unicodedata
from collections.abc import Iterator, Sequence
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
ELLIPSIS: Final = "…"
_LEFTWARD: Final = {"R", "AL"}
_NUMBERS: Final = {"EN", "AN"}
_MIRRORED: Final = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
Placed = tuple[str, bool]
"""A sign, and whether it stands in a stretch from right to left."""


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


def is_tag(character: str) -> bool:
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
    if is_skin(character) or is_tag(character):
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


def placed(signs: Sequence[str]) -> list[Placed]:
    """Return the signs of a line in their order from left to right."""
    kinds = [_kind(sign) for sign in signs]
    line, index = list[Placed](), 0
    while index < len(signs):
        end = _end(kinds, signs, index) if kinds[index] == "R" else index
        if end > index:
            line += _turned(signs[index:end], kinds[index:end])
        else:
            line.append((signs[index], False))
        index = max(end, index + 1)
    return line


def _kind(sign: str) -> str:
    """Return R or L for a letter by its direction, E for a digit, N for any other sign."""
    if sign.isascii():
        return "L" if sign.isalpha() else "E" if sign.isdigit() else "N"
    kind = unicodedata.bidirectional(sign[0])
    return "R" if kind in _LEFTWARD else "L" if kind == "L" else "E" if kind in _NUMBERS else "N"


def _end(kinds: Sequence[str], signs: Sequence[str], start: int) -> int:
    """Return the end of the right-to-left stretch that begins here."""
    end = start + 1
    for index in range(start + 1, len(kinds)):
        if kinds[index] == "L":
            break
        # A name that was cut keeps its ellipsis on the side where it goes on.
        if kinds[index] == "R" or (signs[index] == ELLIPSIS and index == end):
            end = index + 1
    return end


def _turned(signs: Sequence[str], kinds: Sequence[str]) -> list[Placed]:
    """Return a stretch reversed, except for its numbers."""
    turned, number = list[Placed](), list[Placed]()
    for sign, kind in zip(reversed(signs), reversed(kinds), strict=True):
        if kind == "E":
            # The stretch is read backwards, so the last digit of a number comes first.
            number.insert(0, (sign, False))
            continue
        turned += [*number, (sign.translate(_MIRRORED), True)]
        number.clear()
    return turned + number
