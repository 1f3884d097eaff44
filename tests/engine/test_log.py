"""A game is its accepted actions."""

import pytest

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.errors import RuleError
from metrobot.engine.log import Event, decode_event, encode_event
from metrobot.games.metromania.actions import Stop
from tests.games.metromania.boards import TITLE, rules
from tests.games.metromania.play import played
from tests.games.replaying import replay_log
from tests.service.toy_rounds import ROUNDS, Pick

GAME = played(2, (), "anything", 0)


def test_no_events_give_the_initial_state() -> None:
    assert replay_log(TITLE, GAME.rules, []) == TITLE.initial_state(rules(2))


def test_events_are_applied_in_order() -> None:
    assert replay_log(TITLE, GAME.rules, GAME.events[:7]) == GAME.states[7]


@pytest.mark.parametrize("actor", [CHANCE, Seat(0)])
def test_a_forbidden_action_is_refused(actor: Seat) -> None:
    with pytest.raises(RuleError):
        replay_log(TITLE, GAME.rules, [Event(1, actor, Stop())])


def test_all_of_an_action_is_public_unless_the_title_says_otherwise() -> None:
    """The record of a running game shows as much of it as that of a finished one."""
    pick = Pick(2)

    assert ROUNDS.encode_public(ROUNDS.ruleset(2, {}), pick) == ROUNDS.encode(pick) == {"count": 2}


def test_an_action_goes_into_the_log_and_comes_back() -> None:
    pick = Pick(2)
    fields = encode_event(ROUNDS, Seat(0), pick)

    assert decode_event(ROUNDS, Seat(0), pick.kind, fields) == pick
