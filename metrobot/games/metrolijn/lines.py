"""What can be read off a sheet, line by line: what is left of it, and what it pays."""

from dataclasses import dataclass

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.board import Line, LineSite, Station
from metrobot.games.metrolijn.result import Pay
from metrobot.games.metrolijn.view import View


@dataclass(frozen=True, slots=True)
class LineState:
    """One line on one sheet.

    Attributes:
        line: its place on the map.
        site: as printed.
        windows: what was written into its windows.
        empty: its stations without a mark, from the wagon on.
        pay: what it has paid once it is finished, else what finishing it now pays.
        is_finished: whether it has paid.
    """

    line: Line
    site: LineSite
    windows: tuple[str, ...]
    empty: tuple[Station, ...]
    pay: Pay
    is_finished: bool

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
    marked, paid = sheet.marked, sheet.paid[line]
    return LineState(
        line=line,
        site=site,
        windows=sheet.windows[line],
        empty=tuple([station for station in site.stations if station not in marked]),
        pay=view.offers[line] if paid is None else paid,
        is_finished=paid is not None,
    )
