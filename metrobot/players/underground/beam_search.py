"""The best whole turns that a search finds: a beam over the four pieces, then the passenger.

After each piece only the most promising boards are kept; boards that were built
in another order are one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from metrobot.engine.actions import Action
from metrobot.games.underground import flow
from metrobot.games.underground.actions import TakeToken
from metrobot.games.underground.pieces import legal_builds
from metrobot.games.underground.state import Phase, State
from metrobot.players.contract import UNBOUND, Budget, Way

WIDTH: Final = 6
"""How many boards are kept after each piece."""

Worth = Callable[[State], float]


@dataclass(frozen=True, slots=True)
class Variation:
    """A way through a turn.

    Attributes:
        first: the place of its first choice in the list of legal ones.
        state: to which it leads.
        worth: of that state.
        later: its further choices, the last one first, each with those before it.
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
    """Return the best boards at the end of the building of a turn, and how many were looked at.

    Once the time is up tokens alone are added to what was found, so that all
    boards are of whole turns.

    Args:
        state: at any piece of a turn.
        legal: what is open.
        worth: of a board on the way.
        width: how many boards are kept after each piece.
        budget: how long to search; it counts boards.
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
            open_ = _open(line.state, is_over=budget.ends_after(looked))
            looked += len(open_)
            longer += [_longer(line, action, worth) for action in open_]
        beam = _best(longer, width)
    return beam, looked


def _open(state: State, *, is_over: bool) -> tuple[Action, ...]:
    """Return what is looked at next: all that is open, or a token once the time is up."""
    return (TakeToken(),) if is_over else (*legal_builds(state, state.to_act), TakeToken())


def _is_building(state: State, turn: int) -> bool:
    """Return whether pieces of this turn are still to be laid."""
    return state.phase is Phase.BUILD and state.turn == turn


def _longer(line: Variation, action: Action, worth: Worth) -> Variation:
    """Return a way with one more choice."""
    state = flow.state_after(line.state, action)
    return Variation(line.first, state, worth(state), (action, line.later))


def _best(lines: list[Variation], width: int) -> list[Variation]:
    """Return the best ways, one for each board."""
    found = dict[object, Variation]()
    for line in sorted(lines, key=lambda each: -each.worth):
        found.setdefault((line.state.tracks, line.state.tokens), line)
        if len(found) == width:
            break
    return list(found.values())


def travelled(state: State, worth: Worth) -> State:
    """Return the state after the visits of a turn, each as is best for whoever chooses."""
    turn = state.turn
    while state.phase is Phase.TRAVEL and state.turn == turn:
        after = [flow.after_travel(state, trip) for trip in flow.travels(state)]
        state = max(after, key=worth) if len(after) > 1 else after[0]
    return state
