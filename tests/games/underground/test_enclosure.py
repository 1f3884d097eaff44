"""Enclosed stations, held against a cut of the plane into faces."""

import random

import pytest

from metrobot.games.underground.board import Station
from metrobot.games.underground.lines.enclosure import enclosed_by
from tests.games.underground import reference
from tests.games.underground.lines import Track, grown, stations_of, toured, way
from tests.games.underground.reference import ALL

LINES_A_TEST = 25


def lines(number: int) -> list[Track]:
    """Return some random lines: tours with branches, tours alone, and trees."""
    chooser = random.Random(number)
    return [
        grown(chooser, chooser.randint(0, 8), toured(chooser, chooser.randint(1, 6)))
        for _ in range(LINES_A_TEST)
    ]


def nested(number: int) -> Track:
    """Return a random line with a loop within a loop, a bridge between them."""
    chooser = random.Random(number)
    while True:
        ring = toured(chooser, 5)
        inside = enclosed_by(ring) - stations_of(ring)
        within = frozenset(link for link in ALL if stations_of(frozenset((link,))) <= inside)
        for loop in reference.blocks(within):
            start, to = (chooser.choice(sorted(stations_of(track))) for track in (ring, loop))
            return ring | loop | way(chooser, start, to)


def on_loops(track: Track) -> set[Station]:
    """Return the stations on the loops of a line."""
    return {station for block in reference.blocks(track) for station in stations_of(block)}


@pytest.mark.few(13)
@pytest.mark.parametrize("number", range(40))
def test_enclosed_stations_are_those_in_inner_faces(number: int) -> None:
    found = [enclosed_by(track) for track in lines(number)]

    assert found == [reference.enclosed(track) for track in lines(number)]


@pytest.mark.parametrize("number", range(60))
def test_a_loop_within_a_loop_is_enclosed_by_it(number: int) -> None:
    """It is a block of its own."""
    track = nested(number)

    assert enclosed_by(track) == reference.enclosed(track)


def test_the_lines_put_it_to_the_test() -> None:
    """Many enclose stations, many of these are their own."""
    tracks = [track for number in range(40) for track in lines(number)]
    enclosing = [track for track in tracks if enclosed_by(track)]

    assert len(tracks) == 1000
    assert len(enclosing) > 300
    assert sum(bool(enclosed_by(track) & stations_of(track)) for track in enclosing) > 100
    loops_within = [
        track for track in map(nested, range(60)) if enclosed_by(track) & on_loops(track)
    ]
    assert len(loops_within) > 20
