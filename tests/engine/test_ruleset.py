"""What is fixed before play."""

from dataclasses import replace
from typing import Any

import pytest

from metrobot.engine.actors import Seat
from metrobot.engine.errors import RecordError, Refusal
from metrobot.engine.ruleset import (
    Option,
    colours_option,
    complete_options,
    seat_colours,
    with_defaults,
)
from metrobot.engine.title import Title, Yield
from tests.games.metromania.boards import TITLE

COLOUR = Option("colour", ("red", "blue"), frozenset({2}))
FAST = Option("fast", (False, True), frozenset({2, 3}))


def test_the_first_value_is_the_default() -> None:
    assert COLOUR.default == "red"
    assert complete_options((COLOUR, FAST), {}) == (("colour", "red"), ("fast", False))


def test_chosen_values_stand_in_the_titles_order() -> None:
    chosen = {"fast": True, "colour": "blue"}

    assert complete_options((COLOUR, FAST), chosen) == (("colour", "blue"), ("fast", True))


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"size": 1}, "unknown option 'size'"),
        ({"colour": "green"}, "'colour' cannot be 'green'"),
        ({"fast": 1}, "'fast' cannot be 1"),
        ({"fast": "True"}, "'fast' cannot be 'True'"),
    ],
)
def test_unknown_options_and_values_are_refused(chosen: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        complete_options((COLOUR, FAST), chosen)


def test_a_ruleset_is_asked_for_an_option() -> None:
    ruleset = TITLE.ruleset(3, {"hands": "open"})

    assert (ruleset.title, ruleset.players, ruleset["hands"]) == ("metromania", 3, "open")


def test_a_refusal_tells_its_key_and_facts() -> None:
    """To developers; people read the catalogue's sentence."""
    assert str(Refusal("a.b.c")) == "a.b.c"
    assert str(Refusal("a.b.c", point="F6")) == "a.b.c {'point': 'F6'}"


def test_a_title_deals_no_hands_unless_it_says_so() -> None:
    assert not Title.deals_hands(TITLE, TITLE.ruleset(2, {}))


def test_a_title_has_a_seat_a_person_unless_it_says_so() -> None:
    rules = TITLE.ruleset(3, {})

    assert Title.seat_count(TITLE, rules) == 3
    assert [Title.player_of(TITLE, rules, Seat(seat)) for seat in range(3)] == [0, 1, 2]
    assert TITLE.holders(rules) == (0, 1, 2)


def test_a_number_of_people_that_a_title_is_not_for_is_refused() -> None:
    """Unless the title says more, nothing else is."""
    for players in TITLE.player_counts:
        Title.check_ruleset(TITLE, replace(TITLE.ruleset(2, {}), players=players))
    with pytest.raises(RecordError, match="players, not 99"):
        Title.check_ruleset(TITLE, replace(TITLE.ruleset(2, {}), players=99))


def test_any_event_shows_something_unless_a_title_knows_better() -> None:
    """So that nothing is taken back by mistake."""
    state = TITLE.initial_state(TITLE.ruleset(2, {}))

    assert Title.reveals(TITLE, state, state)


def test_no_turn_can_be_planned_ahead_unless_a_title_says_so() -> None:
    """There is no board for it, nothing follows by rule, and nothing is brought."""
    state = TITLE.initial_state(TITLE.ruleset(2, {}))

    assert Title.as_next(TITLE, state, {Seat(0)}) is None
    assert Title.left_open(TITLE, state, Seat(0)) is None
    assert Title.yield_of(TITLE, None) == Yield(0, frozenset())


def test_a_title_counts_no_points_before_the_end_unless_it_says_so() -> None:
    assert Title.points(TITLE, TITLE.initial_state(TITLE.ruleset(2, {}))) == ()


def test_a_title_tells_no_facts_unless_it_says_so() -> None:
    """By default turns bring nothing that is told of besides what they did."""
    view = TITLE.view_for(TITLE.initial_state(TITLE.ruleset(2, {})), frozenset())

    assert tuple(Title.facts(TITLE, view, view)) == ()


def test_options_that_a_later_release_has_added_have_their_defaults() -> None:
    assert with_defaults((COLOUR, FAST), {"colour": "blue"}) == {"colour": "blue", "fast": False}


def test_colours_are_the_seats_own_unless_the_rules_give_others() -> None:
    """An option that no host has; old games do not have it at all."""
    option = colours_option(3)

    assert option.values == ("012", "021", "102", "120", "201", "210")
    assert not option.players
    assert seat_colours(()) == tuple(range(10))
    assert seat_colours((("colours", "201"),)) == (2, 0, 1)
    assert Title.colour_count(TITLE, TITLE.ruleset(2, {})) == 0
