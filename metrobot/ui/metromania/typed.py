"""Typed tunnels and stations, matched against the legal choices.

The rules decide: typed text becomes an action, and a refusal is the rules' own,
with the legal choices.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
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
    POINT_NAMED,
    POINT_NAMES,
    STEPS,
    TOUCHING,
    Point,
    Step,
)
from metrobot.games.metromania.reasons import Reason
from metrobot.games.metromania.view import View
from metrobot.ui.kit.typed_turns import AnyDraft
from metrobot.ui.metromania.names import ground_at, is_left, path, third_corner
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import shown_name

_NAME: Final = re.compile(r"(?:NE|NW|SE|SW|[A-KNS])\d{1,2}")
_LEFT: Final = ("left", "l")
_RIGHT: Final = ("right", "r")


class TypedKey(StrEnum):
    """Keys of the faults in a typed tunnel or station; the facts of each are listed below it."""

    NO_POINT = "mm.typed.no_point"
    """text: as typed."""
    NO_SIDE = "mm.typed.no_side"
    """text: as typed; legal: the third corners that would do."""
    NO_MARKERS = "mm.typed.no_markers"
    """text: as typed."""
    NO_MARKER = "mm.typed.no_marker"
    """text: as typed; legal: the letters that would do."""
    WHICH_SIDE = "mm.typed.which_side"
    """point: the tunnel's end; legal: third corners of the cells."""
    WHICH_MARKER = "mm.typed.which_marker"
    """point: the tunnel's end; legal: letters."""
    WHICH_START = "mm.typed.which_start"
    """point: the tunnel's end; legal: gate and point of each start."""
    REFUSED = "mm.typed.refused"
    """reason: the sentence of the rule; legal: the line's next points and gates."""
    STATION_REFUSED = "mm.typed.station_refused"
    """reason: the sentence of the rule; legal: the points for a station."""
    NO_STATION = "mm.typed.no_station"
    """reason: the sentence of the rule; the line can have no station now."""
    NOWHERE = "mm.typed.nowhere"
    """line: the line, which has no point for a station now."""
    REFUSED_ALL = "mm.typed.refused_all"
    """reason: the sentence of the rule; the line can go nowhere."""


@dataclass(frozen=True, slots=True)
class Typed:
    """One tunnel as typed.

    Attributes:
        line: solid or striped.
        to: a point or gate; two names for a line's start: N2-K5.
        beside: third corner of the cell, or left or right; None for any legal one.
        place: letter of the marker; None for any legal one.
    """

    line: LineName
    to: str
    beside: str | None = None
    place: str | None = None


def names_in(text: str) -> tuple[Point, ...]:
    """Return the one or two points that a text names.

    Raises:
        Refusal: it names none, more than two, or an unknown one.
    """
    names = _NAME.findall(text.upper())
    points = [POINT_NAMED[name] for name in names if name in POINT_NAMED]
    # Typed text is shown back, so its Markdown is made harmless (`shown_name`).
    if not 1 <= len(points) <= 2 or len(points) != len(names):
        raise Refusal(TypedKey.NO_POINT, text=shown_name(text))
    return tuple(points)


def legal_digs(draft: AnyDraft) -> list[Dig]:
    """Return the tunnels that are open now."""
    return [action for action in draft.open_choices if isinstance(action, Dig)]


def legal_stations(draft: AnyDraft) -> list[PlaceStation]:
    """Return the intermediate stations that are open now."""
    return [action for action in draft.open_choices if isinstance(action, PlaceStation)]


def now(draft: AnyDraft) -> View:
    """Return the draft owner's present preview."""
    view: View = draft.title.view_for(draft.state, frozenset((draft.seat,)), preview=True)
    return view


def goes(dig: Dig, points: Sequence[Point]) -> bool:
    """Return whether a tunnel goes to the one point typed, or from the first to the second."""
    return (dig.start, dig.end) == tuple(points) if len(points) == 2 else dig.end == points[0]


def typed_target(dig: Dig) -> str:
    """Return the text to type as `to` for a tunnel."""
    end = POINT_NAMES[dig.end]
    return f"{POINT_NAMES[dig.start]}-{end}" if dig.start in GATE_OF else end


def corner_name(dig: Dig) -> str:
    """Return the name of the third corner of a tunnel's cell."""
    return POINT_NAMES[third_corner(dig.start, dig.end, dig.cell)]


def is_beside(dig: Dig, text: str, words: Words) -> bool:
    """Return whether a tunnel lies on the typed side.

    Args:
        dig: the tunnel.
        text: left or right, in English or in the reader's language, or a third
            corner; empty for either side.
        words: of the reader.
    """
    wanted = text.strip().casefold()
    if wanted in (*_LEFT, words.say("mm.side.left").casefold()):
        return is_left(dig.start, dig.end, dig.cell)
    if wanted in (*_RIGHT, words.say("mm.side.right").casefold()):
        return not is_left(dig.start, dig.end, dig.cell)
    return not wanted or corner_name(dig).casefold() == wanted


