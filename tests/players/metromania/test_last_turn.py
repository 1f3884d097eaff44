"""The last turn of all is searched out (MM §11.2, §12 to §14)."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.games.metromania.building import legality, turn
from metrobot.games.metromania.count import final_count
from metrobot.games.metromania.state import Phase, State
from metrobot.players.analysis.course import Course, CourseTurn
from metrobot.players.analysis.review import analyse
from metrobot.players.contract import UNBOUND, Budget
from metrobot.players.metromania.last_turn import best_end, is_last, ways_to_end
from metrobot.players.metromania.levels import choose_strong
from metrobot.players.metromania.looks import lead_of
from tests.games.metromania.boards import TITLE
from tests.games.metromania.play import played


@cache
def last_turns(players: int) -> list[State]:
    """Return positions at the beginning of a last turn, of random games that finish lines."""
    found = list[State]()
    for number in range(12):
        states = [s for s in played(players, (), "finish", number).states if is_last(s)]
        found += states[:1]
    assert found
    return found


def worth(state: State, player: int) -> tuple[float, int, int]:
    """Return the value of an end: a share of the win, the lead, the points."""
    result = final_count.result_of(state)
    return result.shares[player], lead_of(result, player), result.scores[player]


def every_end(state: State) -> list[State]:
    """Return all ends that can be reached, each as often as there are ways to it."""
    if state.phase is Phase.OVER:
        return [state]
    legal = legality.legal_actions(state, state.active)
    return [end for action in legal for end in every_end(turn.state_after(state, action))]


def test_no_way_to_end_the_game_is_better() -> None:
    """All of them are tried here, one by one."""
    for state in last_turns(2):
        player = int(state.active)
        best = max(worth(end, player) for end in every_end(state))

        assert worth(best_end(state), player) == best


@pytest.mark.parametrize("players", [2, 3])
def test_strong_ends_the_game_as_well_as_can_be(players: int) -> None:
    for state in last_turns(players):
        seat, dice = Seat(state.active), Random(1)
        after = state
        while after.phase is not Phase.OVER:
            legal = legality.legal_actions(after, seat)
            view = TITLE.view_for(after, {seat})
            after = turn.state_after(after, legal[choose_strong(view, legal, UNBOUND, dice).index])

        assert worth(after, seat)[2] == worth(best_end(state), seat)[2]


def ways(state: State) -> Iterator[tuple[State, tuple[Action, ...]]]:
    """Yield each end that can be reached, with the choices that lead to it."""
    if state.phase is Phase.OVER:
        yield state, ()
        return
    for action in legality.legal_actions(state, state.active):
        for end, later in ways(turn.state_after(state, action)):
            yield end, (action, *later)


def test_a_review_tells_a_win_thrown_away_at_the_end_with_hardly_any_time() -> None:
    """By the knowledge of its mover, and before anything else; it needs no second judge."""
    told = 0
    for state in last_turns(2)[:2]:
        seat = Seat(state.active)
        best = worth(best_end(state), seat)
        end, played = min(ways(state), key=lambda each: worth(each[0], seat)[:2])
        deeds = tuple((seat, action) for action in played)
        thrown = CourseTurn(TITLE.turn_number(state), state, end, deeds)
        review = analyse(Course(TITLE, (thrown,), end, is_cut=False), Random, lambda: 0.5, 4)
        assert review is not None
        claims = [each.better for each in review.turnings if each.better is not None]

        assert bool(claims) == (best[0] > worth(end, seat)[0])
        for claim in claims:
            assert claim.gain.value == best[0] - worth(end, seat)[0]
        told += len(claims)
    assert told


def test_a_search_that_may_count_little_still_finds_a_way() -> None:
    for state in last_turns(2):
        view = TITLE.view_for(state, {Seat(state.active)})
        legal = legality.legal_actions(state, state.active)

        assert ways_to_end(view, legal, Budget(playouts=0, is_over=lambda: True), Random(1))
