"""The data of the maps and the deck: what must be true of it for the rules to work."""

import json
import re
from collections import Counter
from importlib import resources
from itertools import pairwise
from typing import Any

import pytest

from metrobot.games.metrolijn.board import (
    CARDS,
    DECK,
    MAP_IDS,
    WHOLE_IDS,
    LineSite,
    Map,
    Spot,
    StationSite,
    map_named,
)

DATA: dict[str, Any] = json.loads(
    resources.files("metrobot.games.metrolijn").joinpath("data/maps.json").read_text("utf-8")
)
each_map = pytest.mark.parametrize("map_", [map_named(id_) for id_ in MAP_IDS], ids=MAP_IDS)
each_whole = pytest.mark.parametrize("map_", [map_named(id_) for id_ in WHOLE_IDS], ids=WHOLE_IDS)

SIDES = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
HALF_BOX = float(DATA["station_half_box_per_cell"])


def steps(line: LineSite) -> list[tuple[Spot, Spot]]:
    """Return the straight pieces of a line's track."""
    return list(pairwise(line.track))


def is_on(at: Spot, a: Spot, b: Spot) -> bool:
    """Return whether a spot lies on a straight piece of track, its ends included."""
    (x, y), (ax, ay), (bx, by) = at, a, b
    across = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    along = (x - ax) * (x - bx) + (y - ay) * (y - by)
    return across == 0 and along <= 0


def touches_box(at: Spot, a: Spot, b: Spot) -> bool:
    """Return whether a piece of track runs through a station's box; tried in small steps."""
    tries = ((a[0] + (b[0] - a[0]) * i / 200, a[1] + (b[1] - a[1]) * i / 200) for i in range(201))
    return any(max(abs(x - at[0]), abs(y - at[1])) <= HALF_BOX for x, y in tries)


def order_on_track(map_: Map, line: LineSite) -> list[str]:
    """Return the ids of the stations in the order in which the track passes them."""
    found: list[str] = []
    for a, b in steps(line):
        here = [site for site in map_.stations if is_on(site.at, a, b)]
        for site in sorted(here, key=lambda s: abs(s.at[0] - a[0]) + abs(s.at[1] - a[1])):
            if found[-1:] != [site.id]:
                found.append(site.id)
    return found


def ids(map_: Map, line: LineSite) -> list[str]:
    """Return the ids of a line's stations, from the wagon on."""
    return [map_.stations[station].id for station in line.stations]


def terminus(map_: Map, line: LineSite) -> StationSite:
    """Return the station at the wagon."""
    return map_.stations[line.stations[0]]


def test_the_deck_is_that_of_the_rules() -> None:
    """Fourteen cards of eight kinds; only the 6 brings the others back."""
    assert " ".join(card.id for card in DECK) == "3 3 3 4 4 4 5 5 6 E2 E3 T T F"
    assert [card.id for card in CARDS if card.reshuffles] == ["6"]
    assert [card.value for card in CARDS] == [3, 4, 5, 6, 2, 3, 0, 0]


def test_every_map_has_23_windows() -> None:
    """So that all maps take as many rounds."""
    assert [map_named(id_).windows for id_ in WHOLE_IDS] == [23] * 4


@each_whole
def test_lines_have_letters_colours_and_names_of_their_own(map_: Map) -> None:
    assert "".join(line.letter for line in map_.lines) == "ABCDEFGHIJ"
    assert len({line.colour for line in map_.lines}) == 10
    assert len({line.name for line in map_.lines}) == 10
    assert all(re.fullmatch("#[0-9a-f]{6}", line.colour) for line in map_.lines)


@each_map
def test_lines_have_windows_and_points(map_: Map) -> None:
    assert {line.windows for line in map_.lines} == {2, 3}
    assert all(line.first_points > line.later_points > 0 for line in map_.lines)


@each_map
def test_stations_have_ids_names_and_places_of_their_own(map_: Map) -> None:
    width, height = map_.size
    count = len(map_.stations)

    assert len({site.id for site in map_.stations}) == count
    assert len({site.name for site in map_.stations}) == count
    assert len({site.at for site in map_.stations}) == count
    assert all(0 < site.at[0] < width and 0 < site.at[1] < height for site in map_.stations)
    assert all(re.fullmatch("[a-z0-9-]+", site.id) for site in map_.stations)


@each_whole
def test_stations_know_their_lines(map_: Map) -> None:
    """As the lines list them; none is served by nobody, none twice by one line."""
    raw = {site["id"]: site["lines"] for site in DATA["maps"][map_.id]["stations"]}
    listed = {id_: [line.letter for line in map_.lines if id_ in ids(map_, line)] for id_ in raw}

    assert listed == raw
    assert {site.id: site.lines for site in map_.stations} == {i: len(x) for i, x in raw.items()}
    assert all(len(set(line.stations)) == len(line.stations) for line in map_.lines)
    assert min(map(len, raw.values())) == 1


