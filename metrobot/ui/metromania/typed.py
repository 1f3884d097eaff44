"""Typed tunnels and stations, matched against the legal choices.

The rules decide: typed text becomes an action, and a refusal is the rules' own,
with the legal choices.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Final

from metrobot.engine.errors import CommonReason, Fact, Refusal, RuleError
from metrobot.games.metromania import geometry
from metrobot.games.metromania.actions import LINE_NAMES, Dig, LineName, PlaceStation, Stop
from metrobot.games.metromania.city import SPOTS
from metrobot.games.metromania.geometry import GATE_OF, POINT_NAMED, POINT_NAMES, Cell, Point
from metrobot.games.metromania.reasons import Reason
from metrobot.ui.kit.typed_turns import AnyDraft, Row, TypedTurn
from metrobot.ui.kit.views import draft_view_of
from metrobot.ui.metromania.names import GROUNDS, ground_at, is_left, path, side_name, third_corner
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import shown_name

_NAME: Final = re.compile(r"(?:NE|NW|SE|SW|[A-KNS])\d{1,2}")
LISTED_AT_MOST: Final = 12
_FACTS: Final[dict[str, str]] = {
    LineName.SOLID: "mm.fact.solid",
    LineName.STRIPED: "mm.fact.striped",
    **{spot: GROUNDS[spot] for spot in SPOTS},
}
"""Keys of the facts that are words; letters of trips are not among them."""
_ABOUT_POINTS: Final = (Reason.STATION_NOT_ON_LINE, Reason.STATION_NOT_BETWEEN)
"""Reasons against a station on one point, which advise choosing another."""


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


def line_meant(turn: TypedTurn, row: Row) -> LineName:
    """Return the typed line, or that of the last tunnel; solid before the first."""
    lines = [action.line for action in turn.draft.actions if isinstance(action, Dig)]
    # While options are still being typed, anything may stand in them.
    typed_lines = [line for line in LINE_NAMES if line == row.get("line")]
    return (LineName.SOLID, *lines, *typed_lines)[-1]


def legal_digs(turn: TypedTurn, row: Row) -> list[Dig]:
    """Return the tunnels of the typed line that are open now."""
    line = line_meant(turn, row)
    digs = (action for action in turn.draft.open_choices if isinstance(action, Dig))
    return [dig for dig in digs if dig.line is line]


def typed_target(dig: Dig) -> str:
    """Return the text to type as `to` for a tunnel."""
    end = POINT_NAMES[dig.end]
    return f"{POINT_NAMES[dig.start]}-{end}" if dig.start in GATE_OF else end


def corner_name(dig: Dig) -> str:
    """Return the name of the third corner of a tunnel's cell."""
    return POINT_NAMES[third_corner(dig.start, dig.end, dig.cell)]


def is_beside(dig: Dig, row: Row, words: Words) -> bool:
    """Return whether a tunnel lies on the typed side, if any.

    Args:
        dig: the tunnel.
        row: beside is left or right, in English or in the reader's language, or a
            third corner.
        words: of the reader.
    """
    side, ends = row.get("beside", "").strip().casefold(), (dig.start, dig.end)
    english = ("left", "l") if is_left(*ends, dig.cell) else ("right", "r")
    names = corner_name(dig), side_name(words, *ends, dig.cell)
    return side in ("", *english, *(name.casefold() for name in names))


def _places(dig: Dig, row: Row) -> bool:
    """Return whether a tunnel places the typed marker, if any."""
    letter = row.get("place", "").strip().upper()[:1]
    return not letter or dig.letter == letter


def then_tunnel(turn: TypedTurn, row: Row) -> AnyDraft:
    """Return the draft with a typed tunnel tried; without `to`, none is.

    Args:
        turn: the turn so far.
        row: line; to, a point or gate, or two for a line's start: N2-K5; beside, the
            third corner of the cell, or left or right; place, the letter of the
            marker. Beside and place may be left out where only one is legal.

    Raises:
        Refusal: it is not understood, not legal, or fits several tunnels.
    """
    if "to" not in row:
        return turn.draft
    digs, points = legal_digs(turn, row), names_in(row["to"])
    fitting = [dig for dig in digs if _goes(dig, points)]
    if not fitting:
        raise _refusal(turn, row, points, digs)
    return turn.draft.then_action(_the_one(fitting, row, turn.words))


def _goes(dig: Dig, points: Sequence[Point]) -> bool:
    """Return whether a tunnel goes to the one point typed, or from the first to the second."""
    return (dig.start, dig.end)[-len(points) :] == tuple(points)


def _the_one(fitting: Sequence[Dig], row: Row, words: Words) -> Dig:
    _check_one(TypedKey.WHICH_START, fitting, (path((dig.start, dig.end)) for dig in fitting))
    sides = [dig for dig in fitting if is_beside(dig, row, words)]
    if not sides:
        # A cell comes once for each marker that may be placed there.
        corners = tuple(dict.fromkeys(map(corner_name, fitting)))
        raise Refusal(TypedKey.NO_SIDE, text=shown_name(row["beside"].strip()), legal=corners)
    _check_one(TypedKey.WHICH_SIDE, sides, map(corner_name, sides))
    placing = [dig for dig in sides if _places(dig, row)]
    if not placing:
        letters = tuple(dig.letter for dig in sides if dig.letter is not None)
        if not letters:
            raise Refusal(TypedKey.NO_MARKERS, text=shown_name(row["place"]))
        raise Refusal(TypedKey.NO_MARKER, text=shown_name(row["place"]), legal=letters)
    _check_one(TypedKey.WHICH_MARKER, placing, (str(dig.letter) for dig in placing))
    return placing[0]


