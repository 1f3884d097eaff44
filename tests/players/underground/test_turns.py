"""Turns that are searched are turns that the rules allow."""

import random

import pytest

from metrobot.engine.actors import Seat
from metrobot.games.underground.board import ACTIONS_A_TURN
from metrobot.games.underground.state import Phase, State
from metrobot.players.underground.levels import built, travelled
from metrobot.players.underground.position_value import drawn_trips, lead, of_trips
from tests.games.underground.positions import TITLE, game


def played() -> list[State]:
    """Return the states of two games."""
    return [state for players in (2, 4) for state in game(1, players).states]


def worth(state: State) -> float:
    """Return the lead of the first seat."""
    return lead(state, Seat(0))


@pytest.mark.parametrize("place", range(3))
def test_the_last_piece_of_a_turn_leads_where_the_rules_lead(place: int) -> None:
    """With a wide enough search to every board, each by the choice that it names."""
    last = [s for s in played() if s.phase is Phase.BUILD and s.done == ACTIONS_A_TURN - 1]
    state = last[(place + 1) * len(last) // 4]
    legal = TITLE.legal_actions(state, state.to_act)
    after = [TITLE.apply(state, state.to_act, action) for action in legal]
    lines, looked = built(state, legal, worth, width=1000)

    assert looked == len(legal)
    assert {line.state.tracks for line in lines} == {each.tracks for each in after}
    assert all(line.state == after[line.first] for line in lines)


def test_a_whole_turn_is_searched_up_to_its_end() -> None:
    """All boards have as many actions used, the best of them first."""
    state = next(s for s in played()[40:] if s.phase is Phase.BUILD and s.done == 1)
    lines, _ = built(state, TITLE.legal_actions(state, state.to_act), worth, width=5)

    assert len(lines) == 5
    assert {line.state.phase for line in lines} == {Phase.TRAVEL}
    assert [line.worth for line in lines] == sorted((each.worth for each in lines), reverse=True)


def test_visits_of_a_turn_are_made_as_the_rules_make_them() -> None:
    """Each is one of those that were open, until cards are drawn."""
    for state in [s for s in played() if s.phase is Phase.TRAVEL][::7]:
        ends, open_ = set[State](), [state]
        while open_:
            at = open_.pop()
            if at.phase is not Phase.TRAVEL:
                ends.add(at)
                continue
            open_ += [TITLE.apply(at, at.to_act, a) for a in TITLE.legal_actions(at, at.to_act)]

        assert travelled(state, worth) in ends


def test_trips_to_come_pay_what_one_side_gains_and_the_other_loses() -> None:
    """Of two people the gain of one is the loss of the other."""
    state = next(s for s in game(1, 2).states[60:] if s.phase is Phase.BUILD)
    trips = drawn_trips(state, random.Random(0), 20)

    assert len(trips) == 20
    assert all(start != to for start, to in trips)
    one, other = (of_trips(state, Seat(seat), trips) for seat in (0, 1))
    assert one == pytest.approx(-other)
