"""What some actions of one company did: from two views and the actions between them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import Decline, Dig, LineName, PlaceStation, Stop
from metrobot.games.metromania.city import Ground
from metrobot.games.metromania.geometry import GATE_OF, TOUCHING, Gate, Point
from metrobot.games.metromania.view import LineView, PlacedMarker, View
from metrobot.service.table import Table

SPOT_GROUNDS = frozenset((Ground.HOME, Ground.WORK, Ground.LEISURE))


@dataclass(frozen=True, slots=True)
class Built:
    """A new station.

    Attributes:
        at: its point.
        points: that it brought at once.
    """

    at: Point
    points: int


@dataclass(frozen=True, slots=True)
class Turn:
    """What one company did in one turn, or in a part of it.

    Attributes:
        seat: the company.
        before: the view from which it set out.
        after: the view behind its last action.
        digs: its tunnels, in order.
        built: the stations that came of it, in order.
        placed: the marker that it placed, or None.
        has_declined: it gave up the station of a line just ended.
        has_stopped: it ended its dig early, or passed.
    """

    seat: Seat
    before: View
    after: View
    digs: tuple[Dig, ...]
    built: tuple[Built, ...]
    placed: PlacedMarker | None
    has_declined: bool
    has_stopped: bool

    @property
    def points(self) -> int:
        """The station points that it made."""
        return sum(station.points for station in self.built)

    @property
    def lines(self) -> tuple[LineName, ...]:
        """The lines that grew, each once, in the order of digging."""
        return tuple(dict.fromkeys(dig.line for dig in self.digs))

    @property
    def ended(self) -> tuple[tuple[LineName, Gate], ...]:
        """The lines that it finished, with their black gates."""
        return tuple((dig.line, GATE_OF[dig.end]) for dig in self.digs if dig.end in GATE_OF)

    def way(self, name: LineName) -> tuple[Point, ...]:
        """Return the points that a line went through, where it set out included."""
        digs = [dig for dig in self.digs if dig.line is name]
        return (*(dig.start for dig in digs[:1]), *(dig.end for dig in digs))


def station_points(view: View, at: Point) -> int:
    """Return what a new station on this point brings.

    Source: MM §7.5.
    """
    spots = sum(view.grounds[cell] in SPOT_GROUNDS for cell in TOUCHING[at])
    return min(spots, 1) if view.rules["station_points"] == "flat" else spots


def turn_of(seat: Seat, before: View, after: View, actions: Sequence[Action]) -> Turn:
    """Return what these actions of a company did between two views."""
    digs = tuple(action for action in actions if isinstance(action, Dig))
    was_placed = {placed.marker for placed in before.placed}
    return Turn(
        seat=seat,
        before=before,
        after=after,
        digs=digs,
        built=tuple(_built(before, after, actions)),
        placed=next((new for new in after.placed if new.marker not in was_placed), None),
        has_declined=any(isinstance(action, Decline) for action in actions),
        has_stopped=any(isinstance(action, Stop) for action in actions),
    )


def _built(before: View, after: View, actions: Iterable[Action]) -> Iterable[Built]:
    """Yield the new stations in the order in which they came."""
    new = set(after.stations - before.stations)
    for action in actions:
        points: tuple[Point, ...] = ()
        if isinstance(action, Dig):
            points = (action.start, action.end)
        elif isinstance(action, PlaceStation):
            points = (action.point,)
        for at in points:
            if at in new:
                new.remove(at)
                yield Built(at, station_points(after, at))


def played_turn(table: Table, turn: int) -> Turn | None:
    """Return what happened in one turn of a table as everybody may see it.

    Returns:
        None where nobody did anything in that turn.
    """
    return table.once(("played_turn", turn), lambda: _played(table, turn))


def _played(table: Table, turn: int) -> Turn | None:
    """Work out what happened in one turn."""
    logged = [entry for entry in table.log if entry.turn == turn]
    acts = [entry.event for entry in logged if isinstance(entry.event.actor, int)]
    if not acts:
        return None
    seat = acts[0].actor
    assert isinstance(seat, int)  # chance was sorted out above
    before, after = table.before_turn(turn), view_after(table, turn)
    return turn_of(Seat(seat), before, after, [act.action for act in acts])


def view_after(table: Table, turn: int) -> View:
    """Return a spectator's view behind the last event of a turn."""
    later = [entry.turn for entry in table.log if entry.turn > turn]
    view: View = table.before_turn(min(later)) if later else table.view_for(None)
    return view


def last_turn(table: Table) -> Turn | None:
    """Return the newest turn in which somebody did something."""
    turns = [entry.turn for entry in table.log if isinstance(entry.event.actor, int)]
    return played_turn(table, turns[-1]) if turns else None


def lines_of(view: View) -> tuple[LineView, ...]:
    """Return all lines, in turn order, solid first."""
    return tuple(line for company in view.companies for line in company.lines)


def unserved(view: View) -> tuple[PlacedMarker, ...]:
    """Return the placed markers that no station touches yet."""
    return tuple(placed for placed in view.placed if not placed.is_served)


def is_started(line: LineView) -> bool:
    """Return whether a line has its first tunnel."""
    return bool(line.points)
