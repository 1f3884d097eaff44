"""The state of each line on a sheet: its empty stations and windows, and its points."""

from dataclasses import dataclass

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.board import Line, LineSite, Station
from metrobot.games.metrolijn.result import Pay
from metrobot.games.metrolijn.state import Sheet
from metrobot.games.metrolijn.view import View


@dataclass(frozen=True, slots=True)
class LineState:
    """One line on one sheet.

    Attributes:
        line: its place on the map.
        site: as printed.
        windows: the contents of its filled windows.
        empty: its stations without a mark, from the wagon on.
        pay: its points if it is finished, else the points for finishing it now.
    """

    line: Line
    site: LineSite
    windows: tuple[str, ...]
    empty: tuple[Station, ...]
    pay: Pay

    @property
    def is_finished(self) -> bool:
        """Whether all its stations are marked (ML §6.1)."""
        return not self.empty

    @property
    def windows_left(self) -> int:
        """Number of its empty windows (ML §3.3)."""
        return self.site.windows - len(self.windows)


def line_states(view: View, seat: Seat) -> tuple[LineState, ...]:
    """Return the state of every line on a sheet, in the order of the map."""
    return tuple([line_state(view, seat, Line(n)) for n in range(len(view.map.lines))])


def line_state(view: View, seat: Seat, line: Line) -> LineState:
    """Return the state of one line on a sheet (ML §6.2)."""
    sheet, site = view.sheets[seat], view.map.lines[line]
    return stand(site, line, sheet, sheet.paid[line] or view.offers[line])


def stand(site: LineSite, line: Line, sheet: Sheet, pay: Pay) -> LineState:
    """Return a line's state, given its pay."""
    empty = tuple([station for station in site.stations if station not in sheet.marked])
    return LineState(line, site, sheet.windows[line], empty, pay)
