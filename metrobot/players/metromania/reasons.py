"""Reasons for which a turn of MetrOmania is good, as the rules tell them.

Source: MM §6 to §10, §12, §13.4.
"""

from collections.abc import Iterator, Mapping

from metrobot.engine.errors import Fact
from metrobot.engine.sentence import Sentence
from metrobot.games.metromania.actions import LINE_NAMES
from metrobot.games.metromania.geometry import GATE_OF, POINT_NAMES
from metrobot.games.metromania.outlook.risks import Harm, is_never_served
from metrobot.games.metromania.state import State
from metrobot.games.metromania.summary import Effect, Turn
from metrobot.games.metromania.view import CompanyView, PlacedMarker
from metrobot.players.explain import ExplainedTurn


def reasons(choice: ExplainedTurn) -> Iterator[Sentence]:
    """Yield the reasons for a turn, the weightiest first."""
    turn: Turn = choice.turn
    if turn.seat is None:
        return
    yield from _finished(turn)
    yield from _stations(turn)
    yield from _served(turn)
    yield from _placed(turn, choice)
    yield from _started(turn)
    yield from _within_reach(turn, choice)
    yield from _lines(turn)
    yield from _worthless(turn)
    # The rules allow stopping only where this reason holds (MM §4.2, §4.4).
    if turn.has_stopped:
        yield Sentence("why.mm.stops")
    yield from _spared(choice)


def _company(turn: Turn) -> CompanyView:
    return turn.after.companies[turn.company]


def _finished(turn: Turn) -> Iterator[Sentence]:
    """Yield the lines that are finished, and the points kept by that (MM §10, §12)."""
    was = turn.before.companies[turn.company].kept_points
    for name, gate in turn.ended:
        facts: dict[str, Fact] = {"line": str(name), "gate": gate.name}
        kept = _company(turn).kept_points
        if kept > was:
            yield Sentence("why.mm.finishes_keeping", {**facts, "was": was}, kept)
        else:
            yield Sentence("why.mm.finishes", facts)


def _stations(turn: Turn) -> Iterator[Sentence]:
    """Yield the new stations, if they score (MM §7)."""
    at = tuple(POINT_NAMES[station.at] for station in turn.built)
    if turn.points:
        yield Sentence("why.mm.stations", {"stations": at, "points": turn.points}, len(at))


def _worthless(turn: Turn) -> Iterator[Sentence]:
    """Yield the new stations that score nothing: trips can begin and end there (MM §13)."""
    at = tuple(POINT_NAMES[station.at] for station in turn.built)
    if at and not turn.points:
        yield Sentence("why.mm.stations_free", {"stations": at}, len(at))


def _own(turn: Turn) -> Iterator[PlacedMarker]:
    return (placed for placed in turn.after.placed if placed.company == turn.company)


def _served(turn: Turn) -> Iterator[Sentence]:
    """Yield the own markers that got their first station (MM §13.4)."""
    waiting = {placed.marker for placed in turn.before.unserved}
    letters = [p.marker.letter for p in _own(turn) if p.is_served and p.marker in waiting]
    if letters:
        yield Sentence("why.mm.served", {"letters": tuple(letters)}, len(letters))


def _placed(turn: Turn, choice: ExplainedTurn) -> Iterator[Sentence]:
    """Yield the marker that was placed, if its trip can succeed (MM §9, §13.4)."""
    placed = turn.placed
    if placed is None:
        return
    letter = {"letter": placed.marker.letter}
    if placed.is_served:
        yield Sentence("why.mm.places_served", letter)
    elif placed in _reachable(turn, choice):
        yield Sentence("why.mm.places", letter)


def _reachable(turn: Turn, choice: ExplainedTurn) -> list[PlacedMarker]:
    """Return the own markers that have no station but can still get one."""
    state: State = choice.end.state
    lost = {each.marker for each in state.placed if is_never_served(state, each)}
    return [p for p in _own(turn) if not p.is_served and p.marker not in lost]


def _within_reach(turn: Turn, choice: ExplainedTurn) -> Iterator[Sentence]:
    """Yield the own markers that still need a station and can get one (MM §13.4)."""
    now = turn.placed
    found = [placed for placed in _reachable(turn, choice) if placed != now]
    if found and turn.built:
        letters = tuple(placed.marker.letter for placed in found)
        yield Sentence("why.mm.reachable", {"letters": letters}, len(letters))


def _started(turn: Turn) -> Iterator[Sentence]:
    """Yield the lines that start, and their gates (MM §5)."""
    for dig in turn.digs:
        if dig.start in GATE_OF:
            facts = {"line": str(dig.line), "gate": GATE_OF[dig.start].name}
            yield Sentence("why.mm.starts", facts)


def _lines(turn: Turn) -> Iterator[Sentence]:
    """Yield the nearer distance from a line that grew to a black gate (MM §6.1)."""
    found = list[tuple[int, Sentence]]()
    for stand in turn.outlook:
        line = _company(turn).lines[LINE_NAMES.index(stand.name)]
        if stand.name not in turn.lines or line.is_finished or not stand.needs:
            continue
        if stand.needs <= line.tunnels_left:
            facts: dict[str, Fact] = {"line": str(stand.name), "left": line.tunnels_left}
            found.append((stand.needs, Sentence("why.mm.way", facts, stand.needs)))
    yield from (said for _, said in sorted(found, key=lambda each: each[0])[:1])


def _spared(choice: ExplainedTurn) -> Iterator[Sentence]:
    """Yield the harmful first choices avoided, if this one is harmless (MM §12, §13.4)."""
    open_: tuple[Effect, ...] = choice.prospects
    done = choice.actions[0]
    harmful = [effect for effect in open_ if effect.risks]
    if harmful and all(effect.action != done for effect in harmful):
        others = sum(effect.action != done for effect in open_)
        yield Sentence("why.mm.spares", {"others": others}, len(harmful))


def cost(choice: ExplainedTurn, other: ExplainedTurn) -> Sentence | None:
    """Return the gravest cost of another turn, if that ends with a tunnel (MM §6 to §13)."""
    turn, instead = choice.turn, other.turn
    if turn.seat is None or instead.seat is None or not instead.digs:
        return None
    dig = instead.digs[-1]
    facts: dict[str, Fact] = {"line": str(dig.line), "place": POINT_NAMES[dig.end]}
    return next(_costs(turn, instead, facts), None)


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
    if turn.points > instead.points:
        yield Sentence("why.mm.instead_points", facts, turn.points - instead.points)
    for stand in turn.outlook:
        then = next((each.needs for each in instead.outlook if each.name == stand.name), None)
        if stand.needs and then and then > stand.needs:
            other = {**facts, "other": str(stand.name)}
            yield Sentence("why.mm.instead_farther", other, then - stand.needs)
    yield Sentence("why.mm.instead", facts)


def _unserved(turn: Turn) -> set[str]:
    """Return the letters of the own markers without a station, those in the hand included."""
    company = _company(turn)
    held = {marker.letter for marker in company.hand or ()}
    return held | {placed.marker.letter for placed in _own(turn) if not placed.is_served}
