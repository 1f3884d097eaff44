"""The order of the signs of a line, from left to right.

Hebrew, Arabic and Thaana are written from right to left. A line as a whole runs from
left to right, as everything around it does: stretches in these scripts are reversed
in place, except for the numbers within them.
"""

import unicodedata
from collections.abc import Sequence
from typing import Final

ELLIPSIS: Final = "…"
_LEFTWARD: Final = {"R", "AL"}
_NUMBERS: Final = {"EN", "AN"}
_MIRRORED: Final = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")

Placed = tuple[str, bool]
"""A sign, and whether it stands in a stretch from right to left."""


def placed(signs: Sequence[str]) -> list[Placed]:
    """Return the signs of a line in their order from left to right."""
    kinds = [_kind(sign) for sign in signs]
    line, at = list[Placed](), 0
    while at < len(signs):
        end = _end(kinds, signs, at) if kinds[at] == "R" else at
        if end > at:
            line += _turned(signs[at:end], kinds[at:end])
        else:
            line.append((signs[at], False))
        at = max(end, at + 1)
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
    for at in range(start + 1, len(kinds)):
        if kinds[at] == "L":
            break
        # A name that was cut keeps its ellipsis on the side where it goes on.
        if kinds[at] == "R" or (signs[at] == ELLIPSIS and at == end):
            end = at + 1
    return end


def _turned(signs: Sequence[str], kinds: Sequence[str]) -> list[Placed]:
    """Return a stretch reversed, except for its numbers."""
    turned, number = list[Placed](), list[Placed]()
    for sign, kind in zip(reversed(signs), reversed(kinds), strict=True):
        if kind == "E":
            number.insert(0, (sign, False))
            continue
        turned += [*number, (sign.translate(_MIRRORED), True)]
        number.clear()
    return turned + number
