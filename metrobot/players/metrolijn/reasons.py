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
    yield from _alone(choice)
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
        elif can_finish(turn.after, choice.seat, stand):
            facts = {"line": _line(turn.after.map, stand.line), "missing": len(stand.empty)}
            yield Sentence("why.ml.helped", facts, len(ride.marked))
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


def _alone(choice: ExplainedTurn) -> Iterator[Sentence]:
    """Yield a sentence where there is no other line to ride (ML §3.3)."""
    offers: tuple[Ride, ...] = choice.prospects
    lines = {ride.line for ride in offers}
    if len(lines) == 1 and None not in lines and len(offers) > 1:
        yield Sentence("why.ml.alone")


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
    """Return the most points at once, or else the fault of riding another line (ML §4, §6)."""
    own_rides, other_rides = (_rides(explained_turn) for explained_turn in (choice, other))
    if (most := _most(choice, _points(own_rides))) is not None:
        return most
    line = next((ride.line for ride in other_rides if ride.line is not None), None)
    own_line = next((ride.line for ride in own_rides if ride.line is not None), None)
    loss = _points(own_rides) - _points(other_rides)
    if line is None:
        return _free_cost(choice, other, loss)
    if line == own_line or loss < 0:
        return None
    facts: dict[str, Fact] = {"line": _line(choice.turn.after.map, line)}
    if loss > 0:
        return Sentence("why.ml.instead_points", facts, loss)
    return next(_faults(choice, other, line, own_line, facts), None)


def _most(choice: ExplainedTurn, own: int) -> Sentence | None:
    """Return the choice that brings the most points at once, if this one does not (ML §4, §6).

    A smaller transfer number has told of the larger one already.
    """
    offers: tuple[Ride, ...] = choice.prospects
    ride = max(offers, key=lambda ride: _points([ride]), default=None)
    if ride is None or _points([ride]) <= own or not ride.endings:
        return None
    after = choice.turn.after
    names = {"choice": _choice(after.map, ride), "points": _points([ride])}
    states = [line_state(after, choice.seat, ending.line) for ending in ride.endings]
    lines = tuple(_line(after.map, state.line) for state in states)
    can_wait = all(can_finish(after, choice.seat, state) for state in states)
    key = "why.ml.instead_later" if can_wait else "why.ml.instead_most"
    return Sentence(key, {**names, "lines": lines}, len(lines))


def _choice(map_: Map, ride: Ride) -> str:
    """Return the name of a choice: its line, or the station of a free ride."""
    return map_.stations[ride.crossed[0]].name if ride.line is None else _line(map_, ride.line)


def _free_cost(choice: ExplainedTurn, other: ExplainedTurn, loss: int) -> Sentence | None:
    """Return the cost of another station for a free ride, or of giving it up (ML §4.4)."""
    (own,), (ride,) = _rides(choice), _rides(other)
    if not ride.marked or ride == own:
        return None
    if loss > 0:
        return Sentence(
            "why.ml.instead_points", {"line": _choice(other.turn.after.map, ride)}, loss
        )
    mine, free = (next(_freely(*each), None) for each in _both(choice, other))
    values = mine and (mine.facts["line"], mine.count)
    if free is None or values == (free.facts["line"], free.count):
        return None
    return replace(free, key="why.ml.instead_free")


def _both(
    choice: ExplainedTurn, other: ExplainedTurn
) -> Iterator[tuple[Round, Ride, ExplainedTurn]]:
    yield from ((each.turn, _rides(each)[0], each) for each in (choice, other))


def _faults(
    choice: ExplainedTurn,
    other: ExplainedTurn,
    line: Line,
    own_line: Line | None,
    facts: dict[str, Fact],
) -> Iterator[Sentence]:
    """Yield the faults of another line that brings as many points, the gravest first."""
    then = line_state(other.turn.after, other.seat, line)
    mine = None if own_line is None else line_state(choice.turn.after, choice.seat, own_line)
    if mine is not None and not then.is_finished:
        yield from _behind(choice, mine, then, facts)
        if mine.is_finished:
            yield Sentence("why.ml.instead_uses", facts, _marked(_rides(other)))
    fewer = _marked(_rides(choice)) - _marked(_rides(other))
    if fewer > 0:
        yield Sentence("why.ml.instead_marks", facts, fewer)
    # What the turn leaves of the other line.
    waits = line_state(choice.turn.after, choice.seat, line)
    if waits.empty and len(waits.empty) <= MOST_MARKED * waits.windows_left:
        windows = {**facts, "windows": waits.windows_left}
        yield Sentence("why.ml.instead_waits", windows, len(waits.empty))
    elif is_lost(other.turn.after, other.seat, then):
        yield Sentence("why.ml.instead_lost", facts, len(then.empty))


def _behind(
    choice: ExplainedTurn, mine: LineState, then: LineState, facts: dict[str, Fact]
) -> Iterator[Sentence]:
    """Yield the faults of a line beside one that can be finished (ML §3.3, §6)."""
    if mine.is_finished or not can_finish(choice.turn.after, choice.seat, mine):
        return
    if not then.windows_left:
        yield Sentence("why.ml.instead_full", facts, len(then.empty))
    # As the asker sees it: what others choose now is not known yet.
    less, more = (
        line_state(choice.turn.before, choice.seat, state.line).pay.points for state in (then, mine)
    )
    if more > less:
        own: dict[str, Fact] = {"own": _line(choice.turn.after.map, mine.line)}
        yield Sentence("why.ml.instead_worth", {**facts, **own, "less": less, "more": more})
    if len(then.empty) * mine.windows_left > len(mine.empty) * then.windows_left:
        windows = {**facts, "windows": then.windows_left}
        yield Sentence("why.ml.instead_needs", windows, len(then.empty))


def _rides(choice: ExplainedTurn) -> list[Ride]:
    turn: Round = choice.turn
    return [ride for ride in turn.rides if ride.seat == choice.seat]


def _points(rides: list[Ride]) -> int:
    return sum(ride.points + sum(ending.pay.points for ending in ride.endings) for ride in rides)


def _marked(rides: list[Ride]) -> int:
    return sum(len(ride.marked) for ride in rides)
