"""The visits to come and the end of the game, as things stand now.

Source: OU §6, §7.2.
"""

from dataclasses import dataclass
from enum import StrEnum, auto
from functools import lru_cache

from metrobot.engine.actors import Seat
from metrobot.games.underground.board import Colour, Station, StationKind
from metrobot.games.underground.lines.track import Track, stations_of_pieces
from metrobot.games.underground.state import fares
from metrobot.games.underground.trips.passenger import (
    Route,
    Target,
    Trip,
    choices,
    targets,
    trip_by,
)
from metrobot.games.underground.turn.flow import cards_to_draw, is_end, kinds_to_visit, of_kind
from metrobot.games.underground.view import View


@dataclass(frozen=True, slots=True)
class Visit:
    """One visit to come.

    Attributes:
        kind: of destination.
        start: the passenger's station before it.
        targets: the open destinations of the kind, the nearest first.
    """

    kind: StationKind
    start: Station
    targets: tuple[Target, ...]

    @property
    def choices(self) -> tuple[Route, ...]:
        """The routes open to the active player (OU §6.2)."""
        return choices(self.targets)

    @property
    def is_sure(self) -> bool:
        """Whether the visit has one possible destination if nothing more is built."""
        return len(self.stops) == 1

    @property
    def stops(self) -> tuple[Station, ...]:
        """The possible destinations."""
        return tuple(target.to for target in self.targets if target.is_best)


def visits_to_come(view: View) -> tuple[Visit, ...]:
    """Return the visits to come in this turn, given the present lines (OU §6.1, §6.2).

    If the first may lead to several destinations, there is a second visit for each
    of them.
    """
    if view.passenger is None:
        return ()
    tracks = tuple((line.colour, line.track) for line in view.lines if line.track)
    return _legs(view.passenger, view.open_cards, view.visited, view.trips, tracks)


@lru_cache(maxsize=64)
def _legs(
    start: Station,
    cards: tuple[Station, ...],
    visited: tuple[Station, ...],
    trips: int,
    tracks: tuple[tuple[Colour, Track], ...],
) -> tuple[Visit, ...]:
    """Compute `visits_to_come` from hashable values.

    Cached, because a draft's text and its picture both ask for it.
    """
    kinds = kinds_to_visit(cards, visited, trips)
    if not kinds:
        return ()
    stations = {colour: stations_of_pieces(track) for colour, track in tracks}
    first = _leg(kinds[0], start, cards, stations)
    if len(kinds) == 1:
        return (first,)
    return (first, *(_leg(kinds[1], stop, cards, stations) for stop in first.stops))


def sure_legs(view: View) -> tuple[Visit, ...]:
    """Return the visits to come whose start is certain."""
    visits = visits_to_come(view)
    # With more than two the first visit may lead to several stations, at which the second would
    # start.
    return visits if len(visits) <= 2 else visits[:1]


def likely_trips(view: View) -> tuple[Trip, ...]:
    """Return a trip to each destination that the visits to come may have.

    Each takes the first of its best routes; the choice among them may still be
    open.
    """
    routes = [
        (leg.start, target.routes[0])
        for leg in sure_legs(view)
        for target in leg.targets
        if target.is_best
    ]
    return tuple(
        trip_by(
            start, route, fares(view.rules, route.colours), lambda colour: view.line(colour).track
        )
        for start, route in routes
    )


def _leg(
    kind: StationKind,
    start: Station,
    cards: tuple[Station, ...],
    stations: dict[Colour, frozenset[Station]],
) -> Visit:
    """Return a visit from a station, given the stations of each line."""
    stops = targets(start, of_kind(cards, kind), stations)
    return Visit(kind, start, tuple(sorted(stops, key=lambda stop: (stop.cost, stop.to))))


def stranded(before: View, after: View, seat: Seat) -> tuple[Colour, ...]:
    """Return a seat's colours that could grow free before and can only branch after.

    Colours without pieces left are not among them.

    Source: OU §4.4, §4.5.
    """
    return tuple(
        colour
        for colour in after.players[seat].colours
        if after.line(colour).pieces_left
        and before.grows_free(colour)
        and not after.grows_free(colour)
    )


class GameEnd(StrEnum):
    """Ways in which a turn that is built but not confirmed brings the end of the game."""

    LAST_TURN = auto()
    """The passenger has left, and it is the player's last turn."""
    OVER = auto()
    """The passenger has left, and it is the last turn of all."""
    LAST_CARD = auto()
    """The last card will be drawn: the passenger leaves, others still build."""
    LAST_CARD_OVER = auto()
    """The last card will be drawn, and the game is over at once."""


def game_end_with(view: View) -> GameEnd | None:
    """Return the way in which a turn brings the end of the game, or None if it does not (OU §7.2).

    Args:
        view: after the whole turn, before the next cards are drawn.
    """
    if view.passenger is None:
        return GameEnd.OVER if view.to_act is None else GameEnd.LAST_TURN
    if view.to_act is None or cards_to_draw(len(view.open_cards), view.pile) < view.pile:
        return None
    next_seat = Seat((view.to_act + 1) % view.rules.players)
    return GameEnd.LAST_CARD_OVER if is_end(next_seat, passenger_left=True) else GameEnd.LAST_CARD


def last_turns(view: View) -> tuple[Seat, ...]:
    """Return the seats that still have a turn, in order, once the passenger has left (OU §7.2)."""
    if view.passenger is not None or view.to_act is None:
        return ()
    return tuple(map(Seat, range(view.to_act, view.rules.players)))
