"""Messages beyond the games, at their longest, in each language: none breaks a limit."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from metrobot.service.model.play import GameId, PlayerId, Status
from metrobot.service.people.preferences import Preferences, RemindBy
from metrobot.store.statements.ratings import PlayerStats
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.learning.lesson_pages import LessonPlace, place_of, step_page
from metrobot.ui.lobby.lobby_page import cancel_parts, lobby_page
from metrobot.ui.lobby.lost_pages import idle_page
from metrobot.ui.pages.page import Page, Post, page, split_text
from metrobot.ui.pages.values import Topic
from metrobot.ui.people.leaderboard_commands import leaderboard_text, profile_page
from metrobot.ui.people.my_games import games_page
from metrobot.ui.people.privacy_commands import _in_the_way, _sure
from metrobot.ui.people.reminder_settings import settings_page
from metrobot.ui.seats.seat_pages import closed_page
from metrobot.ui.turn.planner_page import planner_look
from metrobot.ui.turn.private_views import MOST_MESSAGES
from metrobot.ui.turn.waiting_for import locked_page
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import FRONT_LIMIT
from metrobot.ui.words.player_names import shown_name
from tests.leaderboard_reference import board_of, profile_of
from tests.titles import MOST
from tests.ui.extremes import BIG, LANGUAGES, NOW, ODD, course, faults, odd_people, words_in
from tests.ui.limits import length

ZONE = "America/Argentina/ComodRivadavia"
"""The longest name of a time zone."""


def standings() -> dict[PlayerId, PlayerStats]:
    """Return the results of many people, with large numbers."""
    return {
        PlayerId(BIG + n): PlayerStats(
            "toy",
            PlayerId(BIG + n),
            games=99_999,
            wins=88_888,
            points=9_999_999 - n,
            best=99_999,
            solo_games=99_999,
            solo_points=9_999_999,
            solo_best=99_999,
        )
        for n in range(60)
    }


def standing_pages(words: Words) -> Iterator[Page]:
    """Return leaderboards and profiles."""
    found = standings()
    names: dict[int, str] = {player: ODD[n % len(ODD)] for n, player in enumerate(found)}
    for title in FRONTS:
        for viewer in (PlayerId(BIG), PlayerId(BIG + 59)):
            for number in (0, 3, 5):
                yield leaderboard_text(board_of(title, found, names, viewer, number), words)
    for name in ODD:
        played = profile_of(dict.fromkeys(FRONTS, found), PlayerId(BIG + 59))
        yield profile_page(name, played, words, listed=False)


def personal_pages(words: Words) -> Iterator[Post]:
    """Return settings, what is told of privacy, and small questions."""
    for by in RemindBy:
        for quiet in (None, (0, 1439), (1380, 420)):
            days = ((0, ZONE, 0, 2, 6),)
            yield settings_page(Preferences(by, ZONE, quiet, NOW, days_off=days), words, FRONTS)
    table = course("metrolijn", 8)[0]
    yield _sure(words)
    yield _in_the_way([table] * 20, 30, words)
    aside = [replace(table, id=GameId(10**15 + number), aside_at=NOW) for number in range(20)]
    guild = table.place.guild
    yield _in_the_way(aside, 30, words, guild)
    yield games_page(aside, guild, table.people[0].id, words)
    running = [replace(each, aside_at=None) for each in aside[:5]]
    yield games_page([*running, *aside[5:]], guild, table.people[0].id, words)
    for is_direct in (False, True):
        yield idle_page(FRONTS["metrolijn"], table, words, is_direct=is_direct)
    yield page(*cancel_parts(table, words, is_last=True))
    yield locked_page(table, table.people[0].id, words)
    for status in Status:
        yield lobby_page(replace(table, status=status), words)
    yield closed_page("seats.question.withdrawn", words, name=shown_name(ODD[1]))


def lesson_pages(words: Words) -> Iterator[Page]:
    """Return every step of every lesson, with all that can be looked at there."""
    for front in FRONTS.values():
        lesson = front.lesson()
        assert lesson is not None
        for number, step in enumerate(lesson.steps):
            for name in ODD[:3]:
                place = place_of(front, lesson, number, words, name)
                yield step_page(place)
            if step.shows.value == "planner":
                yield from _groups_of(place)


def _groups_of(place: LessonPlace) -> Iterator[Page]:
    """Return a step's planner with each group and tab open."""
    draft = place.lesson.draft(place.play)
    offered = planner_look(place.front, place.play, draft, place.words, None)
    for group in (*offered.groups, *offered.tabs):
        yield step_page(place, draft, group.key)


@pytest.mark.few
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pages", [standing_pages, personal_pages, lesson_pages])
def test_no_message_beyond_the_games_breaks_a_limit(
    pages: object, language: str, cut: list[str]
) -> None:
    """With odd names and large numbers, and without a text being cut."""
    assert callable(pages)
    found = list(pages(words_in(language)))

    assert [each for each in map(faults, found) if each] == []
    assert len(found) > 10
    assert cut == []


@pytest.mark.few
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", FRONTS)
def test_topics_of_the_rules_fit_into_menu_and_message(title: str, language: str) -> None:
    """At most 25, each named in 100 characters, and told in 3,500."""
    topics: tuple[Topic, ...] = tuple(FRONTS[title].topics(words_in(language)))

    assert 1 <= len(topics) <= 25
    for topic in topics:
        assert 1 <= length(topic.name) <= 80, topic.key
        assert 1 <= length(topic.text) <= FRONT_LIMIT, topic.key
        assert topic.picture is None or length(topic.picture.alt) <= 1000, topic.key


@pytest.mark.few
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", FRONTS)
def test_a_board_in_words_fits_into_its_messages(title: str, language: str) -> None:
    """Each within the limits, at the end of a game of the most people."""
    table = course(title, MOST[title])[-2]
    text = FRONTS[title].board_text(
        game_view_of(table, words_in(language), table.people[0].id), words_in(language)
    )

    parts = list(split_text(text))

    assert 1 <= len(parts) <= MOST_MESSAGES
    assert all(faults(page(part)) == [] for part in parts)


def test_there_are_more_odd_people_than_the_largest_table_has() -> None:
    assert len({person.name for person in odd_people(8)}) == len(ODD)
