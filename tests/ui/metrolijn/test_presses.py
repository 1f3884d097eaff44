"""What a round costs: few presses, no two buttons alike, little to read."""

import pytest
from discord import ui

from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer
from metrobot.games.metrolijn.board import MAP_IDS
from metrobot.ui.kit.lesson_steps import LessonView
from metrobot.ui.learning.lesson_pages import place_of, step_page
from metrobot.ui.metrolijn.front import MetrolijnFront
from metrobot.ui.turn.planner import news_of
from metrobot.ui.turn.planner_page import planner_page
from metrobot.ui.words.catalogue import COMPLETE, ENGLISH, words_for
from tests.ui.metrolijn import games
from tests.ui.metrolijn.games import play
from tests.ui.turn.presses import (
    PlayedTurn,
    lines_of,
    pages_of,
    percentile,
    shortest,
    some_turns,
    turns_of,
    twice_labelled,
)

FRONT = MetrolijnFront()
PLAYED = (
    *((1 + n % 3, n + 20, map_, False) for n, map_ in enumerate(MAP_IDS)),
    (2, 31, "berlin", True),
    (3, 32, "madrid", True),
)
"""Games: players, seed, map, special actions."""
MOST_LINES = 12
MOST_PARTS = 40
"""Discord's limit of parts in a message."""


def rounds() -> list[PlayedTurn]:
    """Return fifty choices of many games."""
    return some_turns(turns_of(games, [play(*each) for each in PLAYED]))


def least(turn: PlayedTurn) -> int:
    """Return the most presses that a choice may cost: Choose, one for each action, Lock.

    A free ride has its line before its station, unless it is the one that is looked at,
    each in a menu. Marking less than the card allows is a press more.
    """
    cost, state = 2, turn.table.state
    for action in turn.actions:
        title = turn.table.title
        same = [
            each for each in title.legal_actions(state, turn.seat) if _way(each) == _way(action)
        ]
        cost += 4 if isinstance(action, FreeRide) else 1 + (action != same[0])
        state = title.apply(state, turn.seat, action)
    return cost


def _way(action: object) -> object:
    """Return the line and the direction of a choice."""
    return getattr(action, "line", None), getattr(action, "direction", None)


def test_a_choice_costs_three_presses_and_a_free_ride_six() -> None:
    """Fifty choices of random games, as they were made."""
    costs = list[int]()
    for turn in rounds():
        cost, pressed = shortest(FRONT, turn)
        assert cost <= least(turn), pressed
        is_plain = len(turn.actions) == 1 and isinstance(turn.actions[0], Mark | Transfer)
        if is_plain and least(turn) == 3:
            costs.append(cost)

    assert set(costs) == {3}
    assert len(costs) > 20


def test_no_choice_costs_more_than_a_few_presses() -> None:
    """With fewer crosses and extra actions too: 95 in a hundred at most 6."""
    costs = [shortest(FRONT, turn)[0] for turn in rounds()]

    assert percentile(costs, 50) <= 4
    assert percentile(costs, 95) <= 6


def test_no_two_buttons_say_the_same() -> None:
    """On every page on the way, in every language, tabs among them."""
    for turn in rounds():
        for language in COMPLETE:
            for _, page in pages_of(FRONT, turn, words_for(language)):
                assert twice_labelled(page) == []


@pytest.mark.parametrize("language", COMPLETE)
def test_a_page_is_short_and_ends_with_what_is_to_be_done(language: str) -> None:
    """At most twelve lines of sixty characters stand above the buttons."""
    words = words_for(language)
    for turn in rounds():
        for draft, look in pages_of(FRONT, turn, words):
            group = next((tab.key for tab in look.tabs if tab.is_shown), None)
            view = planner_page(FRONT, turn.table, draft, words, group).view
            said = [getattr(part, "content", None) for part in view.children]
            at = next(n for n, part in enumerate(view.children) if isinstance(part, ui.ActionRow))
            assert said[at - 1] == (look.instruction or None)
            assert sum(lines_of(text) for text in said if text) <= MOST_LINES
            assert view.total_children_count <= MOST_PARTS


@pytest.mark.few
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("map_", MAP_IDS)
def test_alone_the_last_turn_and_the_next_card_are_short_together(map_: str, language: str) -> None:
    """The last turn above the new card takes at most twelve lines with the instruction."""
    words = words_for(language)
    for turn in turns_of(games, [play(1, 40, map_)])[1:]:
        ((_, look), *_) = pages_of(FRONT, turn, words)
        above = (news_of(FRONT, turn.table, words), look.text, look.instruction)
        assert sum(map(lines_of, above)) <= MOST_LINES


def test_the_longest_line_fits_into_one_message() -> None:
    """A free ride on empty sheets: ten tabs, sixteen stations of a ring."""
    free = games.opened("F", "berlin")
    turn = PlayedTurn(games.table_at(free), games.draft_at(free, 1).seat, ())
    ((draft, look), *_) = pages_of(FRONT, turn)
    ring = next(tab for tab in look.tabs if tab.label.startswith("G"))
    view = planner_page(FRONT, turn.table, draft, ENGLISH, ring.key).view

    assert ring.label == "G: 16 empty"
    assert len(look.tabs) == 10
    assert view.total_children_count <= MOST_PARTS


@pytest.mark.parametrize("language", COMPLETE)
def test_a_step_of_the_lesson_is_short(language: str) -> None:
    """At most twelve lines stand above its buttons, with what is tried and what to press."""
    words, lesson = words_for(language), FRONT.lesson()
    assert lesson is not None
    for number, step in enumerate(lesson.steps):
        place = place_of(FRONT, lesson, number, words, "Anna")
        pages = [step_page(place)]
        if step.shows is LessonView.PLANNER:
            draft = lesson.draft(place.play)
            for action in lesson.wanted(place.play):
                draft = draft.then_action(action)
                pages.append(step_page(place, draft))
        for page in pages:
            said = (getattr(part, "content", "") for part in page.view.children)
            assert sum(lines_of(text) for text in said if text) <= MOST_LINES, step.key