def _check_one(key: TypedKey, digs: Sequence[Dig], names: Iterable[str]) -> None:
    """Check that tunnels to one point have one name."""
    legal = tuple(dict.fromkeys(names))
    if len(legal) > 1:
        raise Refusal(key, point=POINT_NAMES[digs[0].end], legal=legal)


def _refusal(turn: TypedTurn, row: Row, points: Sequence[Point], legal: Sequence[Dig]) -> Refusal:
    """Return the rules' reason against a tunnel, with the legal ones."""
    title, state, seat = turn.draft.title, turn.draft.state, turn.draft.seat
    # What is legal without being open would be so only in a turn after this one.
    not_now = RuleError(CommonReason.NOT_YOUR_TURN)
    tries = _tries(turn, row, points)
    objections = [title.objection(state, seat, dig) or not_now for dig in tries]
    objection = not_now if not_now in objections else objections[0]
    # No tunnel is legal before the station is chosen, so none is suggested.
    if objection.key == Reason.BONUS_FIRST:
        return in_words(objection, turn.words)
    reason = _reason(objection, turn.words)
    targets = tuple(dict.fromkeys(map(typed_target, legal)))[:LISTED_AT_MOST]
    if not targets:
        return Refusal(TypedKey.REFUSED_ALL, reason=reason)
    return Refusal(TypedKey.REFUSED, reason=reason, legal=targets)


def _tries(turn: TypedTurn, row: Row, points: Sequence[Point]) -> Iterator[Dig]:
    """Yield the tunnels that match what is typed, legal or not; last the plainest of all."""
    view, line = draft_view_of(turn.draft).view, line_meant(turn, row)
    company = view.companies[turn.draft.seat]
    tip = company.lines[LINE_NAMES.index(line)].points[-1:]
    for start in tip or [gate.outer for gate in geometry.GATES if gate.is_start]:
        for end, cell in _ways_from(start):
            ground = ground_at(view, cell)
            letters = [marker.letter for marker in company.hand or () if marker.spot is ground]
            for dig in (Dig(line, start, end, cell, letter) for letter in letters or [None]):
                if _goes(dig, points) and is_beside(dig, row, turn.words) and _places(dig, row):
                    yield dig
    start = points[0] if len(points) == 2 or not tip else tip[0]
    gates = [GATE_OF[point] for point in (points[-1], start) if point in GATE_OF]
    cell = gates[0].cell if gates else geometry.TOUCHING[start][0]
    yield Dig(line, start, points[-1], cell, None)


def _ways_from(start: Point) -> list[tuple[Point, Cell]]:
    """Return the points next to one, with the cells on each side of the way."""
    steps = geometry.GATE_STEPS.get(start)
    if steps is None:
        steps = (*geometry.STEPS[start], *(step for _, step in geometry.EXITS[start]))
    return [(step.to, cell) for step in steps for cell in step.cells]


def in_words(refusal: Refusal, words: Words) -> Refusal:
    """Return a refusal with lines, spots and cells in the reader's words."""
    facts = {name: _fact_text(name, fact, words) for name, fact in refusal.facts.items()}
    return Refusal(refusal.key, **facts)


def _fact_text(name: str, fact: Fact, words: Words) -> Fact:
    if not isinstance(fact, str):
        return fact
    if name == "cell":
        return fact.replace(" ", "·")
    return words.say(_FACTS[fact]) if fact in _FACTS else fact


def _reason(error: RuleError, words: Words) -> str:
    return words.say(error.key, **in_words(error, words).facts)


def then_station(turn: TypedTurn, row: Row) -> AnyDraft:
    """Return the draft with a typed intermediate station tried.

    Args:
        turn: the turn.
        row: line and point.

    Raises:
        Refusal: it is not understood or not legal.
    """
    line, words = line_meant(turn, row), turn.words

    def refusal(error: RuleError) -> Refusal:
        stations = (act for act in turn.draft.open_choices if isinstance(act, PlaceStation))
        legal = tuple(POINT_NAMES[act.point] for act in stations if act.line is line)
        if legal:
            return Refusal(TypedKey.STATION_REFUSED, reason=_reason(error, words), legal=legal)
        if error.key in _ABOUT_POINTS:
            return Refusal(TypedKey.NOWHERE, line=words.say(_FACTS[line]))
        return Refusal(TypedKey.NO_STATION, reason=_reason(error, words))

    return turn.tried(PlaceStation(line, names_in(row.get("point", ""))[-1]), refusal)


def then_pass(turn: TypedTurn, _: Row) -> AnyDraft:
    """Return the draft of a pass.

    Raises:
        Refusal: the turn cannot be passed.
    """
    return turn.tried(Stop(), lambda error: in_words(error, turn.words))
