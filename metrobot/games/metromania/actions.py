"""Actions of MetrOmania.

Source: MM §4, §8, §10.3; the record's table of kinds.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, Final

from metrobot.engine.actions import Action
from metrobot.games.metromania.city import Layout, Marker
from metrobot.games.metromania.geometry import Cell, Point

TUNNELS_PER_LINE: Final = 18
"""Tunnel pieces of each line (MM §2.1)."""
STATIONS: Final = 30
"""Station pieces of the game (MM §2.2)."""
TUNNELS_PER_TURN: Final = 3
"""Most tunnels in one dig (MM §4.2)."""


class LineName(StrEnum):
    """The two lines of a company (MM §2.1)."""

    SOLID = "solid"
    STRIPED = "striped"


LINE_NAMES = (LineName.SOLID, LineName.STRIPED)


@dataclass(frozen=True, slots=True)
class BuildCity(Action):
    """Lay out the six districts. Always by CHANCE, always first (MM §1.1)."""

    kind: ClassVar[str] = "city"
    layout: Layout


@dataclass(frozen=True, slots=True)
class DealMarkers(Action):
    """Deal the destination markers. By CHANCE, if anything is drawn (MM §3.2).

    Attributes:
        hands: the markers of each company, sorted.
    """

    kind: ClassVar[str] = "deal"
    # Not printed: logs and errors must not tell hands.
    hands: tuple[tuple[Marker, ...], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Dig(Action):
    """Lay one tunnel (MM §5, §6, §9, §10).

    Attributes:
        line: the line that grows.
        start: the line's end point, or the outer corner of a white gate.
        end: the next point, or the outer corner of a black gate.
        cell: the cell that the tunnel fills, one of the two beside it.
        letter: of the marker placed on the cell, or None.
    """

    kind: ClassVar[str] = "dig"
    line: LineName
    start: Point
    end: Point
    cell: Cell
    letter: str | None


@dataclass(frozen=True, slots=True)
class PlaceStation(Action):
    """Place an intermediate station, as the turn's action or on ending a line (MM §8, §10.3)."""

    kind: ClassVar[str] = "station"
    line: LineName
    point: Point


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Give up the station of the line just ended (MM §10.3)."""

    kind: ClassVar[str] = "decline"


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """End a dig early, or pass, where the rules leave the choice (MM §4.2, §4.4)."""

    kind: ClassVar[str] = "stop"
