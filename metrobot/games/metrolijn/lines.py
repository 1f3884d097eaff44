"""What can be read off a sheet, line by line: what is left of it, and what it pays."""

from dataclasses import dataclass

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.board import Line, LineSite, Station
from metrobot.games.metrolijn.result import Pay
from metrobot.games.metrolijn.state import Sheet
from metrobot.games.metrolijn.view import SheetView, View


@dataclass(frozen=True, slots=True)
class LineState:
    """One line on one sheet.

    Attributes:
        line: its place on the map.
        site: as printed.
        windows: what was written into its windows.
        empty: its stations without a mark, from the wagon on.
        pay: what it has paid once it is finished, else what finishing it now pays.
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
        """How many of its windows are empty (ML §3.3)."""
        return self.site.windows - len(self.windows)


def line_states(view: View, seat: Seat) -> tuple[LineState, ...]:
    """Return every line on a sheet, in the order of the map."""
    return tuple([line_state(view, seat, Line(n)) for n in range(len(view.map.lines))])


def line_state(view: View, seat: Seat, line: Line) -> LineState:
    """Return how one line stands on a sheet (ML §6.2)."""
    sheet, site = view.sheets[seat], view.map.lines[line]
    return stand(site, line, sheet, sheet.paid[line] or view.offers[line])


def stand(site: LineSite, line: Line, sheet: Sheet | SheetView, pay: Pay) -> LineState:
    """Return how a line stands, given what it has paid or pays now."""
    marked = sheet.marked
    empty = tuple([station for station in site.stations if station not in marked])
    return LineState(line, site, sheet.windows[line], empty, pay)
