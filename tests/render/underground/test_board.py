"""The picture of London as a whole."""

from dataclasses import replace
from itertools import pairwise

import pytest

from metrobot.engine.actors import Seat
from metrobot.games.underground.board import (
    COLOURS,
    LINK_BETWEEN,
    LINKS,
    STATION_NAMED,
    STATIONS,
    Colour,
    Link,
    Station,
    StationKind,
)
from metrobot.games.underground.trips.passenger import Cost, Route, Trip, trip_by
from metrobot.games.underground.view import View
from render import theme
from render.boxes import Box
from render.png import png_of
from render.underground import inks
from render.underground.board import GRID, WIDTH, draw_board
from render.underground.changes import Changes, NewStretch, changes_between
from render.underground.lines.network import crossed
from render.underground.lines.tracks import Lane, lanes, places, spot_on
from render.underground.lines.trips import ride_stamp, steps_stamp
from render.underground.map import ground as ground_layer
from tests.render.metromania.games import count, is_near, pixel
from tests.render.shown import Shown, shown
from tests.render.underground.games import ENGLISH, PEOPLE, turns, views

EMPTY = views(2, 1)[0]
RED, BLACK = (Colour(COLOURS.index(c)) for c in COLOURS if c.code in "RK")


def link(a: str, b: str) -> Link:
    return LINK_BETWEEN[frozenset((STATION_NAMED[a], STATION_NAMED[b]))]


WIDE = link("euston", "kings_cross_st_pancras")


def with_track(view: View, colour: Colour, *links: Link) -> View:
    """Return a view of which the first line is this, and no other has a piece."""
    first, *others = (replace(line, track=frozenset()) for line in view.lines)
    own = replace(first, colour=colour, track=frozenset(links))
    return replace(view, lines=(own, *others), passenger=None)


def on_lane(at: Link, lane: Lane) -> tuple[float, float]:
    """Return a spot on a piece, clear of the letter in its middle and of its rim."""
    (x, y), (dx, dy) = GRID.middle(at), spot_on(lane, GRID.pitch, 0.27)
    return x + dx, y + dy


