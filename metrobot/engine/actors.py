"""Who acts: a seat at the table, chance, or the table itself."""

from enum import Enum
from typing import Final, Literal, NewType, TypeAlias

Seat = NewType("Seat", int)
"""A place at the table in turn order, counted from 0. In MetrOmania: a company."""


class Nature(Enum):
    """Its one member acts whenever no human chooses: deals and card draws.

    A type of its own, not seat -1: `hands[-1]` would quietly be the last player.
    """

    CHANCE = "chance"


class TableActor(Enum):
    """Its one member acts where seats are given up or taken, or the game is ended."""

    TABLE = "table"


CHANCE: Final = Nature.CHANCE
TABLE: Final = TableActor.TABLE
Actor: TypeAlias = Seat | Literal[Nature.CHANCE]
"""Who acts within the rules of a title."""
Doer: TypeAlias = Actor | Literal[TableActor.TABLE]
"""Whose deed an event is."""
