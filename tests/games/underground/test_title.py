"""The title as the engine, the service and the planner see it."""

import pytest

from metrobot.arena.simulation import simulated
from metrobot.engine import draft as drafts
from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, Seat
from metrobot.games.underground.actions import Travel
from metrobot.games.underground.board import COLOUR_NAMED
from metrobot.games.underground.state import State, owner_of
from metrobot.games.underground.view import View
from metrobot.service.finished.record_check import check_dealing, check_record
from tests.games.underground.positions import FIRST, TITLE, TOKEN, position, trip

OPEN = ("oxford_circus", "acton", "greenwich", "borough")
FOUR_TOKENS = (TOKEN,) * 4


def draft(*open_cards: str) -> drafts.Draft[State, View]:
    """Return a draft in which four tokens were taken."""
    tried = drafts.new_draft(TITLE, position(3, open_cards=open_cards), FIRST)
    for token in FOUR_TOKENS:
        tried = tried.then_action(token)
    return tried


def test_a_trip_without_a_choice_belongs_to_the_draft() -> None:
    tried = draft(*OPEN)

    assert tried.actions == (*FOUR_TOKENS, trip("oxford_circus"), trip("borough"))
    assert len(tried.choices) == 4
    assert tried.is_turn_over


def test_a_trip_with_a_choice_waits_for_it() -> None:
    """The second visit follows by itself."""
    tried = draft("oxford_circus", "tottenham_court_road", "borough")

    assert tried.actions == FOUR_TOKENS
    assert tried.open_choices == (trip("oxford_circus"), trip("tottenham_court_road"))
    assert tried.then(0).actions[4:] == (trip("oxford_circus"), trip("borough"))


def test_undo_takes_the_trip_back_with_the_token_that_led_to_it() -> None:
    assert draft(*OPEN).undo().actions == FOUR_TOKENS[:3]


def test_a_draft_survives_in_its_code() -> None:
    tried = draft(*OPEN)

    assert tried.code.count(".") == 3
    assert drafts.read_draft(TITLE, position(3, open_cards=OPEN), FIRST, tried.code) == tried


def test_each_player_has_one_seat() -> None:
    rules = [TITLE.ruleset(players, {}) for players in TITLE.player_counts]

    assert [TITLE.seat_count(each) for each in rules] == [2, 3, 4, 5]
    assert [TITLE.player_of(rules[3], Seat(seat)) for seat in range(5)] == [0, 1, 2, 3, 4]
    assert not TITLE.deals_hands(rules[0])


def test_a_colour_has_one_owner_or_none() -> None:
    """Purple is played by four and five only."""
    assert owner_of(TITLE.ruleset(4, {}), COLOUR_NAMED["purple"]) == 3
    with pytest.raises(ValueError, match="purple"):
        owner_of(TITLE.ruleset(3, {}), COLOUR_NAMED["purple"])


def test_who_is_not_awaited_has_no_action() -> None:
    state = position(3, open_cards=OPEN)

    assert TITLE.legal_actions(state, Seat(1)) == ()
    objection = TITLE.objection(state, FIRST, Action())
    assert objection is not None
    assert objection.key == "rule.action.unknown"


def test_chance_is_not_awaited_while_somebody_chooses() -> None:
    """It has nothing to draw."""
    state = position(3, open_cards=OPEN)

    assert TITLE.chance(state) == ()
    assert CHANCE not in TITLE.awaiting(state)


def test_a_view_counts_the_points() -> None:
    view = TITLE.view_for(position(3, open_cards=OPEN))

    assert [player.score for player in view.players] == [0, 1, 2]
    assert view.choices == ()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_simulated_game_verifies(players: int) -> None:
    record = simulated(TITLE, TITLE.ruleset(players, {}), "underground", players)
    titles = {TITLE.id: TITLE}

    assert check_record(titles, record).is_over
    assert check_dealing(titles, record).draws == sum(e.actor is CHANCE for e in record.events)
    assert any(e.kind == Travel.kind for e in record.events)
