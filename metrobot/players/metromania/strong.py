"""A strong player: plays each promising choice on to the end by luck alone, over and over.

Hidden hands are dealt anew for each game, the same ones for all choices.
"""

from collections.abc import Sequence
from dataclasses import replace

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.games.metromania import final_count, imagine, legality, turn
from metrobot.games.metromania.state import Deeds, Phase, State
from metrobot.games.metromania.view import View
from metrobot.players.contract import Budget, Decision, ReasonKey, Way
from metrobot.players.metromania.count_now import lead_of, leads, on_turn
from metrobot.players.sequential_halving import HalvingResult, halved

PLAYOUTS, MOST_CHOICES = 64, 16
"""How many games are played on for a decision, and with how many choices."""

A_WIN = 10
"""What a win is worth, where a point of lead counts half."""


def choose(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice whose games end best."""
    return tried_out(view, legal, budget, dice, playouts=PLAYOUTS, most=MOST_CHOICES)


def tried_out(
    view: View,
    legal: Sequence[Action],
    budget: Budget,
    dice: Dice,
    *,
    playouts: int,
    most: int,
) -> Decision:
    """Return the choice whose games end best.

    Args:
        view: what the seat may see.
        legal: what is open to it.
        budget: how long to think.
        dice: deals hidden hands, and plays on.
        playouts: how many games are played on, unless the budget says.
        most: with how many choices, those with the best counts.
    """
    order, found = _order(view, legal, budget, dice, playouts=playouts, most=most)
    facts = {"tries": found.tries, "lead": round(2 * found.worth)}
    return Decision(order[0], ReasonKey.TRIED, facts, steps=found.tries)


def ranked_choices(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> list[Way]:
    """Return all choices, the one whose games end best first."""
    order, _ = _order(view, legal, budget, dice, playouts=PLAYOUTS, most=MOST_CHOICES)
    return [(legal[place],) for place in order]


def _order(
    view: View,
    legal: Sequence[Action],
    budget: Budget,
    dice: Dice,
    *,
    playouts: int,
    most: int,
) -> tuple[list[int], HalvingResult]:
    """Return the places of all choices, the best first, and what was found of the promising."""
    now = imagine.imagined(view, dice)
    counts, player = leads(now, legal), on_turn(now)
    open_ = list(range(len(legal)))
    dice.shuffle(open_)
    open_.sort(key=lambda place: -counts[place])
    others = open_[most:]
    del open_[most:]
    worlds = list[State]()

    def tried(place: int, number: int) -> float:
        while len(worlds) <= number:
            worlds.append(imagine.imagined(view, dice))
        after = turn.state_after(worlds[number], legal[open_[place]])
        return worth_of(played_on(after, dice), player)

    tries = playouts if budget.playouts is None else budget.playouts
    found = halved(len(open_), tried, tries, budget)
    return [*(open_[place] for place in found.order), *others], found


def played_on(state: State, dice: Dice) -> State:
    """Return the end of a game that goes on by luck."""
    while state.phase is not Phase.OVER:
        if state.deeds.turn != state.turn:  # what lines are seen to lack is of no use here
            state = replace(state, deeds=Deeds(turn=state.turn))
        legal = legality.legal_actions(state, state.active)
        state = turn.state_after(state, legal[dice.randrange(len(legal))])
    return state


def worth_of(state: State, player: int) -> float:
    """Return what the end of a game is worth to a player."""
    result = final_count.result_of(state)
    won = A_WIN / len(result.winners) if player in result.winners else 0.0
    return lead_of(result, player) / 2 + won
