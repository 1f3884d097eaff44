"""Actions of On the Underground.

Source: OU §4, §6, §7; the record's table of kinds.
"""

from dataclasses import dataclass
from typing import ClassVar

from metrobot.engine.actions import Action
from metrobot.games.underground.board import Colour, Link, Station


@dataclass(frozen=True, slots=True)
class PlaceTokens(Action):
    """Shuffle the connection tokens over their stations. By CHANCE (OU §2.2).

    Attributes:
        symbols: one for each connection station, in the order of the data.
    """

    kind: ClassVar[str] = "tokens"
    symbols: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DrawCards(Action):
    """Turn up destination cards. By CHANCE (OU §2.3, §7.1).

    Attributes:
        cards: their stations, in the order in which they are turned up.
    """

    kind: ClassVar[str] = "draw"
    cards: tuple[Station, ...]


@dataclass(frozen=True, slots=True)
class Build(Action):
    """Lay one piece (OU §4).

    Attributes:
        colour: of the piece, one of the seat's own.
        link: the link that gets it.
    """

    kind: ClassVar[str] = "build"
    colour: Colour
    link: Link


@dataclass(frozen=True, slots=True)
class TakeToken(Action):
    """Take a branch token instead of laying a piece (OU §4.1)."""

    kind: ClassVar[str] = "token"


@dataclass(frozen=True, slots=True)
class Travel(Action):
    """Let the passenger visit one destination (OU §6).

    Attributes:
        to: the destination.
        colours: of the lines used, rising, each once; may be empty.
    """

    kind: ClassVar[str] = "travel"
    to: Station
    colours: tuple[Colour, ...]
