"""Where there is room for a name: beside its point, clear of what stands there."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import merge
from typing import Final

from render.boxes import Box, Spot, area, meet, nearest, square
from render.placing import room
from render.placing.choice import Cost, Priced, cheapest
from render.placing.leaders import Leader, Place, cross, runs_through, spots_along

ANGLES: Final = tuple(30 * n for n in (1, 11, 5, 7, 0, 6, 2, 10, 4, 8, 3, 9))
"""In which directions room is looked for, the most usual ones first."""
STEPS: Final = (0.0, 0.16, 0.34, 0.6)
"""How far beyond the nearest place, in the sizes of a bucket."""
FAR: Final = 0.5
"""What a px of distance costs, in px of a hidden thing."""
TURNED: Final = 4
"""What each less usual direction costs, likewise."""
DOUBTFUL: Final = 0.6
"""What each px of a sign costs that is nearer to something else than to its own, likewise."""
CLEAR: Final = 2
"""Px between a leader and other signs."""
SIGN: Final = 1.0
"""Mean weight from which on a leader counts as crossing a sign: more than of lines alone."""
LONG: Final = 0.6
"""Length from which on a leader costs more, in sizes of a bucket."""


Spots = Sequence[Place]
"""Points beside which a sign stands."""


class Room(room.Room):
    """The parts of the city that are full, and how far names may go from their points."""

    def __init__(self, size: tuple[int, int], far: int) -> None:
        """Start with an empty picture.

        Args:
            size: of the part on which names may stand, in px from the top left.
            far: about as far as a name may go, in px.
        """
        super().__init__((0, 0, *size))
        self._far = far
        self.points = list[Place]()
        """Spots that signs stand beside, such as stations: each sign is nearest to its own."""
        self.bounds = list[tuple[Spot, Spot]]()
        """Lines beyond which a sign would seem to belong to them."""

    def beside(self, own: Spots, size: tuple[int, int], off: int) -> tuple[Place, Leader | None]:
        """Return the middle of the best place for a sign, and take it.

        Args:
            own: the points that it belongs to, one of which it stands beside.
            size: of the sign.
            off: px from the point that stay free.

        Returns:
            The place, and the leader that it needs; None: it is nearest to one of its own points.
        """
        # An open end lies a little beside the station at its point; what is far away is nearer
        # to no place of the sign.
        least, most = self._far // 5, 3 * self._far + size[0]
        far = [p for p in self.points if least < min(math.dist(p, spot) for spot in own) < most]

        def joined(place: Place) -> Leader | None:
            box = boxed(place, size)
            reach = min(math.dist(nearest(box, spot), spot) for spot in own)
            if not any(math.dist(nearest(box, spot), spot) <= reach for spot in far):
                return None
            # From the nearer end of the plate, so that it runs under none of its letters.
            to, half = min(own, key=lambda spot: math.dist(spot, place)), (size[0] - size[1]) // 2
            return nearest((place[0] - half, place[1], place[0] + half, place[1]), to), to

        def doubt(place: Place) -> float:
            box = boxed(place, size)
            leader, whole = joined(place), DOUBTFUL * area(box)
            bound_cost = whole * any(cross((own[0], place), line) for line in self.bounds)
            if leader is None:
                return bound_cost
            is_crossing = self._hits(leader, box) or any(
                runs_through(leader, square(spot, least)) for spot in far
            )
            is_long = math.dist(*leader) > LONG * self._far
            return bound_cost + whole * (1 + 3 * is_crossing + is_long)

        ways = [around(point, size, off, self._far) for point in own]
        places = ways[0] if len(ways) == 1 else merge(*ways, key=lambda option: option[1])
        place = self.best(places, size, doubt)
        if (leader := joined(place)) is not None:
            self.line(leader, 2 * CLEAR, 3.0)
        return place, leader

    def _hits(self, leader: Leader, box: Box) -> bool:
        """Return whether the leader of a sign, which lies in a box, runs over another sign."""
        parts = (square(spot, CLEAR) for spot in spots_along(leader, CLEAR))
        return any(
            self.cost(part) > SIGN * area(part)
            for part in parts
            if not meet(part, box) and math.dist(part[:2], leader[1]) > self._far // 3
        )

    def best(
        self, places: Iterable[Priced[Place]], size: tuple[int, int], *doubt: Cost[Place]
    ) -> Place:
        """Return the middle of the best of some places for a sign, cheapest first, and take it."""
        choice = cheapest(places, lambda place: self.cost(boxed(place, size)), *doubt)
        assert choice is not None, "there is a place, however much it costs"
        self.put(boxed(choice[0], size), 4.0)
        return choice[0]


def around(
    point: tuple[int, int], size: tuple[int, int], off: int, square: int
) -> Iterator[Priced[Place]]:
    """Yield places for a sign around a point, the cheapest first.

    Args:
        point: px of the point.
        size: of the sign.
        off: px from the point that stay free.
        square: about how far a sign may go.
    """
    for (x, y), cost in _around(size, off, square):
        yield (point[0] + x, point[1] + y), cost


@lru_cache(maxsize=64)
def _around(size: tuple[int, int], off: int, square: int) -> tuple[Priced[Place], ...]:
    """Return the places around a point as seen from it, the cheapest first."""
    places = list[Priced[Place]]()
    for step in STEPS:
        for n, angle in enumerate(ANGLES):
            ux, uy = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
            reach = off + step * square
            offset = round(ux * (reach + size[0] / 2)), round(uy * (reach + size[1] / 2))
            places.append((offset, FAR * reach * size[1] * 0.5 + TURNED * n))
    return tuple(sorted(places, key=lambda place: place[1]))


def boxed(middle: Place, size: tuple[int, int]) -> Box:
    """Return the box of a size around its middle."""
    left, top = middle[0] - size[0] // 2, middle[1] - size[1] // 2
    return left, top, left + size[0], top + size[1]
