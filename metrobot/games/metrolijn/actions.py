"""Actions of Metrolijn.

Lines and stations are called by their names in the record: an action means
the same on every map that has them, and is refused on every other.

Source: ML §3, §4; the record's table of kinds.
"""

from dataclasses import dataclass
from typing import ClassVar

from metrobot.engine.actions import Action


@dataclass(frozen=True, slots=True)
class TurnUp(Action):
    """Turn up one card for all. By CHANCE (ML §3.1).

    Attributes:
        card: its id.
    """

    kind: ClassVar[str] = "card"
    card: str


@dataclass(frozen=True, slots=True)
class Mark(Action):
    """Fill a window with a number or an express, and cross stations (ML §4.1, §4.2, §4.5).

    Attributes:
        line: its letter.
        stations: ids of those crossed, in order from the wagon; may be empty.
        direction: on a ring 1 or -1, elsewhere None.
    """

    kind: ClassVar[str] = "mark"
    line: str
    stations: tuple[str, ...]
    direction: int | None


@dataclass(frozen=True, slots=True)
class Transfer(Action):
    """Fill a window with a transfer, and write its number (ML §4.3).

    Attributes:
        line: its letter.
        station: id of the station that gets the number, or None.
        value: the number of lines that serve it, or None with no station.
        direction: on a ring 1 or -1, elsewhere None.
    """

    kind: ClassVar[str] = "transfer"
    line: str
    station: str | None
    value: int | None
    direction: int | None


@dataclass(frozen=True, slots=True)
class FreeRide(Action):
    """Cross any one empty station, no window (ML §4.4).

    Attributes:
        station: its id, or None to give it up.
    """

    kind: ClassVar[str] = "free"
    station: str | None
