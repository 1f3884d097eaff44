"""Buttons of planners as a phone shows them: short, no two alike, all there is in words too."""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from metrobot.engine.draft import Draft, new_draft
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.pages.values import SHORT, PlannerPage
from metrobot.ui.turn.planner_page import buttons_of, menus_of, planner_look
from metrobot.ui.words.catalogue import COMPLETE, ENGLISH, Words, words_for
from metrobot.ui.words.discord_limits import IN_A_ROW, PHONE_ROW
from metrobot.ui.words.text_length import button_width
from tests.titles import GAMES, SETTINGS, arguments

TURNS = 4


def looks(title: str, players: int, options: dict[str, Any], words: Words) -> Iterator[PlannerPage]:
    """Yield planners of a random game, before each choice of some turns and after the last."""
    game, dice = GAMES[title].play(players, 7, **arguments(options)), Random(players)
    starts = game.turn_starts()[:-1]
    for events in starts[:: max(1, len(starts) // TURNS)]:
        table = GAMES[title].table_at(game, events)
        draft: Draft[Any, Any] = new_draft(table.title, table.state, table.seats_to_act()[0])
        while True:
            first = planner_look(FRONTS[title], table, draft, words, None)
            yield first
            for group in (*first.tabs, *first.groups):
                yield planner_look(FRONTS[title], table, draft, words, group.key)
            if draft.is_turn_over or not draft.open_choices:
                break
            draft = draft.then(dice.randrange(len(draft.open_choices)))


@pytest.mark.few
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize(("title", "players", "options"), SETTINGS, ids=str)
def test_buttons_are_short_and_no_two_are_alike(
    title: str, players: int, options: dict[str, Any], language: str
) -> None:
    """In words where these have room, else eight characters, no row wider than a phone's.

    What each means is said too, in a menu that goes by the buttons.
    """
    words = words_for(language)
    for look in looks(title, players, options, words):
        rows = buttons_of(look)
        labels = [choice.on_button for row in rows for choice in row]
        tabs = [tab.on_tab for tab in look.tabs]
        spelt = {each.spelt for each in look.buttons}
        # "Only 4" has no number in the picture, and is as short as each language lets it be.
        spelt |= {each.short for each in look.buttons if each.is_extra}
        is_one_row = sum(map(button_width, labels)) <= PHONE_ROW
        assert is_one_row or [each for each in labels if len(each) > SHORT] == [
            each for each in labels if each in spelt and len(each) > SHORT
        ]
        assert [each for each, times in Counter([*labels, *tabs]).items() if times > 1] == []
        for row in rows:
            assert len(row) <= IN_A_ROW
            assert sum(button_width(choice.on_button) for choice in row) <= PHONE_ROW
        buttons = [each.path for each in look.buttons]
        paths = [each.path for menu in menus_of(look, words)[:1] for each in menu.choices]
        assert [each for each in paths if each in buttons] == [
            each for each in buttons if each in paths
        ]
        full = [each.path for each in look.buttons if each.label != each.on_button]
        full += [each.path for menu in look.menus for each in menu.choices]
        if len(menus_of(look, words)) == 1:  # each where it stands last
            assert paths == list(dict.fromkeys(reversed(full)))[::-1]
        said = {choice.path for menu in menus_of(look, words) for choice in menu.choices}
        shortened = (each for row in rows for each in row if each.label != each.on_button)
        assert {choice.path for choice in shortened} <= said


@pytest.mark.parametrize(
    ("title", "pattern"),
    [
        ("metromania", r"\d+ ⚠? ?[A-K]\d+ (left|right).*|Station: (Solid|Striped)"),
        ("metrolijn", r"[A-Z] (anti)?clockwise \d.*"),
        ("metrolijn", r"\d+ \D{3}.*"),
        ("underground", r"\d+ ⚠? ?\D{3}.*"),
    ],
)
def test_a_button_says_what_it_is_without_its_picture(title: str, pattern: str) -> None:
    """The side of a tunnel, the way around a ring, the name of a station."""
    settings = [each for each in SETTINGS if each[0] == title]
    labels = [
        label
        for each in settings
        for look in looks(*each, ENGLISH)
        for label in (
            *(tab.on_tab for tab in look.tabs),
            *(choice.on_button for row in buttons_of(look) for choice in row),
        )
    ]
    assert any(re.fullmatch(pattern, label) for label in labels), sorted(set(labels))
    assert [label for label in labels if re.search("[↻↺⊙]", label)] == []
