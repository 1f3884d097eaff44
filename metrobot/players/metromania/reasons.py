"""Reasons for which a turn of MetrOmania is good, as the rules tell them.

Source: MM §6 to §10, §12, §13.4.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import Final

from metrobot.engine.errors import Fact
from metrobot.engine.sentence import Sentence
from metrobot.games.metromania.actions import LINE_NAMES, LineName
from metrobot.games.metromania.building.stations import stations_made, value_of
from metrobot.games.metromania.building.tunnels import fitting_markers, line_refusal, ways_on
from metrobot.games.metromania.geometry import GATE_OF, POINT_NAMES, Point
from metrobot.games.metromania.outlook.risks import Harm, Risk
from metrobot.games.metromania.result import SUNDAY
from metrobot.games.metromania.state import State, line_index
from metrobot.games.metromania.summary import Effect, Turn
from metrobot.games.metromania.view import CompanyView, PlacedMarker
from metrobot.players.explain import ExplainedTurn, Sacrifice
from metrobot.players.metromania.looks import count_now
from metrobot.players.metromania.spot_search import nearest_spot

A_LINE: Final = 3
"""Least that a line counts for, in points, if it can no longer be finished."""

STATION: Final = "station"
"""Names a station where a line could be named."""

GIVES_LINE: Final = "why.mm.gives_line", "why.mm.loses_line"
GIVES_MARKER: Final = "why.mm.gives_marker", "why.mm.loses_marker"
GIVES_END: Final = "why.mm.gives_end", "why.mm.loses_end"
"""Keys for what a turn gives up: for a greater gain, and for none."""


def reasons(choice: ExplainedTurn) -> Iterator[Sentence]:
    """Yield the reasons for a turn, the weightiest first."""
    turn: Turn = choice.turn
    if turn.seat is None:
        return
    yield from _finished(turn)
    yield from _trips(choice)
    yield from _stations(turn)
    yield from _served(turn)
    yield from _placed(turn)
    yield from _started(turn)
    yield from _first(_to_spots(choice))
    yield from _first(_next_stations(choice))
    yield from _first(_lines(turn))
    yield from _worthless(turn)
    # The rules allow stopping only where this reason holds (MM §4.2, §4.4).
    if turn.has_stopped:
        yield Sentence("why.mm.stops")
    yield from _spared(choice)
    if turn.after.ended_by is not None and not _gain(choice):
        yield Sentence("why.mm.last")


def _first(ranked: Iterable[tuple[int, Sentence]]) -> Iterator[Sentence]:
    """Yield the sentence of lowest rank, the earlier of equal ones; none where there is none."""
    yield from (sentence for _, sentence in sorted(ranked, key=itemgetter(0))[:1])


def _company(turn: Turn) -> CompanyView:
    return turn.after.companies[turn.company]


def _finished(turn: Turn) -> Iterator[Sentence]:
    """Yield the lines that are finished, and the points kept by that (MM §10, §12)."""
    was = turn.before.companies[turn.company].kept_points
    for name, gate in turn.ended:
        facts: dict[str, Fact] = {"line": str(name), "gate": gate.name}
        points_kept = _company(turn).kept_points
        if points_kept > was:
            yield Sentence("why.mm.finishes_keeping", {**facts, "was": was}, points_kept)
        else:
            yield Sentence("why.mm.finishes", facts)


def _trips(choice: ExplainedTurn) -> Iterator[Sentence]:
    """Yield the trips that come to pay the company, if all were counted now (MM §13)."""
    seat = choice.turn.company
    was, now = (count_now(draft.state).trips for draft in (choice.start, choice.end))
    gains = [
        (new.trip, new.points[seat] - max(0, old.points[seat]))
        for old, new in zip(was, now, strict=True)
        if new.points[seat] > max(0, old.points[seat])
    ]
    if letters := tuple(trip for trip, _ in gains if trip != SUNDAY):
        points = sum(more for trip, more in gains if trip != SUNDAY)
        yield Sentence("why.mm.trips", {"letters": letters, "points": points}, len(letters))
    for points in (more for trip, more in gains if trip == SUNDAY):
        yield Sentence("why.mm.sunday", {"points": points})


def _stations(turn: Turn) -> Iterator[Sentence]:
    """Yield the new stations, if they score (MM §7)."""
    names = tuple(POINT_NAMES[station.at] for station in turn.built)
    if turn.points:
        yield Sentence("why.mm.stations", {"stations": names, "points": turn.points}, len(names))


def _worthless(turn: Turn) -> Iterator[Sentence]:
    """Yield the new stations that score nothing: trips can begin and end there (MM §13)."""
    names = tuple(POINT_NAMES[station.at] for station in turn.built)
    if names and not turn.points:
        yield Sentence("why.mm.stations_free", {"stations": names}, len(names))


def _own(turn: Turn) -> Iterator[PlacedMarker]:
    return (placed for placed in turn.after.placed if placed.company == turn.company)


def _served(turn: Turn) -> Iterator[Sentence]:
    """Yield the own markers that got their first station (MM §13.4)."""
    waiting = {placed.marker for placed in turn.before.unserved}
    letters = [p.marker.letter for p in _own(turn) if p.is_served and p.marker in waiting]
    if letters:
        yield Sentence("why.mm.served", {"letters": tuple(letters)}, len(letters))


def _placed(turn: Turn) -> Iterator[Sentence]:
    """Yield the marker that was placed, if its trip can succeed (MM §9, §13.4)."""
    placed = turn.placed
    if placed is None:
        return
    letter = {"letter": placed.marker.letter}
    if placed.is_served:
        yield Sentence("why.mm.places_served", letter)
    elif all(risk.marker != placed.marker for risk in turn.risks):
        yield Sentence("why.mm.places", letter)


def _started(turn: Turn) -> Iterator[Sentence]:
    """Yield the lines that start, with their gates and their ways to a black one (MM §5, §10)."""
    needs = {stand.name: stand.needs for stand in turn.outlook}
    for dig in turn.digs:
        if dig.start in GATE_OF and (far := needs.get(dig.line)):
            tunnels_left = _company(turn).lines[LINE_NAMES.index(dig.line)].tunnels_left
            facts: dict[str, Fact] = {"line": str(dig.line), "left": tunnels_left}
            facts["gate"] = GATE_OF[dig.start].name
            yield Sentence("why.mm.starts", facts, far)


def _going(choice: ExplainedTurn) -> Iterator[tuple[LineName, int]]:
    """Yield the lines that grew and go on, each with its index, if there is a next turn."""
    turn, state = choice.turn, choice.end.state
    for name in turn.lines if state.ended_by is None else ():
        ix = line_index(turn.company, name)
        if line_refusal(state.lines[ix]) is None:
            yield name, ix


def _to_spots(choice: ExplainedTurn) -> Iterator[tuple[int, Sentence]]:
    """Yield the spots for markers of the hand that lines have come nearer to (MM §9)."""
    for name, ix in _going(choice):
        near, was = (nearest_spot(draft.state, ix) for draft in (choice.end, choice.start))
        has_placed = choice.turn.placed is not None
        if near is not None and (was is None or has_placed or near.tunnels < was.tunnels):
            facts: dict[str, Fact] = {"line": str(name), "letter": near.letter}
            yield near.tunnels, Sentence("why.mm.to_spot", facts, near.tunnels)


def _next_stations(choice: ExplainedTurn) -> Iterator[tuple[int, Sentence]]:
    """Yield the new stations that one tunnel of the next turn can make (MM §7)."""
    for name, ix in _going(choice):
        were = _one_tunnel_away(choice.start.state, ix)
        for stations, points in _one_tunnel_away(choice.end.state, ix).items():
            if points and stations not in were:
                names = tuple(POINT_NAMES[station] for station in stations)
                facts: dict[str, Fact] = {"line": str(name), "stations": names, "points": points}
                yield -points, Sentence("why.mm.next_stations", facts, len(stations))


def _one_tunnel_away(state: State, ix: int) -> dict[tuple[Point, ...], int]:
    """Return the stations that one tunnel of a line can make, with their points (MM §7)."""
    line, spots, hand = state.lines[ix], state.built_city.spots, state.hands[ix // 2]
    if not line.points:
        return {}
    chances = (
        stations_made(state, line, step)
        for step, cell in ways_on(state, line)
        # A tunnel on a spot needs a marker of the hand (MM §9).
        if spots[cell] is None or fitting_markers(state, hand, cell)
    )
    return {points: sum(value_of(state, point) for point in points) for points in chances}


def _lines(turn: Turn) -> Iterator[tuple[int, Sentence]]:
    """Yield the distances from lines that grew to a black gate (MM §6.1)."""
    for stand in turn.outlook:
        line = _company(turn).lines[LINE_NAMES.index(stand.name)]
        if stand.name not in turn.lines or line.is_finished or not stand.needs:
            continue
        if stand.needs <= line.tunnels_left:
            facts: dict[str, Fact] = {"line": str(stand.name), "left": line.tunnels_left}
            yield stand.needs, Sentence("why.mm.way", facts, stand.needs)


def _spared(choice: ExplainedTurn) -> Iterator[Sentence]:
    """Yield the harmful first choices avoided, if this one is harmless (MM §12, §13.4)."""
    open_: tuple[Effect, ...] = choice.prospects
    first_action = choice.actions[0]
    harmful = [effect for effect in open_ if effect.risks]
    if harmful and all(effect.action != first_action for effect in harmful):
        count = sum(effect.action != first_action for effect in open_)
        yield Sentence("why.mm.spares", {"others": count}, len(harmful))


def sacrifice(choice: ExplainedTurn) -> Sacrifice | None:
    """Return the harm that a turn does to its own company, and its gain (MM §12, §13.4)."""
    turn: Turn = choice.turn
    if turn.seat is None or not turn.risks:
        return None
    risk, facts = turn.risks[0], dict[str, Fact]()
    if risk.line is not None:
        facts["line"] = str(risk.line)
    if risk.marker is not None:
        facts["letter"] = risk.marker.letter
    if risk.harm is Harm.NOTHING_TO_SPARE:
        return Sacrifice(Sentence("why.mm.tight", facts), is_worth_it=True)
    harm = _lost(turn.risks)
    gain = _gain(choice)
    keys = GIVES_LINE if risk.line else GIVES_MARKER if risk.marker else GIVES_END
    sentence = Sentence(keys[gain <= harm], {**facts, "lost": harm, "gain": gain})
    return Sacrifice(sentence, is_worth_it=gain > harm)


def _gain(choice: ExplainedTurn) -> int:
    """Return the points that the company gains if all were counted now (MM §12, §13)."""
    was, now = (count_now(draft.state) for draft in (choice.start, choice.end))
    return now.company_points(choice.seat) - was.company_points(choice.seat)


def _lost(risks: Sequence[Risk]) -> int:
    """Return about how many points harm costs in the end."""
    # What is kept is that of both lines together.
    keeps = (r.keeps for r in risks if not r.marker and r.harm is not Harm.NOTHING_TO_SPARE)
    line_loss = max((max(A_LINE, was - now) for was, now in keeps), default=0)
    return line_loss + sum(risk.penalty for risk in risks)


def cost(choice: ExplainedTurn, other: ExplainedTurn) -> Sentence | None:
    """Return the gravest cost of another turn, or its points, if it can be named (MM §6, §7)."""
    turn, instead = choice.turn, other.turn
    if turn.seat is None or instead.seat is None or (facts := _named(turn, instead)) is None:
        return None
    # Where the rules tell no cost, what both turns bring at once is told. A turn that the planner
    # warns of may have done better, and was left out.
    points: dict[str, Fact] = {"theirs": instead.points, "own": turn.points}
    even = None if instead.risks else Sentence("why.mm.instead", {**facts, **points})
    sums, late = _sums(choice, other, facts), _farther(turn, instead, facts)
    return next(chain(_costs(turn, instead, facts), sums, late, _later(choice, other, facts)), even)


def _named(turn: Turn, instead: Turn) -> dict[str, Fact] | None:
    """Return a line and a place, or a station, to which only the other of two turns goes."""
    own_ends, built = {dig.end for dig in turn.digs}, {station.at for station in turn.built}
    for dig in reversed(instead.digs):
        if dig.end not in own_ends:
            return {"line": str(dig.line), "place": POINT_NAMES[dig.end]}
    for station in instead.built:
        if station.at not in built:
            return {"line": STATION, "place": POINT_NAMES[station.at]}
    return None


def _costs(turn: Turn, instead: Turn, facts: Mapping[str, Fact]) -> Iterator[Sentence]:
    """Yield the costs of another turn, the gravest first."""
    harms = [risk for risk in instead.risks if risk not in turn.risks]
    for risk in harms:
        if risk.marker is not None:
            yield Sentence("why.mm.instead_marker", {**facts, "letter": risk.marker.letter})
        elif risk.harm in (Harm.DEAD_END, Harm.NO_WAY) and risk.line is not None:
            yield Sentence("why.mm.instead_line", {**facts, "other": str(risk.line)})
    unfinished = [str(name) for name, _ in turn.ended if name not in dict(instead.ended)]
    if unfinished:
        yield Sentence("why.mm.instead_unfinished", {**facts, "other": unfinished[0]})
    unserved = _unserved(instead) - _unserved(turn)
    if unserved:
        letters = tuple(sorted(unserved))
        yield Sentence("why.mm.instead_unserved", {**facts, "letters": letters}, len(letters))


def _sums(
    choice: ExplainedTurn, other: ExplainedTurn, facts: Mapping[str, Fact]
) -> Iterator[Sentence]:
    """Yield the points that another turn brings less, as the board stands or at once."""
    at_once, fewer = choice.turn.points - other.turn.points, _gain(choice) - _gain(other)
    if fewer > max(0, at_once):
        yield Sentence("why.mm.instead_board", facts, fewer)
    if at_once > 0:
        yield Sentence("why.mm.instead_points", facts, at_once)


def _farther(turn: Turn, instead: Turn, facts: Mapping[str, Fact]) -> Iterator[Sentence]:
    """Yield the lines that another turn starts, or leaves, farther from a black gate (MM §10)."""
    mine, theirs = (next(_started(each), None) for each in (turn, instead))
    if mine and theirs and facts["line"] == theirs.facts["line"]:
        farther = (theirs.count or 0) - (mine.count or 0)
        if farther > 0:
            yield Sentence("why.mm.instead_start", facts, farther)
    # Nobody minds a longer way while nobody hurries to a gate, nor once building has ended.
    is_late = any(line.is_finished for own in turn.after.companies for line in own.lines)
    for stand in turn.outlook if is_late and turn.after.ended_by is None else ():
        then = next((row.needs for row in instead.outlook if row.name == stand.name), None)
        if stand.needs and then and then > stand.needs:
            late = {**facts, "other": str(stand.name)}
            yield Sentence("why.mm.instead_farther", late, then - stand.needs)


def _later(
    choice: ExplainedTurn, other: ExplainedTurn, facts: Mapping[str, Fact]
) -> Iterator[Sentence]:
    """Yield the losses of another turn for the next ones."""
    fewer = _held(other) - _held(choice)
    if fewer > 0:
        yield Sentence("why.mm.instead_held", facts, fewer)
    mine, theirs = (_nearest(each) for each in (choice, other))
    # Whoever has placed a marker looks for a spot for another one.
    if not fewer and mine is not None and theirs is not None and theirs > mine:
        yield Sentence("why.mm.instead_spot", facts, theirs - mine)
    if (fewer := _next_points(choice) - _next_points(other)) > 0:
        yield Sentence("why.mm.instead_next", facts, fewer)


def _held(choice: ExplainedTurn) -> int:
    """Return the number of markers in the company's hand after a turn."""
    return len(_company(choice.turn).hand or ())


def _indices(choice: ExplainedTurn) -> list[int]:
    """Return the company's lines that go on after a turn."""
    state, company = choice.end.state, choice.turn.company
    lines = [line_index(company, name) for name in LINE_NAMES]
    return [ix for ix in lines if line_refusal(state.lines[ix]) is None]


def _nearest(choice: ExplainedTurn) -> int | None:
    """Return the tunnels from a line of the company to a spot for a marker of its hand."""
    spots = (nearest_spot(choice.end.state, ix) for ix in _indices(choice))
    return min((spot.tunnels for spot in spots if spot is not None), default=None)


def _next_points(choice: ExplainedTurn) -> int:
    """Return the most points for stations that one tunnel of the next turn can make."""
    ways = (_one_tunnel_away(choice.end.state, ix).values() for ix in _indices(choice))
    return max(chain.from_iterable(ways), default=0)


def _unserved(turn: Turn) -> set[str]:
    """Return the letters of the own markers without a station, those in the hand included."""
    company = _company(turn)
    letters = {marker.letter for marker in company.hand or ()}
    return letters | {placed.marker.letter for placed in _own(turn) if not placed.is_served}
