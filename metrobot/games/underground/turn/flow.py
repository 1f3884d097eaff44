"""The course of a turn: building, the passenger, new cards, the next seat, the end.

Source: OU §3, §4.1, §6, §7.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.games.underground.actions import Build, DrawCards, PlaceTokens, Travel
from metrobot.games.underground.board import (
    ACTIONS_A_TURN,
    COLOURS,
    OPEN_CARDS,
    START,
    STATIONS,
    Colour,
    Station,
    StationKind,
)
from metrobot.games.underground.state import Phase, Source, State, fares, with_points, with_tokens
from metrobot.games.underground.trips.passenger import Route, choices, targets
from metrobot.games.underground.turn.pieces import lay_piece

CLASSES = (StationKind.EXPRESS, StationKind.REGULAR)
"""Kinds of destination in the order in which they are visited (OU §6.1)."""

FEW_CARDS: Final = 6
"""Pile size at which players are told that the end is near."""


def state_after(state: State, action: Action) -> State:
    """Return the state after a legal action of a seat or of chance."""
    match action:
        case PlaceTokens():
            # With the connection tokens laid out (OU §2.2) the passenger is at the start.
            return replace(state, symbols=action.symbols, phase=Phase.DRAW, passenger=START)
        case DrawCards():
            return after_draw(state, action)
        case Build():
            return after_action(lay_piece(state, state.to_act, action))
        case Travel():
            return after_travel(state, action)
    return after_token(state)


def after_draw(state: State, action: DrawCards) -> State:
    """Return the state with new cards face up (OU §2.3, §7.1, §7.2).

    The first draw opens the game; every later one ends a turn.
    """
    # Only the first draw comes before any visit.
    is_opening = not state.visited
    state = replace(
        state, open_cards=state.open_cards + action.cards, pile=state.pile - set(action.cards)
    )
    if is_opening:
        return replace(state, phase=Phase.BUILD)
    if not state.pile:
        # With the last card of the pile the passenger leaves (OU §7.2).
        state = replace(state, passenger=None)
    return next_turn(state)


def next_turn(state: State) -> State:
    """Return the state at the next seat's turn, or at the end (OU §3, §7.2)."""
    state = replace(state, turn=state.turn + 1, done=0, trips=0, phase=Phase.BUILD)
    if is_end(state.to_act, passenger_left=state.passenger is None):
        return replace(state, phase=Phase.OVER)
    return state


def after_token(state: State) -> State:
    """Return the state with a token taken as one of the turn's actions (OU §4.1)."""
    return after_action(with_tokens(state, state.to_act, 1))


def after_action(state: State) -> State:
    """Return the state with one of the turn's four actions used (OU §4.1)."""
    state = replace(state, done=state.done + 1)
    if state.done < ACTIONS_A_TURN:
        return state
    return next_turn(state) if state.passenger is None else replace(state, phase=Phase.TRAVEL)


def kinds_to_visit(
    open_cards: Sequence[Station], visited: Sequence[Station], trips: int
) -> tuple[StationKind, ...]:
    """Return the kinds of destination still to be visited in a turn, in order (OU §6.1).

    An express destination first, then a regular one, never two of a kind.

    Args:
        open_cards: destinations face up.
        visited: destinations already visited, in order.
        trips: number of visits made in this turn.
    """
    open_kinds = {STATIONS[card].kind for card in open_cards}
    last = STATIONS[visited[-1]].kind if trips else None
    rest = CLASSES[CLASSES.index(last) + 1 if last else 0 :]
    return tuple(kind for kind in rest if kind in open_kinds)


def of_kind(cards: Sequence[Station], kind: StationKind) -> tuple[Station, ...]:
    """Return the destinations of one kind."""
    return tuple(card for card in cards if STATIONS[card].kind is kind)


def _kinds(state: State) -> tuple[StationKind, ...]:
    """Return the kinds of destination still to be visited in this turn (OU §6.1)."""
    return kinds_to_visit(state.open_cards, state.visited, state.trips)


def tracks_on_board(state: State) -> dict[Colour, frozenset[Station]]:
    """Return the stations of each line that has a piece."""
    return {Colour(i): state.stations_of(Colour(i)) for i in range(len(COLOURS)) if state.tracks[i]}


# Legal actions, objections, views and summaries of one state all ask for it.
@lru_cache(maxsize=64)
def trips_open(state: State) -> tuple[Route, ...]:
    """Return the passenger's choices for the next visit (OU §6.2)."""
    kinds = _kinds(state)
    if not kinds or state.passenger is None:
        return ()
    cards = of_kind(state.open_cards, kinds[0])
    return choices(targets(state.passenger, cards, tracks_on_board(state)))


def travels(state: State) -> tuple[Travel, ...]:
    """Return the passenger's choices as actions (OU §6.2)."""
    return tuple(Travel(route.to, route.colours) for route in trips_open(state))


def after_travel(state: State, action: Travel) -> State:
    """Return the state with the passenger at the destination and the owners paid.

    Source: OU §6.1, §6.3, §6.4, §7.1.
    """
    for seat, points in fares(state.rules, action.colours):
        state = with_points(state, seat, Source.PASSENGER, points)
    cards = list(state.open_cards)
    cards.remove(action.to)
    state = replace(
        state,
        passenger=action.to,
        open_cards=tuple(cards),
        visited=(*state.visited, action.to),
        trips=state.trips + 1,
    )
    # There is always a card to draw: the passenger leaves with the last.
    return state if _kinds(state) else replace(state, phase=Phase.DRAW)


def cards_to_draw(open_cards: int, pile: int) -> int:
    """Return the number of cards turned up after a turn (OU §7.1).

    Args:
        open_cards: number of cards face up after the visits.
        pile: number of cards left to draw.
    """
    return min(OPEN_CARDS - open_cards, pile)


def is_end(next_seat: Seat, *, passenger_left: bool) -> bool:
    """Return whether the game ends before this seat's turn (OU §7.2).

    Once the passenger has left, play goes on until the start player would be next.
    """
    return passenger_left and next_seat == 0
