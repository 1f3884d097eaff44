"""What is measured of each title, in one place."""

from dataclasses import dataclass
from typing import Final

from tests.bench.planning import Position


@dataclass(frozen=True, slots=True)
class Measured:
    """Positions measured for a title, in games of four, and its limits.

    Attributes:
        first: a first turn.
        early: one of the first turns.
        late: a late turn.
        widest: a turn with as many choices as there ever are.
        playing: how often a plain loop's time a random game may take.
        milliseconds: of CPU that a whole turn through the bot may take.
        changes: of module that Confirm may take until its board is posted.
    """

    first: Position
    early: Position
    late: Position
    widest: Position
    playing: float
    milliseconds: int
    changes: int

    @property
    def positions(self) -> tuple[Position, ...]:
        """The turns, in their order."""
        return self.first, self.early, self.late


MEASURED: Final = {
    "metromania": Measured(
        Position("metromania", 12, 0),
        Position("metromania", 12, 1),
        Position("metromania", 4, 22),
        widest=Position("metromania", 12, 0),
        playing=1.0,
        milliseconds=210,
        changes=297,
    ),
    "underground": Measured(
        Position("underground", 10, 0),
        Position("underground", 12, 1),
        Position("underground", 4, 22),
        widest=Position("underground", 10, 0),
        playing=2.0,
        milliseconds=290,
        changes=331,
    ),
    "metrolijn": Measured(
        Position("metrolijn", 10, 0),
        Position("metrolijn", 10, 3),
        Position("metrolijn", 7, 21),
        widest=Position("metrolijn", 10, 3),
        playing=1.4,
        milliseconds=65,
        changes=349,
    ),
}
