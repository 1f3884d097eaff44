"""The options on a planner's picture: numbered tunnels and stations."""

from dataclasses import dataclass

from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.geometry import Cell, Point


@dataclass(frozen=True, slots=True)
class PlannerOption:
    """A tunnel that could be dug.

    Attributes:
        number: number on its disc.
        company: the company that digs.
        line: the company's line.
        start: the point where the tunnel starts.
        end: the point where it ends.
        cell: the cell that it fills.
        letter: letter of the marker that it places, or None.
        makes_station: points that get a station by it.
        is_harmful: whether it harms its own company.
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
        number: number on its disc.
        company: the company that places it.
        line: the company's line.
        point: the point of the station.
        is_harmful: whether it harms its own company.
    """

    number: int
    company: Seat
    line: LineName
    point: Point
    is_harmful: bool = False


Option = PlannerOption | StationOption
