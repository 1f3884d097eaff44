"""Where there is room for a name: beside its point, clear of what stands there."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from render.signs import Box, shared

ANGLES: Final = tuple(30 * n for n in (1, 11, 5, 7, 0, 6, 2, 10, 4, 8, 3, 9))
"""In which directions room is looked for, the most usual ones first."""
STEPS: Final = (0.0, 0.16, 0.34, 0.6)
"""How far beyond the nearest place, in the sizes of a bucket."""
PX: Final = 4
"""Px of the picture for one of the map."""
LEVEL: Final = 36
"""Grey on the map for a weight of 1."""
OUTSIDE: Final = 20
"""What a px outside the picture costs, in px of a hidden thing."""
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
    """What is taken of a picture already: a small grey map, the lighter the dearer."""

    def __init__(self, size: tuple[int, int], square: int) -> None:
        """Start with an empty picture.

        Args:
            size: of the part on which names may stand, in px from the top left.
            square: about as far as a name may go, in px.
        """
        self._whole = (0, 0, *size)
        self._square = square
        self._map = Image.new("L", (size[0] // PX + 1, size[1] // PX + 1), 0)
        self._pen = ImageDraw.Draw(self._map)

    def take(self, box: Box, weight: float = 1.0) -> None:
        """Take a box; the more it weighs, the more it matters that nothing hides it."""
        left, top, right, bottom = (side // PX for side in box)
        if right >= left and bottom >= top:
            self._pen.rectangle((left, top, right, bottom), round(weight * LEVEL))

    def disc(self, at: tuple[int, int], radius: int, weight: float = 1.0) -> None:
        """Take a disc."""
        self.take((at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius), weight)

    def cost(self, box: Box) -> float:
        """Return how much of what is taken a box would hide, and of itself lies outside."""
        seen, area = shared(box, self._whole), _area(box)
        inside = _area(seen)
        if not inside:
            return OUTSIDE * area
        left, top, right, bottom = (side / PX for side in seen)
        mean = self._map.resize((1, 1), Image.Resampling.BOX, (left, top, right, bottom))
        level = mean.tobytes()[0]
        return level * inside / LEVEL + OUTSIDE * (area - inside)

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
        least, best = math.inf, (0, 0)
        for place in places:
            if place.cost < least:
                cost = place.cost + self.cost(boxed(place.at, size))
                least, best = min((least, best), (cost, place.at))
        self.take(boxed(best, size), 4.0)
        return best


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
