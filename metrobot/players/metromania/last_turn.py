"""The last turn of all, searched out: one company acts, and then it is counted.

Source: MM §11.2, §12 to §14.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from typing import Final, TypeAlias

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.games.metromania import final_count, imagine, legality, trips, turn
from metrobot.games.metromania.geometry import Point
from metrobot.games.metromania.state import Line, Phase, State
from metrobot.games.metromania.view import View
from metrobot.players.contract import UNBOUND, Budget, Way
from metrobot.players.metromania.looks import lead_of, on_turn

Worth: TypeAlias = tuple[float, float, float]
"""Of an end to a player: share of the win, lead, points; the first that differs decides."""

Found: TypeAlias = tuple[Worth, Way]
"""The best end that can be reached, and the choices that lead there."""

WORLDS: Final = 8
"""How often hidden hands are dealt: whose marker is missing decides who pays for it."""


def is_last(state: State) -> bool:
    """Return whether nobody acts after the turn that is under way (MM §11.2)."""
    return state.phase is Phase.BUILDING and state.final_turn == state.turn


def ways_to_end(
    view: View, legal: Sequence[Action], budget: Budget, dice: Dice
) -> list[tuple[int, Found]]:
    """Return the best end that each choice leads to, the best choice first, by their places.

    Args:
        view: of whoever is on turn, in the last turn.
        legal: what is open to it.
        budget: how many ends to count; what it leaves out stands last, in its order.
        dice: deals hidden hands.
    """
    worlds = {each.hands: each for each in (imagine.imagined(view, dice) for _ in range(WORLDS))}
    search = _LastTurn(tuple(worlds.values()), budget)
    state, found = search.worlds[0], list[tuple[int, Found]]()
    for place, action in enumerate(legal):
        best = search.best(turn.state_after(state, action))
        if best is not None:
            found.append((place, (best[0], (action, *best[1]))))
    return sorted(found, key=lambda each: each[1][0], reverse=True)


def best_end(state: State) -> State:
    """Return the best end for whoever is on turn, in the last turn, all hands being known."""
    best = _LastTurn((state,), UNBOUND).best(state)
    assert best is not None, "nothing bounds the search"
    return reduce(turn.state_after, best[1], state)


@dataclass(slots=True)
class _LastTurn:
    """Looks for the best ends.

    Attributes:
        worlds: states that could be true, alike but for hidden hands; at least one.
        budget: how many ends to count.
    """

    worlds: Sequence[State]
    budget: Budget
    _known: dict[State, Found | None] = field(default_factory=dict)
    _counted: dict[object, Worth] = field(default_factory=dict)

    def best(self, state: State) -> Found | None:
        """Return the best end from a state of the first world; None: the time is up."""
        if state not in self._known:
            if self._counted and self.budget.ends_after(len(self._counted)):
                return None
            self._known[state] = self._looked_for(state)
        return self._known[state]

    def _looked_for(self, state: State) -> Found | None:
        """Return the best end, having tried all choices."""
        if state.phase is Phase.OVER:
            return self._worth(state), ()
        best: Found | None = None
        for action in legality.legal_actions(state, state.active):
            found = self.best(turn.state_after(state, action))
            if found is not None and (best is None or found[0] > best[0]):
                best = found[0], (action, *found[1])
        return best

    def _worth(self, state: State) -> Worth:
        """Return what an end is worth on average over the worlds."""
        key = _what_counts(state)
        if key not in self._counted:
            ends = [self._worth_in(world, state) for world in self.worlds]
            share, lead, points = (sum(each) / len(ends) for each in zip(*ends, strict=True))
            self._counted[key] = share, lead, points
        return self._counted[key]

    def _worth_in(self, world: State, end: State) -> Worth:
        """Return what an end is worth with the hands of a world."""
        mover, player = world.active, on_turn(world)
        hands = (*world.hands[:mover], end.hands[mover], *world.hands[mover + 1 :])
        result = final_count.result_of(replace(end, hands=hands))
        return result.shares[player], lead_of(result, player), result.scores[player]


def _what_counts(state: State) -> object:
    """Return all that the final count depends on (MM §12 to §14)."""
    return (
        tuple(map(partial(_serves, state), state.lines)),
        tuple((placed.marker, state.stations_at(placed.cell)) for placed in state.placed),
        state.station_points,
    )


def _serves(state: State, line: Line) -> tuple[tuple[Point, ...], bool, int]:
    """Return a line's stations, whether it is finished, and its tunnels."""
    return trips.stations_on(state, line), line.is_finished, len(line.cells)
