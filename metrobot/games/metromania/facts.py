"""The facts that a turn can bring, from the views that everybody has before and after it.

None says or shows that a line is blocked, or can or cannot go on: that hangs on markers
that its owner may hide (MM §11.3). Hands are looked at by their size alone.

Source: MM §7.5, §8.2, §9, §12, §13.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.engine.outcome import new_leader
from metrobot.engine.sentence import Sentence
from metrobot.games.metromania.city import LETTERS
from metrobot.games.metromania.count.final_count import trips_of
from metrobot.games.metromania.geometry import CORNERS, steps_apart
from metrobot.games.metromania.imagine import seen_state
from metrobot.games.metromania.result import TripResult
from metrobot.games.metromania.view import View

KINDS: Final = (
    *("runs", "takes", "kept", "all_served", "all_placed"),
    *("served", "pair", "joined", "lead", "stock"),
)
"""The kinds of facts, the gravest first."""
FEW: Final = 10
"""Stations left of which everybody should know, well before the last ones."""


def facts(before: View, after: View) -> Iterator[Sentence]:
    """Yield the facts of a turn, or of several in a row."""
    if after.result is not None or before.layout is None:
        return
    yield from _trips(trips_now(before), trips_now(after))
    yield from _companies(before, after)
    yield from _pairs(before, after)
    yield from _joined(before, after)
    points = zip(*(_points(view) for view in (before, after)), strict=True)
    yield from new_leader("fact.mm.lead", list(points))
    if after.stock <= FEW < before.stock:
        yield Sentence("fact.mm.stock", count=after.stock)


@lru_cache(maxsize=8)
def trips_now(view: View) -> Mapping[str, TripResult]:
    """Return the trips that would run if they were tested now, by their letters (MM §13)."""
    served = {placed.marker for placed in view.placed if placed.is_served}
    letters = [each for each in LETTERS if sum(m.letter == each for m in served) == 2]
    counted = trips_of(seen_state(view), letters)
    return {trip.trip: trip for trip in counted if trip.minutes is not None}


def _trips(was: Mapping[str, TripResult], now: Mapping[str, TripResult]) -> Iterator[Sentence]:
    for day, trip in now.items():
        seats = tuple(sorted({section.company for section in trip.sections}))
        facts = {"day": day, "seats": seats}
        if day not in was:
            yield Sentence("fact.mm.runs", facts, trip.minutes)
        # A station more on the way can make it slower, too.
        elif trip.minutes != was[day].minutes:
            yield Sentence("fact.mm.takes", {**facts, "was": was[day].minutes}, trip.minutes)


def _companies(before: View, after: View) -> Iterator[Sentence]:
    """Yield points that are kept by now, markers that all lie, and those that all have stations."""
    for old, new in zip(before.companies, after.companies, strict=True):
        lacked, lacking = (_lacking(view, new.seat) for view in (before, after))
        if new.finished > old.finished and new.station_points > 0:
            facts = {"seat": new.seat, "points": new.kept_points}
            yield Sentence("fact.mm.kept", facts, new.station_points)
        if new.hand_size == 0 < old.hand_size:
            kind = "fact.mm.all_placed" if lacking else "fact.mm.all_served"
            yield Sentence(kind, {"seat": new.seat}, lacking or None)
        elif lacked and not lacking:
            yield Sentence("fact.mm.served", {"seat": new.seat})


def _lacking(view: View, seat: Seat) -> int:
    """Return the number of a company's markers on the board without a station (MM §13.4)."""
    return sum(placed.company == seat for placed in view.unserved)


def _pairs(before: View, after: View) -> Iterator[Sentence]:
    """Yield the letters both of whose markers lie now, and the points between them at least."""
    for day in LETTERS:
        ends = [placed for placed in after.placed if placed.marker.letter == day]
        if len(ends) == 2 > sum(placed.marker.letter == day for placed in before.placed):
            a, b = (CORNERS[placed.cell] for placed in ends)
            apart = min(steps_apart(one, other) for one in a for other in b)
            yield Sentence("fact.mm.pair", {"day": day, "letter": day}, apart)


def _joined(before: View, after: View) -> Iterator[Sentence]:
    """Yield the companies between whose lines one can change for the first time (MM §13.2)."""
    was, now = (
        [{*c.lines[0].points, *c.lines[1].points} & view.stations for c in view.companies]
        for view in (before, after)
    )
    for a, b in combinations(range(len(now)), 2):
        if now[a] & now[b] and not was[a] & was[b]:
            yield Sentence("fact.mm.joined", {"seat": a, "other": b})


def _points(view: View) -> list[int]:
    """Return the station points of each player, all companies together."""
    points = [0] * view.rules.players
    for company in view.companies:
        points[company.player] += company.station_points
    return points
