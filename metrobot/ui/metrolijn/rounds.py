"""What everybody did in one round: from the views around it and its events."""

from collections.abc import Iterable
from dataclasses import dataclass

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer, TurnUp
from metrobot.games.metrolijn.board import CARD_NAMED, Card, Line, Map, Station
from metrobot.games.metrolijn.view import View
from metrobot.service.table import Table


@dataclass(frozen=True, slots=True)
class Ride:
    """What one action did on one sheet.

    Attributes:
        seat: whose sheet.
        line: whose window it filled; None for a free ride.
        crossed: the stations that got a cross, in order from the wagon.
        number: the station that got a transfer number, and the number; or None.
        is_extra: it came of a special station (ML §9.1).
    """

    seat: Seat
    line: Line | None
    crossed: tuple[Station, ...]
    number: tuple[Station, int] | None
    is_extra: bool

    @property
    def marked(self) -> tuple[Station, ...]:
        """The stations that were marked, in order."""
        return self.crossed if self.number is None else (self.number[0],)


@dataclass(frozen=True, slots=True)
class Finish:
    """A line that was finished in a round.

    Attributes:
        line: which one.
        seats: by whom, rising.
        points: what each of them gets for it.
        is_first: nobody had finished it in an earlier round (ML §6.2).
    """

    line: Line
    seats: tuple[Seat, ...]
    points: int
    is_first: bool


@dataclass(frozen=True, slots=True)
class Round:
    """One complete round.

    Attributes:
        number: 1 for the first.
        card: what all rode.
        before: the view with its card just turned up.
        after: the view behind its last action.
        rides: what was done, in seat order.
        finishes: the lines that were finished, in the order of the map.
    """

    number: int
    card: Card
    before: View
    after: View
    rides: tuple[Ride, ...]
    finishes: tuple[Finish, ...]

    @property
    def marked(self) -> tuple[frozenset[Station], ...]:
        """What was marked on each sheet."""
        pairs = zip(self.before.sheets, self.after.sheets, strict=True)
        return tuple(after.marked - before.marked for before, after in pairs)


def rides_of(map_: Map, taken: Iterable[tuple[Seat, Action]]) -> tuple[Ride, ...]:
    """Return what some actions did, a seat's extra actions behind its first."""
    found = list[Ride]()
    for seat, action in taken:
        is_extra = any(ride.seat == seat for ride in found)
        found.append(_ride(map_, seat, action, is_extra=is_extra))
    return tuple(found)


def _ride(map_: Map, seat: Seat, action: Action, *, is_extra: bool) -> Ride:
    """Return what one action did."""
    match action:
        case Mark(letter, ids, _):
            crossed = tuple(_named(map_, id_) for id_ in ids)
            return Ride(seat, map_.line_named(letter), crossed, None, is_extra)
        case Transfer(letter, id_, value, _):
            number = None if id_ is None or value is None else (_named(map_, id_), value)
            return Ride(seat, map_.line_named(letter), (), number, is_extra)
        case FreeRide(id_):
            crossed = () if id_ is None else (_named(map_, id_),)
            return Ride(seat, None, crossed, None, is_extra)
    raise TypeError(f"no choice of this game: {action!r}")


def _named(map_: Map, id_: str) -> Station:
    """Return a station by its id."""
    station = map_.station_named(id_)
    assert station is not None  # the action was legal
    return station


def played_round(table: Table, turn: int) -> Round | None:
    """Return what happened in one complete round of a table, None if nobody did anything."""
    made: Round | None = table.once(("round", turn), lambda: _played_round(table, turn))
    return made


def _played_round(table: Table, turn: int) -> Round | None:
    """Return one round, worked out from its events."""
    events = [logged.event for logged in table.log if logged.turn == turn]
    taken = [(Seat(e.actor), e.action) for e in events if isinstance(e.actor, int)]
    cards = [CARD_NAMED[e.action.card] for e in events if isinstance(e.action, TurnUp)]
    if not taken or not cards:
        return None
    views = table.views_in(turn)
    before, after = views[1], views[-1]
    rides = rides_of(after.map, taken)
    return Round(turn + 1, cards[0], before, after, rides, _finishes(before, after))


def _finishes(before: View, after: View) -> tuple[Finish, ...]:
    """Return the lines that were finished between two views (ML §6)."""
    lines = (Line(n) for n in range(len(after.map.lines)))
    found = (_finish(before, after, line) for line in lines)
    return tuple(finish for finish in found if finish is not None)


def _finish(before: View, after: View, line: Line) -> Finish | None:
    """Return who finished a line between two views, None if nobody did."""
    seats = tuple(
        sheet.seat
        for old, sheet in zip(before.sheets, after.sheets, strict=True)
        if old.line_points[line] is None and sheet.line_points[line] is not None
    )
    if not seats:
        return None
    points = after.sheets[seats[0]].line_points[line] or 0
    return Finish(line, seats, points, not before.taken[line])


def last_round(table: Table) -> Round | None:
    """Return the newest round that is complete, None before the first."""
    turns = [logged.turn for logged in table.log if isinstance(logged.event.actor, int)]
    return played_round(table, turns[-1]) if turns else None


def view_after(table: Table, turn: int) -> View:
    """Return a spectator's view behind the last event of a round."""
    view: View = table.views_in(turn)[-1]
    return view
