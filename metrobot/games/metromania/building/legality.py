"""The one place that decides whether an action is legal.

Source: MM §4; for each action its own section.
"""

from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, Actor, Seat
from metrobot.engine.errors import CommonReason, RuleError
from metrobot.games.metromania import setup
from metrobot.games.metromania.actions import (
    BuildCity,
    DealMarkers,
    Decline,
    Dig,
    PlaceStation,
    Stop,
)
from metrobot.games.metromania.building import refusal_facts, stations, tunnels
from metrobot.games.metromania.reasons import Reason
from metrobot.games.metromania.state import Phase, State


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
    if actor is CHANCE:
        return None if _may_happen(state, action) else RuleError(CommonReason.NOT_BY_CHANCE)
    return _seat_objection(state, actor, action)


def _may_happen(state: State, action: Action) -> bool:
    """Return whether chance may do this now (MM §1.1, §3.2)."""
    match action:
        case BuildCity(layout):
            return state.phase is Phase.CITY and setup.is_city(layout)
        case DealMarkers():
            return state.phase is Phase.DEAL and setup.is_deal(state.rules.players, action)
    return False


def _seat_objection(state: State, seat: Seat, action: Action) -> RuleError | None:
    """Return the reason against the active company's action, or None (MM §4 to §7, §9, §10)."""
    match action:
        case Dig() | Stop() if state.now.bonus is not None:
            return RuleError(Reason.BONUS_FIRST, line=str(state.now.bonus))
        case Dig():
            reason = tunnels.dig_refusal(state, seat, action)
            return None if reason is None else refusal_facts.dig_error(reason, state, seat, action)
        case PlaceStation():
            reason = stations.station_refusal(state, seat, action)
            return None if reason is None else refusal_facts.station_error(reason, state, action)
        case Stop():
            return _stop_objection(state, seat)
        case Decline():
            return None if state.now.bonus is not None else RuleError(Reason.BONUS_NONE)
    return RuleError(CommonReason.UNKNOWN_ACTION)


def _stop_objection(state: State, seat: Seat) -> RuleError | None:
    """Return the reason against ending the dig or passing, or None.

    Source: MM §4.2 (stop), §4.4 (pass), §10.3 (the station is offered first).
    """
    if any(dig.letter is None for dig in tunnels.dig_choices(state, seat)):
        return RuleError(Reason.STOP_MUST_DIG)
    if stations.station_choices(state, seat):
        return RuleError(Reason.STOP_STATION_POSSIBLE)
    return None


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return every action open to this company, in a fixed order.

    Tunnels as `dig_choices` lists them, stations by line and position, then
    declining, then stopping.

    Source: MM §4.
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
