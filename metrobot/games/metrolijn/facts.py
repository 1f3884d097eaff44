"""The facts that a round can bring, from the views that everybody has before and after it.

Source: ML §3, §4, §6.
"""

from collections.abc import Iterator
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.engine.outcome import new_leader
from metrobot.engine.sentence import Sentence
from metrobot.games.metrolijn.board import Card, CardKind, Line
from metrobot.games.metrolijn.legality import DIRECTIONS, first_empty, stations_ridden
from metrobot.games.metrolijn.line_state import LineState, line_state
from metrobot.games.metrolijn.outlook import can_finish, is_lost
from metrobot.games.metrolijn.view import View

KINDS: Final = (
    *("short", "together", "only", "nobody", "lead"),
    *("one_left", "lost", "windows", "later"),
)
"""The kinds of facts, the gravest first."""
WINDOWS: Final = 10
"""Windows left on every sheet of which everybody should know."""


def facts(before: View, after: View) -> Iterator[Sentence]:
    """Yield the facts of a round, or of several in a row."""
    if after.result is not None:
        return
    for n in range(len(after.map.lines)):
        yield from _finished(before, after, Line(n))
        yield from _race(before, after, Line(n))
        yield from _hopes(before, after, Line(n))
    pairs = list(zip(before.sheets, after.sheets, strict=True))
    yield from new_leader("fact.ml.lead", [(a.count.earned, b.count.earned) for a, b in pairs])
    was, now = ({sheet.windows_left for sheet in view.sheets} for view in (before, after))
    if len(now) == 1 < len(pairs) and max(now) <= WINDOWS < max(was):
        yield Sentence("fact.ml.windows", count=max(now))


def _finished(before: View, after: View, line: Line) -> Iterator[Sentence]:
    """Yield a line that was finished together, or later, or for which others lacked a station.

    Source: ML §6.2.
    """
    states = [line_state(after, sheet.seat, line) for sheet in after.sheets]
    finishers = [Seat(n) for n, old in enumerate(before.sheets) if old.paid[line] is None]
    finishers = [seat for seat in finishers if states[seat].is_finished]
    short = tuple(Seat(n) for n, state in enumerate(states) if len(state.empty) == 1)
    if not finishers:
        return
    facts, pay = {"line": line, "seats": tuple(finishers)}, states[finishers[0]].pay
    if pay.is_first and short:
        yield Sentence("fact.ml.short", {**facts, "others": short}, pay.points)
    if pay.is_first and len(finishers) > 1:
        yield Sentence("fact.ml.together", facts, pay.points)
    if not pay.is_first:
        first = after.map.lines[line].first_points
        yield Sentence("fact.ml.later", {**facts, "first": first}, pay.points)


def _race(before: View, after: View, line: Line) -> Iterator[Sentence]:
    """Yield an unfinished line that one player alone, or nobody, can finish (ML §6.4)."""
    now = None if after.is_alone or not after.offers[line].is_first else _racers(after, line)
    if now is None or len(now) > 1 or (_racers(before, line) or now) == now:
        return
    kind, facts = "fact.ml.only" if now else "fact.ml.nobody", {"line": line, "seats": tuple(now)}
    yield Sentence(kind, facts, after.offers[line].points)


def _racers(view: View, line: Line) -> list[Seat] | None:
    """Return those who can finish a line; None where of somebody it is not sure."""
    states = [line_state(view, sheet.seat, line) for sheet in view.sheets]
    can = [Seat(n) for n, state in enumerate(states) if can_finish(view, Seat(n), state)]
    rest = (Seat(n) for n in range(len(states)) if n not in can)
    return can if all(is_lost(view, seat, states[seat]) for seat in rest) else None


def _hopes(before: View, after: View, line: Line) -> Iterator[Sentence]:
    """Yield a line that somebody cannot finish any more, or for which they lack one station."""
    for seat in (sheet.seat for sheet in after.sheets):
        was, now = (line_state(view, seat, line) for view in (before, after))
        facts = {"line": line, "seat": seat}
        if is_lost(after, seat, now) and not is_lost(before, seat, was):
            yield Sentence("fact.ml.lost", facts, len(now.empty))
        if len(now.empty) == 1 < len(was.empty):
            cards, left = (
                sum(_marks(after, seat, now, card) for card in after.left),
                len(after.left),
            )
            if 0 < cards < left:
                yield Sentence("fact.ml.one_left", facts, cards)


def _marks(view: View, seat: Seat, state: LineState, card: Card) -> bool:
    """Return whether a card, used on whatever line, marks the last empty station of a line."""
    sheet, (last,) = view.sheets[seat], state.empty
    ways = [
        (site, way)
        for site, filled in zip(view.map.lines, sheet.windows, strict=True)
        if len(filled) < site.windows and last in site.stations
        for way in (DIRECTIONS if site.is_ring else (None,))
    ]
    if card.kind is CardKind.TRANSFER:
        return any(first_empty(site, sheet.marked, way) == last for site, way in ways)
    rides = (stations_ridden(site, card, sheet.marked, way) for site, way in ways)
    return card.kind is CardKind.FREE or any(last in ride for ride in rides)
