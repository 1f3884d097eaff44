"""The second judge of a claim: the strong player, who plays on for everybody."""

from collections.abc import Sequence
from typing import Any, Final

from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE
from metrobot.engine.dice import Dice
from metrobot.engine.title import AnyTitle
from metrobot.players.analysis.duels import Mover, held_with, state_after_way
from metrobot.players.analysis.traces import Means, RunningMean
from metrobot.players.contract import Budget
from metrobot.players.levels import PLAYERS

TRIES: Final = {"metromania": 8, "metrolijn": 60, "underground": None}
"""Playouts of `strong` for each of its choices here, by title; None: as many as always."""


MOST_PAIRS: Final = 60
"""Most pairs of games that are played."""


def contradicts(
    mover: Mover, better: Sequence[Action], played: Sequence[Action], means: Means, until: float
) -> bool:
    """Return whether the claimed better turn ends worse on average when strong plays on.

    Each pair of games goes on from one imagined state with the same dice.

    Args:
        mover: who moved, and what they knew.
        better: the claim.
        played: what was done.
        means: rules, dice and clock of the review.
        until: the share of the time after which no more games are played.
    """
    title, gain = means.title, RunningMean()
    budget = Budget(TRIES[title.id], lambda: means.used() >= until)
    for number in range(MOST_PAIRS):
        seed = f"judge:{mover.number}:{int(mover.seat)}:{number}"
        # The mover does not know hidden things, so each pair has another imagined state.
        world = title.imagined(mover.view, means.dice(seed))
        starts = (state_after_way(title, world, mover, way) for way in (better, played))
        ends = [_ended(title, start, budget, means.dice(f"{seed}:on")) for start in starts]
        # The last pair was cut short, so it would compare unfinished games.
        if budget.is_over():
            break
        gain.add(_worth(title, ends[0], mover.player) - _worth(title, ends[1], mover.player))
    return gain.mean < 0


def _worth(title: AnyTitle, end: Any, player: int) -> float:
    """Return a player's share of the win; in a game alone, the score."""
    outcome = title.outcome(end)
    return float(outcome.scores[0] if len(outcome.scores) == 1 else outcome.shares[player])


def _ended(title: AnyTitle, state: Any, budget: Budget, dice: Dice) -> Any:
    """Return the last state of a game in which strong plays for everybody, until the time is up."""
    strong = PLAYERS[title.id]["strong"]
    while not title.is_over(state) and not budget.is_over():
        forced, actor = title.forced(state), title.awaiting(state)[0]
        if actor is CHANCE:
            draws = title.chance(state)
            state = title.apply(state, actor, draws[dice.randrange(len(draws))])
        elif forced is not None:
            state = title.apply(state, *forced)
        else:
            legal = title.legal_actions(state, actor)
            view = title.view_for(state, held_with(title, state, actor))
            index = strong(view, legal, budget, dice).index if len(legal) > 1 else 0
            state = title.apply(state, actor, legal[index])
    return state
