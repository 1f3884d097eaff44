"""What London's map says, and a test for each fact that fails where it is drawn wrongly.

Boards, what happened since, parts and planners have the same map: links that were walked and
ridden, the newest trip, its stops, where the passenger stands and set out, what is new, whose
lines are the reader's, what is open and visited, and names that stand nearest their own station
and never over the passenger. Panels: `test_panel_facts.py`.
"""

import math

import pytest
from PIL import Image

from metrobot.games.underground.board import LINKS, LINKS_AT, STATIONS, SYMBOLS, Station
from metrobot.games.underground.summary import Turn
from render import theme
from render.boxes import Box
from render.placing.leaders import leader_stamp
from render.text.rows import rows_stamp
from render.underground import glyphs, inks
from render.underground.board import GRID, MAP, draw_board
from render.underground.changes import changes_between
from render.underground.glyphs import (
    pawn_stamp,
    station_stamp,
    stop_stamp,
    symbol_stamp,
    tag_stamp,
    target_stamp,
)
from render.underground.grid import heading, link_ends
from render.underground.labels.printed import RADIUS, label_box, toward
from render.underground.lines.network import crossed
from render.underground.lines.tracks import WIDER, _round_stamp, _stroke_stamp, letter_stamp, widest
from render.underground.lines.trips import OLDER, PAPER, ride_stamp, steps_stamp
from render.underground.map.discs import new_stretches
from render.underground.map.places import PAWN, pawn_foot
from tests.render.shown import Shown, shown
from tests.render.underground.games import ENGLISH, PEOPLE, turns
from tests.render.underground.test_board import EMPTY, RED, link, rode, trip, with_track

GAMES = [(2, 6), (3, 6), (5, 7)]
LEGEND = (0, 940, 560, 1040)
"""Px of the legend of numbers."""


def since(told: tuple[Turn, ...]) -> Shown:
    """Return the board with the changes of some turns."""
    view, new = told[-1].after, changes_between(told)
    return shown(lambda: draw_board(view, PEOPLE[: len(view.players)], ENGLISH, changes=new))


def each_of(players: int, seed: int, count: int = 1) -> list[tuple[Turn, ...]]:
    """Return some stretches of turns of a random game."""
    told = turns(players, seed)
    return [told[at : at + count] for at in range(3, len(told) - count, 9)]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_walked_links_have_steps_and_ridden_ones_dashes(game: tuple[int, int]) -> None:
    """Each link of each trip as it was told, in the colour of who played."""
    for told in each_of(*game, count=4):
        picture, steps = since(told), changes_between(told).steps
        for make, is_walk in ((steps_stamp, True), (ride_stamp, False)):
            wanted = {
                (GRID.middle(at), inks.STEP if step.colour is None else inks.WAYS[step.colour])
                for step in steps
                for at, crossing in crossed(step.trips).items()
                if crossing.is_walk is is_walk
            }
            found = {(each.at, each.ink) for each in picture.stamped(make)}

            assert {each for each in found if each[1] != theme.CARD} == wanted


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_two_newest_trips_of_several_turns_alone_are_full(game: tuple[int, int]) -> None:
    """Older ones are thin, also those of the newest turn."""
    for told in each_of(*game, count=4):
        picture, ridden = since(told), [turn.trips for turn in told if turn.trips]
        newest = {GRID.middle(each.link) for t in ridden[-1:] for i in t[-2:] for each in i.way}
        lines = [each for make in (steps_stamp, ride_stamp) for each in picture.stamped(make)]
        shares = {each.of.get("share", 1.0) for each in lines if each.at not in newest}

        assert {each.at for each in lines if each.of.get("share", 1.0) == 1} == newest
        assert shares <= {OLDER, PAPER}


def test_a_link_is_walked_if_one_trip_of_the_turn_walked_it() -> None:
    """Another trip of the same turn may have ridden on it."""
    both = link("acton", "alperton")
    on_foot = trip(with_track(EMPTY, RED), "acton", "alperton")
    riding = trip(with_track(EMPTY, RED, both), "alperton", "acton")

    for trips in ((on_foot, riding), (riding, on_foot)):
        picture = shown(lambda: draw_board(EMPTY, PEOPLE, ENGLISH, changes=rode(*trips)))  # noqa: B023 -- called at once

        assert picture.spots(steps_stamp) == {GRID.middle(both)}
        assert [each.ink for each in picture.stamped(ride_stamp)] == [theme.CARD] * 2


def parts_of(mask: Image.Image) -> list[Box]:
    """Return the boxes of what hangs together in a mask."""
    left = {
        (x, y)
        for y in range(mask.height)
        for x in range(mask.width)
        if mask.tobytes()[y * mask.width + x] > 128
    }
    found = list[Box]()
    while left:
        edge = [left.pop()]
        for x, y in edge:
            near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & left
            left -= near
            edge += near
        xs, ys = [x for x, _ in edge], [y for _, y in edge]
        found.append((min(xs), min(ys), max(xs) + 1, max(ys) + 1))
    return found


