"""The one place that decides whether an action is legal.

Source: MM §4; for each action its own section.
"""

from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, Actor, Seat
from metrobot.engine.errors import CommonReason, Fact, RuleError
from metrobot.games.metromania import setup
from metrobot.games.metromania.actions import (
    BuildCity,
    DealMarkers,
    Decline,
    Dig,
    PlaceStation,
    Stop,
)
from metrobot.games.metromania.building import stations, tunnels
from metrobot.games.metromania.geometry import CELL_NAMES, POINT_NAMES
from metrobot.games.metromania.reasons import Reason
from metrobot.games.metromania.state import Phase, State, line_index


def awaiting(state: State) -> tuple[Actor, ...]:
    """Return the actors who may act now (MM §3, §4)."""
    match state.phase:
        case Phase.CITY | Phase.DEAL:
            return (CHANCE,)
        case Phase.BUILDING:
            return (state.active,)
        case Phase.OVER:
            return ()


def objection(state: State, actor: Actor, action: Action) -> RuleError | None:
    """Return the rules' reason against this action, or None if it is legal.

    A seat's reasons depend only on the board and its own hand.

    Source: MM §4 and the section of each action.
    """
    if state.phase is Phase.OVER:
        return RuleError(CommonReason.GAME_OVER)
    if actor not in awaiting(state):
        return RuleError(CommonReason.NOT_YOUR_TURN)
    return _chance_objection(state, action) if actor is CHANCE else _of_seat(state, actor, action)


def _chance_objection(state: State, action: Action) -> RuleError | None:
    """Return the reason against this draw, or None (MM §1.1, §3.2)."""
    match action:
        case BuildCity(layout) if state.phase is Phase.CITY and setup.is_city(layout):
            return None
        case DealMarkers() if state.phase is Phase.DEAL:
            if setup.is_deal(state.rules.players, action):
                return None
    return RuleError(CommonReason.NOT_BY_CHANCE)


def _of_seat(state: State, seat: Seat, action: Action) -> RuleError | None:
    """Return the reason against the active company's action, or None (MM §4 to §7, §9, §10)."""
    match action:
        # The station of a line just ended is offered first (MM §10.3).
        case Dig() | Stop() if state.now.bonus is not None:
            reason: Reason | None = Reason.BONUS_FIRST
        case Dig():
            reason = tunnels.dig_refusal(state, seat, action)
        case PlaceStation():
            reason = stations.station_refusal(state, seat, action)
        case Stop():
            reason = _stop_refusal(state, seat)
        case Decline():
            reason = None if state.now.bonus is not None else Reason.BONUS_NONE
        case _:
            return RuleError(CommonReason.UNKNOWN_ACTION)
    return None if reason is None else reason.error(_values(state, seat, action))


def _stop_refusal(state: State, seat: Seat) -> Reason | None:
    """Return the rule against ending the dig (MM §4.2) or passing (MM §4.4), or None."""
    # Nobody has to place a marker, so only a tunnel without one stands against stopping.
    if any(dig.letter is None for dig in tunnels.dig_choices(state, seat)):
        return Reason.STOP_MUST_DIG
    return Reason.STOP_STATION_POSSIBLE if stations.station_choices(state, seat) else None


def _values(state: State, seat: Seat, action: Action) -> dict[str, Fact]:
    """Return all that a refusal may tell: the board, the action and the asker's own hand."""
    values: dict[str, Fact] = {"bonus": str(state.now.bonus), "count": state.stock}
    if isinstance(action, PlaceStation):
        values |= {"line": str(action.line), "point": POINT_NAMES[action.point]}
    elif isinstance(action, Dig):
        points = state.lines[line_index(seat, action.line)].points
        values |= {
            "line": str(action.line),
            "line_end": POINT_NAMES[points[-1]] if points else "",
            "from": POINT_NAMES[action.start],
            "to": POINT_NAMES[action.end],
            "cell": " ".join(CELL_NAMES[action.cell]),
            "spot": str(state.built_city.spots[action.cell]),
            "letter": str(action.letter),
        }
    return values


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return every action open to this company, in a fixed order (MM §4).

    Tunnels as `dig_choices` lists them, stations by line and position, then
    declining, then stopping.
    """
    if state.phase is not Phase.BUILDING or seat != state.active:
        return ()
    if state.now.bonus is not None:
        return (*stations.station_choices(state, seat), Decline())
    # The order stands in the ids of buttons (docs/decisions/drafts-in-button-ids.md): it must never
    # change.
    digs = tuple(tunnels.dig_choices(state, seat))
    sites = stations.station_choices(state, seat)
    if sites or any(dig.letter is None for dig in digs):
        return (*digs, *sites)
    return (*digs, Stop())


def has_choice(state: State) -> bool:
    """Return whether the active company has a tunnel or a station to play (MM §4.2, §4.4)."""
    seat = state.active
    return next(tunnels.dig_choices(state, seat), None) is not None or bool(
        stations.station_choices(state, seat)
    )
