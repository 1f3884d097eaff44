"""The facts that a turn can bring, from the views that everybody has before and after it.

Source: OU §4.5, §5, §6.
"""

from collections.abc import Iterator
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.engine.outcome import new_leader
from metrobot.engine.sentence import Sentence
from metrobot.games.underground.forecast import stranded, visits_to_come
from metrobot.games.underground.lines.track import costs_near
from metrobot.games.underground.state import SOURCES, Source, owner_of
from metrobot.games.underground.trips.passenger import Target
from metrobot.games.underground.turn.pieces import gain_on
from metrobot.games.underground.view import LineView, View

KINDS: Final = (
    *("turned_paid", "turned", "ring", "piece", "prefers"),
    *("gift", "lead", "strands", "no_pieces"),
)
"""The kinds of facts, the gravest first."""
PIECE: Final = 3
"""Points that one piece can bring from which on they are worth telling."""
RING: Final = 2
"""Stations newly enclosed from which on they are worth telling."""
FARES: Final = 2
"""Points of another from the passenger from which on they are worth telling."""


def facts(before: View, after: View) -> Iterator[Sentence]:
    """Yield the facts of a turn, or of several in a row."""
    if after.result is not None or before.to_act is None:
        return
    yield from _turned(before, after)
    yield from _lines(before, after)
    yield from _prefers(after)
    pairs = list(zip(before.players, after.players, strict=True))
    source = SOURCES.index(Source.PASSENGER)
    fares = [new.points[source] - old.points[source] for old, new in pairs]
    # A trip that has paid the active player nothing (OU §6.3).
    if max(fares) >= FARES and not fares[before.to_act] and fares.count(max(fares)) == 1:
        facts = {"seat": fares.index(max(fares)), "other": before.to_act}
        yield Sentence("fact.ou.gift", facts, max(fares))
    yield from new_leader("fact.ou.lead", [(old.score, new.score) for old, new in pairs])


def _paid(view: View, target: Target) -> list[set[Seat]]:
    """Return the players whose lines are used, for each of the best routes to a destination."""
    return [{owner_of(view.rules, colour) for colour in each.colours} for each in target.routes]


def _turned(before: View, after: View) -> Iterator[Sentence]:
    """Yield the destination to which the passenger would have gone but for new track (OU §6.2)."""
    visits, made = visits_to_come(before), after.visited[len(before.visited) :]
    if visits and made and visits[0].is_sure and visits[0].stops != made[:1]:
        target = visits[0].targets[0]
        seats = tuple(sorted(set.intersection(*_paid(before, target))))
        facts = {"station": target.to, "seats": seats}
        yield Sentence("fact.ou.turned_paid" if seats else "fact.ou.turned", facts)


def _lines(before: View, after: View) -> Iterator[Sentence]:
    """Yield the facts of each colour (OU §4.5, §5).

    Stations newly enclosed, the points that one free piece more would bring, and that it
    can only branch now, or is used up.
    """
    for old, new in zip(before.lines, after.lines, strict=True):
        facts = {"seat": new.seat, "colour": new.colour}
        points, count = _best(after, new), len(new.enclosed - old.enclosed)
        if count >= RING:
            yield Sentence("fact.ou.ring", facts, count)
        if points >= PIECE and points > _best(before, old):
            yield Sentence("fact.ou.piece", facts, points)
        if new.colour in stranded(before, after, new.seat):
            yield Sentence("fact.ou.strands", facts, new.pieces_left)
        if old.pieces_left and not new.pieces_left:
            yield Sentence("fact.ou.no_pieces", facts)


def _best(view: View, line: LineView) -> int:
    """Return the most points that one free piece of a line would bring; 0 before its first."""
    symbols = tuple(symbol for _, symbol in view.symbols)
    links = costs_near(line.track).items() if line.track and line.pieces_left else ()
    free = (link for link, cost in links if not cost and link not in view.full_links)
    gains = (gain_on(line.track, line.enclosed, symbols, link) for link in free)
    return max((gain.total for gain in gains), default=0)


def _prefers(after: View) -> Iterator[Sentence]:
    """Yield the one player whom the passenger's next visit would pay (OU §6.2).

    The next best destination is farther to walk, and would pay somebody else too.
    """
    visits = visits_to_come(after)
    if not visits or len(visits[0].targets) < 2 or not visits[0].is_sure:
        return
    best, second, *_ = visits[0].targets
    owners, others = (set[Seat]().union(*_paid(after, each)) for each in (best, second))
    walks = second.cost.walks - best.cost.walks
    if len(owners) == 1 and walks and others - owners:
        facts = {"seat": min(owners), "station": best.to, "farther": second.to}
        yield Sentence("fact.ou.prefers", facts, walks)
