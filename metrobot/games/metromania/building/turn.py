"""Changes made by accepted actions, and the succession of turns.

Source: MM §4, §10.3, §11.
"""

from collections.abc import Set as AbstractSet
from dataclasses import replace

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.games.metromania import options, setup
from metrobot.games.metromania.actions import (
    TUNNELS_PER_TURN,
    BuildCity,
    DealMarkers,
    Dig,
    PlaceStation,
    Stop,
)
from metrobot.games.metromania.building import legality, line_blocks, stations, tunnels
from metrobot.games.metromania.building.stations import Built
from metrobot.games.metromania.city import city_of
from metrobot.games.metromania.geometry import CITY_POINTS, GATE_OF, Step
from metrobot.games.metromania.result import EndedBy
from metrobot.games.metromania.state import Deeds, Line, Phase, Placed, State, line_index

Sight = AbstractSet[Seat] | None
"""The companies whose hands a drafting player sees; None where the whole truth counts."""


def state_after(state: State, action: Action) -> State:
    """Return the state after a legal action, up to the next choice of anybody."""
    match action:
        case BuildCity(layout):
            state = replace(state, city=city_of(layout))
            if options.has_drawn_hands(state.rules):
                return replace(state, phase=Phase.DEAL)
            # Hands that are not drawn are given out (MM §3.3).
            return replace(state, hands=setup.fixed_hands(state.rules), phase=Phase.BUILDING)
        case DealMarkers(hands):
            return replace(state, hands=hands, phase=Phase.BUILDING)
    return after_deed(state, action, None)


def after_deed(state: State, action: Action, sight: Sight) -> State:
    """Return the state after a legal action of the active company (MM §3.3, §11.2, §11.3).

    With a sight, nothing depends on hands that are not seen: building ends only where
    that is certain, and after the turn the next company is on turn, whether it can do
    anything or not.
    """
    # Noted before the first deed of a turn: later ones of a draft may depend on hidden hands.
    if state.deeds.turn != state.turn:
        state = replace(state, deeds=Deeds(turn=state.turn, lacking=line_blocks.lacking(state)))
    match action:
        case Dig():
            return _after_dig(state, action, sight)
        case PlaceStation():
            return _after_station(state, action, sight)
        case Stop():
            return _end_turn(state, sight, is_idle=not state.deeds.dug)
    return _go_on(replace(state, deeds=replace(state.deeds, bonus=None)), sight)


def with_vacant(state: State, seats: AbstractSet[Seat]) -> State:
    """Return the state in which exactly these companies are vacant (MM §17.1, §17.2).

    A turn of such a company that is under way is ended as it stands.
    """
    state = replace(state, vacant=frozenset(seats))
    if state.phase is Phase.BUILDING and state.active in seats:
        return _end_turn(state, None, is_idle=not state.now.dug)
    return state


def as_next(state: State, seats: AbstractSet[Seat]) -> State | None:
    """Return the state at the next turn of some companies if no other builds before it.

    Others that pass bring no end, as they may well build. None where none of them has
    a choice, or building ends before.
    """
    if state.phase is not Phase.BUILDING:
        return None
    last = state.turn + state.company_count
    for number in range(state.turn + 1, 1 + min(last, state.final_turn or last)):
        after = replace(state, turn=number, idle_turns=0)
        if after.active in seats and legality.has_choice(after):
            return after
    return None


def with_game_ended(state: State) -> State:
    """Return the state with building ended by the players (MM §17.4)."""
    return replace(state, phase=Phase.OVER, ended_by=EndedBy.VOTE)


def _after_dig(state: State, dig: Dig, sight: Sight) -> State:
    """Return the state after a tunnel (MM §4.2, §7, §9.1, §10)."""
    state = _checked(dug(state, dig), sight)
    ix = line_index(state.active, dig.line)
    # The station of a line just ended is chosen before the turn goes on (MM §10.3).
    if state.lines[ix].is_finished and stations.open_sites(state, state.lines[ix]):
        return replace(state, deeds=replace(state.deeds, bonus=dig.line))
    return _go_on(state, sight)


