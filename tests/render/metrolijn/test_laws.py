"""Laws of the lines of maps and of names on sheets, held on all maps as they are drawn."""

import math
from collections.abc import Iterable, Mapping
from itertools import combinations, pairwise, product

import pytest
from PIL import Image, ImageChops, ImageDraw

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.board import MAP_IDS, WHOLE_IDS, Line, Station, map_named
from metrobot.games.metrolijn.summary import sheet_changes
from render.bends import turning
from render.boxes import Box, Spot, meet
from render.metrolijn import inks
from render.metrolijn.labels.lit_names import placed_names, station_boxes
from render.metrolijn.labels.map_text import few
from render.metrolijn.labels.names import Name
from render.metrolijn.layout import ROOM, Layout, extent
from render.metrolijn.lines.tracks import bar_stamp, bend_stamp, bends, on_leg, track_legs
from render.metrolijn.sheets import draw_count, draw_sheets, draw_since, shared_layout
from render.metrolijn.whole import draw_half, draw_sheet, half_layout, phone_layout
from render.placing.leaders import Leader, cross, leader_stamp
from render.text.rows import rows_stamp
from tests.render.metrolijn.games import ENGLISH, PEOPLE, views
from tests.render.shown import Stamped, shown

ADA = Seat(0)
HALVES = list(product(MAP_IDS, (0, 1)))


@pytest.mark.parametrize("map_id", WHOLE_IDS)
def test_leaders_are_drawn_from_stations_to_their_names(map_id: str) -> None:
    """Each twice, on a wider line of paper, and as it was placed."""
    view = views(map_id, 1, 3)[4]
    half = shown(lambda: draw_half(view, ADA, ENGLISH, name="Ada", half=0))
    drawn = [each.of for each in half.stamped(leader_stamp)]
    placed = [name.leader for name in placed_names(half_layout(map_id, 0)) if name.leader]

    assert placed
    assert [(of["dx"], of["dy"]) for of in drawn] == 2 * [
        (to_x - x, to_y - y) for (x, y), (to_x, to_y) in placed
    ]


@pytest.mark.parametrize(("map_id", "half"), HALVES)
def test_a_half_is_as_tall_as_what_it_shows(map_id: str, half: int) -> None:
    """Its stations, and the wagons of the lines that begin at one of them."""
    map_, (left, right) = map_named(map_id), half_layout(map_id, half).cut or (0, 0)
    _, top, _, bottom = extent(map_id, cut=(left, right))
    spots = [site.at for site in map_.stations if left <= site.at[0] <= right]
    begun = [line for line in map_.lines if map_.stations[line.stations[0]].at in spots]
    tops = [line.wagon[1] for line in begun] + [y - 0.6 for _, y in spots]
    bottoms = [line.wagon[3] for line in begun] + [y + 0.6 for _, y in spots]

    assert top == pytest.approx(min(tops) - ROOM)
    assert bottom == pytest.approx(max(bottoms) + ROOM)


@pytest.mark.few(4)
@pytest.mark.parametrize(("map_id", "half"), HALVES)
def test_names_of_a_half_are_known_by_place_or_leader(map_id: str, half: int) -> None:
    """Over no box, nearest its own; each station of it has one, and few leaders cross a line."""
    layout = half_layout(map_id, half)
    boxes, names = boxes_of(layout), placed_names(layout)
    here = [each for each in boxes if layout.shows(layout.map.stations[each].at)]
    owners = [station_of(layout, here, name) for name in names]
    for station, name in zip(owners, names, strict=True):
        check_clear(layout, name, boxes)
        if name.leader is None:
            check_nearest(station, name, boxes)
        else:
            check_leads(name, boxes, station, [each for each in names if each is not name])

    check_apart(names)
    assert sorted(owners) == here
    leaders = [name.leader for name in names if name.leader]
    legs = [leg for n in range(len(layout.map.lines)) for leg in track_legs(map_id, Line(n))]
    ways = [(on_leg(layout, leg, 0), on_leg(layout, leg, 1)) for leg in legs]
    assert len(leaders) <= len(names) / 3
    assert len([own for own in leaders if any(cross(own, way) for way in ways)]) <= len(names) / 6


@pytest.mark.few(2)
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_no_name_lies_across_a_bright_line(map_id: str) -> None:
    """As drawn: on halves across none, on a sheet with a lit line not across that."""
    view = views(map_id, 2, 1)[5]
    bright, line = set(inks.LINES.values()), Line(1)
    pictures = [
        shown(lambda: draw_half(view, ADA, ENGLISH, name="", half=0)),
        shown(lambda: draw_half(view, ADA, ENGLISH, name="", half=1)),
        shown(lambda: draw_sheet(view, ADA, ENGLISH, lit=line)),
    ]
    for picture in pictures:
        strokes = [*picture.stamped(bar_stamp), *picture.stamped(bend_stamp)]
        bars = [each for each in strokes if each.ink in bright]
        names = [each for each in picture.stamped(rows_stamp) if not each.of["is_halo"]]

        assert bars
        assert len(names) > 4
        for name, bar in product(names, bars):
            assert not lies_across(name, bar), (name.of["rows"], bar)


