"""Where the passenger would go if nothing more were built, and why.

Source: OU §6, §9.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from metrobot.engine.actors import Seat
from metrobot.games.underground.board import STATIONS, Colour, Kind, Station
from metrobot.games.underground.flow import CLASSES
from metrobot.games.underground.passenger import Cost, Route, routes_to
from metrobot.games.underground.state import owner_of
from metrobot.games.underground.view import View
from metrobot.ui.underground.lines import tracks_of


@dataclass(frozen=True, slots=True)
class Target:
    """One open destination.

    Attributes:
        to: its station.
        routes: the best ways there, each with other colours; at least one.
        is_best: whether he may go there: none is nearer.
    """

    to: Station
    routes: tuple[Route, ...]
    is_best: bool

    @property
    def cost(self) -> Cost:
        """Walks and lines of each of the routes."""
        return self.routes[0].cost


@dataclass(frozen=True, slots=True)
class Leg:
    """One visit that is to come.

    Attributes:
        kind: of destination.
        start: where he sets out.
        targets: the open destinations of the kind, the nearest first.
    """

    kind: Kind
    start: Station
    targets: tuple[Target, ...]

    @property
    def choices(self) -> tuple[Route, ...]:
        """What the active player may choose from (OU §6.2)."""
        return tuple(route for each in self.targets if each.is_best for route in each.routes)


def legs(view: View) -> tuple[Leg, ...]:
    """Return the visits of this turn that are to come, as the lines lie now.

    Where the first may lead to several destinations, the second is told for
    each of them.

    Source: OU §6.1, §6.2.
    """
    kinds = _kinds(view)
    if view.passenger is None or not kinds:
        return ()
    first = _leg(view, kinds[0], view.passenger)
    if len(kinds) == 1:
        return (first,)
    starts = dict.fromkeys(route.to for route in first.choices)
    return (first, *(_leg(view, kinds[1], start) for start in starts))


def _kinds(view: View) -> list[Kind]:
    """Return the kinds of destination that he is still to visit in this turn (OU §6.1)."""
    last = STATIONS[view.visited[-1]].kind if view.trips else None
    rest = CLASSES[CLASSES.index(last) + 1 if last else 0 :]
    return [kind for kind in rest if _open(view, kind)]


def _open(view: View, kind: Kind) -> list[Station]:
    """Return the open destinations of a kind."""
    return [card for card in view.open_cards if STATIONS[card].kind is kind]


def _leg(view: View, kind: Kind, start: Station) -> Leg:
    """Return one visit from a station."""
    tracks = tracks_of(view)
    found = [routes_to(start, to, tracks) for to in sorted(_open(view, kind))]
    best = min(routes[0].cost for routes in found)
    targets = (Target(r[0].to, r, r[0].cost == best) for r in found)
    return Leg(kind, start, tuple(sorted(targets, key=lambda each: (each.cost, each.to))))


def owners(view: View, colours: Sequence[Colour]) -> Iterator[tuple[Seat, int]]:
    """Yield who scores how much for some colours, in turn order (OU §6.3)."""
    seats = [owner_of(view.rules, colour) for colour in colours]
    yield from ((seat, seats.count(seat)) for seat in sorted(set(seats)))
