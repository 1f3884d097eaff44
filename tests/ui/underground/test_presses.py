"""What a turn costs: few presses, no two buttons alike, little to read."""

from collections.abc import Iterator
from functools import cache

import pytest
from discord import ui

from metrobot.games.underground.actions import Build
from metrobot.games.underground.board import COLOURS, STATIONS
from metrobot.ui.kit.lesson_steps import LessonView
from metrobot.ui.learning.lesson_pages import LessonPlace, place_of, step_page
from metrobot.ui.pages.page import Page
from metrobot.ui.turn.planner_page import planner_page
from metrobot.ui.underground.front import UndergroundFront
from metrobot.ui.underground.names import COLOUR_WORDS
from metrobot.ui.words.catalogue import COMPLETE, ENGLISH, words_for
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
from tests.ui.underground import games
from tests.ui.underground.games import play

FRONT = UndergroundFront()
SETTINGS = ((2, 1), (2, 6), (3, 2), (3, 8), (4, 3), (5, 1))
MOST_LINES = 12
MOST_PARTS = 40
"""Discord's limit of parts in a message."""


@cache
def turns() -> tuple[PlayedTurn, ...]:
    """Return all turns of some games."""
    return tuple(turns_of(games, [play(players, seed) for players, seed in SETTINGS]))


def begins_a_line(turn: PlayedTurn) -> bool:
    """Return whether a turn has the first piece of a colour."""
    built = {action.colour for action in turn.actions if isinstance(action, Build)}
    return any(not turn.table.state.tracks[colour] for colour in built)


def test_a_turn_costs_few_presses() -> None:
    """Fifty random turns as they were played: seven in the middle, ten for 95 in a hundred."""
    played = [(turn, shortest(FRONT, turn)[0]) for turn in some_turns(turns())]
    later = [cost for turn, cost in played if not begins_a_line(turn)]

    assert len(later) >= 35
    assert median([cost for _, cost in played]) <= 7
    assert median(later) <= 7
    assert percentile(later, 95) <= 10


@pytest.mark.long
def test_first_pieces_cost_a_few_presses_more() -> None:
    """A colour, its area in a menu and a link of it in another: five, whatever else is done."""
    first = [turn for turn in turns() if begins_a_line(turn)]

    assert len(first) >= 15
    assert max(shortest(FRONT, turn)[0] for turn in first) <= 22


def pages() -> Iterator[tuple[str, ui.LayoutView, list[str]]]:
    """Yield pages on the way of some turns in every language, with labels said twice.

    Each with what is to be done there.
    """
    for turn in some_turns(turns(), 24):
        for language in COMPLETE:
            words = words_for(language)
            for draft, look in pages_of(FRONT, turn, words):
                group = next((tab.key for tab in look.tabs if tab.is_shown), None)
                page = planner_page(FRONT, turn.table, draft, words, group)
                yield look.instruction, page.view, twice_labelled(look)


def test_pages_are_short_and_end_with_what_is_to_be_done() -> None:
    """Twelve lines of sixty characters at most; the last of them stands above the buttons."""
    for instruction, view, twice in pages():
        said = [getattr(part, "content", None) for part in view.children]
        at = next(n for n, part in enumerate(view.children) if isinstance(part, ui.ActionRow))
        assert said[at - 1] == (instruction or None)
        assert sum(lines_of(text) for text in said if text) <= MOST_LINES, said
        assert view.total_children_count <= MOST_PARTS
        assert twice == []


@pytest.mark.parametrize("language", COMPLETE)
def test_steps_of_the_lesson_are_short(language: str) -> None:
    """Each page has twelve lines of sixty characters at most, in the middle of a turn too."""
    lesson, words = FRONT.lesson(), words_for(language)
    assert lesson is not None
    for step in range(len(lesson.steps)):
        place = place_of(FRONT, lesson, step, words, "Anna")
        for page in _pages_of_step(place):
            said = [getattr(part, "content", None) for part in page.view.children]
            assert sum(lines_of(text) for text in said if text) <= MOST_LINES, said
            assert page.view.total_children_count <= MOST_PARTS


def _pages_of_step(place: LessonPlace) -> Iterator[Page]:
    """Yield the pages of a step, from press to press where the learner acts."""
    yield step_page(place)
    if place.lesson.steps[place.step].shows is not LessonView.PLANNER:
        return
    draft, wanted = place.lesson.draft(place.play), place.lesson.wanted(place.play)
    while not draft.is_turn_over:
        draft = draft.then_action(wanted[len(draft.actions)])
        yield step_page(place, draft)


def test_the_lesson_tells_what_its_game_did() -> None:
    """The passenger's destination, the scorer and the points are those of the record."""
    lesson = FRONT.lesson()
    assert lesson is not None
    keys = [step.key for step in lesson.steps]
    for key, points in (("ou.lesson.passenger", (3, 6)), ("ou.lesson.told", (1, 2))):
        place = place_of(FRONT, lesson, keys.index(key), ENGLISH, "Anna")
        turn = place.play.summary(place.play.turns_played[-1])
        ridden = sum(pay for trip in turn.trips for seat, pay in trip.pays if seat == turn.seat)
        text = ENGLISH.say(key)
        assert (turn.seat, ridden, turn.points - ridden) == (lesson.learner, *points)
        assert STATIONS[turn.trips[0].route.to].name in text
        for trip in turn.trips:
            assert all(ENGLISH.say(COLOUR_WORDS[COLOURS[c].id]) in text for c in trip.route.colours)
