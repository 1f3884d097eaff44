"""Games of MetrOmania, played on by luck alone, as the strong player does."""

from collections.abc import Mapping

from metrobot.engine.actors import Seat
from metrobot.engine.dice import Dice
from metrobot.games.metromania import final_count
from metrobot.games.metromania.options import player_of
from metrobot.games.metromania.result import Result
from metrobot.games.metromania.state import State
from metrobot.players.metromania.levels import played_on
from metrobot.players.playout import PlayoutEnd


def playout_end(state: State, dice: Dice) -> PlayoutEnd:
    """Return an end of a game."""
    state = played_on(state, dice)
    result = final_count.result_of(state)
    return PlayoutEnd(
        shares=result.shares,
        scores=tuple(map(float, result.scores)),
        parts=tuple(_parts(state, result, player) for player in range(len(result.scores))),
    )


def _parts(state: State, result: Result, player: int) -> Mapping[str, float]:
    """Return what a player keeps of the station points, and what the trips bring."""
    companies = enumerate(result.companies)
    kept = sum(c.line_points for n, c in companies if player_of(state.rules, Seat(n)) == player)
    return {"kept": kept, "trips": result.scores[player] - kept}
