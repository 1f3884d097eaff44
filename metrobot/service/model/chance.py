"""The dealing: chosen by nobody, checkable by everybody (docs/fairness.md)."""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import factorial
from typing import Final

from metrobot.engine.actors import CHANCE, Doer

SEATING_NUMBER: Final = 0
"""Number of the draw that decides who plays first; the others count from 1."""

BY_EVENT: Final = 1
"""Draws of older games are numbered by the event that they make."""
BY_DRAW: Final = 2
"""Draws are numbered by themselves: nothing that people do moves them."""
NUMBERINGS: Final = (BY_EVENT, BY_DRAW)
"""All ways to number draws, as the record's `dealing` names them."""

_RANGE: Final = 2**256


def commitment_of(key: bytes) -> str:
    """Return what is published of a key before anything is drawn with it."""
    return hashlib.sha256(key).hexdigest()


def draw_index(key: bytes, salt: Sequence[str], number: int, choices: int) -> int:
    """Return which of equally likely choices a draw takes.

    Args:
        key: 32 bytes, secret until the game is over.
        salt: ids of interactions, in their order.
        number: of the draw, 0 for the seating.
        choices: how many there are, 1 to 2**256.

    Returns:
        An index, 0 to `choices` - 1.
    """
    # Values beyond the last whole multiple would favour the first choices.
    limit = _RANGE - _RANGE % choices
    counter = 0
    while (value := _value(key, salt, number, counter)) >= limit:
        counter += 1
    return value % choices


# Numbers count draws, not events: nobody who comes, goes or takes back moves a later draw
# (docs/decisions/fair-dealing.md).
@dataclass(frozen=True, slots=True)
class Dealing:
    """What all draws of one game follow from.

    Attributes:
        key: 32 bytes, secret until the game is over.
        salt: ids of interactions, in their order.
        numbering: one of NUMBERINGS.
    """

    key: bytes = field(repr=False)
    salt: tuple[str, ...]
    numbering: int

    def index(self, before: Sequence[Doer], choices: int) -> int:
        """Return which of equally likely choices the next draw takes.

        Args:
            before: who made each event so far.
            choices: how many there are, 1 to 2**256.
        """
        drawn = len(before) if self.numbering == BY_EVENT else before.count(CHANCE)
        return draw_index(self.key, self.salt, drawn + 1, choices)


def _value(key: bytes, salt: Sequence[str], number: int, counter: int) -> int:
    """Return 256 bits that depend on the key, so that nobody can foresee them."""
    message = f"{','.join(salt)}|{number}|{counter}".encode()
    return int.from_bytes(hmac.digest(key, message, "sha256"), "big")


def seating(key: bytes, salt: Sequence[str], people: int) -> tuple[int, ...]:
    """Return the order of play: who joined first, second ... as numbers from 0.

    Args:
        key: 32 bytes.
        salt: ids of interactions, in their order.
        people: how many play.

    Returns:
        For each place in the order of play the place in the order of joining.
    """
    index = draw_index(key, salt, SEATING_NUMBER, factorial(people))
    return permutation(index, people)


def permutation(index: int, count: int) -> tuple[int, ...]:
    """Return one of the orders of 0 to `count` - 1, listed as words in a dictionary."""
    left = list(range(count))
    order = []
    for after in range(count - 1, -1, -1):
        place, index = divmod(index, factorial(after))
        order.append(left.pop(place))
    return tuple(order)
