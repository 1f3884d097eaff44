"""All sheets side by side, the count at the end, and the pictures of the rules."""

from dataclasses import replace
from itertools import product

import pytest

from metrobot.games.metrolijn.board import MAP_IDS, Line, Station
from metrobot.games.metrolijn.result import Pay
from metrobot.games.metrolijn.told import changes
from render import theme
from render.metrolijn import TOPICS, draw_count, draw_sheet, draw_sheets, draw_topic, inks
from render.metrolijn import ground as ground_layer
from render.metrolijn.sheets import GAP, HEAD, STORY, WIDE, columns_for
from tests.render.games import count, difference
from tests.render.metrolijn.games import ENGLISH, PEOPLE, opened, views


@pytest.mark.parametrize(("players", "map_id"), list(product(range(1, 9), ["berlin", "madrid"])))
def test_every_number_of_players_fits(players: int, map_id: str) -> None:
    """One to eight sheets, whatever the names hold, at most 400 kB."""
    shown = views(map_id, players, 7, special=True)
    half = len(shown) // 2
    file = draw_sheets(
        shown[half],
        PEOPLE[:players],
        ENGLISH,
        new=changes(shown[half - 1], shown[half]),
        ridden=shown[half - 1].card,
    )
    end = draw_count(shown[-1], PEOPLE[:players], ENGLISH)

    assert opened(file).width == opened(end).width == WIDE
    assert len(file) <= 400_000
    assert len(end) <= 400_000


@pytest.mark.parametrize("map_id", MAP_IDS)
def test_what_changed_still_tells_at_600_px(map_id: str) -> None:
    """Reduced to 600 px, the new marks of every player are seen, and of nobody else."""
    shown = views(map_id, 6, 3)
    ix = next(
        n
        for n in range(8, len(shown))
        if all(
            (a.marked < b.marked) for a, b in zip(shown[n - 1].sheets, shown[n].sheets, strict=True)
        )
    )
    quiet = opened(draw_sheets(shown[ix], PEOPLE[:6], ENGLISH))
    told = opened(
        draw_sheets(shown[ix], PEOPLE[:6], ENGLISH, new=changes(shown[ix - 1], shown[ix]))
    )
    small = told.resize((600, round(told.height * 600 / WIDE)))
    wide, tall = 600 / 3, (small.height - (HEAD + GAP) * 600 / WIDE) / 2
    top = (HEAD + GAP) * 600 / WIDE
    tiles = [
        small.crop(
            (
                round(column * wide),
                round(top + row * tall),
                round((column + 1) * wide),
                round(top + (row + 1) * tall - (STORY + 2 * GAP) * 600 / WIDE),
            )
        )
        for row, column in product(range(2), range(3))
    ]

    assert count(quiet, inks.NEW, 30) == 0
    assert all(count(tile, inks.NEW, 60) >= 8 for tile in tiles)


def test_finished_line_changes_the_story_alone() -> None:
    """A line finished in the last round is told below its sheet, with its points."""
    view = views("amsterdam", 2, 1)[4]
    sheet = replace(view.sheets[0], paid=(Pay(3, is_first=True), *view.sheets[0].paid[1:]))
    done = replace(view, sheets=(sheet, view.sheets[1]))
    one, other = (
        opened(draw_sheets(v, PEOPLE[:2], ENGLISH, new=changes(view, v))) for v in (view, done)
    )
    found = difference(one, other)

    assert found is not None
    assert found[1] > one.height - STORY - 3 * GAP
    assert found[2] < WIDE // 2
    assert count(other, theme.GOOD, 8) > 100


def test_mark_of_one_player_changes_his_sheet_alone() -> None:
    """The second of four differs in the upper right tile only."""
    view = views("paris", 4, 1)[0]
    sheet = replace(view.sheets[1], crossed=frozenset([Station(3)]))
    other = replace(view, sheets=(view.sheets[0], sheet, *view.sheets[2:]))
    one, two = (opened(draw_sheets(v, PEOPLE[:4], ENGLISH)) for v in (view, other))
    found = difference(one, two)

    assert found is not None
    assert found[0] > WIDE // 2
    assert found[3] < one.height * 0.56


