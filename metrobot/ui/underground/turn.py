"""What some actions of one player did: from the views around each of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from metrobot.engine.actions import Action
from metrobot.engine.actors import TABLE, Seat
from metrobot.games.underground.actions import Build, DrawCards, TakeToken, Travel
from metrobot.games.underground.board import LINKS, STATIONS, Kind, Station
from metrobot.games.underground.building import Gain
from metrobot.games.underground.passenger import Route
from metrobot.games.underground.state import SOURCES, Source
from metrobot.games.underground.view import LineView, View
from metrobot.service.table import Table
from metrobot.ui.underground.lines import line_of, stations_on


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece that was laid.

    Attributes:
        action: colour and link.
        start: the station from which it was laid: on the line before, if one was.
        end: the other one.
        cost: tokens paid.
        gain: what it scored.
    """

    action: Build
    start: Station
    end: Station
    cost: int
    gain: Gain


@dataclass(frozen=True, slots=True)
class Trip:
    """One visit of the passenger.

    Attributes:
        start: where he set out.
        route: where to, by which colours, at what cost.
    """

    start: Station
    route: Route


@dataclass(frozen=True, slots=True)
class Turn:
    """What one player did in one turn, or in a part of it.

    Attributes:
        seat: the player.
        before: the view from which it set out.
        after: the view behind the last action, new cards included.
        moves: pieces in order; None: a token was taken.
        trips: the passenger's visits.
        drawn: the cards turned up behind them.
    """

    seat: Seat
    before: View
    after: View
    moves: tuple[Piece | None, ...]
    trips: tuple[Trip, ...]
    drawn: tuple[Station, ...]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces that were laid."""
        return tuple(move for move in self.moves if move is not None)

    @property
    def tokens_taken(self) -> int:
        """How many actions were used for tokens."""
        return self.moves.count(None)

    @property
    def points(self) -> int:
        """What the player's score grew by."""
        return self.after.players[self.seat].score - self.before.players[self.seat].score

    @property
    def built_points(self) -> int:
        """What building brought, the passenger left out."""
        return self.points - gained(self, self.seat, Source.PASSENGER)


def gained(turn: Turn, seat: Seat, source: Source) -> int:
    """Return what somebody's points of one source grew by."""
    column = SOURCES.index(source)
    return turn.after.players[seat].points[column] - turn.before.players[seat].points[column]


def turn_of(seat: Seat, views: Sequence[View], actions: Sequence[Action]) -> Turn:
    """Return what these actions did.

    Args:
        seat: whose they are.
        views: before the first action, then behind each.
        actions: new cards included.
    """
    moves, trips, drawn = list[Piece | None](), list[Trip](), list[Station]()
    for before, after, action in zip(views, views[1:], actions, strict=False):
        match action:
            case Build():
                moves.append(_piece(seat, before, after, action))
            case TakeToken():
                moves.append(None)
            case Travel():
                trips.append(_trip(before, action))
            case DrawCards(cards):
                drawn.extend(cards)
    return Turn(seat, views[0], views[-1], tuple(moves), tuple(trips), tuple(drawn))


def _piece(seat: Seat, before: View, after: View, action: Build) -> Piece:
    """Return what laying one piece did."""
    gain = gain_between(before, after, line_of(before, action.colour), action)
    start, end = oriented(line_of(before, action.colour), action)
    spent = before.players[seat].tokens - after.players[seat].tokens
    return Piece(action, start, end, spent + len(gain.termini), gain)


def oriented(line: LineView, action: Build) -> tuple[Station, Station]:
    """Return the stations of a piece, first the one that was on the line before."""
    a, b = LINKS[action.link].a, LINKS[action.link].b
    on_line = stations_on(line.track)
    return (b, a) if b in on_line and a not in on_line else (a, b)


def gain_between(before: View, after: View, line: LineView, action: Build) -> Gain:
    """Return what one piece scored, by what has changed (OU §5)."""
    new = line_of(after, action.colour)
    old_stations, stations = stations_on(line.track), stations_on(new.track)
    added = sorted(stations - old_stations)
    symbols = {symbol for station, symbol in before.symbols if station in added}
    pairs = [
        symbol
        for symbol in sorted(symbols)
        if all(station in stations for station, there in before.symbols if there == symbol)
    ]
    return Gain(
        rails=tuple(s for s in added if STATIONS[s].kind is Kind.NATIONAL_RAIL),
        termini=tuple(s for s in added if STATIONS[s].kind is Kind.TERMINUS),
        pairs=tuple(pairs),
        enclosed=tuple(sorted(new.enclosed - line.enclosed)),
    )


def _trip(before: View, action: Travel) -> Trip:
    """Return one visit; only where the passenger stands he sets out."""
    assert before.passenger is not None  # he travels
    found = (r for r in before.choices if (r.to, r.colours) == (action.to, action.colours))
    return Trip(before.passenger, next(found))


def played_turn(table: Table, turn: int) -> Turn | None:
    """Return what happened in one turn of a table.

    The first turn shares its number with what chance laid out before it, which
    is left out.

    Returns:
        None where nobody did anything in that turn.
    """
    logged = (each.event for each in table.log if each.turn == turn)
    events = [event for event in logged if event.actor is not TABLE]
    seats = [isinstance(event.actor, int) for event in events]
    if not any(seats):
        return None
    first = seats.index(True)
    views = table.views_in(turn)[first:]
    actions = [event.action for event in events[first:]]
    return turn_of(Seat(int(views[0].to_act)), views, actions)


def last_turn(table: Table) -> Turn | None:
    """Return the newest turn that has ended, or the one that is under way."""
    turns = [entry.turn for entry in table.log if isinstance(entry.event.actor, int)]
    return played_turn(table, turns[-1]) if turns else None


def turns_from(table: Table, first: int) -> tuple[Turn, ...]:
    """Return all turns in which somebody did something, from one on, oldest first."""
    numbers = dict.fromkeys(entry.turn for entry in table.log if entry.turn >= first)
    found = (played_turn(table, number) for number in numbers)
    return tuple(turn for turn in found if turn is not None)


def view_after(table: Table, turn: int) -> View:
    """Return a spectator's view behind the last event of a turn."""
    view: View = table.views_in(turn)[-1]
    return view
