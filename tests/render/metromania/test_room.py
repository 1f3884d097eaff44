"""Costs of places beside their points, where they could be taken for another's."""

from collections.abc import Iterable

import pytest

from render.boxes import Box, Spot
from render.metromania.labels.room import DOUBTFUL, Room
from render.placing.choice import Cost, Priced
from render.placing.leaders import Place

OWN = (200, 200)
SIZE = (40, 20)
NEAR, LATER = (260, 200), (275, 200)
BESIDE, BEYOND, WITHIN = (270, 215), (285, 215), (225, 205)
"""Points of others: beside the nearer place, beside the farther one, on the way to both."""
ACROSS, APART = ((220, 100), (220, 300)), ((20, 100), (20, 300))
SIGN = (228, 196, 238, 204)


class PricedRoom(Room):
    """A room that notes what one place costs."""

    place: Place
    price: float

    def best(
        self, places: Iterable[Priced[Place]], size: tuple[int, int], *doubt: Cost[Place]
    ) -> Place:
        """Return the best place, once the one is priced."""
        self.price = sum(cost(self.place) for cost in doubt)
        return super().best(places, size, *doubt)


@pytest.mark.parametrize(
    ("place", "points", "bounds", "signs", "price"),
    [
        (NEAR, [], [], [], 0),
        (NEAR, [OWN], [], [SIGN], 0),
        (NEAR, [], [APART], [], 0),
        (NEAR, [], [ACROSS, APART], [], 1),
        (NEAR, [BESIDE], [], [], 1),
        (NEAR, [BESIDE], [ACROSS], [], 2),
        (LATER, [BEYOND], [], [], 2),
        (NEAR, [BESIDE], [], [SIGN], 4),
        (NEAR, [WITHIN], [], [], 4),
        (NEAR, [WITHIN, BESIDE], [], [SIGN], 4),
        (LATER, [WITHIN, BEYOND], [ACROSS], [], 6),
    ],
)
def test_a_place_costs_more_the_less_it_is_known_whose_it_is(
    place: Place, points: list[Place], bounds: list[tuple[Spot, Spot]], signs: list[Box], price: int
) -> None:
    """Beyond a bound; with a leader, as another point is nearer: more if it is long or crossed."""
    room = PricedRoom((400, 400), 90)
    room.place, room.points, room.bounds = place, points, bounds
    for box in signs:
        room.put(box, 4.0)
    room.beside([OWN], SIZE, 8)

    assert room.price == pytest.approx(price * DOUBTFUL * SIZE[0] * SIZE[1])
