"""The levels of MetrOmania: easy, fair, strong; and the first fair one, to measure others."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.dice import Dice
from metrobot.games.metromania import imagine
from metrobot.games.metromania.actions import Dig
from metrobot.games.metromania.building import stations, turn
from metrobot.games.metromania.count.final_count import PENALTY
from metrobot.games.metromania.geometry import CITY_POINTS
from metrobot.games.metromania.state import State
from metrobot.games.metromania.view import View
from metrobot.players.contract import UNBOUND, Budget, Decision, ReasonKey, Way
from metrobot.players.metromania.last_turn import is_last, ways_to_end
from metrobot.players.metromania.looks import count_now, lead_of, looked_at, on_turn
from metrobot.players.metromania.playout import A_WIN, played_on, worth_of
from metrobot.players.metromania.weights import DUEL, FRIENDLY, Weights, weights_for
from metrobot.players.random_player import best_of
from metrobot.players.sequential_halving import HalvingResult, halved

EASY_LOOKS: Final = {2: 0.3, 3: 0.95, 4: 0.8}
"""Share of choices in which `easy` takes the best-looking one, by number of companies."""
PLAYOUTS, MOST_CHOICES = {2: 40, 3: 28, 4: 24}, 8
"""Games played on for a decision, by companies, and most choices compared in them."""


def choose_easy(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return a choice that looks best, or any; some goals are left out."""
    del budget
    # Of two, a player with a goal hardly ever loses to a beginner. Among more, trains run only if
    # all have goals; so there it builds for everybody, and waits for whoever is behind.
    is_duel = len(view.companies) == 2
    looks = dice.random() < EASY_LOOKS[len(view.companies)]
    if is_duel:
        avoided = [] if looks else [place for place, act in enumerate(legal) if _has_goal(act)]
    else:
        avoided = _too_early(imagine.imagined(view, dice), legal)
    open_ = [place for place in range(len(legal)) if place not in avoided]
    open_ = open_ or list(range(len(legal)))
    if not looks:
        return Decision(open_[dice.randrange(len(open_))], ReasonKey.LUCK)
    choices = [legal[place] for place in open_]
    decision = _at_a_glance(DUEL if is_duel else FRIENDLY, view, choices, dice)
    return replace(decision, index=open_[decision.index])


def _has_goal(action: Action) -> bool:
    """Return whether a choice ends a line or places a marker (MM §9.1, §10.1)."""
    return isinstance(action, Dig) and (action.letter is not None or _ends_line(action))


def _ends_line(dig: Dig) -> bool:
    return dig.start < CITY_POINTS <= dig.end


def _too_early(state: State, legal: Sequence[Action]) -> list[int]:
    """Return the places of goals for which a company waits until the others have caught up.

    A marker waits for companies with fewer placed ones, and for players with fewer points if
    all were counted now; the end of a line, for those not at least a marker's points ahead.
    """
    player, company = on_turn(state), state.active
    scores, placed = count_now(state).scores, Counter(marker.company for marker in state.placed)
    lead = scores[player] - min(score for rival, score in enumerate(scores) if rival != player)
    fewest = min(placed[Seat(n)] for n in range(state.company_count) if n != company)
    waits = lead > 0 or placed[company] > fewest
    return [
        place
        for place, action in enumerate(legal)
        if isinstance(action, Dig)
        and ((waits and action.letter is not None) or (lead > PENALTY and _ends_line(action)))
    ]


def choose_fair(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the best-looking choice, without counting ahead."""
    del budget
    return _at_a_glance(weights_for(view.rules), view, legal, dice)


def _at_a_glance(weights: Weights, view: View, legal: Sequence[Action], dice: Dice) -> Decision:
    """Return the best-looking choice; differences of less than a point are luck."""
    looks = looked_at(imagine.imagined(view, dice), legal, weights)
    best = best_of([worth + dice.random() for worth in looks], dice)
    return Decision(best, ReasonKey.LOOKS, {"worth": round(looks[best])})


def at_once(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice whose stations score most at once; any of equal ones."""
    del budget
    state = imagine.imagined(view, dice)
    worths = [
        sum(station.points for station in stations.built_by(state, state.active, action))
        for action in legal
    ]
    best = best_of(worths, dice)
    return Decision(best, ReasonKey.POINTS, {"points": worths[best]})


def choose_strong(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice whose games end best."""
    order, result = _order(view, legal, budget, dice)
    # A point of lead is worth a half.
    facts = {"tries": result.tries, "lead": round(2 * result.worth)}
    return Decision(order[0], ReasonKey.TRIED, facts, steps=result.tries)


def ranked_choices(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> list[Way]:
    """Return all choices, the one whose games end best first."""
    order, _ = _order(view, legal, budget, dice)
    return [(legal[place],) for place in order]


def _order(
    view: View, legal: Sequence[Action], budget: Budget, dice: Dice
) -> tuple[list[int], HalvingResult]:
    """Return the places of all choices, the best first, with the search's result."""
    now = imagine.imagined(view, dice)
    # In the last turn all ends can be counted, which no playout matches.
    if is_last(now):
        return _last_order(view, legal, budget, dice)
    looks, player = looked_at(now, legal, weights_for(now.rules)), on_turn(now)
    open_ = list(range(len(legal)))
    # The sort is stable, so shuffling first draws among equal looks.
    dice.shuffle(open_)
    open_.sort(key=lambda place: -looks[place])
    unlikely = open_[MOST_CHOICES:]
    del open_[MOST_CHOICES:]
    # Try number n of each choice meets the same hidden hands, so that luck favours none.
    worlds = [now]

    def tried(place: int, number: int) -> float:
        while len(worlds) <= number:
            worlds.append(imagine.imagined(view, dice))
        after = turn.state_after(worlds[number], legal[open_[place]])
        return worth_of(played_on(after, dice), player)

    tries = PLAYOUTS[now.company_count] if budget.playouts is None else budget.playouts
    result = halved(len(open_), tried, tries, budget)
    return [*(open_[place] for place in result.order), *unlikely], result


def _last_order(
    view: View, legal: Sequence[Action], budget: Budget, dice: Dice
) -> tuple[list[int], HalvingResult]:
    """Return the places of all choices in the last turn, with the best end's worth."""
    ways = ways_to_end(view, legal, budget, dice)
    order = [place for place, _ in ways]
    # Choices that the budget left out come last.
    order += [place for place in range(len(legal)) if place not in order]
    share, lead, _ = ways[0][1][0]
    return order, HalvingResult(tuple(order), lead / 2 + A_WIN * share, len(ways))


def choose_first(view: View, legal: Sequence[Action], budget: Budget, dice: Dice) -> Decision:
    """Return the choice with the best count; of equal ones any."""
    worths = leads(imagine.imagined(view, dice), legal, budget)
    best = best_of(worths, dice)
    return Decision(best, ReasonKey.COUNT, {"lead": worths[best]}, steps=len(worths))


def leads(state: State, legal: Sequence[Action], budget: Budget = UNBOUND) -> list[int]:
    """Return each choice's lead for the player on turn, if building ended after it.

    A small budget gives the leads of the first choices only.
    """
    player, leads = on_turn(state), list[int]()
    for action in legal:
        if leads and budget.ends_after(len(leads)):
            break
        leads.append(lead_of(count_now(turn.state_after(state, action)), player))
    return leads