@each_map
def test_tracks_run_in_eight_directions(map_: Map) -> None:
    """Straight, or under 45 degrees; no piece without length, none back over the last one."""
    for line in map_.lines:
        ways = [(b[0] - a[0], b[1] - a[1]) for a, b in steps(line)]

        assert all((x, y) != (0, 0) and (x * y == 0 or abs(x) == abs(y)) for x, y in ways)
        assert all(ax * bx + ay * by >= 0 for (ax, ay), (bx, by) in pairwise(ways))


@each_map
def test_tracks_pass_their_stations_in_order_and_no_others(map_: Map) -> None:
    """From the wagon to the terminus; no line passes through a station that it does not serve."""
    for line in map_.lines:
        expected = ids(map_, line)
        assert order_on_track(map_, line) == expected + expected[:1] * line.is_ring


@pytest.mark.few(4)
@each_map
def test_tracks_stay_clear_of_the_boxes_of_others(map_: Map) -> None:
    """Nobody can think that a line stops where it does not."""
    found = [
        (line.letter, site.id)
        for line in map_.lines
        for number, site in enumerate(map_.stations)
        if number not in line.stations and any(touches_box(site.at, a, b) for a, b in steps(line))
    ]

    assert found == []


@each_map
def test_tracks_begin_and_end_at_stations(map_: Map) -> None:
    for line in map_.lines:
        last = line.stations[0] if line.is_ring else line.stations[-1]
        ends = (terminus(map_, line).at, map_.stations[last].at)
        assert (line.track[0], line.track[-1]) == ends


@each_map
def test_rings_run_clockwise(map_: Map) -> None:
    """In the order of the data, so that direction 1 can be called that; y grows downwards."""
    for line in (line for line in map_.lines if line.is_ring):
        assert sum(ax * by - bx * ay for (ax, ay), (bx, by) in steps(line)) > 0


@each_map
def test_wagons_stand_beside_their_first_stations(map_: Map) -> None:
    """On the side that is named, clear of every station and of each other."""
    for line in map_.lines:
        left, top, right, bottom = line.wagon
        x, y = terminus(map_, line).at
        beside = ((left > x) - (right < x), (top > y) - (bottom < y))

        assert beside == SIDES[line.wagon_side]
        assert min(abs(left - x), abs(right - x), abs(top - y), abs(bottom - y)) < 1
        assert not [site for site in map_.stations if _is_in(site.at, line.wagon)]
    assert [
        (a.letter, b.letter)
        for a in map_.lines
        for b in map_.lines
        if a.letter < b.letter and _overlap(a.wagon, b.wagon)
    ] == []


def _is_in(at: Spot, box: tuple[float, float, float, float]) -> bool:
    return _overlap((at[0] - HALF_BOX, at[1] - HALF_BOX, at[0] + HALF_BOX, at[1] + HALF_BOX), box)


def _overlap(
    one: tuple[float, float, float, float], other: tuple[float, float, float, float]
) -> bool:
    """Return whether two boxes have more than an edge in common."""
    return (
        max(one[0], other[0]) < min(one[2], other[2])
        and max(one[1], other[1]) < min(one[3], other[3])
    )  # fmt: skip


@each_map
def test_labels_are_the_names(map_: Map) -> None:
    for site in map_.stations:
        squeezed = re.sub(r"[\s-]", "", "".join(site.label))
        assert squeezed == re.sub(r"[\s-]", "", site.name)
        assert site.label_anchor in SIDES


@each_whole
def test_a_few_stations_are_special(map_: Map) -> None:
    assert sum(site.is_special for site in map_.stations) == 4


@each_whole
def test_shared_pieces_of_track_are_listed(map_: Map) -> None:
    """Two lines that share track from spot to spot can so be drawn apart."""
    told = DATA["maps"][map_.id]["parallel_segments"]
    listed = {
        (frozenset((tuple(p["from"]), tuple(p["to"]))), letter)
        for p in told
        for letter in p["lines"]
    }
    used = Counter(piece for line in map_.lines for piece in _unit_pieces(line))
    shared = {piece for piece, count in used.items() if count > 1}

    assert {(piece, letter) for spots, letter in listed for piece in _unit(*sorted(spots))} == {
        (piece, line.letter)
        for line in map_.lines
        for piece in _unit_pieces(line)
        if piece in shared
    }


def _unit_pieces(line: LineSite) -> list[frozenset[Spot]]:
    """Return the pieces of a track from grid point to grid point."""
    return [piece for a, b in steps(line) for piece in _unit(a, b)]


def _unit(a: Spot, b: Spot) -> list[frozenset[Spot]]:
    """Return a straight piece of track cut at each grid point."""
    length = int(max(abs(b[0] - a[0]), abs(b[1] - a[1])))
    spots = [
        (a[0] + (b[0] - a[0]) * i / length, a[1] + (b[1] - a[1]) * i / length)
        for i in range(length + 1)
    ]
    return [frozenset(pair) for pair in pairwise(spots)]
