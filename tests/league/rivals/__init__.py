"""Opponents with one idea each, for measuring the levels; nobody meets them at a table."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.dice import Dice
from metrobot.games.registry import TITLES
from metrobot.players.contract import Budget, Decision, Player
from metrobot.players.levels import BEGINNER, PLAYERS, RANDOM
from metrobot.players.metrolijn.levels import full_choices
from tests.league.rivals import metrolijn, metromania, underground

NEWCOMER: Final = "newcomer"
"""Somebody in their first game, who heeds the planner: the same in all titles."""


def _newcomer(
    title: str, view: Any, legal: Sequence[Action], budget: Budget, dice: Dice
) -> Decision:
    """Return now the most points at once, now any choice, of those not warned of."""
    rules = TITLES[title]
    state = rules.imagined(view, dice)
    # Of several awaited seats a view holds one; elsewhere one seat is on turn.
    actors = (actor for actor in rules.awaiting(state) if isinstance(actor, int))
    (seat,) = {Seat(actor) for actor in actors if actor in view.seats}
    effects = rules.prospects(state, seat)
    safe = [place for place, effect in enumerate(effects) if not _is_warned_of(effect)]
    if title == "metrolijn":
        # The planner offers fewer crosses only once a line is chosen.
        safe = [place for place, _ in full_choices(view.map, legal)]
    safe = safe or list(range(len(legal)))
    kind = BEGINNER if dice.random() < 0.5 else RANDOM
    open_ = [legal[place] for place in safe]
    decision = PLAYERS[title][kind](view, open_, budget, dice)
    return Decision(safe[decision.index], decision.why, decision.facts)


def _is_warned_of(effect: Any) -> bool:
    """Return whether the planner marks an open choice: harm, a line that can only branch."""
    return bool(getattr(effect, "risks", ()) or getattr(effect, "strands", False))


RIVALS: Final[Mapping[str, Mapping[str, Player]]] = {
    title: {**module.RIVALS, NEWCOMER: partial(_newcomer, title)}
    for title, module in (
        ("metrolijn", metrolijn),
        ("metromania", metromania),
        ("underground", underground),
    )
}
"""Opponents by title and name."""
