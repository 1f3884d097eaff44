"""Enclosed stations, held against a cut of the plane into faces."""

import random

import pytest

from metrobot.games.underground.enclosure import enclosed_by
from tests.games.underground import reference
from tests.games.underground.lines import Track, grown, stations_of, toured

LINES_A_TEST = 25


def lines(number: int) -> list[Track]:
    """Return some random lines: tours with branches, tours alone, and trees."""
    chooser = random.Random(number)
    return [
        grown(chooser, chooser.randint(0, 8), toured(chooser, chooser.randint(1, 6)))
        for _ in range(LINES_A_TEST)
    ]


@pytest.mark.parametrize("number", range(40))
def test_enclosed_stations_are_those_in_inner_faces(number: int) -> None:
    """On a thousand random lines."""
    found = [enclosed_by(track) for track in lines(number)]

    assert found == [reference.enclosed(track) for track in lines(number)]


def test_the_lines_put_it_to_the_test() -> None:
    """Many enclose stations, many of these are their own."""
    tracks = [track for number in range(40) for track in lines(number)]
    enclosing = [track for track in tracks if enclosed_by(track)]

    assert len(tracks) == 1000
    assert len(enclosing) > 300
    assert sum(bool(enclosed_by(track) & stations_of(track)) for track in enclosing) > 100
