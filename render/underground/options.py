"""What a planner's picture offers: numbered links."""

from dataclasses import dataclass

from metrobot.games.underground.board import Colour, Link


@dataclass(frozen=True, slots=True)
class PlannerOption:
    """A piece that could be laid.

    Attributes:
        number: on its badge.
        colour: of the piece.
        link: where it would lie.
        tokens: what it costs; 0: it is free.
        harms: whether it does its own line harm: its badge is red.
    """

    number: int
    colour: Colour
    link: Link
    tokens: int
    harms: bool = False
