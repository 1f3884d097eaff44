"""What a turn costs: few presses, no two buttons alike, little to read."""

from collections.abc import Iterator
from functools import cache

import pytest
from discord import ui

from metrobot.games.underground.actions import Build
from metrobot.ui.turn.plannerpage import planner_page
from metrobot.ui.underground.front import UndergroundFront
from metrobot.ui.words.catalogue import COMPLETE, words_for
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


def test_first_pieces_cost_a_few_presses_more() -> None:
    """A turn in which a colour is begun costs fourteen at most, whatever else it does."""
    first = [turn for turn in turns() if begins_a_line(turn)]

    assert len(first) >= 15
    assert max(shortest(FRONT, turn)[0] for turn in first) <= 14


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
        assert said[at - 1] == instruction
        assert sum(lines_of(text) for text in said if text) <= MOST_LINES, said
        assert view.total_children_count <= MOST_PARTS
        assert twice == []


@pytest.mark.parametrize("language", COMPLETE)
def test_steps_of_the_lesson_are_short(language: str) -> None:
    """Each has twelve lines of sixty characters at most."""
    words = words_for(language)
    for step in FRONT.lesson().steps:
        assert lines_of(words.say(step.key)) <= MOST_LINES
