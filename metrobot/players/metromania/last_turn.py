"""Exhaustive search of the last turn of a game: one company acts before the final count.

Source: MM §11.2, §12 to §14.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Final, TypeAlias

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.games.metromania import imagine
from metrobot.games.metromania.building import legality, turn
from metrobot.games.metromania.count import final_count, trips
from metrobot.games.metromania.state import Phase, State
from metrobot.games.metromania.view import View
from metrobot.players.contract import UNBOUND, Budget, Way
from metrobot.players.metromania.looks import lead_of, on_turn

Worth: TypeAlias = tuple[float, float, float]
"""Share of the win, lead and points of a player at an end, compared in this order."""

Found: TypeAlias = tuple[Worth, Way]
"""The best end that can be reached, and the choices that lead to it."""

WORLDS: Final = 8
"""Deals of the hidden hands; they decide who pays for missing markers."""


def is_last(state: State) -> bool:
    """Return whether nobody acts after the current turn (MM §11.2)."""
    return state.phase is Phase.BUILDING and state.final_turn == state.turn


def ways_to_end(
    view: View, legal: Sequence[Action], budget: Budget, dice: Dice
) -> list[tuple[int, Found]]:
    """Return the place of each choice with the best end that it leads to, the best first.

    Args:
        view: view of the company on turn, in the last turn.
        legal: its legal choices.
        budget: most ends to count; choices beyond it are left out.
        dice: deals hidden hands.
    """
    # Equal hands count once: each world costs a count at every end.
    worlds = {world.hands: world for world in (imagine.imagined(view, dice) for _ in range(WORLDS))}
    search = _LastTurn(tuple(worlds.values()), budget)
    state, ways = search.worlds[0], list[tuple[int, Found]]()
    for place, action in enumerate(legal):
        best = search.best(turn.state_after(state, action))
        if best is not None:
            ways.append((place, (best[0], (action, *best[1]))))
    # By worth alone, as actions have no order.
    return sorted(ways, key=lambda way: way[1][0], reverse=True)


def best_way(view: View, budget: Budget, dice: Dice) -> Way | None:
    """Return the choices with the best end for the company on turn; None if it is no last turn."""
    state = imagine.imagined(view, dice)
    if not is_last(state):
        return None
    legal = legality.legal_actions(state, state.active)
    return ways_to_end(view, legal, budget, dice)[0][1][1]


def best_end(state: State) -> State:
    """Return the best end for the company on turn in the last turn, with all hands known."""
    best = _LastTurn((state,), UNBOUND).best(state)
    assert best is not None, "nothing bounds the search"
    return reduce(turn.state_after, best[1], state)


@dataclass(slots=True)
class _LastTurn:
    """Search for the best ends.

    Attributes:
        worlds: imagined states that differ in hidden hands only; at least one.
        budget: most ends to count.
    """

    worlds: Sequence[State]
    budget: Budget
    _known: dict[State, Found | None] = field(default_factory=dict)
    _counted: dict[object, Worth] = field(default_factory=dict)

    def best(self, state: State) -> Found | None:
        """Return the best end from a state of the first world; None if the time is up."""
        # A state takes long to hash, so it is looked up once.
        try:
            return self._known[state]
        except KeyError:
            pass
        # At least one end is counted, so that there is always a choice to make.
        if self._counted and self.budget.ends_after(len(self._counted)):
            return None
        end = self._known[state] = self._looked_for(state)
        return end

    def _looked_for(self, state: State) -> Found | None:
        if state.phase is Phase.OVER:
            return self._worth(state), ()
        best: Found | None = None
        for action in legality.legal_actions(state, state.active):
            end = self.best(turn.state_after(state, action))
            if end is not None and (best is None or end[0] > best[0]):
                best = end[0], (action, *end[1])
        return best

    def _worth(self, state: State) -> Worth:
        # Many orders of the same tunnels end in the same count, which depends on these alone
        # (MM §12 to §14).
        key = (
            tuple((trips.stations_on(state, n), n.is_finished, len(n.cells)) for n in state.lines),
            tuple((placed.marker, state.stations_at(placed.cell)) for placed in state.placed),
            state.station_points,
        )
        if key not in self._counted:
            ends = [self._worth_in(world, state) for world in self.worlds]
            share, lead, points = (sum(values) / len(ends) for values in zip(*ends, strict=True))
            self._counted[key] = share, lead, points
        return self._counted[key]

    def _worth_in(self, world: State, end: State) -> Worth:
        """Return the worth of an end with the hidden hands of one world."""
        mover, player = world.active, on_turn(world)
        # The mover's own hand has changed by the choices; the other hands stay as imagined.
        hands = (*world.hands[:mover], end.hands[mover], *world.hands[mover + 1 :])
        result = final_count.result_of(replace(end, hands=hands))
        return result.shares[player], lead_of(result, player), result.scores[player]
