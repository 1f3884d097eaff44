"""Tunnels and stations as people type them, understood by what is legal now.

The rules decide: what was typed becomes an Action, and a refusal is theirs,
with what would be legal instead.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from metrobot.engine.errors import Fact, Refusal, RuleError
from metrobot.games.metromania.actions import LINE_NAMES, Dig, LineName, PlaceStation, Stop
from metrobot.games.metromania.city import Ground
from metrobot.games.metromania.geometry import (
    EXITS,
    GATE_OF,
    GATE_STEPS,
    GATES,
    POINT_NAMES,
    STEPS,
    TOUCHING,
    Point,
    Step,
)
from metrobot.games.metromania.reasons import Reason
from metrobot.games.metromania.view import View
from metrobot.ui.frame.typed_turns import AnyDraft
from metrobot.ui.metromania.directions import ground_at
from metrobot.ui.metromania.names import path
from metrobot.ui.metromania.typed_facts import (
    Typed,
    TypedKey,
    beside,
    corner_name,
    goes,
    legal_digs,
    legal_stations,
    names_in,
    now,
    placing,
    typed_target,
)
from metrobot.ui.words.catalogue import Words

LISTED_AT_MOST: Final = 12
_FACTS: Final = {
    str(LineName.SOLID): "mm.fact.solid",
    str(LineName.STRIPED): "mm.fact.striped",
    str(Ground.HOME): "mm.ground.home",
    str(Ground.WORK): "mm.ground.work",
    str(Ground.LEISURE): "mm.ground.leisure",
}
"""Facts of the rules that are words; letters of trips are none of these."""


def then_typed(draft: AnyDraft, typed: Typed, words: Words) -> AnyDraft:
    """Return the draft with a typed tunnel tried.

    Raises:
        Refusal: it is not understood, not legal, or fits several tunnels.
    """
    legal = [dig for dig in legal_digs(draft) if dig.line is typed.line]
    points = names_in(typed.to)
    fitting = [dig for dig in legal if goes(dig, points)]
    if not fitting:
        raise _refusal(draft, typed, points, legal, words)
    return draft.then_action(_the_one(fitting, typed, words))


def _the_one(fitting: Sequence[Dig], typed: Typed, words: Words) -> Dig:
    """Return the one tunnel that was meant.

    Raises:
        Refusal: none, or several.
    """
    starts = list(dict.fromkeys(path((dig.start, dig.end)) for dig in fitting))
    if len(starts) > 1:
        raise _which(TypedKey.WHICH_START, fitting, starts)
    sides = beside(fitting, typed.beside, words)
    corners = list(dict.fromkeys(corner_name(dig) for dig in sides))
    if len(corners) > 1:
        raise _which(TypedKey.WHICH_SIDE, sides, corners)
    found = placing(sides, typed.place)
    if len(found) > 1:
        raise _which(TypedKey.WHICH_MARKER, found, [str(dig.letter) for dig in found])
    return found[0]


def _which(key: TypedKey, digs: Sequence[Dig], legal: Sequence[str]) -> Refusal:
    """Return the question which of several tunnels is meant."""
    return Refusal(key, point=POINT_NAMES[digs[0].end], legal=tuple(legal))


def _refusal(
    draft: AnyDraft,
    typed: Typed,
    points: Sequence[Point],
    legal: Sequence[Dig],
    words: Words,
) -> Refusal:
    """Return why a tunnel cannot go there, by the rules, and what would be legal."""
    targets = tuple(islice(dict.fromkeys(typed_target(dig) for dig in legal), LISTED_AT_MOST))
    tries = [dig for dig in _tries(draft, typed, points) if _fits(dig, typed, words)]
    objections = (
        draft.title.objection(draft.state, draft.seat, dig)
        for dig in (*tries, _as_typed(draft, typed, points))
    )
    # Nothing that goes there is legal, so the rules object to the last of them at least.
    objection = next(found for found in objections if found is not None)
    reason = words.say(objection.key, **refusal_facts(objection, words))
    if objection.key == Reason.BONUS_FIRST:
        return Refusal(objection.key, **refusal_facts(objection, words))
    if not targets:
        return Refusal(TypedKey.REFUSED_ALL, reason=reason)
    return Refusal(TypedKey.REFUSED, reason=reason, legal=targets)


def _as_typed(draft: AnyDraft, typed: Typed, points: Sequence[Point]) -> Dig:
    """Return the tunnel as it was typed, impossible as it may be."""
    line = now(draft).companies[draft.seat].lines[LINE_NAMES.index(typed.line)]
    start = points[0] if len(points) == 2 or not line.points else line.points[-1]
    gates = [GATE_OF[at] for at in (points[-1], start) if at in GATE_OF]
    cell = gates[0].cell if gates else TOUCHING[start][0]
    return Dig(typed.line, start, points[-1], cell, None)


def refusal_facts(refusal: Refusal, words: Words) -> dict[str, Fact]:
    """Return the facts of a refusal: lines, spots and cells as the reader knows them."""
    return {name: _fact_text(name, fact, words) for name, fact in refusal.facts.items()}


def _fact_text(name: str, fact: Fact, words: Words) -> Fact:
    """Return one fact of a refusal as the reader knows it."""
    if not isinstance(fact, str):
        return fact
    if name == "cell":
        return fact.replace(" ", "·")
    return words.say(_FACTS[fact]) if fact in _FACTS else fact


def _fits(dig: Dig, typed: Typed, words: Words) -> bool:
    """Return whether a tunnel lies on the side that was typed, if one was."""
    try:
        return bool(placing(beside([dig], typed.beside, words), typed.place))
    except Refusal:
        return False


def _tries(draft: AnyDraft, typed: Typed, points: Sequence[Point]) -> Iterator[Dig]:
    """Yield all tunnels of a line that can be named like this, legal or not."""
    view = now(draft)
    line = view.companies[draft.seat].lines[LINE_NAMES.index(typed.line)]
    starts = line.points[-1:] or tuple(gate.outer for gate in GATES if gate.is_start)
    for start in starts:
        for step in _steps(start):
            if (start, step.to) == tuple(points) or (step.to,) == tuple(points):
                yield from _cells(draft, view, typed.line, start, step)


def _steps(start: Point) -> list[Step]:
    """Return all steps from a point or from a gate's outer corner."""
    if start in GATE_OF:
        return list(GATE_STEPS[start]) if GATE_OF[start].is_start else []
    return [*STEPS[start], *(step for _, step in EXITS[start])]


