"""Stations: those made by digging, and those placed between others.

Source: MM §7, §8, §10.3.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import LINE_NAMES, Dig, LineName, PlaceStation
from metrobot.games.metromania.geometry import CITY_POINTS, Point, Step, step_between
from metrobot.games.metromania.reasons import Reason
from metrobot.games.metromania.state import Deeds, Line, State, line_index


@dataclass(frozen=True, slots=True)
class Built:
    """A new station.

    Attributes:
        at: its point.
        points: the points that it scores at once (MM §7.5).
    """

    at: Point
    points: int


def step_of_tunnel(dig: Dig) -> Step:
    """Return a tunnel's step, without the cells beside it."""
    return step_between(dig.start, dig.end)


def built_by(state: State, seat: Seat, action: Action) -> tuple[Built, ...]:
    """Return the stations that a legal action of a company builds, with their points.

    Source: MM §7.1 to §7.6, §8.1, §10.3.
    """
    match action:
        case Dig():
            line = state.lines[line_index(seat, action.line)]
            points = stations_made(state, line, step_of_tunnel(action))
        case PlaceStation():
            points = (action.point,)
        case _:
            points = ()
    return tuple(Built(point, value_of(state, point)) for point in points)


def stations_made(state: State, line: Line, step: Step) -> tuple[Point, ...]:
    """Return the points where a tunnel along this step makes stations, the split first.

    Args:
        state: before the tunnel.
        line: one of the state's lines, started or not.
        step: from the line's end, or from the gate where it starts.

    Source: MM §7.1 to §7.4 (also the player's own other line), §7.6.
    """
    others = [other for other in state.lines if other is not line]
    point = line.points[-1] if line.points else step.to
    return made_beside(others, state.stations, point, line.last_edge, step)


def made_beside(
    others: Sequence[Line], stations: int, point: Point, last: int, step: Step
) -> tuple[Point, ...]:
    """Return the points where a tunnel makes stations, the split first.

    Args:
        others: all lines but the one that grows.
        stations: the points with a station, as bits.
        point: the tunnel's first point.
        last: the line's edge before that point, as a bit; 0 at its start.
        step: of the tunnel.

    Source: MM §7.1 (split), §7.2 (meet), §7.3, §7.4, §7.6 (both).
    """
    edge = 1 << step.edge
    is_split = is_meeting = False
    # At its start a line has no edge behind it, and so nothing to split from.
    if last and not stations >> point & 1:
        is_split = any(other.edges & last and not other.edges & edge for other in others)
    if step.to < CITY_POINTS and not stations >> step.to & 1:
        here = 1 << step.to
        is_meeting = any(other.visited & here and not other.edges & edge for other in others)
    if is_split:
        return (point, step.to) if is_meeting else (point,)
    return (step.to,) if is_meeting else ()


def value_of(state: State, point: Point) -> int:
    """Return the points that a new station scores: one per spot that it touches (MM §7.5)."""
    count = state.built_city.spot_counts[point]
    return min(count, 1) if state.rules["station_points"] == "flat" else count


def station_refusal(state: State, seat: Seat, action: PlaceStation) -> Reason | None:
    """Return the rule against this intermediate station, or None (MM §4.1, §8.1, §10.3)."""
    line = state.lines[line_index(seat, action.line)]
    return _line_refusal(state.now, line, action.line) or _site_refusal(state, line, action.point)


def _line_refusal(now: Deeds, line: Line, name: LineName) -> Reason | None:
    """Return the rule against a station on this line at this moment of the turn, or None.

    Source: MM §4.1, §10.3.
    """
    if now.bonus is not None:
        return None if name is now.bonus else Reason.STATION_OTHER_LINE
    if now.dug:
        return Reason.STATION_DIG_BEGUN
    return Reason.STATION_LINE_FINISHED if line.is_finished else None


def _site_refusal(state: State, line: Line, point: Point) -> Reason | None:
    """Return the rule against an intermediate station on this point of a line, or None.

    Source: MM §8.1, §10.3.
    """
    if not state.stock:
        return Reason.STATION_NONE_LEFT
    if point >= CITY_POINTS or not line.visited >> point & 1:
        return Reason.STATION_NOT_ON_LINE
    if state.stations >> point & 1:
        return Reason.STATION_EXISTS
    # Strictly between two stations means that one comes later, since the start marker counts as
    # one. On a finished line the end marker counts, too.
    if line.is_finished:
        return None
    later = line.points[line.points.index(point) + 1 :]
    is_between = any(state.stations >> later_point & 1 for later_point in later)
    return None if is_between else Reason.STATION_NOT_BETWEEN


def open_sites(state: State, line: Line) -> tuple[Point, ...]:
    """Return the points of a line where an intermediate station may stand, in its order.

    Source: MM §8.1, §10.3.
    """
    # Without a station on an unfinished line no site is strictly between two.
    if not state.stock or not (line.is_finished or line.visited & state.stations):
        return ()
    return tuple(point for point in line.points if _site_refusal(state, line, point) is None)


def station_choices(state: State, seat: Seat) -> tuple[PlaceStation, ...]:
    """Return the intermediate stations open to a company, by line and position (MM §8.1, §10.3)."""
    now, lines = state.now, state.lines[2 * seat : 2 * seat + 2]
    return tuple(
        [
            PlaceStation(name, point)
            for name, line in zip(LINE_NAMES, lines, strict=True)
            if _line_refusal(now, line, name) is None
            for point in open_sites(state, line)
        ]
    )
