"""The one place that decides whether a choice is legal, and the stations that it may mark.

Source: ML §3.3, §4, §5.
"""

from typing import Final

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.errors import CommonReason, RuleError
from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer
from metrobot.games.metrolijn.board import Card, CardKind, LineSite, Station
from metrobot.games.metrolijn.reasons import Reason
from metrobot.games.metrolijn.state import State

CLOCKWISE: Final = 1
"""The direction in which the data list the stations of rings."""
DIRECTIONS: Final = (CLOCKWISE, -CLOCKWISE)
"""The two ways round a ring: in the order of the data's list, and against it."""

_KINDS: dict[type[Action], tuple[CardKind, ...]] = {
    Mark: (CardKind.NUMBER, CardKind.EXPRESS),
    Transfer: (CardKind.TRANSFER,),
    FreeRide: (CardKind.FREE,),
}


def choice_objection(state: State, seat: Seat, card: Card, action: Action) -> RuleError | None:
    """Return the reason why a seat may not make this choice with the open card, or None.

    Source: ML §3.3, §4.
    """
    kinds = _KINDS.get(type(action))
    if kinds is None:
        return RuleError(CommonReason.UNKNOWN_ACTION)
    if card.kind not in kinds:
        return RuleError(Reason.OTHER_CARD, card=card.id)
    if isinstance(action, FreeRide):
        return _free_objection(state, seat, action.station)
    # `_KINDS` has no other types.
    assert isinstance(action, Mark | Transfer)
    return _line_objection(state, seat, card, action)


def _line_objection(
    state: State, seat: Seat, card: Card, action: Mark | Transfer
) -> RuleError | None:
    """Return the reason against this line, direction and ride, or None (ML §3.3, §4, §5)."""
    index = state.map.line_named(action.line)
    if index is None:
        return RuleError(Reason.NO_SUCH_LINE, line=action.line)
    line = state.map.lines[index]
    if len(state.sheets[seat].windows[index]) == line.windows:
        return RuleError(Reason.NO_WINDOW, line=action.line, windows=line.windows)
    if action.direction not in (DIRECTIONS if line.is_ring else (None,)):
        return RuleError(Reason.DIRECTION, line=action.line)
    if isinstance(action, Mark):
        return _mark_objection(state, seat, card, line, action)
    return _transfer_objection(state, seat, line, action)


def _free_objection(state: State, seat: Seat, station: str | None) -> RuleError | None:
    """Return the reason against crossing this station for free, or None (ML §4.4, §4.5)."""
    if station is None:
        return None
    index = state.map.station_named(station)
    if index is None:
        return RuleError(Reason.NO_SUCH_STATION, station=station)
    if index in state.sheets[seat].marked:
        name = state.map.stations[index].name
        return RuleError(Reason.STATION_MARKED, station=name)
    return None


def _mark_objection(
    state: State, seat: Seat, card: Card, line: LineSite, action: Mark
) -> RuleError | None:
    """Return the reason against crossing just these stations, or None (ML §4.1, §4.2, §4.5)."""
    stations = state.map.stations
    all_ = stations_ridden(line, card, state.sheets[seat].marked, action.direction)
    # Crossing nothing is legal too: an empty tuple passes here.
    if action.stations == tuple(stations[s].id for s in all_[: len(action.stations)]):
        return None
    if not all_:
        return RuleError(Reason.ALL_MARKED, line=line.letter)
    # Fewer than possible may be crossed, but always the first ones.
    names = tuple(stations[station].name for station in all_)
    return RuleError(Reason.NOT_THE_FIRST, line=line.letter, stations=names)


def _transfer_objection(
    state: State, seat: Seat, line: LineSite, action: Transfer
) -> RuleError | None:
    """Return the reason against writing this number, or None (ML §4.3, §4.5)."""
    # A transfer may be wasted: it fills a window and marks nothing.
    if action.station is None and action.value is None:
        return None
    index = first_empty(line, state.sheets[seat].marked, action.direction)
    if index is None:
        return RuleError(Reason.ALL_MARKED, line=line.letter)
    site = state.map.stations[index]
    if (action.station, action.value) == (site.id, site.lines):
        return None
    return RuleError(Reason.NOT_THE_TRANSFER, line=line.letter, station=site.name, value=site.lines)


def order_of(line: LineSite, direction: int | None) -> tuple[Station, ...]:
    """Return a line's stations in riding order; a ring starts at its first in both directions.

    Source: ML §4, §5.
    """
    first, *rest = line.stations
    return (first, *reversed(rest)) if direction == -CLOCKWISE else line.stations


def stations_ridden(
    line: LineSite, card: Card, marked: frozenset[Station], direction: int | None
) -> tuple[Station, ...]:
    """Return all stations that a number or an express would cross on a line (ML §4.1, §4.2).

    A number starts at the first empty station and stops before a marked one;
    an express jumps over marked ones, as often as needed.

    Args:
        line: the line chosen.
        card: a number or an express.
        marked: the stations marked before.
        direction: on a ring 1 or -1, elsewhere None.
    """
    order = order_of(line, direction)
    empty = [station for station in order if station not in marked]
    if card.kind is CardKind.EXPRESS or not empty:
        return tuple(empty[: card.value])
    run = order[order.index(empty[0]) :][: card.value]
    stop = next((i for i, station in enumerate(run) if station in marked), len(run))
    return run[:stop]


def first_empty(
    line: LineSite, marked: frozenset[Station], direction: int | None
) -> Station | None:
    """Return the first empty station of a line, where a transfer is written (ML §4.3)."""
    return next((s for s in order_of(line, direction) if s not in marked), None)