def _cells(draft: AnyDraft, view: View, line: LineName, start: Point, step: Step) -> Iterator[Dig]:
    """Yield the tunnels along one edge, on each side and with each own marker."""
    for cell in step.cells:
        ground = ground_at(view, cell)
        held = view.companies[draft.seat].hand or ()
        letters: list[str | None] = [marker.letter for marker in held if marker.spot is ground]
        for letter in letters or [None]:
            yield Dig(line, start, step.to, cell, letter)


def then_station(draft: AnyDraft, line: LineName, text: str, words: Words) -> AnyDraft:
    """Return the draft with a typed intermediate station tried.

    Raises:
        Refusal: it is not understood or not legal.
    """
    try:
        return draft.then_action(PlaceStation(line, names_in(text)[-1]))
    except RuleError as error:
        stations = [station for station in legal_stations(draft) if station.line is line]
        legal = tuple(POINT_NAMES[station.point] for station in stations)
        reason = words.say(error.key, **refusal_facts(error, words))
        if not legal:
            raise Refusal(TypedKey.NO_STATION, reason=reason) from error
        raise Refusal(TypedKey.STATION_REFUSED, reason=reason, legal=legal) from error


def then_pass(draft: AnyDraft, words: Words) -> AnyDraft:
    """Return the draft of a pass.

    Raises:
        Refusal: there is something that must be done.
    """
    try:
        return draft.then_action(Stop())
    except RuleError as error:
        raise Refusal(error.key, **refusal_facts(error, words)) from error


def after_all(draft: AnyDraft, tunnels: Sequence[Typed], words: Words) -> AnyDraft:
    """Return the draft with several typed tunnels tried in order.

    Raises:
        Refusal: one of them is not understood or not legal.
    """
    for typed in tunnels:
        draft = then_typed(draft, typed, words)
    return draft
