"""Typed rides, matched against the legal choices.

The rules decide: typed text becomes an action, and a refusal is the rules' own,
with the legal choices.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from metrobot.engine.actions import Action
from metrobot.engine.errors import Refusal, RuleError
from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer
from metrobot.games.metrolijn.board import CARD_NAMED, CardKind, Line
from metrobot.games.metrolijn.legality import CLOCKWISE
from metrobot.ui.kit import typed_turns
from metrobot.ui.kit.typed_turns import AnyDraft, Row, TypedTurn, bare, matching_places, place_meant
from metrobot.ui.kit.views import draft_view_of
from metrobot.ui.metrolijn.menus import WAY_NAMES
from metrobot.ui.metrolijn.names import Names, plain_names
from metrobot.ui.metrolijn.steps import OpenRide, fullest, open_rides, towards
from metrobot.ui.words.player_names import shown_name

WAY_CODES: Final = {CLOCKWISE: "clockwise", -CLOCKWISE: "counter"}
"""Each way round a ring as autocomplete fills it in."""


class TypedKey(StrEnum):
    """Keys of the faults in a typed ride; the facts of each are listed below it."""

    NO_LINE = "ml.typed.no_line"
    """text: as typed; legal: the lines that can be chosen."""
    NO_WAY = "ml.typed.no_way"
    """text: as typed; a, b: the stations next to the ring's first."""
    TOO_MANY = "ml.typed.too_many"
    """line; n: number of stations that can be crossed; marked: their names."""
    NONE_LEFT = "ml.typed.none_left"
    """line: all its stations are marked."""
    NO_STATION = "ml.typed.no_station"
    """text: as typed."""
    WHICH_STATION = "ml.typed.which_station"
    """text: as typed; legal: the stations that fit."""
    REFUSED = "ml.typed.refused"
    """reason: the sentence of the rule; legal: the lines that can be chosen."""


def names_of(turn: TypedTurn) -> Names:
    """Return the names of the people and the map."""
    return plain_names(turn.game_view, turn.words)


def rides_of(turn: TypedTurn) -> tuple[OpenRide, ...]:
    """Return the open choices."""
    return open_rides(draft_view_of(turn.draft).options)


def then_ride(turn: TypedTurn, row: Row) -> AnyDraft:
    """Return the draft with a typed ride tried.

    Args:
        turn: the turn.
        row: line; stations, their number, as many as possible if left out; and on a
            ring the direction.

    Raises:
        Refusal: it is not understood or not legal.
    """
    line = line_meant(turn, row)
    way = line, direction_meant(turn, line, row)
    rides = [choice for choice in rides_of(turn) if choice.ride.way == way]
    if not rides:
        return _tried(turn, _least(turn, *way))
    return turn.draft.then(_counted(names_of(turn), rides, row.get("stations")).index)


def _least(turn: TypedTurn, line: Line, direction: int | None) -> Action:
    """Return the least possible action on a line; the rules refuse it with their reason."""
    letter = names_of(turn).map.lines[line].letter
    if turn.draft.state.card.kind is CardKind.TRANSFER:
        return Transfer(letter, None, None, direction)
    return Mark(letter, (), direction)


def _counted(names: Names, rides: Sequence[OpenRide], count: int | None) -> OpenRide:
    for choice in rides:
        # The rules list the choice with most marks first.
        if count is None or len(choice.ride.marked) == count:
            return choice
    full = rides[0].ride
    # All of these rides are on the typed line.
    assert full.line is not None
    line, stations = names.line(full.line), tuple(map(names.station, full.marked))
    if not stations:
        raise Refusal(TypedKey.NONE_LEFT, line=line)
    raise Refusal(TypedKey.TOO_MANY, line=line, n=len(stations), marked=stations)


def line_meant(turn: TypedTurn, row: Row) -> Line:
    """Return the typed line, given its letter or its name.

    Raises:
        Refusal: there is no such line.
    """
    text, lines = row.get("line", ""), names_of(turn).map.lines
    names = [(site.name, site.letter, site.letter + site.name) for site in lines]
    fitting = matching_places(text, names)
    if len(fitting) == 1:
        return Line(fitting[0])
    raise Refusal(TypedKey.NO_LINE, text=shown_name(text), legal=_legal_lines(turn))


def _legal_lines(turn: TypedTurn) -> tuple[str, ...]:
    """Return the lines that can be chosen now; for a free ride, all of the map."""
    names, lines = names_of(turn), [choice.ride.line for choice in fullest(rides_of(turn))]
    legal = [line for line in lines if line is not None] or range(len(names.map.lines))
    return tuple(dict.fromkeys(names.line(Line(line)) for line in legal))


def direction_meant(turn: TypedTurn, line: Line, row: Row) -> int | None:
    """Return the typed direction; clockwise on a ring if none was typed.

    Raises:
        Refusal: it is not a direction of this ring, or the line is not a ring.
    """
    text, map_ = row.get("direction"), names_of(turn).map
    if not map_.lines[line].is_ring:
        if text:
            # Always refused: only a ring has directions.
            _tried(turn, _least(turn, line, CLOCKWISE))
        return None
    if not text:
        return CLOCKWISE
    ends = {way: map_.stations[towards(map_, line, way)].name for way in WAY_CODES}
    for way, end in ends.items():
        if bare(text) in map(bare, (end, turn.words.say(WAY_NAMES[way]), WAY_CODES[way])):
            return way
    a, b = ends.values()
    raise Refusal(TypedKey.NO_WAY, text=shown_name(text), a=a, b=b)


def then_free_ride(turn: TypedTurn, row: Row) -> AnyDraft:
    """Return the draft with a free ride to a typed station tried.

    Args:
        turn: the turn.
        row: station, by its name or the beginning of it.

    Raises:
        Refusal: it is not understood or not legal.
    """
    stations = names_of(turn).map.stations
    names, text = [(site.name, site.id) for site in stations], row.get("station", "")
    number = place_meant(text, names, TypedKey.NO_STATION, TypedKey.WHICH_STATION)
    return _tried(turn, FreeRide(stations[number].id))


def _tried(turn: TypedTurn, action: Action) -> AnyDraft:
    def refusal(error: RuleError) -> Refusal:
        card = CARD_NAMED.get(str(error.facts.get("card")))
        facts = {**error.facts, "card": names_of(turn).card(card)} if card else error.facts
        return Refusal(
            TypedKey.REFUSED, reason=turn.words.say(error.key, **facts), legal=_legal(turn)
        )

    return turn.tried(action, refusal)


def _legal(turn: TypedTurn) -> tuple[str, ...]:
    """Return the choices open now: lines, or some empty stations for a free ride."""
    if turn.draft.state.card.kind is not CardKind.FREE:
        return _legal_lines(turn)
    crossed = (choice.ride.crossed for choice in rides_of(turn) if choice.ride.crossed)
    return tuple(names_of(turn).station(first) for first, *_ in crossed)[
        : typed_turns.LISTED_AT_MOST
    ]
