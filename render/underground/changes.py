"""What a turn, or several, changed on the board."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from metrobot.games.underground.board import START, Colour, Link, Station
from metrobot.games.underground.passenger import routes_to
from metrobot.games.underground.state import SOURCES, Source
from metrobot.games.underground.view import View
from render.underground.journey import stations_of


@dataclass(frozen=True, slots=True)
class Trip:
    """One visit of the passenger.

    Attributes:
        start: where he stood.
        to: the destination.
        colours: of the lines that he used, rising; may be empty.
    """

    start: Station
    to: Station
    colours: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """What is new.

    Attributes:
        pieces: each as its colour and its link.
        trips: in their order.
    """

    pieces: frozenset[tuple[Colour, Link]] = frozenset()
    trips: tuple[Trip, ...] = ()


NOTHING = Changes()


def changes(
    before: View | None, after: View, *, colours: Sequence[tuple[Colour, ...]] | None = None
) -> Changes:
    """Return what is new in a later view; nothing where there was none before.

    Args:
        before: the earlier view.
        after: the later view of the same game.
        colours: of each new trip, if known. A view does not tell them; without
            them, the first routes are taken that explain the owners' points.
    """
    if before is None:
        return NOTHING
    old = {line.colour: line.track for line in before.lines}
    return Changes(
        pieces=frozenset(
            (line.colour, link) for line in after.lines for link in line.track - old[line.colour]
        ),
        trips=tuple(_trips(before, after, colours)),
    )


def _trips(
    before: View, after: View, colours: Sequence[tuple[Colour, ...]] | None
) -> Iterator[Trip]:
    """Yield the visits made since an earlier view."""
    stops = after.visited[len(before.visited) :]
    start = before.visited[-1] if before.visited else START
    starts = (start, *stops)
    used = _likely(before, after, starts) if colours is None else colours
    for (a, b), lines in zip(pairwise(starts), used, strict=True):
        yield Trip(a, b, lines)


def _likely(
    before: View, after: View, stops: tuple[Station, ...]
) -> tuple[tuple[Colour, ...], ...]:
    """Return colours for each trip that give the owners just the points they got."""
    tracks = stations_of(after)
    owner = {line.colour: line.seat for line in after.lines}
    ix = SOURCES.index(Source.PASSENGER)
    gained = [
        b.points[ix] - a.points[ix] for a, b in zip(before.players, after.players, strict=True)
    ]
    open_to = [[route.colours for route in routes_to(a, b, tracks)] for a, b in pairwise(stops)]
    if len(open_to) > 2:
        return tuple(routes[0] for routes in open_to)
    for together in product(*open_to):
        paid = [0] * len(gained)
        for colour in (colour for colours in together for colour in colours):
            paid[owner[colour]] += 1
        if paid == gained:
            return together
    return tuple(routes[0] for routes in open_to)