def test_walks_are_dots_and_rides_a_line() -> None:
    """So that the two are told apart without a colour: on a level link."""
    way = ((-0.5, 0.0), (-0.2, 0.27), (0.2, 0.27), (0.5, 0.0))
    steps, ride = (parts_of(make(way, GRID.pitch).mask) for make in (steps_stamp, ride_stamp))
    sign = glyphs.ride_stamp(9.0, theme.INK).mask

    assert len(steps) > 4
    assert len(ride) == 1
    assert sign.tobytes()[0] < 99 < sign.tobytes()[sign.width]  # its ends are round
    assert all(abs((right - left) - (low - top)) <= 1 for left, top, right, low in steps)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_newest_trips_have_rings_where_they_ended(game: tuple[int, int]) -> None:
    """No other station has one; a ghost stands where the first of all trips set out."""
    for told in each_of(*game, count=3):
        picture = since(told)
        trips = [turn.trips for turn in told if turn.trips]
        stops = {GRID.at(each.route.to) for each in (trips[-1] if trips else ())}
        ghosts = {pawn_foot(GRID, own[0].start) for own in trips[:1]}
        pawns = picture.stamped(pawn_stamp)

        assert picture.spots(stop_stamp) == stops
        assert {each.at for each in pawns if each.of["is_ghost"]} == ghosts


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_passenger_stands_where_the_view_says(game: tuple[int, int]) -> None:
    for (turn,) in each_of(*game):
        at = turn.after.passenger
        pawns = [each for each in since((turn,)).stamped(pawn_stamp) if not each.of["is_ghost"]]
        wanted = [] if at is None else [(pawn_foot(GRID, at), GRID.part(PAWN))]

        assert [(each.at, each.of["height"]) for each in pawns] == wanted


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_no_name_letter_or_number_lies_over_the_passenger(game: tuple[int, int]) -> None:
    """Nor over where the passenger was: neither body nor head."""
    for told in each_of(*game, count=3):
        picture = since(told)
        solid = [
            (x - 0.3 * tall, y - 0.95 * tall, x + 0.3 * tall, y - 0.05 * tall)
            for each in picture.stamped(pawn_stamp)
            for (x, y), tall in [(each.at, each.of["height"])]
        ]
        over = [*picture.stamped(rows_stamp), *picture.stamped(letter_stamp)]
        boxes = [each.box for each in (*over, *picture.stamped(tag_stamp))]

        assert not [(a, b) for a in boxes for b in solid if meet(a, b)]


