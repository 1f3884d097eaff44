"""No sentence beside a picture uses a name that cannot be found in it or in words."""

from collections.abc import Iterator
from typing import Any

import pytest

from metrobot.engine.draft import new_draft
from metrobot.service.finished.what_ifs import moments_of
from metrobot.service.model.play import Status
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.learning.lesson_pages import place_of, step_page
from metrobot.ui.pages.ids import ReplaySource
from metrobot.ui.pages.page import Post, page, parts_of
from metrobot.ui.replays.replay_command import replay_page
from metrobot.ui.turn.board_buttons import board_page
from metrobot.ui.turn.log_page import since_parts
from metrobot.ui.turn.planner_page import planner_look, planner_page
from metrobot.ui.turn.public_pages import over_pages, start_page, turn_page
from metrobot.ui.words.catalogue import ENGLISH
from tests.legible.kinds import Course
from tests.titles import GAMES
from tests.ui.places import Lost, Said, is_found, lost, named_in, names_of

STEPS = 6
"""Choices of a turn that are looked at."""
TABS = 3
COURSES = (
    Course("metromania", 3, 11),
    Course("underground", 3, 11),
    Course("metrolijn", 3, 11, (("map_", "paris"),)),
    *(Course("metromania", players, 20 + players) for players in (2, 4)),
    Course("metromania", 2, 25, (("advanced", True),)),
    *(Course("underground", players, 20 + players) for players in (2, 4, 5)),
    Course("metrolijn", 1, 21, (("map_", "berlin"),)),
    Course("metrolijn", 4, 22, (("map_", "amsterdam"), ("special", True))),
    Course("metrolijn", 8, 23, (("map_", "madrid"),)),
)


def tables(course: Course, parts: int) -> Iterator[Table]:
    """Yield a random game at its start, at some moments between, and at its end."""
    source = GAMES[course.title]
    game = source.play(course.players, course.seed, **dict(course.options))
    starts = game.turn_starts()
    turns = (n * (len(starts) - 1) // parts for n in range(parts + 1))
    for turn in dict.fromkeys(turns):
        yield source.table_at(game, starts[turn])


def shown(front: Front, table: Table) -> Iterator[Post]:
    """Yield every message with a picture that a position has."""
    player = table.people[-1].id
    game_view = game_view_of(table, ENGLISH, player)
    yield board_page(front, table, ENGLISH, player)
    for zoom in front.zooms(game_view, ENGLISH)[:2]:
        yield board_page(front, table, ENGLISH, player, zoom=zoom.key)
    yield page(*since_parts(front, table, ENGLISH, player))
    yield page(*parts_of([front.hand(game_view, ENGLISH)]))
    yield from told(front, table)
    if table.status is Status.OVER:
        yield from over_pages(front, table, ENGLISH)
    else:
        yield from planners(front, table)


def told(front: Front, table: Table) -> Iterator[Post]:
    """Yield the public messages: that of the start, or those of the last turns and a replay."""
    played = finished_turns(table)
    if not played:
        yield start_page(front, table, ENGLISH)
        return
    for turns in (played[-1:], played[-len(table.people) :]):
        delivery = Delivery(
            1, table.id, DeliveryKind.TURNS, turns[0], table.revision, None, "n", turns=tuple(turns)
        )
        yield turn_page(front, table, delivery, ENGLISH)
    yield replay_page(front, table, ENGLISH, ReplaySource.HERE, len(played), offers=moments_of)


def planners(front: Front, table: Table) -> Iterator[Post]:
    """Yield the planner on its tabs, before the first choice and after each of some more."""
    draft: Any = new_draft(table.title, table.state, table.seats_to_act()[0])
    for _ in range(STEPS):
        look = planner_look(front, table, draft, ENGLISH, None)
        for tab in (None, *[tab.key for tab in (*look.tabs, *look.groups)][:TABS]):
            yield planner_page(front, table, draft, ENGLISH, tab)
        if draft.is_turn_over or not draft.open_choices:
            return
        draft = draft.then(len(draft.open_choices) // 2)


def lost_of(course: Course, parts: int) -> list[Lost]:
    """Return the names of a game that cannot be found."""
    front = FRONTS[course.title]
    return [
        each
        for table in tables(course, parts)
        for post in shown(front, table)
        for each in lost(table, post)
    ]


@pytest.mark.long
@pytest.mark.parametrize("course", COURSES, ids=str)
def test_no_sentence_of_a_game_names_a_place_that_cannot_be_found(course: Course) -> None:
    """The same for other numbers of players, maps and rules."""
    assert lost_of(course, 3) == []


@pytest.mark.parametrize("title", FRONTS)
def test_no_step_of_a_lesson_names_a_place_that_cannot_be_found(title: str) -> None:
    """The places in its instruction can be found too."""
    front = FRONTS[title]
    lesson = front.lesson()
    assert lesson is not None
    for step in range(len(lesson.steps)):
        place = place_of(front, lesson, step, ENGLISH, "Ada")
        assert lost(place.play, step_page(place)) == []


@pytest.mark.parametrize(
    ("title", "said", "written", "names", "found"),
    [
        ("underground", Said("🎯 New card: Bank (regular)"), ["Bank"], ["Bank"], True),
        ("underground", Said("🎯 New card: Bank (regular)"), ["Angel"], ["Bank"], False),
        ("underground", Said("🛤️ Red: Bank–Angel", "7"), ["7"], ["Bank", "Angel"], True),
        ("underground", Said("🛤️ Red: Bank–Angel", "7"), ["8"], ["Bank", "Angel"], False),
        ("underground", Said("🚶 Bank → Angel", "7"), ["7"], ["Bank", "Angel"], False),
        ("underground", Said("12 · Acton Town", is_label=True), ["12"], ["Acton Town"], True),
        ("underground", Said("12 · Acton Town", is_label=True), ["1"], ["Acton Town"], False),
        ("metromania", Said("stuck at **G10**"), ["G", "10"], ["G10"], True),
        ("metromania", Said("stuck at **G10**"), ["G", "1"], ["G10"], False),
        ("metromania", Said("starts at gate NE2"), ["N", "2"], ["NE2"], False),
        ("metrolijn", Said("**Ada** · A S: 2 (station 3: Noord)"), ["A"], ["Noord"], True),
        ("metrolijn", Said("**Ada** · A S: 2 (station 3: Noord)"), ["B"], ["Noord"], False),
        ("metrolijn", Said("**Ada** · A S: 2 (Noord)"), ["A"], ["Noord"], False),
        ("metrolijn", Said("A: 3 from Noord", is_label=True), ["A"], ["Noord"], True),
        ("metrolijn", Said("A: 3 from Noord", is_label=True), ["B"], ["Noord"], False),
    ],
    ids=str,
)
def test_what_cannot_be_found_is_noticed(
    title: str, said: Said, written: list[str], names: list[str], found: bool
) -> None:
    """A name that is not there, a number that is on no disc, a line that has no letter."""
    course = Course(title, 2, 1, (("map_", "amsterdam"),) if title == "metrolijn" else ())
    table = next(tables(course, 1))

    assert named_in(said.text, names_of(table)) == names
    assert [is_found(table, said, name, set(written)) for name in names] == [found] * len(names)
