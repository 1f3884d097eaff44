"""A turn in a minute: few presses, short pages, and no two buttons that say the same."""

from functools import cache

import pytest

from metrobot.ui.kit.lesson_steps import LessonView
from metrobot.ui.learning.lesson_pages import place_of, step_page
from metrobot.ui.metromania.front import MetroManiaFront
from metrobot.ui.words.catalogue import words_for
from tests.ui.extremes import LANGUAGES, said_in, words_in
from tests.ui.metromania import games
from tests.ui.turn.presses import (
    PlayedTurn,
    lines_of,
    median,
    pages_of,
    percentile,
    shortest,
    some_turns,
    turns_of,
    twice_labelled,
)

FRONT = MetroManiaFront()
MOST_LINES = 12


@cache
def turns() -> tuple[PlayedTurn, ...]:
    """Return fifty turns of random games of all kinds."""
    played = [
        games.play(players, seed, **options)
        for players, options in ((2, {}), (2, {"advanced": True}), (3, {}), (4, {}))
        for seed in range(3)
    ]
    return tuple(some_turns(turns_of(games, played)))


def test_a_turn_takes_few_presses() -> None:
    """Plan and Confirm included: five in the middle, at most seven for 95 of 100."""
    costs = [shortest(FRONT, turn)[0] for turn in turns()]

    assert median(costs) <= 5
    assert percentile(costs, 95) <= 7


@pytest.mark.few(2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_short_and_its_buttons_differ(language: str) -> None:
    """At most twelve lines of a phone above the buttons, and no label twice."""
    words = words_in(language)
    for turn in turns():
        for _, page in pages_of(FRONT, turn, words):
            # The rest of the text gives way where there is no room.
            first = page.text.partition("\n")[0]
            assert lines_of(first) + lines_of(page.instruction) <= MOST_LINES // 2
            assert twice_labelled(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_of_the_lesson_is_short(language: str) -> None:
    """At most twelve lines of a phone, before anything is tried and after each choice."""
    lesson, words = FRONT.lesson(), words_for(language)
    assert lesson is not None
    for number, step in enumerate(lesson.steps):
        place = place_of(FRONT, lesson, number, words, "Ada")
        drafts = [lesson.draft(place.play)]
        for action in lesson.wanted(place.play) if step.shows is LessonView.PLANNER else ():
            if action in drafts[-1].open_choices:
                drafts.append(drafts[-1].then_action(action))
        for draft in drafts:
            said = said_in(step_page(place, draft))
            assert lines_of(said) <= MOST_LINES
