"""What a turn, or several, changed on the board."""

from collections.abc import Iterable
from dataclasses import dataclass

from metrobot.games.underground.board import Colour, Link
from metrobot.games.underground.passenger import Trip
from metrobot.games.underground.told import Turn


@dataclass(frozen=True, slots=True)
class Changes:
    """What is new.

    Attributes:
        pieces: each as its colour and its link.
        trips: in their order.
    """

    pieces: frozenset[tuple[Colour, Link]] = frozenset()
    trips: tuple[Trip, ...] = ()


NOTHING = Changes()


def changes(turns: Iterable[Turn]) -> Changes:
    """Return what is new of some turns."""
    told = tuple(turns)
    pieces = (piece for turn in told for piece in turn.pieces)
    return Changes(
        pieces=frozenset((piece.colour, piece.link) for piece in pieces),
        trips=tuple(trip for turn in told for trip in turn.trips),
    )
