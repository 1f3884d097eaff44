"""What can be read off a sheet: lines, what is left of them, what they still pay."""

from dataclasses import dataclass

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.board import Line, LineSite, Station
from metrobot.games.metrolijn.view import SheetView, View


@dataclass(frozen=True, slots=True)
class LineState:
    """One line on one sheet.

    Attributes:
        line: its place on the map.
        site: as printed.
        windows: what was written into its windows.
        empty: its stations without a mark, from the wagon on.
        open_points: what finishing it now would pay, 0 once it is finished.
        is_first: whether that are its higher points.
        paid: what it has paid, None while unfinished.
    """

    line: Line
    site: LineSite
    windows: tuple[str, ...]
    empty: tuple[Station, ...]
    open_points: int
    is_first: bool
    paid: int | None

    @property
    def windows_left(self) -> int:
        """How many of its windows are empty."""
        return self.site.windows - len(self.windows)


def line_states(view: View, seat: Seat) -> tuple[LineState, ...]:
    """Return every line on a sheet, in the order of the map."""
    sheet = view.sheets[seat]
    return tuple(_line_state(view, sheet, Line(n)) for n in range(len(view.map.lines)))


def line_state(view: View, seat: Seat, line: Line) -> LineState:
    """Return one line on a sheet."""
    return _line_state(view, view.sheets[seat], line)


def _line_state(view: View, sheet: SheetView, line: Line) -> LineState:
    """Return how a line stands on a sheet.

    Source: ML §6.2, §8.
    """
    site, paid = view.map.lines[line], sheet.line_points[line]
    is_first = not view.taken[line] or view.rules.players == 1
    points = site.first_points if is_first else site.later_points
    marked = sheet.marked
    return LineState(
        line=line,
        site=site,
        windows=sheet.windows[line],
        empty=tuple(station for station in site.stations if station not in marked),
        open_points=points if paid is None else 0,
        is_first=is_first,
        paid=paid,
    )


def windows_left(view: View, seat: Seat) -> int:
    """Return how many windows somebody has left, all lines together."""
    return sum(state.windows_left for state in line_states(view, seat))


def lines_at(view: View, station: Station) -> tuple[Line, ...]:
    """Return the lines that serve a station."""
    return tuple(Line(n) for n, site in enumerate(view.map.lines) if station in site.stations)
