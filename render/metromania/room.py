"""Where there is room for a name: beside its point, clear of what stands there."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from render.signs import Box, shared

ANGLES: Final = tuple(30 * n for n in (1, 11, 5, 7, 0, 6, 2, 10, 4, 8, 3, 9))
"""In which directions room is looked for, the most usual ones first."""
STEPS: Final = (0.0, 0.16, 0.34, 0.6)
"""How far beyond the nearest place, in the sizes of a bucket."""
FAR: Final = 0.5
"""What a px of distance costs, in px of a hidden thing."""
TURNED: Final = 4
"""What each less usual direction costs, likewise."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sign could stand.

    Attributes:
        at: its middle.
        cost: beside what it would hide, in px.
    """

    at: tuple[int, int]
    cost: float


class Room:
    """What is taken of a picture already, sorted into squares so that little is looked at."""

    def __init__(self, size: tuple[int, int], square: int) -> None:
        """Start with an empty picture.

        Args:
            size: of the part on which names may stand, in px from the top left.
            square: px of the squares' sides; about as far as a name may go.
        """
        self._whole = (0, 0, *size)
        self._square = square
        self._taken = defaultdict[tuple[int, int], list[tuple[Box, float]]](list)

    def take(self, box: Box, weight: float = 1.0) -> None:
        """Take a box; the more it weighs, the more it matters that nothing hides it."""
        for key in self._squares(box):
            self._taken[key].append((box, weight))

    def disc(self, at: tuple[int, int], radius: int, weight: float = 1.0) -> None:
        """Take a disc."""
        self.take((at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius), weight)

    def cost(self, box: Box) -> float:
        """Return how much of what is taken a box would hide, and of itself lies outside."""
        found = {each for key in self._squares(box) for each in self._taken.get(key, ())}
        hidden = sum(_area(shared(box, other)) * weight for other, weight in found)
        return hidden + 20 * (_area(box) - _area(shared(box, self._whole)))

    def beside(self, at: tuple[int, int], size: tuple[int, int], off: int) -> tuple[int, int]:
        """Return the middle of the best place for a sign, and take it.

        Args:
            at: the point that it belongs to.
            size: of the sign.
            off: px from the point that stay free.
        """
        return self.best(around(at, size, off, self._square), size)

    def best(self, places: Iterable["Place"], size: tuple[int, int]) -> tuple[int, int]:
        """Return the middle of the best of some places for a sign, and take it."""
        costs = ((self.cost(boxed(each.at, size)) + each.cost, each.at) for each in places)
        best = min(costs)[1]
        self.take(boxed(best, size), 4.0)
        return best

    def _squares(self, box: Box) -> Iterable[tuple[int, int]]:
        """Yield the squares that a box touches."""
        left, top, right, bottom = (side // self._square for side in box)
        for x in range(left, right + 1):
            for y in range(top, bottom + 1):
                yield x, y


def around(at: tuple[int, int], size: tuple[int, int], off: int, square: int) -> Iterator[Place]:
    """Yield places for a sign around a point, the nearest first.

    Args:
        at: the point.
        size: of the sign.
        off: px from the point that stay free.
        square: about how far a sign may go.
    """
    for step in STEPS:
        for n, angle in enumerate(ANGLES):
            ux, uy = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
            reach = off + step * square
            x, y = at[0] + ux * (reach + size[0] / 2), at[1] + uy * (reach + size[1] / 2)
            yield Place((round(x), round(y)), FAR * reach * size[1] * 0.5 + TURNED * n)


def boxed(middle: tuple[int, int], size: tuple[int, int]) -> Box:
    """Return the box of a size around its middle."""
    left, top = middle[0] - size[0] // 2, middle[1] - size[1] // 2
    return left, top, left + size[0], top + size[1]


def _area(box: Box) -> int:
    """Return how many px a box has."""
    return (box[2] - box[0]) * (box[3] - box[1])
