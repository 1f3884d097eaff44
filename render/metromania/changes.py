"""What a turn, or several, changed on the board."""

from collections.abc import Iterator
from dataclasses import dataclass

from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.geometry import Point
from metrobot.games.metromania.view import LineView, View


@dataclass(frozen=True, slots=True)
class Changes:
    """What is new.

    Attributes:
        tunnels: company, line, and the tunnel's place in the line's cells.
        stations: points, rising.
        markers: in the order of their letters.
    """

    tunnels: tuple[tuple[Seat, LineName, int], ...] = ()
    stations: tuple[Point, ...] = ()
    markers: tuple[Marker, ...] = ()


NOTHING = Changes()


def lines_of(view: View) -> Iterator[LineView]:
    """Yield all lines, companies in turn order, solid before striped."""
    for company in view.companies:
        yield from company.lines


def changes(before: View | None, after: View) -> Changes:
    """Return what is new in a later view; nothing where there was none before."""
    if before is None:
        return NOTHING
    lengths = {(line.company, line.name): len(line.cells) for line in lines_of(before)}
    placed = {placed.marker for placed in before.placed}
    return Changes(
        tunnels=tuple(
            (line.company, line.name, ix)
            for line in lines_of(after)
            for ix in range(lengths.get((line.company, line.name), 0), len(line.cells))
        ),
        stations=tuple(sorted(after.stations - before.stations)),
        markers=tuple(p.marker for p in after.placed if p.marker not in placed),
    )
