"""Who acts: a seat at the table, chance, or the table itself."""

from enum import Enum
from typing import Final, Literal, NewType, TypeAlias

Seat = NewType("Seat", int)
"""A place at the table in turn order, counted from 0. In MetrOmania: a company."""


class Nature(Enum):
    """The actor of deals and card draws.

    A type of its own, not seat -1: `hands[-1]` would quietly be the last player.
    """

    CHANCE = "chance"


class TableActor(Enum):
    """The actor of events that concern the seats or end the game."""

    TABLE = "table"


CHANCE: Final = Nature.CHANCE
TABLE: Final = TableActor.TABLE
Actor: TypeAlias = Seat | Literal[Nature.CHANCE]
"""Whoever acts within the rules of a title: a seat or chance."""
Doer: TypeAlias = Actor | Literal[TableActor.TABLE]
"""The actor of an event: a seat, chance or the table."""
