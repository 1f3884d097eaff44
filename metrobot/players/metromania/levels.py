"""The levels of MetrOmania: easy, fair, strong; and the first fair one, to measure others."""

from collections.abc import Sequence
from dataclasses import replace

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.dice import Dice
from metrobot.games.metromania import final_count, imagine, legality, stations, turn
from metrobot.games.metromania.actions import Dig
from metrobot.games.metromania.geometry import CITY_POINTS
from metrobot.games.metromania.options import player_of
from metrobot.games.metromania.result import EndedBy, Result
from metrobot.games.metromania.state import Deeds, Phase, State
from metrobot.games.metromania.view import View
from metrobot.players import random_player
from metrobot.players.contract import UNBOUND, Budget, Decision, ReasonKey, Way
from metrobot.players.random_player import best_of
from metrobot.players.sequential_halving import HalvingResult, halved


def count_now(state: State) -> Result:
    """Return the count, if building ended now."""
    if state.ended_by is None:
        state = replace(state, ended_by=EndedBy.VOTE)
    return final_count.result_of(replace(state, phase=Phase.OVER))


def lead_of(result: Result, player: int) -> int:
    """Return by how much a player is ahead of the best of the others; less than 0: behind."""
    others = (score for other, score in enumerate(result.scores) if other != player)
    return result.scores[player] - max(others)


def on_turn(state: State) -> int:
    """Return the player whose company is on turn."""
    return player_of(state.rules, Seat(state.active))


def leads(state: State, legal: Sequence[Action], budget: Budget = UNBOUND) -> list[int]:
    """Return for each choice how far ahead the player on turn would be, if building ended then.

    Of the first choices alone where the budget has not enough for all.
    """
    player, found = on_turn(state), list[int]()
    for action in legal:
        if found and budget.ends_after(len(found)):
            break
        found.append(lead_of(count_now(turn.state_after(state, action)), player))
    return found


LUCK = 0.5
"""How often it takes anything."""


def choose_easy(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return now what a beginner does, now anything that neither ends a line nor places a marker.

    Who digs by luck does better than who looks for stations alone, so luck is
    no easy opponent; what makes this one easy is that it overlooks black gates and
    its markers.
    """
    if dice.random() >= LUCK:
        return at_once(view, legal, budget, dice)
    open_ = [place for place, action in enumerate(legal) if not _looks_ahead(action)]
    if not open_:
        return random_player.choose_random(view, legal, budget, dice)
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


PLAYOUTS, MOST_CHOICES = 64, 16
"""How many games are played on for a decision, and with how many choices."""

A_WIN = 10
"""What a win is worth, where a point of lead counts half."""


def choose_strong(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice whose games end best."""
    return tried_out(view, legal, budget, dice, playouts=PLAYOUTS, most=MOST_CHOICES)


def tried_out(
    view: View, legal: Sequence[Action], budget: Budget, dice: Dice, *, playouts: int, most: int
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
    view: View, legal: Sequence[Action], budget: Budget, dice: Dice, *, playouts: int, most: int
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
    return lead_of(result, player) / 2 + A_WIN * result.shares[player]


FAIR_PLAYOUTS, FAIR_CHOICES = 2, 2
"""How many games `fair` plays on for a decision, and with how many choices."""


def choose_fair(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice whose game ends best."""
    return tried_out(view, legal, budget, dice, playouts=FAIR_PLAYOUTS, most=FAIR_CHOICES)


def choose_first(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice with the best count; of equal ones any."""
    worths = leads(imagine.imagined(view, dice), legal, budget)
    best = best_of(worths, dice)
    return Decision(best, ReasonKey.COUNT, {"lead": worths[best]}, steps=len(worths))
