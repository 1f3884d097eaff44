"""The dealing: chosen by nobody, checkable by everybody (docs/fairness.md)."""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import factorial
from typing import Any, Final

from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, Doer
from metrobot.engine.title import AnyTitle

SEATING_NUMBER: Final = 0
"""Number of the draw that decides who plays first; the others count from 1."""

BY_EVENT: Final = 1
"""Numbering of older games: a draw has the number of its event."""
BY_DRAW: Final = 2
"""Numbering by draws alone, which nothing that people do can shift."""
NUMBERINGS: Final = (BY_EVENT, BY_DRAW)
"""All numberings, as `dealing` in a record names them."""

_RANGE: Final = 2**256


def commitment_of(key: bytes) -> str:
    """Return the commitment of a key, which is published before anything is drawn with it."""
    return hashlib.sha256(key).hexdigest()


def fingerprint_of(salt: Sequence[str]) -> str:
    """Return the SHA-256 of a salt, whose first digits are published where a game begins."""
    return hashlib.sha256(",".join(salt).encode()).hexdigest()


def draw_index(key: bytes, salt: Sequence[str], number: int, choices: int) -> int:
    """Return the index of the choice that a draw takes; all are equally likely.

    Args:
        key: 32 bytes, secret until the game is over.
        salt: ids of interactions, in their order.
        number: of the draw, 0 for the seating.
        choices: number of choices, 1 to 2**256.

    Returns:
        An index, 0 to `choices` - 1.
    """
    # Values beyond the last whole multiple of `choices` would favour the first ones.
    limit = _RANGE - _RANGE % choices
    counter = 0
    while (value := _value(key, salt, number, counter)) >= limit:
        counter += 1
    return value % choices


# Numbers count draws, not events: nobody who comes, goes or takes back moves a later draw
# (docs/decisions/fair-dealing.md).
@dataclass(frozen=True, slots=True)
class Dealing:
    """Source of all draws of one game.

    Attributes:
        key: 32 bytes, secret until the game is over.
        salt: ids of interactions, in their order.
        numbering: one of NUMBERINGS.
        order: draws of another game, which come first as far as they can.
    """

    key: bytes = field(repr=False)
    salt: tuple[str, ...]
    numbering: int
    order: tuple[Action, ...] = field(default=(), repr=False)

    def drawn(self, title: AnyTitle, state: Any, actors: Sequence[Doer]) -> Action:
        """Return the next draw.

        Args:
            title: the rules.
            state: in which chance is awaited.
            actors: the actor of each event so far.
        """
        if self.order:
            choices = title.chance_as(state, self.order, actors.count(CHANCE))
        else:
            choices = title.chance(state)
        return choices[self.index(actors, len(choices))]

    def index(self, actors: Sequence[Doer], choices: int) -> int:
        """Return the index of the choice that the next draw takes; all are equally likely.

        Args:
            actors: the actor of each event so far.
            choices: number of choices, 1 to 2**256.
        """
        draws = len(actors) if self.numbering == BY_EVENT else actors.count(CHANCE)
        return draw_index(self.key, self.salt, draws + 1, choices)


def _value(key: bytes, salt: Sequence[str], number: int, counter: int) -> int:
    """Return 256 bits that nobody can predict without the key."""
    message = f"{','.join(salt)}|{number}|{counter}".encode()
    return int.from_bytes(hmac.digest(key, message, "sha256"), "big")


def seating(key: bytes, salt: Sequence[str], people: int) -> tuple[int, ...]:
    """Return the order of play, as positions in the order of joining.

    Args:
        key: 32 bytes.
        salt: ids of interactions, in their order.
        people: number of people.

    Returns:
        For each place in the order of play the place in the order of joining.
    """
    index = draw_index(key, salt, SEATING_NUMBER, factorial(people))
    return permutation(index, people)


def permutation(index: int, count: int) -> tuple[int, ...]:
    """Return the order of 0 to `count` - 1 that has this index in lexicographic order."""
    numbers = list(range(count))
    order = []
    for later_count in range(count - 1, -1, -1):
        place, index = divmod(index, factorial(later_count))
        order.append(numbers.pop(place))
    return tuple(order)