def around(station: Station, reach: int = 70) -> Box:
    x, y = GRID.at(station)
    return x - reach, y - reach, x + reach, y + reach


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_board_is_large_and_small_enough(players: int) -> None:
    """Every board of a game is 1600 px wide; a final of five is a little taller than usual."""
    shown = views(players, 5)
    for ix in (0, len(shown) // 2, len(shown) - 1):
        new = changes_between(turns(players, 5)[max(0, ix - 1) : ix])
        picture = draw_board(shown[ix], PEOPLE[:players], ENGLISH, changes=new)

        assert picture.width == WIDTH
        assert picture.height * 400 / WIDTH <= 380
        assert len(png_of(picture)) <= 200_000


def test_same_view_gives_the_same_bytes() -> None:
    first = png_of(draw_board(views(4, 3)[20], PEOPLE, ENGLISH))
    draw_board(views(2, 8)[3], PEOPLE, ENGLISH)
    ground_layer._upper_ground.cache_clear()

    assert png_of(draw_board(views(4, 3)[20], PEOPLE, ENGLISH)) == first


@pytest.mark.parametrize("colour", range(len(COLOURS)), ids=[colour.id for colour in COLOURS])
def test_piece_shows_its_colour_its_outline_and_its_letter(colour: int) -> None:
    at = link("acton", "white_city")
    own = Colour(colour)
    picture = draw_board(with_track(EMPTY, own, at), PEOPLE, ENGLISH)
    (lane, _), *_ = lanes(at, (own,))
    x, y = on_lane(at, lane)
    middle = GRID.middle(at)
    badge = picture.crop((middle[0] - 10, middle[1] - 10, middle[0] + 10, middle[1] + 10))
    rim = picture.crop((round(x), round(y) - 9, round(x) + 1, round(y) - 5))
    inner = picture.crop((round(x) - 9, round(y) - 5, round(x) + 9, round(y) + 5))

    assert count(inner, inks.LINES[own], 14) >= 20
    assert count(rim, theme.INK, 20) >= 1
    assert count(badge, inks.LINE_INKS[own], 30) >= 12


def test_each_colour_of_a_link_has_its_own_lane() -> None:
    first, second, *rest = EMPTY.lines
    lines = (
        replace(first, colour=RED, track=frozenset([WIDE])),
        replace(second, colour=BLACK, track=frozenset([WIDE])),
        *(replace(line, track=frozenset()) for line in rest),
    )
    view = replace(EMPTY, lines=lines, passenger=None, to_act=None)
    picture = draw_board(view, PEOPLE, ENGLISH)
    (x, y), apart = GRID.middle(WIDE), GRID.part(0.08)
    above = picture.crop((x + 20, y - apart, x + 34, y))
    below = picture.crop((x - 34, y + 2, x - 20, y + apart + 2))
    beside = [picture.crop((x - 20, y + at, x + 20, y + at + 14)) for at in (-36, 22)]

    assert count(above, inks.LINES[RED], 14) > 60
    assert count(below, inks.LINES[BLACK], 14) > 60
    assert count(below, inks.LINES[RED], 14) == 0
    assert all(count(part, inks.SPACE_EDGE, 8) > 20 for part in beside)


def test_lanes_are_as_many_as_spaces() -> None:
    for spaces in {site.spaces for site in LINKS}:
        for taken in range(spaces + 1):
            offsets = {lane.offset for lane in places(((4, 0),), taken, spaces)}

            assert len(offsets) == spaces


@pytest.mark.parametrize("kind", list(StationKind))
def test_stations_show_their_kind(kind: StationKind) -> None:
    bare = replace(EMPTY, symbols=(), open_cards=(), passenger=None)
    picture = draw_board(bare, PEOPLE, ENGLISH)
    spots = [GRID.at(Station(ix)) for ix, site in enumerate(STATIONS) if site.kind is kind]
    shift = -8 if kind is not StationKind.START else -12

    assert all(is_near(pixel(picture, (x, y + shift)), inks.KINDS[kind]) for x, y in spots)


def test_open_destinations_stand_out() -> None:
    plain, shown = (
        draw_board(replace(EMPTY, open_cards=cards), PEOPLE, ENGLISH)
        for cards in ((), (STATION_NAMED["bank"],))
    )
    box = around(STATION_NAMED["bank"], 110)

    assert count(shown.crop(box), inks.CHIP) > count(plain.crop(box), inks.CHIP) + 500


def test_new_pieces_have_a_contour_and_old_ones_are_paler() -> None:
    new, old = link("acton", "white_city"), link("alperton", "white_city")
    after = with_track(EMPTY, RED, old, new)
    picture = draw_board(after, PEOPLE, ENGLISH, changes=laid(RED, new))
    x, y = GRID.middle(new)
    across = picture.crop((x + 20, y - 30, x + 21, y + 31))

    ox, oy = GRID.middle(old)
    across_old = (ox - 30, oy + 20, ox + 31, oy + 21)
    pale, plain = (
        shown.crop(across_old) for shown in (picture, draw_board(after, PEOPLE, ENGLISH))
    )

    assert count(across, theme.INK, 20) >= 2 * (theme.NEW_RIM - 1)
    assert count(across, inks.LINES[RED], 8) > 8
    assert count(pale, inks.PALE[RED], 8) > 8 > count(plain, inks.PALE[RED], 8)
    assert count(plain, inks.LINES[RED], 8) > 8 > count(pale, inks.LINES[RED], 8)


def laid(colour: Colour, *links: Link, seat: int = 0, points: int = 0) -> Changes:
    """Return a turn in which these pieces were laid."""
    return Changes((NewStretch(Seat(seat), points, frozenset((colour, each) for each in links)),))


def rode(*trips: Trip) -> Changes:
    """Return a turn in which the passenger went so."""
    return Changes((NewStretch(Seat(0), 0, frozenset(), trips),))


def trip(view: View, start: str, to: str) -> Trip:
    """Return a visit by the red line."""
    route = Route(STATION_NAMED[to], (RED,), Cost(0, 1))
    return trip_by(STATION_NAMED[start], route, (), lambda colour: view.line(colour).track)


def test_trips_are_thin_lines_with_steps_where_the_passenger_walked() -> None:
    """By the red line from Ealing Broadway to White City, and on foot from Acton to Alperton."""
    ridden, walked = link("acton", "white_city"), link("acton", "alperton")
    direct = with_track(EMPTY, RED, ridden, link("acton", "ealing_broadway"))
    detour = trip(direct, "ealing_broadway", "white_city")
    to_the_end = trip(direct, "acton", "alperton")
    picture = shown(lambda: draw_board(direct, PEOPLE, ENGLISH, changes=rode(detour)))
    on_foot = shown(lambda: draw_board(direct, PEOPLE, ENGLISH, changes=rode(to_the_end)))

    assert has_trip(picture, ridden)
    assert not has_trip(picture, walked)
    assert has_trip(on_foot, walked)


def test_a_trip_lies_where_it_was_ridden_whatever_is_laid_later() -> None:
    """A shortcut of the same line, and a link that was walked, are as they were then."""
    names = [
        "holborn",
        "tottenham_court_road",
        "oxford_circus",
        "piccadilly_circus",
        "leicester_square",
    ]
    around = [link(a, b) for a, b in pairwise(names)]
    shortcut, walked = link("leicester_square", "holborn"), link("acton", "alperton")
    then = with_track(EMPTY, RED, *around)
    ridden, on_foot = trip(then, "holborn", "leicester_square"), trip(then, "acton", "alperton")
    later = with_track(EMPTY, RED, *around, shortcut, walked)
    picture = shown(lambda: draw_board(later, PEOPLE, ENGLISH, changes=rode(ridden, on_foot)))

    assert [has_trip(picture, at) for at in (*around, shortcut)] == [True] * 4 + [False]
    assert crossed((ridden, on_foot))[walked].is_walk


def has_trip(picture: Shown, at: Link) -> bool:
    return GRID.middle(at) in picture.spots(ride_stamp) | picture.spots(steps_stamp)


def test_names_that_cannot_be_drawn_get_a_number() -> None:
    names = ("\u202e\u0645", "𒀀" * 40, "W" * 400, "", "\n")
    picture = draw_board(views(5, 2)[3], names, ENGLISH)

    assert picture.width == WIDTH
    assert png_of(picture) == png_of(
        draw_board(views(5, 2)[3], ("م", "𒀀", "W" * 300, " ", ""), ENGLISH)
    )


def test_palette_holds_all_colours() -> None:
    wanted = {*inks._roles(), *inks._edges()}
    draw_board(EMPTY, PEOPLE, ENGLISH)

    assert wanted == set(inks.PALETTE.colours)
    assert all(
        is_near(pixel(draw_board(EMPTY, PEOPLE, ENGLISH), at), colour, 1)
        for at, colour in (((40, 1000), inks.MAP), ((4, 4), theme.PAGE))
    )
