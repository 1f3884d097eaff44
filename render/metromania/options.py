"""What a planner's picture offers: numbered tunnels and numbered stations."""

from dataclasses import dataclass

from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.geometry import Cell, Point


@dataclass(frozen=True, slots=True)
class PlannerOption:
    """A tunnel that could be dug.

    Attributes:
        number: on its badge.
        company: whose line.
        line: which of the two.
        start: where the tunnel starts.
        end: where it leads.
        cell: the cell that it fills.
        letter: of the marker that it places, or None.
        makes_station: points that get a station by it.
        is_harmful: it harms its own company.
    """

    number: int
    company: Seat
    line: LineName
    start: Point
    end: Point
    cell: Cell
    letter: str | None = None
    makes_station: tuple[Point, ...] = ()
    is_harmful: bool = False


@dataclass(frozen=True, slots=True)
class StationOption:
    """A station that could be placed.

    Attributes:
        number: on its badge.
        company: whose line.
        line: which of the two.
        point: where.
        is_harmful: it harms its own company.
    """

    number: int
    company: Seat
    line: LineName
    point: Point
    is_harmful: bool = False


Option = PlannerOption | StationOption
