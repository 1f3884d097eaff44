"""The options on a planner's picture: numbered pieces."""

from dataclasses import dataclass

from metrobot.games.underground.board import Colour, Link


@dataclass(frozen=True, slots=True)
class PlannerOption:
    """A piece that could be laid.

    Attributes:
        number: number on its disc.
        colour: colour of the piece.
        link: link of the piece.
        tokens: cost in tokens; 0: it is free.
        harms: whether it harms its own line, so that its disc is red.
    """

    number: int
    colour: Colour
    link: Link
    tokens: int
    harms: bool = False
