"""Rivals of On the Underground.

Source: OU §4 to §6.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.dice import Dice
from metrobot.games.underground.actions import Build
from metrobot.games.underground.board import LINKS
from metrobot.games.underground.state import State, colours_of
from metrobot.games.underground.turn import flow
from metrobot.games.underground.turn.pieces import Gain, gain_of
from metrobot.games.underground.view import View, imagined
from metrobot.players.contract import Budget, Decision, Player, ReasonKey
from metrobot.players.random_player import best_of
from metrobot.players.underground.levels import points_at_once
from metrobot.players.underground.position_value import of_open_cards, position_value

Idea: TypeAlias = Callable[[State, Build, Gain], float]
"""The worth of a piece beyond what it makes of its owner's position."""


def _by(idea: Idea, view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice with the highest worth by an idea; any of equal ones.

    A trip is worth its pay; a token is taken where no piece is worth more.
    """
    del budget
    state = imagined(view)
    seat = Seat(state.to_act)

    def worth(action: Action) -> float:
        if isinstance(action, Build):
            after = position_value(flow.state_after(state, action), seat)
            return idea(state, action, gain_of(state, action)) + after
        return position_value(state, seat) + points_at_once(state, action)

    worths = [worth(action) for action in legal]
    best = best_of(worths, dice)
    return Decision(best, ReasonKey.LOOKS, {"worth": round(worths[best])})


def _pairs(_state: State, _piece: Build, gain: Gain) -> float:
    return 3.0 * len(gain.pairs) + 2.0 * len(gain.enclosed)


def _spreads(state: State, piece: Build, _gain: Gain) -> float:
    """Return the extra worth of stations that none of its own lines has yet."""
    own = frozenset().union(*map(state.stations_of, colours_of(state.rules, state.to_act)))
    return 3.0 * len({LINKS[piece.link].a, LINKS[piece.link].b} - own)


def _blocks(state: State, piece: Build, _gain: Gain) -> float:
    """Return the worth of taking the last space of a link."""
    taken = sum(piece.link in track for track in state.tracks)
    return 2.0 if taken + 1 == LINKS[piece.link].spaces else 0.0


def _follows(state: State, piece: Build, _gain: Gain) -> float:
    """Return the worth of a piece beside pieces of others."""
    ends = {LINKS[piece.link].a, LINKS[piece.link].b}
    own = colours_of(state.rules, state.to_act)
    others = [c for c in flow.tracks_on_board(state) if c not in own]
    return 0.5 * sum(len(ends & state.stations_of(colour)) for colour in others)


def _drives(state: State, piece: Build, _gain: Gain) -> float:
    """Return the gain in points from the open destinations."""
    seat, after = Seat(state.to_act), flow.state_after(state, piece)
    return of_open_cards(after, seat) - of_open_cards(state, seat)


RIVALS: Final[Mapping[str, Player]] = {
    "coupler": partial(_by, _pairs),
    "spreader": partial(_by, _spreads),
    "stopper": partial(_by, _blocks),
    "follower": partial(_by, _follows),
    "driver": partial(_by, _drives),
}
"""Opponents by name: they run for pairs and rings; for new stations; fill up links; lie where
others lie; carry the passenger to the open destinations."""
