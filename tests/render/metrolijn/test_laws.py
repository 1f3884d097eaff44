"""Laws of where names stand on sheets, held on all halves and on random positions."""

import math
from collections.abc import Iterable, Mapping
from itertools import combinations, product

import pytest

from metrobot.games.metrolijn.board import MAP_IDS, Line, Station
from metrobot.games.metrolijn.line_state import line_states
from render.boxes import Box, meet
from render.metrolijn.labels.lit_names import station_boxes
from render.metrolijn.labels.map_text import few
from render.metrolijn.labels.names import Name, Run, placed_names
from render.metrolijn.layout import Layout
from render.metrolijn.lines.tracks import on_leg, track_legs
from render.metrolijn.whole import half_layout, phone_layout
from tests.render.metrolijn.games import views


@pytest.mark.few(5)
@pytest.mark.parametrize(("map_id", "half"), list(product(MAP_IDS, (0, 1))))
def test_no_name_lies_along_a_track_or_over_a_box(map_id: str, half: int) -> None:
    """On halves of maps, where every station has its name: a track may cross it at most."""
    layout = half_layout(map_id, half)
    for name in placed_names(layout).values():
        check_clear(layout, name, boxes_of(layout))


@pytest.mark.few(5)
@pytest.mark.parametrize(("map_id", "half"), list(product(MAP_IDS, (0, 1))))
def test_no_name_is_nearer_to_another_station_than_to_its_own(map_id: str, half: int) -> None:
    """From edge to edge; where two are as near, the middle of the name is nearer to its own."""
    layout = half_layout(map_id, half)
    for station, name in placed_names(layout).items():
        check_nearest(station, name, boxes_of(layout))


@pytest.mark.few(4)
@pytest.mark.parametrize("map_id", MAP_IDS)
def test_the_few_names_of_a_sheet_are_known_by_their_place(map_id: str) -> None:
    """Next stations of lines, in random games: along no track, over no box, nearest their own."""
    layout, told = phone_layout(map_id), 0
    for view in views(map_id, 2, 3)[1::6]:
        for own in view.sheets:
            open_ = {state.empty[0] for state in line_states(view, own.seat) if state.empty}
            for name in few(layout, frozenset(open_)):
                station = station_of(layout, open_, name)
                check_clear(layout, name, boxes_of(layout))
                check_nearest(station, name, boxes_of(layout))
                told += 1

    assert told


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
        assert not [pair for pair in combinations(names, 2) if meet(pair[0].box, pair[1].box)]


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


def px_of(leader: Run) -> list[tuple[float, float]]:
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
    """Return the gap between two boxes in px."""
    across = max(other[0] - one[2], one[0] - other[2], 0)
    return math.hypot(across, max(other[1] - one[3], one[1] - other[3], 0))


def middles(one: Box, other: Box) -> float:
    """Return the distance between the middles of two boxes in px."""
    (left, top, right, bottom), (a, b, c, d) = one, other
    return math.dist(((left + right) / 2, (top + bottom) / 2), ((a + c) / 2, (b + d) / 2))