def beside(digs: Sequence[Dig], text: str | None, words: Words) -> list[Dig]:
    """Return the tunnels on the typed side.

    Raises:
        Refusal: there is none.
    """
    found = [dig for dig in digs if is_beside(dig, text or "", words)]
    if not found:
        # A cell comes once for each marker that may be placed there.
        legal = tuple(dict.fromkeys(corner_name(dig) for dig in digs))
        raise Refusal(TypedKey.NO_SIDE, text=shown_name((text or "").strip()), legal=legal)
    return found


def placing(digs: Sequence[Dig], text: str | None) -> list[Dig]:
    """Return the tunnels that place the typed marker.

    Raises:
        Refusal: there is none.
    """
    if text is None or not text.strip():
        return list(digs)
    found = [dig for dig in digs if dig.letter == text.strip().upper()[:1]]
    if not found:
        legal = tuple(dig.letter for dig in digs if dig.letter is not None)
        if not legal:
            raise Refusal(TypedKey.NO_MARKERS, text=shown_name(text))
        raise Refusal(TypedKey.NO_MARKER, text=shown_name(text), legal=legal)
    return found


LISTED_AT_MOST: Final = 12
_FACTS: Final = {
    str(LineName.SOLID): "mm.fact.solid",
    str(LineName.STRIPED): "mm.fact.striped",
    str(Ground.HOME): "mm.ground.home",
    str(Ground.WORK): "mm.ground.work",
    str(Ground.LEISURE): "mm.ground.leisure",
}
"""Keys of the facts that are words; letters of trips are not among them."""
_ABOUT_POINTS: Final = (Reason.STATION_NOT_ON_LINE, Reason.STATION_NOT_BETWEEN)
"""Reasons against a station on one point, which advise choosing another."""


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
    return Refusal(key, point=POINT_NAMES[digs[0].end], legal=tuple(legal))


def _refusal(
    draft: AnyDraft, typed: Typed, points: Sequence[Point], legal: Sequence[Dig], words: Words
) -> Refusal:
    """Return the rules' reason against a tunnel, with the legal ones."""
    targets = tuple(islice(dict.fromkeys(typed_target(dig) for dig in legal), LISTED_AT_MOST))
    tries = [dig for dig in _tries(draft, typed, points) if _fits(dig, typed, words)]
    objections = (
        draft.title.objection(draft.state, draft.seat, dig)
        for dig in (*tries, _as_typed(draft, typed, points))
    )
    # Nothing that goes there is legal, so the rules object to the last of them at least.
    objection = next(found for found in objections if found is not None)
    reason = words.say(objection.key, **refusal_facts(objection, words))
    # No tunnel is legal before the station is chosen, so none is suggested.
    if objection.key == Reason.BONUS_FIRST:
        return Refusal(objection.key, **refusal_facts(objection, words))
    if not targets:
        return Refusal(TypedKey.REFUSED_ALL, reason=reason)
    return Refusal(TypedKey.REFUSED, reason=reason, legal=targets)


def _as_typed(draft: AnyDraft, typed: Typed, points: Sequence[Point]) -> Dig:
    """Return the tunnel exactly as typed, even if it is impossible."""
    line = now(draft).companies[draft.seat].lines[LINE_NAMES.index(typed.line)]
    start = points[0] if len(points) == 2 or not line.points else line.points[-1]
    gates = [GATE_OF[at] for at in (points[-1], start) if at in GATE_OF]
    return Dig(typed.line, start, points[-1], gates[0].cell if gates else TOUCHING[start][0], None)


def refusal_facts(refusal: Refusal, words: Words) -> dict[str, Fact]:
    """Return the facts of a refusal, with lines, spots and cells in the reader's words."""
    return {name: _fact_text(name, fact, words) for name, fact in refusal.facts.items()}


def _fact_text(name: str, fact: Fact, words: Words) -> Fact:
    if not isinstance(fact, str):
        return fact
    if name == "cell":
        return fact.replace(" ", "·")
    return words.say(_FACTS[fact]) if fact in _FACTS else fact


def _fits(dig: Dig, typed: Typed, words: Words) -> bool:
    """Return whether a tunnel matches the typed side and marker, if any."""
    try:
        return bool(placing(beside([dig], typed.beside, words), typed.place))
    except Refusal:
        return False


def _tries(draft: AnyDraft, typed: Typed, points: Sequence[Point]) -> Iterator[Dig]:
    """Yield all tunnels of a line that match the typed points, legal or not."""
    view = now(draft)
    line = view.companies[draft.seat].lines[LINE_NAMES.index(typed.line)]
    for start in line.points[-1:] or tuple(gate.outer for gate in GATES if gate.is_start):
        for step in _steps(start):
            if (start, step.to) == tuple(points) or (step.to,) == tuple(points):
                yield from _cells(draft, view, typed.line, start, step)


def _steps(start: Point) -> list[Step]:
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
        if not legal and error.key in _ABOUT_POINTS:
            raise Refusal(TypedKey.NOWHERE, line=words.say(_FACTS[line])) from error
        reason = words.say(error.key, **refusal_facts(error, words))
        if not legal:
            raise Refusal(TypedKey.NO_STATION, reason=reason) from error
        raise Refusal(TypedKey.STATION_REFUSED, reason=reason, legal=legal) from error


def then_pass(draft: AnyDraft, words: Words) -> AnyDraft:
    """Return the draft of a pass.

    Raises:
        Refusal: the turn cannot be passed.
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
