"""The legend in the map's corners, and the Thames under it."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest

from metrobot.games.underground.board import COLOURS, LINKS, STATION_NAMED, STATIONS, Station
from metrobot.games.underground.state import SOURCES
from metrobot.ui.underground.pictures import captions
from metrobot.ui.words.catalogue import COMPLETE, words_for
from render import theme
from render.boxes import Box
from render.signs import Role, noting
from render.underground import inks
from render.underground.board import GRID, MAP, MARGIN, PILE, WIDTH, draw_board
from render.underground.changes import changes_between
from render.underground.glyphs import ride_stamp as legend_ride
from render.underground.glyphs import walk_stamp
from render.underground.grid import steps
from render.underground.map.ground import RIVER_WIDTH, course
from tests.legible.measure import shown_texts
from tests.render.shown import shown
from tests.render.test_theme import contrast
from tests.render.underground.games import ENGLISH, PEOPLE, turns, views
from tests.render.vision import nearest

NORTH = (
    *("heathrow", "hounslow", "acton_town", "turnham_green", "hammersmith", "west_brompton"),
    *("pimlico", "westminster", "charing_cross", "blackfriars", "bank", "aldgate", "limehouse"),
    *("canary_wharf", "canning_town", "beckton"),
)
SOUTH = (
    *("richmond", "kew_gardens", "putney", "vauxhall", "waterloo", "borough", "london_bridge"),
    *("canada_water", "greenwich", "elephant_and_castle", "brixton"),
)


def bank(station: Station) -> float:
    """Return a station's distance from the middle of the river, in pitches; south is positive."""
    x, y = steps(station)
    found = []
    for (ax, ay), (bx, by) in pairwise(course()):
        dx, dy = bx - ax, by - ay
        share = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
        side = dx * (y - ay) - dy * (x - ax)
        far = math.hypot(x - ax - dx * share, y - ay - dy * share)
        found.append((far, math.copysign(far, side)))
    return min(found)[1]


@pytest.mark.parametrize("name", [*NORTH, *SOUTH])
def test_stations_stand_at_their_bank_of_the_thames(name: str) -> None:
    assert (bank(STATION_NAMED[name]) > 0) == (name in SOUTH)


def test_no_station_stands_in_the_river() -> None:
    wet = [site.id for n, site in enumerate(STATIONS) if abs(bank(Station(n))) < RIVER_WIDTH / 2]

    assert wet == []


def test_the_river_is_paler_than_any_line() -> None:
    """Nearer to the map's ground, for every eye, old lines included; and its name can be read."""
    river = nearest(inks.THAMES, inks.MAP)
    white = [colour.id for colour in COLOURS].index("white")
    lines = [
        ink for n in range(len(COLOURS)) if n != white for ink in (inks.LINES[n], inks.PALE[n])
    ]

    assert 2 < river < min(nearest(ink, inks.MAP) for ink in lines)
    assert contrast(inks.RIVER_INK, inks.MAP) >= 3


@pytest.mark.parametrize("language", COMPLETE)
def test_the_legend_is_whole_and_hides_nothing(language: str) -> None:
    """In each language: no sign lies on a link, a station, the pile or another word."""
    said = captions(words_for(language))
    with noting() as notes:
        draw_board(views(2, 1)[0], PEOPLE[:2], said)
    words = (said.thames, said.express, said.walk, said.ride, said.destination, said.visited)
    seen = [sign for put in notes.picture for sign in put.signs if sign.role is Role.TEXT]
    beginnings = (*words, said.new, said.terminus, said.rail, said.pair)
    told = [sign for sign in seen if any(sign.text.startswith(word) for word in beginnings)]
    boxes = [sign.box for sign in told if sign.box[3] <= MAP[3] and sign.box[1] > 780]

    assert set(words) <= set(shown_texts(notes.picture))
    assert len(boxes) == len(beginnings)
    for box in boxes:
        assert MAP[0] < box[0] < box[2] < MAP[2] - 4
        assert box[3] < MAP[3] - 4
        assert not meet(box, PILE)
        assert not any(meet(box, other) for other in boxes if other != box)
        assert [n for n in range(len(LINKS)) if not is_clear(box, n)] == []


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def is_clear(box: Box, link: int) -> bool:
    """Return whether a link with its stations lies clear of a box."""
    (ax, ay), (bx, by) = GRID.at(LINKS[link].a), GRID.at(LINKS[link].b)
    spots = ((ax + (bx - ax) * n / 20, ay + (by - ay) * n / 20) for n in range(21))
    reach, (left, top, right, bottom) = GRID.part(0.19), box
    return not any(
        left - reach < x < right + reach and top - reach < y < bottom + reach for x, y in spots
    )


@pytest.mark.parametrize("language", COMPLETE)
def test_the_legend_of_a_final_is_the_bars_alone(language: str) -> None:
    """In one row, whole; the map has none, as nothing there is new or still to be gone to."""
    last, said = views(2, 1)[-1], captions(words_for(language))
    assert last.result is not None
    result = replace(last.result, by_kind=((7,) * len(SOURCES),) * 2)
    with noting() as notes:
        draw_board(replace(last, result=result), PEOPLE[:2], said)
    seen = [sign for put in notes.picture for sign in put.signs if sign.role is Role.TEXT]
    row = [
        next(e for e in seen if e.text.removesuffix(end) == word)
        for word, end in zip(said.sources, (" +1", " +2", " +3", "", "", ""), strict=True)
    ]

    assert not {said.walk, said.destination, said.new, said.visited} & {e.text for e in seen}
    assert max(e.box[2] for e in row) < WIDTH - MARGIN
    assert not any(meet(one.box, other.box) for one in row for other in row if one is not other)


@pytest.mark.parametrize("is_over", [False, True])
def test_the_legend_of_several_turns_has_the_ways_in_no_colour(is_over: bool) -> None:
    """They have each player's; of the newest it tells the numbers of pieces and of trips."""
    told = turns(3, 6)
    some = told[-4:] if is_over else told[20:24]
    picture = shown(
        lambda: draw_board(some[-1].after, PEOPLE[:3], ENGLISH, changes=changes_between(some))
    )
    signs = picture.stamped(walk_stamp) + picture.stamped(legend_ride)
    words = [text for text in picture.texts if MAP[1] < text.box[1] < MAP[3]]
    built, ridden = (
        max(turn.before.turn + 1 for turn in some if getattr(turn, field))
        for field in ("pieces", "trips")
    )
    rows = {"on foot", "by tube", f"piece of turn {built}", f"passenger in turn {ridden}"}

    assert {each.ink for each in signs} == {theme.SOFT_INK}
    assert rows <= {each.text for each in words}
    assert ("express" in {each.text for each in words}) is not is_over
