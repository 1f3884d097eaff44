"""What a turn, or several, changed on the board."""

from dataclasses import dataclass

from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.geometry import Point
from metrobot.games.metromania.view import View


@dataclass(frozen=True, slots=True)
class LastPlayer:
    """Who played last.

    Attributes:
        seat: the company.
        points: that its turn made.
        is_watched: the turn is looked at again, so that it is what the picture is about.
    """

    seat: Seat
    points: int
    is_watched: bool = False


@dataclass(frozen=True, slots=True)
class Changes:
    """What is new.

    Attributes:
        tunnels: company, line, and the tunnel's place in the line's cells.
        stations: points, rising.
        markers: in the order of their letters.
        played: who did it, or the last of those who did; None where it is no turn.
    """

    tunnels: tuple[tuple[Seat, LineName, int], ...] = ()
    stations: tuple[Point, ...] = ()
    markers: tuple[Marker, ...] = ()
    played: LastPlayer | None = None

    @property
    def has_any(self) -> bool:
        """Whether anything is new."""
        return bool(self.tunnels or self.stations or self.markers)


NOTHING = Changes()


def changes_between(before: View | None, after: View, played: LastPlayer | None = None) -> Changes:
    """Return what is new in a later view; nothing where there was none before.

    Args:
        before: the earlier view.
        after: the later one.
        played: who played in between.
    """
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
