"""Turns that are searched are turns that the rules allow."""

import random

import pytest

from metrobot.engine.actors import Seat
from metrobot.games.underground.board import ACTIONS_A_TURN
from metrobot.games.underground.state import Phase, State, fares
from metrobot.games.underground.trips.passenger import routes_to
from metrobot.games.underground.turn.flow import tracks_on_board
from metrobot.players.underground.levels import built, travelled
from metrobot.players.underground.position_value import drawn_trips, lead, of_trips, position_value
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
    lines, looked = built(state, legal, width=1000)

    assert looked == len(legal)
    assert {line.state.tracks for line in lines} == {each.tracks for each in after}
    assert all(line.state == after[line.first] for line in lines)
    assert all(line.worth == position_value(line.state, state.to_act) for line in lines)


def test_a_whole_turn_is_searched_up_to_its_end() -> None:
    """All boards have as many actions used, the best of them first."""
    state = next(s for s in played()[40:] if s.phase is Phase.BUILD and s.done == 1)
    lines, _ = built(state, TITLE.legal_actions(state, state.to_act), width=5)

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


def test_trips_to_come_pay_as_the_passenger_would_ride() -> None:
    """Each by a way of least walking, then fewest lines: of those the one that pays least."""
    state = next(s for s in game(1, 3).states[90:] if s.phase is Phase.BUILD)
    seat, tracks = state.to_act, tracks_on_board(state)
    for to, starts in drawn_trips(state, random.Random(0), 8):
        assert len(starts) == 8
        assert to not in starts
        for start in starts:
            pays = [dict(fares(state.rules, each.colours)) for each in routes_to(start, to, tracks)]
            worths = [pay.pop(seat, 0) - sum(pay.values()) / 2 for pay in pays]

            assert of_trips(state, seat, [(to, [start])]) == pytest.approx(min(worths))
