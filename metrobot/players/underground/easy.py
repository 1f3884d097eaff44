"""An easy player: now takes what makes points at once, now a token, now whatever comes."""

from collections.abc import Sequence

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.dice import Dice
from metrobot.games.underground import imagine
from metrobot.games.underground.actions import Build, TakeToken, Travel
from metrobot.games.underground.pieces import gain_of
from metrobot.games.underground.state import State, fares
from metrobot.games.underground.view import View
from metrobot.players import random_player
from metrobot.players.contract import Budget, Decision, ReasonKey

SAVING, LUCK = 0.15, 0.5
"""Up to here of 1 it takes a token, up to here anything."""


def choose(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return now what a beginner does, now anything.

    Lines laid anywhere meet the passenger often, so luck alone is no easy
    opponent: what makes this one easy is that it saves too much.
    """
    drawn = dice.random()
    if drawn < SAVING and TakeToken() in legal:
        return Decision(legal.index(TakeToken()), ReasonKey.LUCK)
    if drawn < LUCK:
        return random_player.choose(view, legal, budget, dice)
    return at_once(view, legal, budget, dice)


def at_once(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return what makes the most points at once; of equal ones any."""
    del budget
    state = imagine.imagined(view)
    worths = [points_at_once(state, action) for action in legal]
    best = random_player.best_of(worths, dice)
    return Decision(best, ReasonKey.POINTS, {"points": worths[best]})


def points_at_once(state: State, action: Action) -> int:
    """Return the points that a choice makes for whoever is on turn."""
    match action:
        case Build():
            return gain_of(state, action).total
        case Travel(_, colours):
            return dict(fares(state.rules, colours)).get(Seat(state.to_act), 0)
    return 0
