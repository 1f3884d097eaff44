"""Whole games of odd people: no message breaks a limit, none has to be cut."""

from dataclasses import replace

import pytest

from metrobot.engine.errors import Refusal
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Status
from metrobot.ui.app.error_answers import refusal_text
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.lobby.lobby_page import lobby_page
from metrobot.ui.words.refusals import FrameKey
from tests.titles import LARGEST, SMALLEST
from tests.ui.extremes import (
    LANGUAGES,
    ODD,
    course,
    faults,
    lacks_lines,
    odd_people,
    row_pages,
    said_in,
    shown_pages,
    some_of,
    words_in,
)
from tests.ui.limits import length

PLAYED = [each for both in zip(SMALLEST, LARGEST, strict=True) for each in both]
MOST_PEOPLE = max(LARGEST, key=lambda each: each[1])
"""A table at which all odd names are."""
SAID = [
    *((title, players, "en") for title, players in PLAYED),
    *((title, n, each) for title, n in (*PLAYED[1:4:2], PLAYED[-1]) for each in LANGUAGES[1:]),
]
"""All of these in English, those with most people in each other language too."""


@pytest.mark.parametrize(("title", "players", "language"), SAID)
@pytest.mark.long
def test_no_message_of_a_game_breaks_a_limit(
    title: str, players: int, language: str, cut: list[str]
) -> None:
    """From the start to the count, with odd names, and without a text being cut."""
    front, words = FRONTS[title], words_in(language)
    some = some_of(course(title, players), 6 if language == "en" else 3)

    pages = [shown for table in some for shown in shown_pages(front, table, words)]

    assert [each for each in map(faults, pages) if each] == []
    assert len(pages) > 100
    assert not any(map(lacks_lines, pages))
    assert cut == []


@pytest.mark.parametrize(("title", "players", "language"), SAID)
@pytest.mark.long
def test_no_message_of_many_turns_breaks_a_limit(title: str, players: int, language: str) -> None:
    """As many turns as people play: lines of some may go, never a headline."""
    front, words = FRONTS[title], words_in(language)
    some = some_of(course(title, players), 6 if language == "en" else 3)

    pages = [shown for table in some for shown in row_pages(front, table, words)]

    assert [each for each in map(faults, pages) if each] == []
    assert len(pages) > 4


@pytest.mark.few
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", FRONTS)
@pytest.mark.parametrize("players", [1, 2, 8])
def test_a_lobby_of_odd_people_keeps_its_limits(
    title: str, players: int, language: str, cut: list[str]
) -> None:
    table = replace(course(title, 2)[0], status=Status.LOBBY, history=None, ruleset=None)
    people = odd_people(players)
    shown = lobby_page(
        replace(table, people=people, place=replace(table.place, host=people[0].id)),
        words_in(language),
    )

    assert faults(shown) == []
    assert cut == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("title", "players"),
    [
        pytest.param(*each, marks=() if each == MOST_PEOPLE else pytest.mark.long)
        for each in LARGEST
    ],
)
def test_names_are_no_markup_in_any_message(title: str, players: int, language: str) -> None:
    """No mention but of those who are called, no link but ours, nothing unescaped."""
    for table in (course(title, players)[1], course(title, players)[-1]):
        for shown in shown_pages(FRONTS[title], table, words_in(language)):
            said = said_in(shown)
            assert "@everyone" not in said
            assert "@here" not in said
            assert "<@123456789012345678>" not in said
            assert "<@&1>" not in said.replace("\\<", "")
            assert "<#2>" not in said.replace("\\<", "")
            assert "</game new:3>" not in said.replace("\\<", "")
            assert "](http://x" not in said.replace("\\](", "")
            assert "\u202e" not in said
            assert "***" not in said


@pytest.mark.parametrize(("title", "players"), PLAYED)
def test_names_stay_whole_in_alt_texts(title: str, players: int) -> None:
    """Nothing is escaped where Markdown means nothing, and nothing turns the text around."""
    for table in (course(title, players)[1], course(title, players)[-1]):
        alt = FRONTS[title].board(game_view_of(table, words_in("en")), words_in("en")).alt
        assert "\\*" not in alt
        assert "\u202e" not in alt


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_with_odd_people_are_short(language: str) -> None:
    refusals: tuple[Refusal, ...] = (
        TableError(TableKey.NOT_YOUR_TURN, names=ODD),
        TableError(TableKey.NOT_HOST, host=ODD[0]),
        TableError(TableKey.NO_SUCH_TITLE, title="W" * 6000, titles=tuple(FRONTS)),
        Refusal(FrameKey.UNLISTED, name=ODD[1]),
        Refusal(FrameKey.BAD_DATE, asked="@everyone" * 500),
        Refusal(FrameKey.BAD_TIME, asked="*" * 5000),
    )

    said = [refusal_text(words_in(language), each) for each in refusals]

    assert all(length(text) < 700 for text in said)
    assert not any("@everyone" in text or "***" in text for text in said)