def meet(one: Box, other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_just_the_new_pieces_have_a_contour(game: tuple[int, int]) -> None:
    for told in each_of(*game, count=2):
        new = changes_between(told).pieces
        contours = [e for e in since(told).stamped(_round_stamp) if e.ink in (theme.INK, inks.MAP)]
        spots = sorted(GRID.middle(at) for _, at in new)
        rims, papers = (
            sorted((e.at, e.of["width"]) for e in contours if e.ink == ink)
            for ink in (theme.INK, inks.MAP)
        )

        assert [at for at, _ in rims] == [at for at, _ in papers] == spots
        assert all(rim > paper for (_, rim), (_, paper) in zip(rims, papers, strict=True))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_piece_lies_on_its_link_in_its_colour(game: tuple[int, int]) -> None:
    """Each once, and nothing else does; what is old is paler than what is new."""
    for (turn,) in each_of(*game):
        new = changes_between([turn]).pieces
        found = [
            (each.at, each.ink)
            for each in since((turn,)).stamped(_stroke_stamp)
            if each.ink in (*inks.LINES, *inks.PALE)
        ]
        wanted = [
            (GRID.middle(at), (inks.LINES if (line.colour, at) in new else inks.PALE)[line.colour])
            for line in turn.after.lines
            for at in line.track
        ]

        assert sorted(found) == sorted(wanted)


def test_ones_own_lines_are_wider_and_others_pale() -> None:
    """Of two lines side by side; their marks and letters too."""
    view = turns(3, 6)[20].after
    own = view.players[1]
    picture = shown(lambda: draw_board(view, PEOPLE[:3], ENGLISH, own=[own.seat]))
    strokes = [each for each in picture.stamped(_stroke_stamp) if each.ink not in (theme.INK,)]
    mine = {inks.LINES[colour] for colour in own.colours}
    others = {inks.PALE[line.colour] for line in view.lines if line.seat != own.seat}
    bare = {e.of["lane"].width: e.of["width"] for e in strokes if e.ink in others}
    wide = {e.of["lane"].width: e.of["width"] for e in strokes if e.ink in mine}

    assert {e.ink for e in strokes} - {inks.PALE_INK, inks.MAP} == (mine | others) & {
        e.ink for e in strokes
    }
    assert all(wide[n] > bare[n] * (WIDER - 0.05) for n in bare.keys() & wide.keys())
    assert bare.keys() & wide.keys()
    assert {
        each.of["is_pale"]: each.of["colour"] in own.colours
        for each in picture.stamped(letter_stamp)
    } == {True: False, False: True}


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_stations_show_what_is_open_visited_and_on_them(game: tuple[int, int]) -> None:
    """Two rings, a tick, and the symbol of each connection."""
    for (turn,) in each_of(*game):
        view, picture = turn.after, since((turn,))
        open_now = view.open_cards if view.passenger is not None else ()
        on_map = [e for e in picture.stamped(station_stamp) if e.of["radius"] == GRID.part(RADIUS)]
        ticks = {e.at for e in on_map if e.of["is_visited"]}
        spots = {e.at for e in on_map}
        symbols = {(e.at, e.of["symbol"]) for e in picture.stamped(symbol_stamp) if e.at in spots}

        assert picture.spots(target_stamp) & spots == {GRID.at(each) for each in open_now}
        assert ticks == {GRID.at(each) for each in view.visited}
        assert symbols == {(GRID.at(at), symbol) for at, symbol in view.symbols}


def test_each_connection_has_a_symbol_of_its_own() -> None:
    """So it is told apart from the others."""
    fills = [symbol_stamp(each, 12.0).fill for each in SYMBOLS]

    assert len({fill.tobytes() for fill in fills if isinstance(fill, Image.Image)}) == len(SYMBOLS)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_name_stands_beside_its_station_or_has_a_line_to_it(game: tuple[int, int]) -> None:
    """Otherwise it would be taken for another one's."""
    for told in each_of(*game, count=2):
        picture = since(told)
        ends = [each.at for each in picture.stamped(leader_stamp)]
        for each in picture.stamped(rows_stamp):
            own = station_called(" ".join(each.of["rows"]))
            (x, y), box = each.at, each.box
            right, low = x + box[2] - box[0], y + box[3] - box[1]
            far = away(GRID.at(own), (x, y, right, low))
            has_line = any(math.dist(GRID.at(own), end) < GRID.part(0.3) for end in ends)

            # Without a line, as far off a corner as a name with its padding stands alone.
            assert far <= GRID.part(2 if has_line else 0.62)


def station_called(name: str) -> Station:
    return next(Station(n) for n, site in enumerate(STATIONS) if site.name == name)


def away(spot: tuple[int, int], box: tuple[float, ...]) -> float:
    dx = max(box[0] - spot[0], spot[0] - box[2], 0)
    return math.hypot(dx, max(box[1] - spot[1], spot[1] - box[3], 0))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_number_of_a_turn_stands_beside_what_was_built_in_it(game: tuple[int, int]) -> None:
    """Once for each stretch of pieces, once for its trips, in the colour of who played.

    That of trips has a sign of its own.
    """
    for told in each_of(*game, count=3):
        picture = since(told)
        tags = [
            (each, text.text)
            for each in picture.stamped(tag_stamp)
            for text in picture.texts
            if holds(each.box, text.middle)
        ]
        for step in changes_between(told).played:
            own = [tag for tag, text in tags if text == str(step.number)]
            # Others stand in the legend and in the panel.
            own = [tag for tag in own if tag.at[1] < MAP[3] and not holds(LEGEND, tag.at)]
            trips = [tag for tag in own if tag.of.get("is_trip")]
            stretches = list(new_stretches(step.pieces))
            way = [crossing.link for trip in step.trips for crossing in trip.way]

            assert {tag.of["ground"] for tag in own} <= {inks.LINES[step.colour or 0]}
            assert len(trips) == bool(way)
            assert len(own) == len(stretches) + bool(way)
            for stretch, sort in (*((each, False) for each in stretches), (way, True)):
                boxes = [tag.box for tag in own if tag.of.get("is_trip", False) is sort]
                assert not stretch or min(gap(b, at) for b in boxes for at in stretch) < GRID.pitch


def holds(box: Box, at: tuple[int, int]) -> bool:
    return box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]


def gap(box: Box, at: int) -> float:
    site = LINKS[at]
    (ax, ay), (bx, by) = GRID.at(site.a), GRID.at(site.b)
    ways = ((ax + (bx - ax) * n / 10, ay + (by - ay) * n / 10) for n in range(11))
    return min(away((round(x), round(y)), box) for x, y in ways)


CORNERED = [Station(n) for n in range(len(STATIONS)) if all(toward(Station(n)))]


@pytest.mark.parametrize("station", CORNERED, ids=lambda station: STATIONS[station].name)
def test_a_name_at_a_corner_is_clear_of_the_lines_beside_it(station: Station) -> None:
    """Of those that leave level or upright to its side, however many lanes they have."""
    left, top, right, bottom = label_box(GRID, station)
    (x, y), (across, down) = GRID.at(station), toward(station)
    for each in LINKS_AT[station]:
        dx, dy = heading(each)
        away = 1 if link_ends(each)[0] == station else -1
        half = widest(each) * GRID.pitch

        if not dy and away == across:
            assert bottom <= y - half or top >= y + half
        if not dx and away == down:
            assert right <= x - half or left >= x + half
