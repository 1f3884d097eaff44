"""Reasons for which a choice of Metrolijn is good, as the rules tell them.

Source: ML §4, §6, §8, §9.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from operator import itemgetter
from typing import Final

from metrobot.engine.errors import Fact
from metrobot.engine.sentence import Sentence
from metrobot.games.metrolijn.board import DECK, CardKind, Line, Map
from metrobot.games.metrolijn.line_state import LineState, line_state
from metrobot.games.metrolijn.outlook import can_finish, is_lost
from metrobot.games.metrolijn.summary import Ride, Round
from metrobot.players.explain import ExplainedTurn

MOST_MARKED: Final = max(card.value for card in DECK if card.kind is CardKind.NUMBER)
"""Most stations that one window can mark."""

MOST_NAMED: Final = 3
"""Most stations that are named."""


def reasons(choice: ExplainedTurn) -> Iterator[Sentence]:
    """Yield the reasons for a choice, the weightiest first."""
    turn: Round = choice.turn
    rides = _rides(choice)
    yield from _finished(turn, rides)
    yield from _specials(turn, rides)
    yield from _numbers(turn, rides, choice)
    yield from _grown(turn, rides, choice)
    yield from _shared(turn, rides)
    yield from _missed(turn, rides, choice)


def _line(map_: Map, line: Line) -> str:
    site = map_.lines[line]
    return f"{site.letter} {site.name}"


def _finished(turn: Round, rides: list[Ride]) -> Iterator[Sentence]:
    """Yield the lines that are finished, and their points (ML §6)."""
    endings = [ending for ride in rides for ending in ride.endings]
    if endings:
        lines = tuple(_line(turn.after.map, ending.line) for ending in endings)
        points = sum(ending.pay.points for ending in endings)
        yield Sentence("why.ml.finishes", {"lines": lines, "points": points}, len(lines))


def _specials(turn: Round, rides: list[Ride]) -> Iterator[Sentence]:
    """Yield the special stations that earn further actions (ML §9.1)."""
    stations = [station for ride in rides if not ride.lapsed for station in ride.specials]
    names = tuple(turn.after.map.stations[station].name for station in stations)
    if names:
        yield Sentence("why.ml.special", {"stations": names}, len(names))


def _numbers(turn: Round, rides: list[Ride], choice: ExplainedTurn) -> Iterator[Sentence]:
    """Yield the points of transfer numbers, if no larger one is on offer (ML §4.3).

    Of a smaller one it is told what it does for its line, and which one is left for later.
    """
    offers: Iterator[Ride] = (ride for ride in choice.prospects if ride.number is not None)
    at, most = max(
        (ride.number for ride in offers if ride.number), key=itemgetter(1), default=(0, 0)
    )
    map_ = turn.after.map
    for ride in rides:
        if ride.number is None or ride.line is None:
            continue
        station, value = ride.number
        facts: dict[str, Fact] = {"value": value, "station": map_.stations[station].name}
        stand = line_state(turn.after, choice.seat, ride.line)
        if value == most:
            yield Sentence("why.ml.number", {**facts, "points": ride.points})
        elif stand.empty and at not in turn.after.sheets[choice.seat].marked:
            facts |= {"larger": most, "place": map_.stations[at].name}
            facts["line"] = _line(map_, stand.line)
            yield Sentence("why.ml.smaller", facts, len(stand.empty))


def _grown(turn: Round, rides: list[Ride], choice: ExplainedTurn) -> Iterator[Sentence]:
    """Yield the stations that a ridden line still lacks, if it can be finished (ML §3.3, §6)."""
    for ride in rides:
        if ride.endings or not ride.marked:
            continue
        if ride.line is None:
            yield from _freely(turn, ride, choice)
            continue
        stand = line_state(turn.after, choice.seat, ride.line)
        if stand.is_finished:
            continue
        if len(stand.empty) <= MOST_MARKED * stand.windows_left:
            facts = {**_facts(turn, stand), "missing": len(stand.empty)}
            yield Sentence("why.ml.grows", facts, len(ride.marked))
        else:
            line = {"line": _line(turn.after.map, stand.line)}
            yield Sentence("why.ml.marks", line, len(ride.marked))


def _freely(turn: Round, ride: Ride, choice: ExplainedTurn) -> Iterator[Sentence]:
    """Yield the line that a free ride brings nearest to its end (ML §4.4)."""
    station = ride.crossed[0]
    stands = [
        stand
        for line in turn.after.map.lines_at(station)
        if not (stand := line_state(turn.after, choice.seat, line)).is_finished
    ]
    if stands:
        can = partial(can_finish, turn.after, choice.seat)
        nearest = min(stands, key=lambda stand: (not can(stand), len(stand.empty)))
        facts = {**_facts(turn, nearest), "station": turn.after.map.stations[station].name}
        yield Sentence("why.ml.frees", facts, len(nearest.empty))


def _facts(turn: Round, stand: LineState) -> dict[str, Fact]:
    return {"line": _line(turn.after.map, stand.line), "windows": stand.windows_left}


def _shared(turn: Round, rides: list[Ride]) -> Iterator[Sentence]:
    """Yield the marked stations that lie on further lines as well."""
    map_ = turn.after.map
    shared = {
        map_.stations[station].name: None
        for ride in rides
        if ride.line is not None
        for station in ride.marked
        if len(map_.lines_at(station)) > 1
    }
    if shared:
        names = tuple(shared)[:MOST_NAMED]
        yield Sentence("why.ml.shared", {"stations": names}, len(names))


def _missed(turn: Round, rides: list[Ride], choice: ExplainedTurn) -> Iterator[Sentence]:
    """Yield the line on which a window is given up without a mark, and why (ML §3.3, §6)."""
    for ride in rides:
        if ride.line is None or ride.marked:
            continue
        stand = line_state(turn.after, choice.seat, ride.line)
        line = {"line": _line(turn.after.map, stand.line)}
        if stand.is_finished:
            yield Sentence("why.ml.spare_window", line)
        elif is_lost(turn.after, choice.seat, stand):
            yield Sentence("why.ml.lost_line", line, len(stand.empty))
        else:
            yield Sentence("why.ml.wastes", line, len(stand.empty))


def cost(choice: ExplainedTurn, other: ExplainedTurn) -> Sentence | None:
    """Return the cost of riding another line, or what that would bring (ML §4, §6)."""
    own_rides, other_rides = (_rides(explained_turn) for explained_turn in (choice, other))
    line = next((ride.line for ride in other_rides if ride.line is not None), None)
    if line is None:
        # A free ride is the whole turn, and so is giving it up, which marks nothing.
        (own,), (ride,) = own_rides, other_rides
        free = _freely(other.turn, ride, other) if ride.marked and ride != own else ()
        return next((replace(said, key="why.ml.instead_free") for said in free), None)
    if line == next((ride.line for ride in own_rides), None):
        return None
    facts: dict[str, Fact] = {"line": _line(choice.turn.after.map, line)}
    loss = _points(own_rides) - _points(other_rides)
    if loss > 0:
        return Sentence("why.ml.instead_points", facts, loss)
    fewer = _marked(own_rides) - _marked(other_rides)
    if fewer > 0:
        return Sentence("why.ml.instead_marks", facts, fewer)
    lacks = len(line_state(other.turn.after, other.seat, line).empty)
    return Sentence("why.ml.instead", {**facts, "points": _points(other_rides)}, lacks)


def _rides(choice: ExplainedTurn) -> list[Ride]:
    turn: Round = choice.turn
    return [ride for ride in turn.rides if ride.seat == choice.seat]


def _points(rides: list[Ride]) -> int:
    return sum(ride.points + sum(ending.pay.points for ending in ride.endings) for ride in rides)


def _marked(rides: list[Ride]) -> int:
    return sum(len(ride.marked) for ride in rides)
