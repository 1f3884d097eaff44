"""Beam search for the best whole turns: over the four pieces, then the passenger.

Only the most promising boards are kept after each piece. Boards that differ only in
the order of building count as one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from metrobot.engine.actions import Action
from metrobot.games.underground.actions import TakeToken
from metrobot.games.underground.state import Phase, State
from metrobot.games.underground.turn import flow
from metrobot.games.underground.turn.pieces import legal_builds
from metrobot.players.contract import UNBOUND, Budget, Way

WIDTH: Final = 6
"""Boards kept after each piece."""

Worth = Callable[[State], float]


@dataclass(frozen=True, slots=True)
class Variation:
    """A way through a turn.

    Attributes:
        first: place of its first choice in the list of legal ones.
        state: the state that it leads to.
        worth: worth of that state.
        later: its further choices as a linked list, the last one first.
    """

    first: int
    state: State
    worth: float
    later: "Later" = None

    @property
    def way(self) -> Way:
        """Its choices after the first, in order."""
        found, at = list[Action](), self.later
        while at is not None:
            action, at = at
            found.append(action)
        return tuple(reversed(found))


Later: TypeAlias = tuple[Action, "Later"] | None


def built(
    state: State,
    legal: Sequence[Action],
    worth: Worth,
    width: int = WIDTH,
    budget: Budget = UNBOUND,
) -> tuple[list[Variation], int]:
    """Return the best boards after the building of a turn, and the number that were looked at.

    Args:
        state: the state at any piece of a turn.
        legal: its legal choices.
        worth: returns the worth of a board on the way.
        width: boards kept after each piece.
        budget: limits on the search; it counts boards.
    """
    turn = state.turn
    firsts = list[Variation]()
    for place, action in enumerate(legal):
        if firsts and budget.ends_after(len(firsts)):
            break
        after = flow.state_after(state, action)
        firsts.append(Variation(place, after, worth(after)))
    beam, looked = _best(firsts, width), len(firsts)
    while any(_is_building(line.state, turn) for line in beam):
        longer = list[Variation]()
        for line in beam:
            if not _is_building(line.state, turn):
                longer.append(line)
                continue
            # Once the time is up only tokens are added, so that all boards are of whole turns.
            open_ = _open(line.state, is_over=budget.ends_after(looked))
            looked += len(open_)
            longer += [_longer(line, action, worth) for action in open_]
        beam = _best(longer, width)
    return beam, looked


def _open(state: State, *, is_over: bool) -> tuple[Action, ...]:
    """Return the choices to try next: all that are open, or a token once the time is up."""
    return (TakeToken(),) if is_over else (*legal_builds(state, state.to_act), TakeToken())


def _is_building(state: State, turn: int) -> bool:
    return state.phase is Phase.BUILD and state.turn == turn


def _longer(line: Variation, action: Action, worth: Worth) -> Variation:
    """Return a variation with one more choice."""
    state = flow.state_after(line.state, action)
    return Variation(line.first, state, worth(state), (action, line.later))


def _best(lines: list[Variation], width: int) -> list[Variation]:
    """Return the best variations, one for each board."""
    found = dict[object, Variation]()
    for line in sorted(lines, key=lambda each: -each.worth):
        found.setdefault((line.state.tracks, line.state.tokens), line)
        if len(found) == width:
            break
    return list(found.values())


def travelled(state: State, worth: Worth) -> State:
    """Return the state after the visits of a turn, each the best by `worth`."""
    turn = state.turn
    while state.phase is Phase.TRAVEL and state.turn == turn:
        after = [flow.after_travel(state, trip) for trip in flow.travels(state)]
        state = max(after, key=worth) if len(after) > 1 else after[0]
    return state
