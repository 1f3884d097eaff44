"""The best whole turns that a search finds: a beam over the four pieces, then the passenger.

After each piece only the most promising boards are kept; boards that were built
in another order are one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from metrobot.engine.actions import Action
from metrobot.games.underground import flow
from metrobot.games.underground.actions import Build, TakeToken, Travel
from metrobot.games.underground.building import lay_piece, legal_builds
from metrobot.games.underground.state import Phase, State, with_tokens

WIDTH: Final = 6
"""How many boards are kept after each piece."""

Worth = Callable[[State], float]


@dataclass(frozen=True, slots=True)
class Line:
    """A way through a turn.

    Attributes:
        first: the place of its first choice in the list of legal ones.
        state: to which it leads.
        worth: of that state.
    """

    first: int
    state: State
    worth: float


def built(
    state: State, legal: Sequence[Action], worth: Worth, width: int = WIDTH
) -> tuple[list[Line], int]:
    """Return the best boards at the end of the building of a turn, and how many were looked at.

    Args:
        state: at any piece of a turn.
        legal: what is open.
        worth: of a board on the way.
        width: how many boards are kept after each piece.
    """
    turn, looked = state.turn, len(legal)
    beam = [_line(n, _after(state, action), worth) for n, action in enumerate(legal)]
    beam = _best(beam, width)
    while any(_is_building(line.state, turn) for line in beam):
        longer = list[Line]()
        for line in beam:
            if not _is_building(line.state, turn):
                longer.append(line)
                continue
            open_ = (*legal_builds(line.state, line.state.to_act), TakeToken())
            looked += len(open_)
            longer += [_line(line.first, _after(line.state, action), worth) for action in open_]
        beam = _best(longer, width)
    return beam, looked


def _is_building(state: State, turn: int) -> bool:
    """Return whether pieces of this turn are still to be laid."""
    return state.phase is Phase.BUILD and state.turn == turn


def _line(first: int, state: State, worth: Worth) -> Line:
    """Return a way with what it is worth."""
    return Line(first, state, worth(state))


def _after(state: State, action: Action) -> State:
    """Return the state after a legal action of a turn's building."""
    if isinstance(action, Build):
        return flow.after_action(lay_piece(state, state.to_act, action))
    return flow.after_action(with_tokens(state, state.to_act, 1))


def _best(lines: list[Line], width: int) -> list[Line]:
    """Return the best ways, one for each board."""
    found = dict[object, Line]()
    for line in sorted(lines, key=lambda each: -each.worth):
        found.setdefault((line.state.tracks, line.state.tokens), line)
        if len(found) == width:
            break
    return list(found.values())


def travelled(state: State, worth: Worth) -> State:
    """Return the state after the visits of a turn, each as is best for whoever chooses."""
    turn = state.turn
    while state.phase is Phase.TRAVEL and state.turn == turn:
        trips = [Travel(route.to, route.colours) for route in flow.trips_open(state)]
        after = [flow.after_travel(state, trip) for trip in trips]
        state = max(after, key=worth) if len(after) > 1 else after[0]
    return state
