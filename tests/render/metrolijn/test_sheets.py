"""The board of all, the count at the end, and the pictures of the rules."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product

import pytest

from metrobot.games.metrolijn.board import MAP_IDS, Line
from metrobot.games.metrolijn.line_state import line_states
from metrobot.games.metrolijn.outlook import can_finish, outlooks
from metrobot.games.metrolijn.result import WonBy
from metrobot.games.metrolijn.summary import sheet_changes
from metrobot.ui.metrolijn.pictures import _won
from metrobot.ui.words.catalogue import ENGLISH as WORDS
from render import theme
from render.boxes import grown, meet
from render.metrolijn import inks
from render.metrolijn.glyphs import _plate, clock_stamp, shares_stamp
from render.metrolijn.map import ground as ground_layer
from render.metrolijn.panels.person import NEAR, WIDE, people_of
from render.metrolijn.sheets import (
    BANNER,
    GAP,
    HEAD,
    _by_place,
    draw_count,
    draw_sheets,
    draw_since,
)
from render.metrolijn.topics import TOPICS, draw_topic
from render.metrolijn.whole import TALLEST, draw_sheet
from render.signs import noting
from render.text.lettering import with_minus
from tests.legible.measure import shown_texts
from tests.render.metrolijn.games import ENGLISH, PEOPLE, opened, views
from tests.render.metromania.games import count
from tests.render.shown import shown as contents

LEGEND = 14
"""Half of a sign in the legend."""
CARD = 90
"""Px from a tick to the upper edge of its card, and a little more."""


@pytest.mark.parametrize(("players", "map_id"), list(product(range(1, 9), ["berlin", "madrid"])))
def test_every_number_of_players_fits(players: int, map_id: str) -> None:
    """One to eight people, whatever their names hold, at most 200 kB, no taller than is shown."""
    shown = views(map_id, players, 7, special=True)
    half = len(shown) // 2
    file = draw_sheets(
        shown[half],
        PEOPLE[:players],
        ENGLISH,
        new=sheet_changes(shown[half - 1], shown[half]),
        ridden=shown[half - 1].card,
    )
    end = draw_count(shown[-1], PEOPLE[:players], ENGLISH)

    assert opened(file).width == opened(end).width == WIDE
    assert max(opened(file).height, opened(end).height) <= TALLEST
    assert max(len(file), len(end)) <= 200_000


def test_names_that_cannot_be_drawn_get_a_number() -> None:
    view = views("madrid", 2, 1)[3]

    assert draw_sheets(view, ("𒀀" * 40, "A"), ENGLISH) == draw_sheets(view, ("", "A"), ENGLISH)
    assert draw_sheets(view, ("Eve", "A"), ENGLISH) != draw_sheets(view, ("", "A"), ENGLISH)


def test_a_long_name_has_sixteen_letters_at_least() -> None:
    """On boards, since, and at the end."""
    shown, name = views("paris", 4, 2), "Bartholomew-Maximilian the Third"
    people, new = (name,) * 8, sheet_changes(shown[3], shown[5])
    files: list[Callable[[], bytes]] = [
        lambda: draw_sheets(shown[5], people[:4], ENGLISH, new=new),
        lambda: draw_since(shown[5], people[:4], ENGLISH, new=new),
        lambda: draw_count(shown[-1], people[:4], ENGLISH),
        lambda: draw_sheets(views("paris", 8, 2)[9], people, ENGLISH),
    ]
    for draw in files:
        with noting() as notes:
            draw()
        assert not [
            text
            for text in shown_texts(notes.picture)
            if text.startswith("Bart") and not text.startswith(name[:16])
        ]


@pytest.mark.parametrize(("players", "seed"), [(4, 3), (7, 4)])
def test_signs_of_finished_lines_touch_no_number(players: int, seed: int) -> None:
    """On a card: the tick stands off the number before it, a contour off what is above, below."""
    game = views("amsterdam", players, seed)
    new, view = sheet_changes(game[len(game) // 2], game[-1]), game[-1]
    picture = contents(lambda: draw_since(view, PEOPLE[:players], ENGLISH, new=new))
    ticks = [each.box for each in picture.stamped(clock_stamp) if each.of["people"] == 1]
    low = min(top for _, top, _, _ in ticks) - CARD
    rims = [e.box for e in picture.stamped(_plate) if e.ink == theme.INK and e.box[1] > low]

    assert ticks
    assert rims
    for text in picture.texts:
        near, is_letter = grown(text.box, 5), text.text in "ABCDEFGHIJ"
        assert not [tick for tick in ticks if meet(near, tick)], text
        assert is_letter or not [rim for rim in rims if meet(near, rim)], text


@pytest.mark.few(3)
@pytest.mark.parametrize("players", range(2, 9))
def test_signs_are_told_for_every_number_of_players(players: int) -> None:
    """Below the map those that it has, and at the end beside the bars."""
    game = views("paris", players, 2)
    for draw, view in ((draw_sheets, game[0]), (draw_sheets, game[-2]), (draw_since, game[-1])):
        new = sheet_changes(game[max(0, view.round - 2)], view)
        picture = contents(partial(draw, view, PEOPLE[:players], ENGLISH, new=new))
        clocks = {
            (each.of["count"] == players, 0 < each.of["count"] < players)
            for each in picture.stamped(clock_stamp)
            if each.of["people"] == players and each.of["half"] != LEGEND
        }
        parts = [part for each in picture.stamped(shares_stamp) for part in each.of["shares"]]
        parts = [part for part in parts if part.colour != theme.INK]

        some, all_ = f"2/{players} {ENGLISH.people}", ENGLISH.everybody
        if draw is draw_since:  # what others have had for longer does not count there
            some, all_ = (f"{n}/{players} {ENGLISH.changed}" for n in (2, players))
        assert bool(picture.written(all_)) == any(full for full, _ in clocks)
        assert bool(picture.written(some)) == any(part for _, part in clocks)
        assert bool(picture.written(ENGLISH.transfers)) == any(each.is_hollow for each in parts)
        assert bool(picture.written(ENGLISH.empty)) == (view.result is None)

    end = contents(lambda: draw_count(game[-1], PEOPLE[:players], ENGLISH))
    assert end.written(ENGLISH.transfers)
    assert end.written(ENGLISH.empty)


def test_the_line_above_the_winners_says_what_decided() -> None:
    """The lead in points, or that empty stations decided, or nothing (ML §7.2)."""
    last = views("berlin", 2, 3)[-1]
    assert last.result is not None
    counts = [
        replace(sheet.count, lines=10, transfers=0, minus=5, empty=7) for sheet in last.sheets
    ]
    heads = []
    for places, won_by, lines in (
        ((1, 2), WonBy.EMPTY, 10),
        ((1, 1), WonBy.NOTHING, 10),
        ((2, 1), WonBy.POINTS, 11),
    ):
        result = replace(last.result, places=places, won_by=won_by)
        own = [counts[0], replace(counts[1], lines=lines)]
        each = zip(last.sheets, own, strict=True)
        sheets = tuple(replace(sheet, count=count) for sheet, count in each)
        heads.append(_won(replace(last, result=result, sheets=sheets), WORDS, None))

    assert heads == ["Equal scores, fewest empty stations: 7", "Shared win", "Winner by one point"]


def test_news_at_the_end_say_who_won() -> None:
    """With the parts of each score, and no line that would still lack stations."""
    game = views("madrid", 6, 9)
    last, new = game[-1], sheet_changes(game[-3], game[-1])
    picture = contents(lambda: draw_since(last, tuple("ABCDEF"), ENGLISH, new=new, won="by a nose"))
    first = _by_place(people_of(last, tuple("ABCDEF"), ENGLISH))[0]
    head = [text.text for text in picture.texts if text.box[3] <= GAP + HEAD]

    assert {"by a nose", first.name, with_minus(first.sheet.count.score)} <= {*head}
    assert not picture.written(ENGLISH.over)
    for count_ in (sheet.count for sheet in last.sheets):
        minus = f"\N{MINUS SIGN} {count_.minus}"
        assert picture.written(f"{count_.lines} + {count_.transfers} {minus}")
    assert not [text for text in picture.texts if text.text in ENGLISH.to_go]


def test_equal_players_share_a_place() -> None:
    last = views("berlin", 3, 3)[-1]
    same = last.sheets[0].count
    view = replace(last, sheets=tuple(replace(sheet, count=same) for sheet in last.sheets))

    assert {each.place for each in _by_place(people_of(view, PEOPLE[:3], ENGLISH))} == {1}


def test_nobody_wins_alone() -> None:
    """A game alone ends with a rank, which is not for the picture, and no medal."""
    alone, several = (
        opened(draw_count(views("amsterdam", people, 3)[-1], PEOPLE[:people], ENGLISH))
        for people in (1, 3)
    )
    banner = (0, 0, WIDE, GAP + BANNER)

    assert count(alone.crop(banner), theme.WARNING, 8) == 0
    assert count(several.crop(banner), theme.WARNING, 8) > 1000


def test_count_tells_each_part_of_the_score() -> None:
    last = views("berlin", 2, 3)[-1]
    counts = [replace(own.count, lines=9 + own.seat, transfers=8) for own in last.sheets]
    sheets = [replace(own, count=n) for own, n in zip(last.sheets, counts, strict=True)]
    with noting() as notes:
        draw_count(replace(last, sheets=tuple(sheets)), PEOPLE[:2], ENGLISH)
    texts = shown_texts(notes.picture)

    assert all(str(own.lines) in texts for own in counts)
    assert all(str(own.transfers) in texts for own in counts)
    assert all(f"\N{MINUS SIGN}{own.minus}" in texts for own in counts)
    assert all(with_minus(own.score) in texts for own in counts)


def test_what_was_won_is_larger_than_what_may_be_lost() -> None:
    """During a game the large number counts what nothing takes away."""
    view = views("paris", 5, 1)[6]
    with noting() as notes:
        draw_sheets(view, PEOPLE[:5], ENGLISH)
    sizes = {sign.text: sign.size for put in notes.picture for sign in put.signs}

    for own in (sheet.count for sheet in view.sheets):
        assert sizes[str(own.earned)] > 1.3 * sizes[f"\N{MINUS SIGN}{own.minus}"]


def test_observer_makes_no_difference() -> None:
    view = views("paris", 3, 1)[6]
    other = replace(view, seats=frozenset(s.seat for s in view.sheets[:1]), to_act=())

    assert draw_sheets(view, PEOPLE[:3], ENGLISH) == draw_sheets(other, PEOPLE[:3], ENGLISH)


@pytest.mark.parametrize("name", TOPICS)
def test_topics_have_pictures(name: str) -> None:
    file = draw_topic(name, ENGLISH)
    marked = count(opened(file), inks.WOULD)

    assert len(file) < 150_000
    assert (marked > 200) is (name not in {"goal", "scoring"})


def test_pages_of_the_rules_are_those_agreed() -> None:
    assert set(TOPICS) == {"goal", "number", "express", "transfer", "ring", "scoring"}
    with pytest.raises(KeyError):
        draw_topic("moon", ENGLISH)


@pytest.mark.long
def test_few_grounds_are_kept() -> None:
    ground_layer.kept.forget()
    for map_id in MAP_IDS:
        view = views(map_id, 1, 1)[0]
        for lit in (None, Line(0)):
            draw_sheet(view, view.sheets[0].seat, ENGLISH, lit=lit)

    assert 0 < ground_layer.kept._kept.currsize <= ground_layer.MOST_BYTES


@pytest.mark.few(2)
@pytest.mark.parametrize(("map_id", "seed"), [("berlin", 9), ("madrid-rain", 3), ("paris", 4)])
def test_cards_tell_only_lines_that_can_be_finished(map_id: str, seed: int) -> None:
    for view in views(map_id, 6, seed)[-9:-1]:
        picture = contents(lambda: draw_sheets(view, tuple("ABCDEF"), ENGLISH))  # noqa: B023
        best = [next(outlooks(view, sheet.seat), None) for sheet in view.sheets]

        assert len(picture.written(ENGLISH.no_line)) == best.count(None)
        told = [text.text for text in picture.texts]
        for outlook in filter(None, best):
            left = ENGLISH.to_go[len(outlook.state.empty)]
            assert [text for text in told if text.startswith(left)]


def test_only_numbers_of_lines_that_can_be_finished_are_bold() -> None:
    """In a table, where one or two stations are missing."""
    bold = faint = 0
    for view in views("berlin", 3, 5)[-9:-1]:
        picture = contents(lambda: draw_sheets(view, tuple("ABC"), ENGLISH))  # noqa: B023
        near = [
            can_finish(view, sheet.seat, state)
            for sheet in view.sheets
            for state in line_states(view, sheet.seat)
            if 0 < len(state.empty) <= NEAR
        ]
        bold, faint = bold + sum(near), faint + near.count(False)
        few = [text for text in picture.texts if text.text in {"1", "2"} and text.size > 30]

        assert len([text for text in few if text.size == 34]) == sum(near)
    assert bold
    assert faint