def lies_across(name: Stamped, bar: Stamped) -> bool:
    """Return whether any px of a name's letters is under a track."""
    way, wide = bar.of["way"], bar.of["width"]
    if not isinstance(way[0], tuple):
        way = [(sign * way[0] / 2, sign * way[1] / 2) for sign in (-1, 1)]
    pen = rows_stamp(**name.of)
    left, top = name.at[0] + pen.left - bar.at[0], name.at[1] + pen.top - bar.at[1]
    picture = Image.new("L", pen.size, 0)
    ImageDraw.Draw(picture).line([(x - left, y - top) for x, y in way], 255, round(wide))
    return ImageChops.multiply(picture, pen.mask).getbbox() is not None


@pytest.mark.few(2)
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_lines_run_level_upright_or_at_45_degrees(map_id: str) -> None:
    """In every kind of picture, to a pixel, whatever stands around the map."""
    game, eight = views(map_id, 2, 1), views(map_id, 8, 1)
    new = sheet_changes(eight[3], eight[5])
    pictures = [
        lambda: draw_sheet(game[5], ADA, ENGLISH),
        lambda: draw_sheet(game[5], ADA, ENGLISH, lit=Line(2)),
        lambda: draw_half(game[5], ADA, ENGLISH, name="", half=0),
        lambda: draw_half(game[5], ADA, ENGLISH, name="", half=1),
        lambda: draw_sheets(game[5], PEOPLE[:2], ENGLISH),
        lambda: draw_sheets(eight[5], PEOPLE, ENGLISH),
        lambda: draw_since(eight[5], PEOPLE, ENGLISH, new=new),
        lambda: draw_count(game[-1], PEOPLE[:2], ENGLISH),
    ]
    for draw in pictures:
        ways = {each.of["way"] for each in shown(draw).stamped(bar_stamp)}
        off = [(x, y) for x, y in ways if x and y and abs(abs(x) - abs(y)) > 1]

        assert {(bool(x), bool(y)) for x, y in ways} == {(True, False), (False, True), (True, True)}
        assert off == []


@pytest.mark.few(4)
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_names_on_a_lit_line_hide_nothing_and_are_known_by_place_or_leader(map_id: str) -> None:
    """Nothing of the pale stations either; no leader runs through a station, a name or another."""
    layout = phone_layout(map_id)
    for line, site in enumerate(layout.map.lines):
        lit = frozenset([Line(line)])
        boxes = station_boxes(layout, lit)
        names = few(layout, frozenset(site.stations), lit)
        owners = [station_of(layout, site.stations, name) for name in names]
        for station, name in zip(owners, names, strict=True):
            check_clear(layout, name, boxes)
            if name.leader is None:
                check_nearest(station, name, boxes)
            else:
                check_leads(name, boxes, station, [other for other in names if other is not name])

        assert sorted(owners) == sorted(site.stations)
        check_apart(names)


LAYOUTS = [
    *(half_layout(map_id, half) for map_id, half in HALVES),
    *(phone_layout(map_id) for map_id in MAP_IDS),
    *(shared_layout(map_id, 700, count) for map_id in MAP_IDS for count in (2, 8)),
]
STEP = 30
"""Degrees by which a bend turns at most from one of its straight parts to the next."""


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda each: f"{each.map_id} {each.cell}")
def test_lines_turn_in_round_bends_alone(layout: Layout) -> None:
    """From half a cell before a corner, a third where a station is; none is off its line."""
    stations = {site.at for site in layout.map.stations}
    for line in map(Line, range(len(layout.map.lines))):
        legs, curves = track_legs(layout.map_id, line), list(bends(layout, line))
        turns = [
            (one, other)
            for one, other in zip(legs, (*legs[1:], legs[0]), strict=True)
            if one.b == other.a and turning(one.way, other.way) > 0.1
        ]
        assert len(curves) == len(turns)
        for (one, other), way in zip(turns, curves, strict=True):
            whole = [on_leg(layout, one, 0), *way, on_leg(layout, other, 1)]
            headings = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(whole)]
            steps = [abs(math.sin((b - a) / 2)) for a, b in pairwise(headings)]
            assert max(steps) < math.sin(math.radians(STEP) / 2)
            length = (1 / 3 if one.b in stations else 1 / 2) * layout.cell
            gone = math.dist(way[0], on_leg(layout, one, 1))
            # Less in a right angle, where the station would be off its line.
            assert gone == pytest.approx(length, abs=1) or gone > 0.28 * layout.cell
            if one.b in stations:
                off = min(math.dist(layout.at(one.b), spot) for spot in way)
                assert off <= layout.half


