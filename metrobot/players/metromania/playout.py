"""Games of MetrOmania, played on by companies with goals.

Source: MM §4, §12 to §14.
"""

from collections.abc import Mapping
from dataclasses import replace

from metrobot.engine.actors import Seat
from metrobot.engine.dice import Dice
from metrobot.games.metromania.building import legality, turn
from metrobot.games.metromania.count import final_count
from metrobot.games.metromania.options import player_of
from metrobot.games.metromania.result import Result
from metrobot.games.metromania.state import Deeds, Phase, State
from metrobot.players.contract import PlayoutEnd
from metrobot.players.metromania.last_turn import best_end, is_last
from metrobot.players.metromania.looks import chosen, lead_of
from metrobot.players.metromania.weights import weights_for

A_WIN = 10
"""Worth of a win; a point of lead is worth a half."""


def played_on(state: State, dice: Dice, *, is_exact: bool = False) -> State:
    """Play a game on to an end by each company's best-looking choices.

    Args:
        state: an imagined state.
        dice: breaks near ties.
        is_exact: whether the last turn of all is searched out.
    """
    weights = weights_for(state.rules)
    while state.phase is not Phase.OVER:
        if is_exact and is_last(state):
            return best_end(state)
        # Beginning the turn's deeds here saves working out what blocked lines tell of hands,
        # which a playout does not use.
        if state.deeds.turn != state.turn:
            state = replace(state, deeds=Deeds(turn=state.turn))
        legal = legality.legal_actions(state, state.active)
        state = turn.state_after(state, chosen(state, legal, weights, dice))
    return state


def worth_of(state: State, player: int) -> float:
    """Return the worth of a finished game to a player."""
    result = final_count.result_of(state)
    return lead_of(result, player) / 2 + A_WIN * result.shares[player]


def playout_end(state: State, dice: Dice) -> PlayoutEnd:
    """Play a game on to an end, and return it."""
    state = played_on(state, dice, is_exact=True)
    result = final_count.result_of(state)
    return PlayoutEnd(
        shares=result.shares,
        scores=tuple(map(float, result.scores)),
        parts=tuple(_parts(state, result, player) for player in range(len(result.scores))),
    )


def _parts(state: State, result: Result, player: int) -> Mapping[str, float]:
    """Return a player's kept station points and their points from trips."""
    companies = enumerate(result.companies)
    lines = sum(c.line_points for n, c in companies if player_of(state.rules, Seat(n)) == player)
    return {"kept": lines, "trips": result.scores[player] - lines}
