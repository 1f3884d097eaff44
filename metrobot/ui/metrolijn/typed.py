"""Typed rides, matched against the legal choices.

The rules decide: typed text becomes an action, and a refusal is the rules' own,
with the legal choices.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from metrobot.engine.actions import Action
from metrobot.engine.errors import Fact, Refusal, RuleError
from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer
from metrobot.games.metrolijn.board import CARD_NAMED, CardKind, Line, LineSite, Map, Station
from metrobot.games.metrolijn.legality import CLOCKWISE
from metrobot.ui.kit.typed_turns import (
    LISTED_AT_MOST,
    AnyDraft,
    TypedTurn,
    bare,
    matching_places,
    the_place,
)
from metrobot.ui.kit.views import draft_view_of
from metrobot.ui.metrolijn.menus import WAY_NAMES
from metrobot.ui.metrolijn.names import Names, plain_names
from metrobot.ui.metrolijn.steps import OpenRide, fullest, open_rides, towards
from metrobot.ui.words.player_names import shown_name

COUNTER: Final = -CLOCKWISE


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


@dataclass(frozen=True, slots=True)
class Typed:
    """A ride as typed.

    Attributes:
        line: letter or name.
        stations: their number; None for as many as possible.
        direction: on a ring, a way or the station that it leads to; None for clockwise.
    """

    line: str
    stations: int | None = None
    direction: str | None = None


@dataclass(frozen=True, slots=True)
class TypedRound:
    """The round in which a ride is typed.

    Attributes:
        names: the people and the map.
        draft: empty, of the person who types.
        kind: of the open card.
        rides: the open choices.
    """

    names: Names
    draft: AnyDraft
    kind: CardKind
    rides: tuple[OpenRide, ...]


def typed_round(typed: TypedTurn) -> TypedRound:
    """Return the round in which a ride is typed."""
    names, draft_view = plain_names(typed.game_view, typed.words), draft_view_of(typed.draft)
    # A draft needs an open card.
    assert draft_view.turn.card is not None
    return TypedRound(names, typed.draft, draft_view.turn.card.kind, open_rides(draft_view.options))


def with_ride(pad: TypedRound, typed: Typed) -> AnyDraft:
    """Return the draft with a typed ride tried.

    Raises:
        Refusal: it is not understood or not legal.
    """
    line = line_meant(pad, typed.line)
    direction = direction_meant(pad, line, typed.direction)
    rides = [each for each in pad.rides if each.ride.way == (line, direction)]
    if not rides:
        return _tried(pad, _nothing(pad, pad.names.map.lines[line], direction))
    return pad.draft.then(_counted(pad.names, rides, typed.stations).index)


def _nothing(pad: TypedRound, site: LineSite, direction: int | None) -> Action:
    """Return the least possible action on a line; the rules refuse it with their reason."""
    if pad.kind is CardKind.TRANSFER:
        return Transfer(site.letter, None, None, direction)
    return Mark(site.letter, (), direction)


def _counted(names: Names, rides: Sequence[OpenRide], count: int | None) -> OpenRide:
    if count is None:
        # The rules list the choice with most marks first.
        return rides[0]
    for each in rides:
        if len(each.ride.marked) == count:
            return each
    full = rides[0].ride
    # All of these rides are on the typed line.
    assert full.line is not None
    line, listed = names.line(full.line), tuple(map(names.station, full.marked))
    if not listed:
        raise Refusal(TypedKey.NONE_LEFT, line=line)
    raise Refusal(TypedKey.TOO_MANY, line=line, n=len(listed), marked=listed)


def line_meant(pad: TypedRound, text: str) -> Line:
    """Return the typed line, given its letter or its name.

    Raises:
        Refusal: there is no such line.
    """
    fitting = matching_places(
        text, [(site.name, site.letter, site.letter + site.name) for site in pad.names.map.lines]
    )
    if len(fitting) == 1:
        return Line(fitting[0])
    raise Refusal(TypedKey.NO_LINE, text=shown_name(text), legal=legal_lines(pad))


def legal_lines(pad: TypedRound) -> tuple[str, ...]:
    """Return the lines that can be chosen now; for a free ride, all of the map."""
    names, lines = pad.names, [each.ride.line for each in fullest(pad.rides)]
    found = dict.fromkeys(names.line(line) for line in lines if line is not None)
    return tuple(found) or tuple(names.line(Line(n)) for n in range(len(names.map.lines)))


def direction_meant(pad: TypedRound, line: Line, text: str | None) -> int | None:
    """Return the typed direction; clockwise on a ring if none was typed.

    Raises:
        Refusal: it is not a direction of this ring, or the line is not a ring.
    """
    names, site = pad.names, pad.names.map.lines[line]
    if not text:
        return CLOCKWISE if site.is_ring else None
    if not site.is_ring:
        # Always refused: only a ring has directions.
        _tried(pad, _nothing(pad, site, CLOCKWISE))
    ends = {way: names.station(towards(names.map, line, way)) for way in (CLOCKWISE, COUNTER)}
    for way, end in ends.items():
        if bare(text) in {bare(end), bare(names.words.say(WAY_NAMES[way])), way_code(way)}:
            return way
    raise Refusal(TypedKey.NO_WAY, text=shown_name(text), a=ends[CLOCKWISE], b=ends[COUNTER])


def way_code(way: int) -> str:
    """Return a direction as autocomplete fills it in."""
    return "clockwise" if way == CLOCKWISE else "counter"


def with_free_ride(pad: TypedRound, text: str) -> AnyDraft:
    """Return the draft with a free ride to a typed station tried.

    Raises:
        Refusal: it is not understood or not legal.
    """
    station = station_meant(pad.names.map, text)
    return _tried(pad, FreeRide(pad.names.map.stations[station].id))


def station_meant(map_: Map, text: str) -> Station:
    """Return the station with this name, or with a name that begins so.

    Raises:
        Refusal: there is none, or several.
    """
    fitting = matching_places(text, [(site.name, site.id) for site in map_.stations])
    names = [site.name for site in map_.stations]
    return Station(the_place(text, fitting, names, TypedKey.NO_STATION, TypedKey.WHICH_STATION))


def _tried(pad: TypedRound, action: Action) -> AnyDraft:
    try:
        return pad.draft.then_action(action)
    except RuleError as error:
        reason = pad.names.words.say(error.key, **refusal_facts(pad.names, error))
        raise Refusal(TypedKey.REFUSED, reason=reason, legal=_legal(pad)) from error


def _legal(pad: TypedRound) -> tuple[str, ...]:
    """Return the choices open now: lines, or some empty stations for a free ride."""
    if pad.kind is not CardKind.FREE:
        return legal_lines(pad)
    crossed = (each.ride.crossed for each in pad.rides if each.ride.crossed)
    return tuple(pad.names.station(stations[0]) for stations in crossed)[:LISTED_AT_MOST]


def refusal_facts(names: Names, refusal: Refusal) -> dict[str, Fact]:
    """Return the facts of a refusal, cards in the reader's words."""
    facts = dict(refusal.facts)
    card = CARD_NAMED.get(str(facts.get("card")))
    return {**facts, "card": names.card(card)} if card else facts
