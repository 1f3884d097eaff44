"""The passenger's choice, held against a search of all routes."""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from metrobot.games.underground.board import CARDS, COLOURS, STATIONS, Colour, Station, StationKind
from metrobot.games.underground.trips.passenger import Route, choices, targets
from tests.games.underground import reference
from tests.games.underground.lines import Track, grown, stations_of

POSITIONS = range(320)


@dataclass(frozen=True)
class Position:
    """The passenger's station, its open destinations, and the lines on the board."""

    start: Station
    to: tuple[Station, ...]
    tracks: Mapping[Colour, Track]

    @property
    def found(self) -> tuple[Route, ...]:
        """The choices by the code under test."""
        lines = {colour: stations_of(track) for colour, track in self.tracks.items()}
        return choices(targets(self.start, self.to, lines))


def position(seed: int) -> Position:
    """Return a random position with up to six lines, and destinations of one kind."""
    chooser = random.Random(seed)
    kind = chooser.choice((StationKind.EXPRESS, StationKind.REGULAR))
    start = Station(chooser.randrange(len(STATIONS)))
    cards = [card for card in CARDS if STATIONS[card].kind is kind and card != start]
    colours = chooser.sample(range(len(COLOURS)), chooser.randint(0, 6))
    return Position(
        start,
        tuple(chooser.sample(cards, chooser.randint(1, 4))),
        {Colour(colour): grown(chooser, chooser.randint(1, 18)) for colour in colours},
    )


@pytest.mark.parametrize("seed", POSITIONS)
def test_the_choice_is_that_of_all_routes(seed: int) -> None:
    here = position(seed)
    walks, best = reference.passenger_choices(here.start, here.to, here.tracks)

    assert {(route.to, frozenset(route.colours)) for route in here.found} == best
    assert len(here.found) == len(best)
    assert {(route.cost.walks, route.cost.lines) for route in here.found} == {
        (walks, len(colours)) for _, colours in best
    }


def test_the_positions_put_it_to_the_test() -> None:
    found = [position(seed).found for seed in POSITIONS]
    costs = Counter(routes[0].cost for routes in found)

    assert {cost.lines for cost in costs} >= {0, 1, 2, 3}
    assert {cost.walks for cost in costs} >= {0, 1, 2, 3, 4}
    assert sum(len(routes) > 1 for routes in found) > 30
    assert max(map(len, found)) >= 4


def test_choices_are_in_a_fixed_order() -> None:
    found = [position(seed).found for seed in POSITIONS]

    assert found == [
        tuple(sorted(routes, key=lambda route: (route.to, route.colours))) for routes in found
    ]