def dug(state: State, dig: Dig) -> State:
    """Return the state with only the tunnel, its stations and its marker added."""
    seat, deeds = state.active, state.deeds
    ix = line_index(seat, dig.line)
    built, marker = stations.built_by(state, seat, dig), tunnels.marker_of(state, dig)
    lines = list(state.lines)
    lines[ix] = _longer(lines[ix], dig, stations.step_of_tunnel(dig))
    state = with_stations(state, built)
    placed, hands = [*state.placed], [*state.hands]
    if marker is not None:
        placed.append(Placed(marker, dig.cell, seat))
        # Sorted, so that equal boards are equal states whatever the order of placing.
        placed.sort(key=lambda item: item.marker)
        hands[seat] = tuple(own for own in hands[seat] if own != marker)
    has_placed = deeds.has_placed or marker is not None
    return replace(
        state,
        lines=tuple(lines),
        used=state.used | 1 << dig.cell,
        placed=tuple(placed),
        hands=tuple(hands),
        deeds=replace(deeds, dug=deeds.dug + 1, has_placed=has_placed),
    )


def _longer(line: Line, dig: Dig, step: Step) -> Line:
    """Return the line with one more tunnel (MM §5.1, §6.1, §10.1)."""
    edge = 1 << step.edge
    return Line(
        points=(*line.points, dig.end) if line.points else (dig.start, dig.end),
        cells=(*line.cells, dig.cell),
        visited=line.visited | 1 << dig.start | 1 << dig.end,
        edges=line.edges | edge,
        last_edge=edge,
        heading=step.direction,
        start_side=line.start_side if line.points else GATE_OF[dig.start].side,
        is_finished=bool(line.points) and dig.end >= CITY_POINTS,
    )


def with_stations(state: State, built: tuple[Built, ...]) -> State:
    """Return the state with new stations, scored for the active company (MM §7.5, §7.6)."""
    if not built:
        return state
    seat, scores = state.active, list(state.station_points)
    scores[seat] += sum(station.points for station in built)
    return replace(
        state,
        stations=state.stations | sum(1 << station.at for station in built),
        stock=state.stock - len(built),
        station_points=tuple(scores),
    )


def _after_station(state: State, action: PlaceStation, sight: Sight) -> State:
    """Return the state after an intermediate station (MM §4.1, §8, §10.3)."""
    is_bonus = state.deeds.bonus is not None
    built = stations.built_by(state, state.active, action)
    state = _checked(with_stations(state, built), sight)
    if is_bonus:
        return _go_on(replace(state, deeds=replace(state.deeds, bonus=None)), sight)
    return _end_turn(state, sight, is_idle=False)


def _checked(state: State, sight: Sight) -> State:
    """Return the state with the end of building noted if it has just been reached.

    Source: MM §11.1, §11.2.
    """
    if state.ended_by is not None or (ended_by := _end_reached(state, sight)) is None:
        return state
    return replace(state, ended_by=ended_by, final_turn=state.turn + state.company_count - 1)


def _end_reached(state: State, sight: Sight) -> EndedBy | None:
    """Return the cause that has surely ended building, the first of several (MM §11.1)."""
    ix = 2 * state.active
    if state.lines[ix].is_finished and state.lines[ix + 1].is_finished:
        return EndedBy.TWO_LINES
    if not state.stock:
        return EndedBy.STATIONS
    if line_blocks.has_enough_done(state, options.lines_needed(state.rules), sight):
        return EndedBy.LINES
    return None


def _go_on(state: State, sight: Sight) -> State:
    """Return the state with the dig continued or the turn ended (MM §4.2, §10.3, §11.2)."""
    # The final turn is a round away exactly if building has ended in this very turn.
    is_stopped = state.final_turn == state.turn + state.company_count - 1
    if state.deeds.dug >= TUNNELS_PER_TURN or is_stopped or not legality.has_choice(state):
        return _end_turn(state, sight, is_idle=False)
    return state


def _end_turn(state: State, sight: Sight, *, is_idle: bool) -> State:
    """Return the state at the next turn with a choice, or after the game.

    Source: MM §4.4, §17.1 (passed over), §11.2 (last turns), §11.4 (nobody builds).
    """
    # A draft stops at the very next turn: who is passed over may depend on a hand.
    if sight is not None:
        return replace(state, turn=state.turn + 1)
    while True:
        idle_turns = state.idle_turns + 1 if is_idle else 0
        state = replace(state, turn=state.turn + 1, idle_turns=idle_turns)
        if state.final_turn is not None and state.turn > state.final_turn:
            return replace(state, phase=Phase.OVER)
        if idle_turns >= state.company_count:
            return replace(state, phase=Phase.OVER, ended_by=EndedBy.PASSES)
        if state.active not in state.vacant and legality.has_choice(state):
            return state
        # A turn that is passed over counts as one without building (MM §11.4).
        is_idle = True
