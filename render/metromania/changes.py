"""The changes of one or several turns on the board, and those that a planner offers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.geometry import Cell, Point
from metrobot.games.metromania.summary import Turn
from metrobot.games.metromania.view import View


@dataclass(frozen=True, slots=True)
class LastPlayer:
    """The company that played last.

    Attributes:
        seat: the company.
        points: points of its turn.
        is_watched: whether the picture is about this turn, as in a replay.
    """

    seat: Seat
    points: int
    is_watched: bool = False


@dataclass(frozen=True, slots=True)
class Changes:
    """New tunnels, stations and markers.

    Attributes:
        tunnels: company, line, and place of the tunnel in the line's cells.
        stations: points of the stations, rising.
        markers: the markers, in the order of their letters.
        played: the last player of these turns; None if there was no turn.
        numbered: of several turns the number and company, each with the points of a new part of
            a line, from its middle outwards, or with a new station.
    """

    tunnels: tuple[tuple[Seat, LineName, int], ...] = ()
    stations: tuple[Point, ...] = ()
    markers: tuple[Marker, ...] = ()
    played: LastPlayer | None = None
    numbered: tuple[tuple[int, Seat, tuple[Point, ...]], ...] = ()

    @property
    def has_any(self) -> bool:
        """Whether anything is new."""
        return bool(self.tunnels or self.stations or self.markers)


NOTHING = Changes()


def changes_between(before: View | None, after: View, played: LastPlayer | None = None) -> Changes:
    """Return the changes between two views; none without an earlier view."""
    if before is None:
        return NOTHING
    lengths = {(line.company, line.name): len(line.cells) for line in before.lines}
    placed = {placed.marker for placed in before.placed}
    return Changes(
        tunnels=tuple(
            (line.company, line.name, ix)
            for line in after.lines
            for ix in range(lengths.get((line.company, line.name), 0), len(line.cells))
        ),
        stations=tuple(sorted(after.stations - before.stations)),
        markers=tuple(p.marker for p in after.placed if p.marker not in placed),
        played=played,
    )


def changes_of(turns: Sequence[Turn], played: LastPlayer | None) -> Changes:
    """Return the changes of some turns, with the numbers of these turns if there are several."""
    if not turns:
        return NOTHING
    spots = (spot for turn in turns for spot in _spots(turn))
    numbered = tuple(spots) if len(turns) > 1 else ()
    return replace(changes_between(turns[0].before, turns[-1].after, played), numbered=numbered)


def _spots(turn: Turn) -> Iterator[tuple[int, Seat, tuple[Point, ...]]]:
    """Yield the number of a turn with each new part of a line, or with each new station."""
    new = changes_between(turn.before, turn.after)
    lines = {(line.company, line.name): line.points for line in turn.after.lines}
    parts = list[tuple[Point, ...]]()
    for whose, places in groupby(new.tunnels, key=lambda tunnel: tunnel[:2]):
        own = [ix for *_, ix in places]
        points, middle = lines[whose][own[0] : own[-1] + 2], len(own) // 2 + len(own) % 2
        parts.append(tuple(sorted(points, key=lambda point: abs(points.index(point) - middle))))
    if turn.seat is not None:
        yield from ((turn.before.turn + 1, turn.seat, part) for part in parts or zip(new.stations))


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
