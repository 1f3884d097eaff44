"""How a turn goes on: building, the passenger, new cards, the next seat.

Source: OU §3, §4.1, §6, §7.
"""

from dataclasses import replace
from functools import lru_cache

from metrobot.games.underground.actions import DrawCards, PlaceTokens, Travel
from metrobot.games.underground.board import (
    ACTIONS_A_TURN,
    COLOURS,
    START,
    STATIONS,
    Colour,
    Kind,
    Station,
)
from metrobot.games.underground.passenger import Route, choices
from metrobot.games.underground.state import (
    Phase,
    Source,
    State,
    owner_of,
    with_points,
)

CLASSES = (Kind.EXPRESS, Kind.REGULAR)
"""The kinds of destination in the order in which they are visited (OU §6.1)."""


def after_tokens(state: State, action: PlaceTokens) -> State:
    """Return the state with the connection tokens laid out (OU §2.2)."""
    return replace(state, symbols=action.symbols, phase=Phase.DRAW, passenger=START)


def after_draw(state: State, action: DrawCards) -> State:
    """Return the state with new cards face up.

    The first draw opens the game; every later one ends a turn. With the last
    card of the pile the passenger leaves.

    Source: OU §2.3, §7.1, §7.2.
    """
    is_opening = not state.visited
    state = replace(
        state,
        open_cards=state.open_cards + action.cards,
        pile=state.pile - set(action.cards),
    )
    if is_opening:
        return replace(state, phase=Phase.BUILD)
    if not state.pile:
        state = replace(state, passenger=None)
    return next_turn(state)


def next_turn(state: State) -> State:
    """Return the state at the next seat's turn, or at the end.

    Once the passenger has left, play goes on until the start player would be next.

    Source: OU §3, §7.2.
    """
    state = replace(state, turn=state.turn + 1, done=0, trips=0, phase=Phase.BUILD)
    if state.passenger is None and state.to_act == 0:
        return replace(state, phase=Phase.OVER)
    return state


def after_action(state: State) -> State:
    """Return the state with one of the turn's four actions used (OU §4.1)."""
    state = replace(state, done=state.done + 1)
    if state.done < ACTIONS_A_TURN:
        return state
    return next_turn(state) if state.passenger is None else replace(state, phase=Phase.TRAVEL)


def class_to_visit(state: State) -> Kind | None:
    """Return the kind of destination that is visited next in this turn, or None.

    An express destination first, then a regular one, never two of a kind.

    Source: OU §6.1.
    """
    open_kinds = [STATIONS[card].kind for card in state.open_cards]
    last = STATIONS[state.visited[-1]].kind if state.trips else None
    for kind in CLASSES[CLASSES.index(last) + 1 if last else 0 :]:
        if kind in open_kinds:
            return kind
    return None


def tracks_on_board(state: State) -> dict[Colour, frozenset[Station]]:
    """Return the stations of every line that has a piece."""
    return {Colour(i): state.stations_of(Colour(i)) for i in range(len(COLOURS)) if state.tracks[i]}


@lru_cache(maxsize=64)
def trips_open(state: State) -> tuple[Route, ...]:
    """Return the passenger's choices for his next visit (OU §6.2)."""
    kind = class_to_visit(state)
    if kind is None or state.passenger is None:
        return ()
    cards = [card for card in state.open_cards if STATIONS[card].kind is kind]
    return choices(state.passenger, cards, tracks_on_board(state))


def after_travel(state: State, action: Travel) -> State:
    """Return the state with the passenger at his destination and the owners paid.

    Behind the last visit of a turn new cards are drawn: there is always one to
    draw, since he leaves with the last.

    Source: OU §6.1, §6.3, §6.4, §7.1.
    """
    for colour in action.colours:
        state = with_points(state, owner_of(state.rules, colour), Source.PASSENGER, 1)
    left = list(state.open_cards)
    left.remove(action.to)
    state = replace(
        state,
        passenger=action.to,
        open_cards=tuple(left),
        visited=(*state.visited, action.to),
        trips=state.trips + 1,
    )
    return state if class_to_visit(state) else replace(state, phase=Phase.DRAW)
