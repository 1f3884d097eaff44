"""What all sheets side by side say, and a test for each fact that fails where it is drawn wrongly.

Boards and what happened since: on each tile its owner's name, points and marks, what is new, the
newest line, the lines that are finished; the places. Finals: tiles by their places, the winner,
what each score is made of; as bars, what was won to the right and what was lost to the left.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest

from metrobot.games.metrolijn.board import Line, Station
from metrobot.games.metrolijn.result import Pay, minus_of
from metrobot.games.metrolijn.summary import Change, LineFinish, sheet_changes
from metrobot.games.metrolijn.view import View
from render import theme
from render.canvas import Box
from render.metrolijn import draw_count, draw_sheets, draw_topic, inks
from render.metrolijn.examples import EXAMPLES, FINISHED
from render.metrolijn.glyphs import (
    _plate,
    badge_stamp,
    box_stamp,
    crossed_stamp,
    filled_stamp,
    lettered_stamp,
    medal_stamp,
    points_stamp,
    strike_stamp,
    value_stamp,
    would_stamp,
    written_stamp,
)
from render.metrolijn.layout import Layout
from render.metrolijn.sheets import _boxes, columns_for, small_layout
from render.metrolijn.tile import BADGE, SIDE, STRIP, TITLE
from render.text import with_minus
from tests.render.metrolijn.games import ENGLISH, views
from tests.render.shown import Shown, Stamped, Written, shown

PEOPLE = ("Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
MINUS = "\N{MINUS SIGN}"


def tiles_of(view: View) -> list[Box]:
    """Return where the tiles lie, and the free place if there is one."""
    count = len(view.sheets)
    return _boxes(count, small_layout(str(view.rules["map"]), columns_for(count)))


def board(view: View, new: Sequence[Change] = ()) -> Shown:
    """Return all sheets."""
    return shown(lambda: draw_sheets(view, PEOPLE[: len(view.sheets)], ENGLISH, new=new))


def final(view: View) -> Shown:
    """Return the count."""
    return shown(lambda: draw_count(view, PEOPLE[: len(view.sheets)], ENGLISH))


def within(at: tuple[int, int], box: Box) -> bool:
    """Return whether a spot lies in a box."""
    return box[0] <= at[0] < box[2] and box[1] <= at[1] < box[3]


def title_of(picture: Shown, box: Box) -> list[str]:
    """Return what a tile's uppermost row says."""
    row = [t for t in picture.texts if within(t.middle, (*box[:3], box[1] + TITLE))]
    return [each.text for each in sorted(row, key=lambda each: each.box[0])]


def map_corner(layout: Layout, box: Box) -> tuple[int, int]:
    """Return the px of the upper left corner of a tile's map."""
    left = box[0] + 8 + (box[2] - SIDE - box[0] - 8 - layout.size[0]) // 2
    return left, box[1] + TITLE + STRIP


def on_map(view: View, box: Box) -> dict[Station, tuple[int, int]]:
    """Return where the stations of a tile's map lie."""
    layout = small_layout(str(view.rules["map"]), columns_for(len(view.sheets)))
    left, top = map_corner(layout, box)
    return {
        Station(n): (layout.at(site.at)[0] + left, layout.at(site.at)[1] + top)
        for n, site in enumerate(view.map.stations)
    }


