"""Every kind of picture, as people get it, of seeded random games."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any, Final

from metrobot.engine.draft import new_draft
from metrobot.players.analysis.facts import Estimate, Position, Review, Turning
from metrobot.service.model.play import Status
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.model.table import Table
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.lesson_steps import LessonView
from metrobot.ui.kit.pictures.lazy_pictures import hint_picture
from metrobot.ui.kit.views import draft_view_of, game_view_of
from metrobot.ui.learning.lesson_pages import place_of, step_page
from metrobot.ui.pages.values import Picture
from metrobot.ui.replays.review_page import chart
from metrobot.ui.words.catalogue import ENGLISH
from tests.titles import GAMES, LARGEST, SETTINGS, arguments

NAMES: Final = (
    "W" * 32,
    "Bartholomew-Maximilian the Third",
    "\ud55c\uad6d\uc5b4\uc774\ub984" * 6 + "\ud55c\uad6d",
    "Zoë",
    "mmmmmmmm mmmmmmmm mmmmmmmm mmmmm",
    "Ada Lovelace",
    "iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii",
    "Maria del Carmen y de los Santos",
)
"""Names as long as Discord lets them be, and a few of the usual ones."""
ABSENT: Final = 6
"""Turns that somebody has missed."""


@dataclass(frozen=True, slots=True)
class Course:
    """One random game."""

    title: str
    players: int
    seed: int
    options: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class KindPicture:
    """A picture that is still to be drawn."""

    title: str
    kind: str
    draw: Callable[[], object]


FEW: Final = tuple(Course(title, players, 1) for title, players in LARGEST)
"""A game of each title, to be looked at whenever tests run."""
MANY: Final = (
    *FEW,
    *(
        Course(title, players, 2, tuple(arguments(options).items()))
        for title, players, options in SETTINGS
    ),
)
"""All numbers of players, all options."""


@cache
def tables(course: Course, *, is_brief: bool) -> tuple[Table, ...]:
    """Return a game at its start, in its middle and at its end; early and late as well."""
    source = GAMES[course.title]
    game = source.play(course.players, course.seed, **dict(course.options))
    starts = game.turn_starts()
    count = len(starts) - 1
    turns = (0, count // 2, count) if is_brief else (0, 3, count // 2, count - 1, count)
    shown = dict.fromkeys(starts[turn] for turn in turns)
    found = (source.table_at(game, events) for events in shown)
    return tuple(_renamed(table) for table in found)


def _renamed(table: Table) -> Table:
    """Return a table at which people with long names sit."""
    people = zip(table.people, NAMES, strict=False)
    return replace(table, people=tuple(replace(each, name=name) for each, name in people))


def pictures(course: Course, *, is_brief: bool = False) -> Iterator[KindPicture]:
    """Yield every picture of a game, from its start to its end."""
    front = FRONTS[course.title]
    for table in tables(course, is_brief=is_brief):
        for kind, picture in _sketches(front, table):
            yield KindPicture(course.title, kind, picture.draw)
        names = game_view_of(table, ENGLISH).names
        yield KindPicture(course.title, "imported", _viewed(front, table, names))


def _viewed(front: Front, table: Table, names: tuple[str, ...]) -> Callable[[], object]:
    """Return a function that draws a game played elsewhere."""
    return lambda: front.view_picture(table.view_for(None), names, ENGLISH)


def pages() -> Iterator[KindPicture]:
    """Yield the pictures of the rules and of the lessons."""
    for title, front in FRONTS.items():
        for topic in front.topics(ENGLISH):
            if topic.picture is not None:
                yield KindPicture(title, "rules", topic.picture.draw)
        lesson = front.lesson()
        for step in range(len(lesson.steps)) if lesson is not None else ():
            if lesson is None or lesson.steps[step].topic:
                continue
            place = place_of(front, lesson, step, ENGLISH, NAMES[0])
            kind = (
                "lesson's planner" if place.lesson.steps[step].shows is LessonView.PLANNER else ""
            )
            for picture in step_page(place).pictures:
                yield KindPicture(title, kind or "lesson", picture.draw)


def _sketches(front: Front, table: Table) -> Iterator[tuple[str, Picture]]:
    """Yield all that can be drawn of one position, each with its kind."""
    words, player = ENGLISH, table.people[-1].id
    everybody, own = game_view_of(table, words), game_view_of(table, words, player)
    yield "board", front.board(everybody, words)
    missed = [table.summary(turn, player) for turn in finished_turns(table)[-ABSENT:]]
    if missed:
        yield "since", front.changes(own, missed, words)
    for zoom in _some([each.key for each in front.zooms(own, words)]):
        yield "zoom", front.board(own, words, zoom=zoom)
    picture = front.hand(own, words).picture
    if picture is not None:
        yield "hand" if table.title.deals_hands(table.rules) else "my sheet", picture
    if table.status is Status.OVER:
        yield from _counted(front, table)
    else:
        yield from _planners(front, table)


def _some(zooms: list[str]) -> Iterable[str]:
    """Return the first parts of the board, and the last one."""
    return dict.fromkeys([*zooms[:3], *zooms[-1:]])


def _counted(front: Front, table: Table) -> Iterator[tuple[str, Picture]]:
    game_view = game_view_of(table, ENGLISH)
    yield "end", front.closing_board(game_view, ENGLISH)
    yield "review", chart(front, table, _review(table), ENGLISH)
    closing = front.closing(game_view, ENGLISH)
    if closing.picture is not None:
        yield "final", closing.picture
    for blocks in front.finale(game_view, ENGLISH):
        for block in blocks:
            if block.picture is not None:
                yield ("trip" if "-trip-" in block.picture.stem else "count"), block.picture


def _review(table: Table) -> Review:
    """Return chances that swing from turn to turn, as drawn over a whole game."""
    dice, players = Random(table.revision), len(table.people)
    scale = 60.0 if players == 1 else 1.0
    turns = [None, *finished_turns(table)]

    def estimate() -> Estimate:
        low, value, high = sorted(scale * dice.random() for _ in range(3))
        return Estimate(value, low, high)

    positions = [Position(turn, tuple(estimate() for _ in range(players))) for turn in turns]
    most = [turn for turn in (turns[1], turns[2], turns[-1]) if turn is not None]
    ends = positions[0].worths, positions[-1].worths
    turnings = [Turning(turn, 0, 0, *ends, better=None, found=0) for turn in most]
    return Review(players == 1, tuple(positions), tuple(turnings), is_cut=False)


def _planners(front: Front, table: Table) -> Iterator[tuple[str, Picture]]:
    """Yield the planner before the first choice, on each tab, and after some choices."""
    draft = new_draft(table.title, table.state, table.seats_to_act()[0])
    game_view = game_view_of(table, ENGLISH, table.person_at(draft.seat).id)
    for chosen in range(6):
        plan = draft_view_of(draft, replaces=front.replaces)
        look = front.planner(game_view, plan, ENGLISH, None)
        kind = "planner" if not plan.is_turn_over else "planner, done"
        yield kind, look.picture
        if chosen == 1:
            yield "hint", hint_picture(look.picture, ENGLISH)
        for tab in () if chosen else (*look.tabs, *look.groups)[:4]:
            yield kind, front.planner(game_view, plan, ENGLISH, tab.key).picture
        if draft.is_turn_over or not draft.open_choices:
            return
        draft = draft.then(len(draft.open_choices) // 2)
