"""Who acts: a seat at the table, or chance."""

from enum import Enum
from typing import Final, Literal, NewType, TypeAlias

Seat = NewType("Seat", int)
"""A place at the table in turn order, counted from 0. In MetrOmania: a company."""


class Nature(Enum):
    """Its one member acts whenever no human chooses: deals and card draws.

    A type of its own, not seat -1: `hands[-1]` would quietly be the last player.
    """

    CHANCE = "chance"


CHANCE: Final = Nature.CHANCE
Actor: TypeAlias = Seat | Literal[Nature.CHANCE]
