"""The player that chooses at random."""

from collections.abc import Sequence
from typing import Any

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.players.contract import Budget, Decision, ReasonKey


def choose_random(view: Any, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return any choice, all of them equally likely."""
    del view, budget
    return Decision(dice.randrange(len(legal)), ReasonKey.LUCK)


def best_of(worths: Sequence[float | tuple[float, ...]], dice: Dice) -> int:
    """Return the place of the greatest worth; any of equal ones."""
    most = max(worths)
    places = [place for place, worth in enumerate(worths) if worth == most]
    return places[dice.randrange(len(places))] if len(places) > 1 else places[0]