def test_card_that_was_ridden_stands_beside_the_next() -> None:
    """Where it is given, the head shows its card too."""
    shown = views("berlin", 2, 5)
    one, other = (
        opened(draw_sheets(shown[3], PEOPLE[:2], ENGLISH, ridden=card))
        for card in (None, shown[2].card)
    )

    assert difference(one.crop((0, 0, WIDE, HEAD)), other.crop((0, 0, WIDE, HEAD))) is not None


def test_names_that_cannot_be_drawn_get_a_number() -> None:
    """Two names of which nothing can be drawn give the same picture."""
    view = views("madrid", 2, 1)[3]

    assert draw_sheets(view, ("🚇" * 40, "A"), ENGLISH) == draw_sheets(view, ("", "A"), ENGLISH)
    assert draw_sheets(view, ("Eve", "A"), ENGLISH) != draw_sheets(view, ("", "A"), ENGLISH)


def test_count_marks_the_winner() -> None:
    """The winner's tile has a medal and the word; nobody else's has."""
    last = views("berlin", 2, 3)[-1]
    assert last.result is not None
    (winner,) = last.result.winners
    picture = opened(draw_count(last, PEOPLE[:2], ENGLISH))
    halves = [picture.crop((0, 0, WIDE // 2, 90)), picture.crop((WIDE // 2, 0, WIDE, 90))]

    assert count(halves[winner], inks.STAR, 8) > 100
    assert count(halves[1 - winner], inks.STAR, 8) == 0


def test_nobody_wins_alone() -> None:
    """A game alone ends with a rank, which is not for the picture, and no medal."""
    last = views("amsterdam", 1, 3)[-1]
    head = opened(draw_count(last, PEOPLE[:1], ENGLISH)).crop((0, 0, WIDE, 90))

    assert last.result is not None
    assert count(head, inks.STAR, 8) == 0


def test_count_tells_each_part_of_the_score() -> None:
    """Each part of a score changes the boxes below its owner's sheet."""
    last = views("berlin", 2, 3)[-1]
    first = opened(draw_count(last, PEOPLE[:2], ENGLISH))
    for part in ("lines", "transfers", "minus"):
        own = last.sheets[1]
        number = replace(own.count, **{part: getattr(own.count, part) + 10})
        view = replace(last, sheets=(last.sheets[0], replace(own, count=number)))
        found = difference(first, opened(draw_count(view, PEOPLE[:2], ENGLISH)))

        assert found is not None
        assert found[0] > WIDE // 2


def test_observer_makes_no_difference() -> None:
    """Whoever looks, the public picture is the same to the last byte."""
    view = views("paris", 3, 1)[6]
    other = replace(view, seats=frozenset(s.seat for s in view.sheets[:1]), to_act=())

    assert draw_sheets(view, PEOPLE[:3], ENGLISH) == draw_sheets(other, PEOPLE[:3], ENGLISH)


def test_sheets_stand_in_few_columns() -> None:
    """Four sheets stand two by two, five and more three in a row."""
    assert [columns_for(n) for n in range(1, 9)] == [1, 2, 2, 2, 3, 3, 3, 3]


@pytest.mark.parametrize("name", TOPICS)
def test_topics_have_pictures(name: str) -> None:
    """Every picture of the rules is drawn, in a small file, with what would be marked."""
    file = draw_topic(name, ENGLISH)
    marked = count(opened(file), inks.WOULD)

    assert len(file) < 150_000
    assert (marked > 200) is (name not in {"goal", "scoring"})


def test_pages_of_the_rules_are_those_agreed() -> None:
    """The pages that have pictures are known by name; others are refused."""
    assert set(TOPICS) == {"goal", "number", "express", "transfer", "ring", "scoring"}
    with pytest.raises(KeyError):
        draw_topic("moon", ENGLISH)


def test_few_grounds_are_kept() -> None:
    """Whatever is drawn, the kept grounds stay within their limit."""
    ground_layer.kept.forget()
    for map_id in MAP_IDS:
        view = views(map_id, 1, 1)[0]
        for lit in (None, Line(0)):
            draw_sheet(view, view.sheets[0].seat, ENGLISH, lit=lit)
    kept = ground_layer.kept.weight

    assert 0 < kept <= ground_layer.MOST_BYTES
