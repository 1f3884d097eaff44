"""An easy player: now takes what makes points at once, now whatever comes."""

from collections.abc import Sequence

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.games.metromania import imagine, stations
from metrobot.games.metromania.actions import Dig
from metrobot.games.metromania.geometry import CITY_POINTS
from metrobot.games.metromania.view import View
from metrobot.players import random_player
from metrobot.players.contract import Budget, Decision, ReasonKey

LUCK = 0.5
"""How often it takes anything."""


def choose(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return now what a beginner does, now anything that neither ends a line nor places a marker.

    Who digs by luck does better than who looks for stations alone, so luck is
    no easy opponent; what makes this one easy is that it overlooks black gates and
    its markers.
    """
    if dice.random() >= LUCK:
        return at_once(view, legal, budget, dice)
    open_ = [place for place, action in enumerate(legal) if not _looks_ahead(action)]
    if not open_:
        return random_player.choose(view, legal, budget, dice)
    return Decision(open_[dice.randrange(len(open_))], ReasonKey.LUCK)


def _looks_ahead(action: Action) -> bool:
    """Return whether a choice ends a line or places a marker (MM §9.1, §10.1)."""
    if not isinstance(action, Dig):
        return False
    return action.letter is not None or action.start < CITY_POINTS <= action.end


def at_once(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return what makes the most points with stations at once; of equal ones any."""
    del budget
    state = imagine.imagined(view, dice)
    worths = [
        sum(built.points for built in stations.built_by(state, state.active, action))
        for action in legal
    ]
    best = random_player.best_of(worths, dice)
    return Decision(best, ReasonKey.POINTS, {"points": worths[best]})
