"""What a game is worth to a player, if building ended now.

Source: MM §12 to §14.
"""

from collections.abc import Sequence
from dataclasses import replace

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.games.metromania import final_count, turn
from metrobot.games.metromania.options import player_of
from metrobot.games.metromania.result import EndedBy, Result
from metrobot.games.metromania.state import Phase, State
from metrobot.players.contract import UNBOUND, Budget


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