def test_lines_side_by_side_keep_their_distance_round_bends() -> None:
    """At every spot of a bend, also from one bundle into another one."""
    bundled = 0
    for layout in LAYOUTS:
        every = [bundled_bends(layout, Line(n)) for n in range(len(layout.map.lines))]
        for one, other in combinations(every, 2):
            for corner in one.keys() & other.keys():
                bundled += 1
                gaps = [math.dist(*spots) for spots in zip(one[corner], other[corner], strict=True)]
                assert max(gaps) - min(gaps) < 1
    assert bundled > 10


def bundled_bends(layout: Layout, line: Line) -> Mapping[Spot, list[Spot]]:
    """Return a line's curves between two legs beside others, by their corners, from the left."""
    legs = track_legs(layout.map_id, line)
    pairs = [pair for pair in zip(legs, (*legs[1:], legs[0]), strict=True) if pair[1].cuts[0]]
    return {
        one.b: sorted(way)
        for (one, other), way in zip(pairs, bends(layout, line), strict=True)
        if one.is_bundled and other.is_bundled
    }


def check_apart(names: Iterable[Name]) -> None:
    """Fail if two names are so near that they read as one, or as two rows of one."""
    for one, other in combinations(names, 2):
        left, top, right, bottom = one.box
        assert not meet((left - 9, top - 13, right + 9, bottom + 13), other.box), (one, other)


def check_leads(
    name: Name, boxes: Mapping[Station, Box], station: Station, others: Iterable[Name]
) -> None:
    """Fail if a leader does not go from its station to its name, past all else."""
    assert name.leader is not None
    start, end = name.leader
    along = px_of(name.leader)
    stations = [box for each, box in boxes.items() if each != station]
    ways = [other.leader for other in others if other.leader]

    assert gap((*start, *start), boxes[station]) <= 1
    assert gap((*end, *end), name.box) <= 1
    for x, y in along:
        for box in (*stations, *(other.box for other in others)):
            assert not (box[0] < x < box[2] and box[1] < y < box[3]), name
    for way in ways:
        steps = px_of(way)
        assert min(math.dist(one, other) for one in along for other in steps) > 1, name


def px_of(leader: Leader) -> list[tuple[float, float]]:
    """Return places along a leader, from its station to its name."""
    (x, y), (to_x, to_y) = leader
    return [(x + (to_x - x) * n / 200, y + (to_y - y) * n / 200) for n in range(201)]


def boxes_of(layout: Layout) -> Mapping[Station, Box]:
    """Return the boxes of all stations where no line is lit."""
    return station_boxes(layout, frozenset(map(Line, range(len(layout.map.lines)))))


def station_of(layout: Layout, stations: Iterable[Station], name: Name) -> Station:
    """Return the station that a name is of."""
    written = "".join(name.rows).replace("-", "").replace(" ", "")
    called = ((each, layout.map.stations[each].name) for each in stations)
    return next(each for each, told in called if told.replace("-", "").replace(" ", "") == written)


def check_clear(layout: Layout, name: Name, stations: Mapping[Station, Box]) -> None:
    """Fail if a name lies along a track that runs as it does, or over a box."""
    boxes = [*stations.values(), *(layout.wagon(line) for line in layout.map.lines)]
    lines = map(Line, range(len(layout.map.lines)))
    legs = [leg for line in lines for leg in track_legs(layout.map_id, line)]
    left, top, right, bottom = name.box
    for leg in legs:
        (ax, y), (bx, _) = on_leg(layout, leg, 0), on_leg(layout, leg, 1)
        if leg.a[1] == leg.b[1]:
            is_clear = right <= min(ax, bx) or left >= max(ax, bx)
            assert is_clear or not top - layout.track / 2 < y < bottom + layout.track / 2, name
    for box in boxes:
        assert right <= box[0] or left >= box[2] or bottom <= box[1] or top >= box[3], name


def check_nearest(station: Station, name: Name, boxes: Mapping[Station, Box]) -> None:
    """Fail if a name is nearer to another of some stations than to its own."""
    far = {other: (gap(name.box, box), middles(name.box, box)) for other, box in boxes.items()}
    own, middle = far.pop(station)

    assert all(other > own + 1 or to >= middle for other, to in far.values()), name
    assert all(other >= own - 1 for other, _ in far.values()), name


def gap(one: Box, other: Box) -> float:
    across = max(other[0] - one[2], one[0] - other[2], 0)
    return math.hypot(across, max(other[1] - one[3], one[1] - other[3], 0))


def middles(one: Box, other: Box) -> float:
    """Return the distance between the middles of two boxes in px."""
    (left, top, right, bottom), (a, b, c, d) = one, other
    return math.dist(((left + right) / 2, (top + bottom) / 2), ((a + c) / 2, (b + d) / 2))
