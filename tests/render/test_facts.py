"""What the pictures of every title say, and a test for each fact that fails if drawn wrongly.

On boards, on what happened since, and at the end each player's points stand beside their name;
the last picture goes by places and names who has won; a game that was played elsewhere has
nothing that is new; the chart of a game has each player's own letter and colour. What only one
title's pictures say: the other modules whose names end in `_facts`.
"""

import math
from collections.abc import Callable

import pytest

from metrobot.service.model.play import Status
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.model.table import Table
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.replays.review_page import chart
from metrobot.ui.words.catalogue import ENGLISH
from render import theme
from render.boxes import Box
from render.canvas import ring_stamp
from tests.legible.kinds import FEW, Course, _review, tables
from tests.render.shown import Shown, Written, shown

MINUS = "\N{MINUS SIGN}"


WIDEST = 400
"""Px of the last card in a row, at most."""


def each_title() -> pytest.MarkDecorator:
    """Let a test look at a game of each title."""
    assert {course.title for course in FEW} == set(FRONTS)
    return pytest.mark.parametrize("course", FEW, ids=lambda course: course.title)


def stages(course: Course, *, is_over: bool) -> list[Table]:
    """Return a game while it is played, or at its end."""
    found = tables(course, is_brief=True)
    return [each for each in found if (each.status is Status.OVER) is is_over]


def points_of(table: Table) -> list[str]:
    """Return the points beside each player's name while a game is played."""
    view = table.view_for(None)
    found = {
        "metromania": lambda: [company.station_points for company in view.companies],
        "underground": lambda: [player.score for player in view.players],
        "metrolijn": lambda: [sheet.count.earned for sheet in view.sheets],
    }[table.title.id]()
    return [str(points).replace("-", MINUS) for points in found]


def named(picture: Shown, name: str) -> list[Written]:
    """Return the places of a player's name, shortened or not."""
    return [
        each for each in picture.texts if each.text == short(name) or same_start(each.text, name)
    ]


def beside_names(picture: Shown, table: Table) -> list[set[str]]:
    """Return the texts to the right of each player's name, wherever that is."""
    return [
        {text for name in named(picture, person.name) for text in picture.right_of(name)}
        for person in table.people
    ]


def short(name: str) -> str:
    """Return a name as it can be drawn."""
    return " ".join(name.split())


def same_start(text: str, name: str) -> bool:
    """Return whether a text is a name that was cut."""
    return text.endswith("…") and len(text) > 3 and name.startswith(text[:-1].rstrip())


def below_names(picture: Shown, table: Table) -> list[set[str]]:
    """Return the texts just below each player's name, left of the next name beside it."""
    return [
        {
            text.text
            for name in named(picture, person.name)
            for text in picture.texts
            if name.box[0] <= text.box[0] < next_name(picture, table, name)
            and 0 < text.box[1] - name.box[1] < 2 * name.size
        }
        for person in table.people
    ]


def next_name(picture: Shown, table: Table, name: Written) -> int:
    """Return the left edge of the next name to the right of one, in px."""
    others = (each for person in table.people for each in named(picture, person.name))
    right = (each.box[0] for each in others if each.is_beside(name) and each.box[0] > name.box[0])
    return min(right, default=name.box[0] + WIDEST)


@each_title()
def test_each_players_points_stand_beside_their_name(course: Course) -> None:
    """Or below it, on the same card: on the board, and on what happened since."""
    front = FRONTS[course.title]
    for table in stages(course, is_over=False):
        view = game_view_of(table, ENGLISH)
        own = game_view_of(table, ENGLISH, table.people[0].id)
        turns = [table.summary(turn, table.people[0].id) for turn in finished_turns(table)[-3:]]
        pictures: list[Callable[[], object]] = [front.board(view, ENGLISH).draw]
        if turns and course.title != "underground":  # there the newest turns take that place
            pictures.append(front.changes(own, turns, ENGLISH).draw)
        for draw in pictures:
            picture = shown(draw)
            told = zip(beside_names(picture, table), below_names(picture, table), strict=True)

            for points, (beside, below) in zip(points_of(table), told, strict=True):
                assert points in beside | below


@each_title()
def test_the_last_picture_goes_by_places_and_names_who_won(course: Course) -> None:
    """The best above or before the others, each with all their points."""
    front = FRONTS[course.title]
    for table in stages(course, is_over=True):
        view = game_view_of(table, ENGLISH)
        result = table.view_for(None).result
        picture = front.closing(view, ENGLISH).picture or front.board(view, ENGLISH)
        seen = shown(picture.draw)
        scores = [str(score).replace("-", MINUS) for score in result.scores]
        names = [short(person.name)[:6] for person in table.people]
        told_of = [t for t in seen.texts if any(name in t.text for name in names)]
        (first, *_) = sorted(told_of, key=lambda t: t.box[1])
        told = zip(beside_names(seen, table), below_names(seen, table), strict=True)

        for own, (beside, below) in zip(scores, told, strict=True):
            assert own in beside | below
        assert all(names[n] in first.text for n in result.winners)
        rows = [
            (best_place(seen, person.name, told_score), score)
            for person, told_score, score in zip(table.people, scores, result.scores, strict=True)
        ]
        assert [score for _, score in sorted(rows)] == sorted(result.scores, reverse=True)


def best_place(picture: Shown, name: str, score: str) -> tuple[int, int]:
    """Return the first row in which a name stands before a score, or above it."""

    def has_score(written: Written) -> bool:
        below = (
            text.text
            for text in picture.texts
            if 0 < text.box[1] - written.box[1] < 2 * written.size and text.box[0] >= written.box[0]
        )
        return score in picture.right_of(written) or score in below

    places = [(t.middle[1] // 30, t.box[0]) for t in named(picture, name) if has_score(t)]
    return min(places)


@each_title()
def test_nothing_is_new_in_a_game_that_was_played_elsewhere(course: Course) -> None:
    """The same board has contours where a turn was just played."""
    front = FRONTS[course.title]
    table = stages(course, is_over=False)[-1]
    view = game_view_of(table, ENGLISH)
    imported = shown(lambda: front.view_picture(table.view_for(None), view.names, ENGLISH))

    assert rims(shown(front.board(view, ENGLISH).draw)) - rims(imported)


def rims(picture: Shown) -> set[Box]:
    """Return the boxes of shapes of ink alone, as the contours of what is new are."""
    return {put.box for put in picture.puts if put.mask and put.ink == theme.INK and not put.signs}


@each_title()
def test_the_chart_has_each_players_own_letter_and_colour(course: Course) -> None:
    front = FRONTS[course.title]
    (table,) = stages(course, is_over=True)
    signs = front.player_signs(game_view_of(table, ENGLISH), ENGLISH)
    picture = shown(chart(front, table, _review(table), ENGLISH).draw)
    letters = {
        text.text: ring
        for ring in picture.stamped(ring_stamp)
        for text in picture.texts
        if math.dist(text.middle, ring.at) < 6 and ring.of["core"] != theme.INK
    }
    scores = table.title.outcome(table.state).scores

    assert {letter: e.of["core"] for letter, e in letters.items()} == dict(signs)
    for (letter, _), person, score in zip(signs, table.people, scores, strict=True):
        near = [
            t.text
            for t in picture.texts
            if t.box[0] > letters[letter].at[0] + 10
            and abs(t.middle[1] - letters[letter].at[1]) < 30
        ]
        assert any(same_start(text, person.name) or text == short(person.name) for text in near)
        assert any(str(abs(score)) in text for text in near)