@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_each_tile_has_its_owners_name_points_and_marks(players: int) -> None:
    """In the order of the seats: what was won, what may be lost, crosses, numbers, what is new."""
    game = views("paris", players, 4)
    before, view = game[len(game) // 2], game[len(game) // 2 + 3]
    new = sheet_changes(before, view)
    picture = board(view, new)
    half = small_layout("paris", columns_for(players)).half
    crosses = [e.at for e in picture.stamped(crossed_stamp) if e.of["half"] == half]
    numbers = [e.at for e in picture.stamped(filled_stamp) if e.of["half"] == half]
    glows = [e.at for e in picture.stamped(_plate) if e.ink == inks.NEW]
    for own, box, change in zip(view.sheets, tiles_of(view), new, strict=False):
        at = on_map(view, box)
        map_box = (box[0], box[1] + TITLE + STRIP, box[2] - SIDE, box[3])
        name, lost, won = PEOPLE[own.seat], f"{MINUS}{own.count.minus}", str(own.count.earned)

        assert title_of(picture, box) == [name, lost, won]
        assert {each for each in crosses if within(each, map_box)} == {at[n] for n in own.crossed}
        assert {each for each in numbers if within(each, map_box)} == {
            at[n] for n, _ in own.numbers
        }
        assert {each for each in glows if within(each, map_box)} == {at[n] for n in change.marked}


@pytest.mark.parametrize("players", [2, 3, 5])
def test_each_tile_has_a_whole_map(players: int) -> None:
    """With every station and a plate for every line, and nothing in the free place."""
    view = views("paris", players, 4)[0]
    for draw in (draw_sheets, draw_count):
        picture = shown(lambda: draw(view, PEOPLE[:players], ENGLISH))  # noqa: B023 -- called at once
        boxes = tiles_of(view)[:players]
        stations = {at for box in boxes for at in on_map(view, box).values()}
        plates = [e.at for e in picture.stamped(badge_stamp) if e.of["half"] != BADGE]

        assert {each.at for each in picture.stamped(box_stamp)} == stations
        assert [sum(within(at, box) for at in plates) for box in boxes] == [10] * players


def test_a_lines_plate_lies_in_its_wagon_towards_its_first_station() -> None:
    """As near as it can, and never over the wagon's rim."""
    view = views("paris", 3, 4)[0]
    layout = small_layout("paris", columns_for(3))
    left, top = map_corner(layout, tiles_of(view)[0])
    badges = [e for e in board(view).stamped(badge_stamp) if e.of["half"] != BADGE]
    for site in view.map.lines:
        half, first = badges[0].of["half"], layout.at(view.map.stations[site.stations[0]].at)
        wagon = (_, _, right, bottom) = layout.wagon(site)
        spots = [
            (x + left, y + top)
            for x in {right - half, *range(wagon[0] + half, right - half)}
            for y in {bottom - half, *range(wagon[1] + half, bottom - half)}
        ]
        nearest = min(spots, key=lambda at: math.dist(at, (first[0] + left, first[1] + top)))

        assert nearest in [each.at for each in badges]


def letters_in(picture: Shown, box: Box) -> list[Stamped]:
    """Return the letters of lines in a part of a picture, from the left."""
    found = [each for each in picture.stamped(lettered_stamp) if within(each.at, box)]
    return sorted(found, key=lambda each: (each.at[1], each.at[0]))


def strip_of(box: Box) -> Box:
    """Return the part of a tile that tells what is new."""
    return box[0], box[1] + TITLE, box[2], box[1] + TITLE + STRIP


def test_the_newest_line_is_told_station_by_station() -> None:
    """From the wagon on: crosses, numbers and empty ones; the new ones and the line in a glow."""
    view = views("paris", 4, 1)[0]
    line, site = Line(2), view.map.lines[2]
    first, second, third, *rest = site.stations
    windows = tuple(("3",) if n == line else () for n in range(len(view.map.lines)))
    own = replace(
        view.sheets[1], crossed=frozenset([first, third]), numbers=((second, 4),), windows=windows
    )
    done = replace(view, sheets=(view.sheets[0], own, *view.sheets[2:]))
    change = Change(frozenset([third]), ((line, 1),))
    picture = board(done, (Change(), change, Change(), Change()))
    box = strip_of(tiles_of(view)[1])
    (badge,) = letters_in(picture, box)
    makes = (crossed_stamp, written_stamp, filled_stamp)
    signs = sorted(
        (each.at[0], make.__name__, each.of)
        for make in makes
        for each in picture.stamped(make)
        if within(each.at, box)
    )
    glows = {e.at[0] for e in picture.stamped(_plate) if e.ink == inks.NEW and within(e.at, box)}

    assert (badge.of["letter"], badge.of["code"]) == (site.letter, site.colour)
    assert [name for _, name, _ in signs] == [
        "crossed_stamp",
        "written_stamp",
        "crossed_stamp",
        *["filled_stamp"] * len(rest),
    ]
    assert signs[1][2]["text"] == "4"
    assert glows == {badge.at[0], signs[2][0]}


def test_several_new_lines_are_told_with_how_many_marks() -> None:
    """And free rides by the line whose end is nearest, without a glow."""
    view = views("paris", 4, 1)[0]
    lines = view.map.lines
    stations = [lines[1].stations[0], lines[4].stations[1]]
    own = replace(view.sheets[0], crossed=frozenset(stations))
    done = replace(view, sheets=(own, *view.sheets[1:]))
    two = Change(frozenset(stations), ((Line(1), 1), (Line(4), 1)))
    ride = Change(frozenset(stations[:1]))
    box = strip_of(tiles_of(view)[0])
    told, free = board(done, (two, *[Change()] * 3)), board(done, (ride, *[Change()] * 3))
    nearest = min(
        view.map.lines_at(stations[0]),
        key=lambda line: len(set(lines[line].stations) - own.crossed),
    )
    glows = [e for e in free.stamped(_plate) if e.ink == inks.NEW and within(e.at, box)]

    assert [e.of["letter"] for e in letters_in(told, box)] == [lines[1].letter, lines[4].letter]
    assert texts_in(told, box)[-1].text == "\N{MULTIPLICATION SIGN}2"
    assert [e.of["letter"] for e in letters_in(free, box)] == [lines[nearest].letter]
    assert len(glows) == 1


def test_finished_lines_stand_beside_the_map_and_new_ones_glow() -> None:
    """Those of the tile's owner, in the order of the map."""
    view = views("berlin", 3, 2)[8]
    paid = tuple(Pay(2, is_first=True) if n in {0, 3, 7} else None for n in range(10))
    own = replace(view.sheets[1], paid=paid)
    bare = [replace(each, paid=(None,) * 10) for each in view.sheets]
    done = replace(view, sheets=(bare[0], own, bare[2]))
    new = Change(endings=(LineFinish(Line(3), Pay(2, is_first=True)),))
    picture = board(done, (Change(), new, Change()))
    sides = [(box[2] - SIDE, box[1] + TITLE + STRIP, box[2], box[3]) for box in tiles_of(done)[:3]]
    badges = [letters_in(picture, side) for side in sides]
    glows = {e.at for e in picture.stamped(_plate) if e.ink == inks.NEW and e.of["half"] > BADGE}
    lines = view.map.lines

    assert [[e.of["letter"] for e in each] for each in badges] == [
        [],
        [lines[n].letter for n in (0, 3, 7)],
        [],
    ]
    assert {at for at in glows if within(at, sides[1])} == {badges[1][1].at}


def texts_in(picture: Shown, box: Box) -> list[Written]:
    """Return what is written in a part of a picture, from top to bottom, then from the left."""
    found = [each for each in picture.texts if within(each.middle, box)]
    return sorted(found, key=lambda each: (each.middle[1] // 12, each.box[0]))


@pytest.mark.parametrize("players", [3, 7])
def test_places_are_those_of_the_points(players: int) -> None:
    """The best first, each number before its name."""
    game = views("paris", players, 2)
    for view in (game[6], game[len(game) // 2]):
        picture, place = board(view), tiles_of(view)[-1]
        found = texts_in(picture, place)
        for n, own in enumerate(view.places):
            (name,) = [each for each in found if each.text == PEOPLE[n]]
            left = [e for e in found if e.is_beside(name) and e.box[2] < name.box[0]]
            assert left[-1].text == str(own)


@pytest.mark.parametrize("players", range(2, 9))
def test_the_count_goes_by_places(players: int) -> None:
    """Each tile with its owner's whole score and what it is made of; a medal, or the place."""
    view = views("paris", players, 2)[-1]
    picture, boxes = final(view), tiles_of(view)
    assert view.result is not None
    places = view.places
    ranked = [PEOPLE.index(title_of(picture, box)[-2]) for box in boxes[:players]]

    assert [places[n] for n in ranked] == sorted(places)
    for n, box in zip(ranked, boxes, strict=False):
        count, place = view.sheets[n].count, str(places[n])
        *before, name, score = title_of(picture, box)
        medals = [each for each in picture.stamped(medal_stamp) if within(each.at, box)]
        parts = [each.text for each in texts_in(picture, strip_of(box))]
        own = on_map(view, box)
        half = small_layout("paris", columns_for(players)).half
        crosses = [e.at for e in picture.stamped(crossed_stamp) if e.of["half"] == half]

        assert (name, score) == (PEOPLE[n], with_minus(count.score))
        assert before == ([] if n in view.result.winners else [place])
        assert len(medals) == (n in view.result.winners)
        assert [part for part in parts if part != "+"] == [
            str(count.lines),
            f"+{count.transfers}",
            f"{MINUS}{count.minus}",
        ]
        assert {own[each] for each in view.sheets[n].crossed} <= set(crosses)


def test_each_part_of_a_score_has_its_own_sign() -> None:
    """A diamond for lines, a filled box for transfers, an empty one for empty stations."""
    view = views("paris", 4, 2)[-1]
    picture, strip = final(view), strip_of(tiles_of(view)[0])
    diamonds = [e.at[0] for e in picture.stamped(points_stamp) if within(e.at, strip)]
    boxes = {e.of["colour"]: e.at[0] for e in picture.stamped(filled_stamp) if within(e.at, strip)}

    assert len(diamonds) == 1
    assert diamonds[0] < boxes[inks.FILLED] < boxes[inks.BOX]


@pytest.mark.parametrize("players", [3, 7])
def test_bars_go_to_the_right_for_what_was_won_and_to_the_left_for_what_was_lost(
    players: int,
) -> None:
    """From one line of nothing: points for lines, then for transfers; all to one scale."""
    last = views("paris", players, 2)[-1]
    counts = [
        replace(sheet.count, lines=6 + 2 * n, transfers=4 + n, minus=5 + 3 * n)
        for n, sheet in enumerate(last.sheets)
    ]
    each = zip(last.sheets, counts, strict=True)
    view = replace(last, sheets=tuple(replace(sheet, count=count) for sheet, count in each))
    picture, place = final(view), tiles_of(view)[-1]
    inner = (place[0] + 1, place[1] + 1, place[2], place[3])
    bars = {
        ink: [b for b in picture.boxes(ink) if within(b[:2], inner)]
        for ink in (theme.INK, inks.FILLED, theme.SOFT_INK)
    }
    (zero,) = [(b[0] + b[2]) / 2 for b in bars[theme.INK] if b[2] - b[0] <= 4]
    names = {each.text: each for each in texts_in(picture, place)}
    scales = set[int]()
    for n, count in enumerate(counts):
        y = names[PEOPLE[n]].middle[1]
        solid, filled, lost = (
            max((b for b in own if b[1] < y < b[3]), key=lambda b: (b[3] - b[1] < 60, b[2] - b[0]))
            for own in bars.values()
        )
        spans = [(solid, count.lines), (lost, count.minus)]
        scales |= {round((b[2] - b[0]) / points * 2) for b, points in spans}

        assert abs(lost[2] - zero) <= 1 > abs(solid[0] - zero)
        assert lost[0] < zero < solid[2] <= filled[0] < filled[2]
        assert picture.right_of(names[PEOPLE[n]]) == [with_minus(count.score)]
    assert max(scales) - min(scales) <= 1


def test_what_signs_mean_stands_beside_them() -> None:
    """During a game and at the end."""
    game = views("paris", 4, 2)
    for picture, signs in (
        (board(game[5]), ((crossed_stamp, "last round"), (written_stamp, "Transfers"))),
        (final(game[-1]), ((points_stamp, "Lines"), (written_stamp, "Transfers"))),
    ):
        foot = max(box[1] for box in tiles_of(game[5]))
        for make, word in (*signs, (filled_stamp, "Empty")):
            (text,) = [each for each in picture.written(word) if each.box[1] > foot]
            near = [
                e
                for e in picture.stamped(make)
                if math.dist(e.at, (text.box[0], text.middle[1])) < 60
            ]

            assert len(near) == 1


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_a_page_of_the_rules_shows_its_example(name: str) -> None:
    """As many stations that would be marked, and what the line's windows hold."""
    example, picture = EXAMPLES[name], shown(lambda: draw_topic(name, ENGLISH))
    would = (*example.would.split(), *example.number.split())
    values = [each.of["value"] for each in picture.stamped(value_stamp)]

    assert len(picture.stamped(would_stamp)) == len(would)
    assert values[: len(example.windows)] == list(example.windows)


def test_the_page_on_points_has_gone_and_earned_ones() -> None:
    """Taken by another before: the first points are struck; finished first: the later ones are."""
    picture = shown(lambda: draw_topic("scoring", ENGLISH))
    shapes = {each.at: each.of["is_first"] for each in picture.stamped(points_stamp)}
    struck = [shapes[each.at] for each in picture.stamped(strike_stamp)]

    assert struck == [is_taken for _, is_done, is_taken in FINISHED if is_done or is_taken]
    assert picture.written(str(18 + 22 - minus_of(9, 2)))
