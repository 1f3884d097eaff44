"""Where there is room for a name: beside its point, clear of what stands there."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.metromania.grid import Spot
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
class LabelSlot:
    """A possible place of a sign.

    Attributes:
        at: its middle.
        cost: beside what it would hide, in px.
    """

    at: tuple[int, int]
    cost: float


class Room:
    """The parts of a picture that are taken: a small grey map, lighter where hiding costs more."""

    def __init__(self, size: tuple[int, int], square: int) -> None:
        """Start with an empty picture.

        Args:
            size: of the part on which names may stand, in px from the top left.
            square: about as far as a name may go, in px.
        """
        self._whole = (0, 0, *size)
        self._square = square
        self._across = size[0] // PX + 1
        self._map = Image.new("L", (self._across, size[1] // PX + 1), 0)
        self._pen = ImageDraw.Draw(self._map)
        self._greys: bytes | None = None

    def copy(self) -> "Room":
        """Return the same, on which more can be taken without being taken here."""
        other = Room(self._whole[2:], self._square)
        other._map.paste(self._map)
        return other

    def take(self, box: Box, weight: float = 1.0) -> None:
        """Take a box; the more it weighs, the more it matters that nothing hides it."""
        left, top, right, bottom = box
        if right >= left and bottom >= top:
            corners = (left // PX, top // PX, right // PX, bottom // PX)
            self._pen.rectangle(corners, round(weight * LEVEL))
            self._greys = None

    def disc(self, at: tuple[int, int], radius: int, weight: float = 1.0) -> None:
        """Take a disc."""
        self.take((at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius), weight)

    def way(self, spots: Iterable[Spot], half: int, weight: float = 1.0) -> None:
        """Take a line, so many px to either side of it."""
        path = [(x / PX, y / PX) for x, y in spots]
        self._pen.line(path, round(weight * LEVEL), 2 * half // PX + 1)
        self._greys = None

    def cost(self, box: Box) -> float:
        """Return the cost of a box: of what it hides, and of its part outside the picture."""
        seen, area = shared(box, self._whole), _area(box)
        inside = _area(seen)
        if not inside:
            return OUTSIDE * area
        if self._greys is None:
            self._greys = self._map.tobytes()
        left, right, greys = seen[0] // PX, -(-seen[2] // PX), self._greys
        starts = range(seen[1] // PX * self._across, -(-seen[3] // PX) * self._across, self._across)
        taken = sum([sum(greys[start + left : start + right]) for start in starts])
        level = taken / (len(starts) * (right - left))
        return level * inside / LEVEL + OUTSIDE * (area - inside)

    def beside(self, at: tuple[int, int], size: tuple[int, int], off: int) -> tuple[int, int]:
        """Return the middle of the best place for a sign, and take it.

        Args:
            at: the point that it belongs to.
            size: of the sign.
            off: px from the point that stay free.
        """
        return self.best(around(at, size, off, self._square), size)

    def best(self, places: Iterable["LabelSlot"], size: tuple[int, int]) -> tuple[int, int]:
        """Return the middle of the best of some places for a sign, and take it.

        Args:
            places: their costs rise.
            size: of the sign.
        """
        least, best = math.inf, (0, 0)
        for place in places:
            if place.cost >= least:
                break
            cost = place.cost + self.cost(boxed(place.at, size))
            least, best = min((least, best), (cost, place.at))
        self.take(boxed(best, size), 4.0)
        return best


def around(
    at: tuple[int, int], size: tuple[int, int], off: int, square: int
) -> Iterator[LabelSlot]:
    """Yield places for a sign around a point, the cheapest first.

    Args:
        at: the point.
        size: of the sign.
        off: px from the point that stay free.
        square: about how far a sign may go.
    """
    for place in _around(size, off, square):
        yield LabelSlot((at[0] + place.at[0], at[1] + place.at[1]), place.cost)


@lru_cache(maxsize=64)
def _around(size: tuple[int, int], off: int, square: int) -> tuple[LabelSlot, ...]:
    """Return the places around a point as seen from it, the cheapest first."""
    found = list[LabelSlot]()
    for step in STEPS:
        for n, angle in enumerate(ANGLES):
            ux, uy = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
            reach = off + step * square
            at = round(ux * (reach + size[0] / 2)), round(uy * (reach + size[1] / 2))
            found.append(LabelSlot(at, FAR * reach * size[1] * 0.5 + TURNED * n))
    return tuple(sorted(found, key=lambda place: place.cost))


def boxed(middle: tuple[int, int], size: tuple[int, int]) -> Box:
    """Return the box of a size around its middle."""
    left, top = middle[0] - size[0] // 2, middle[1] - size[1] // 2
    return left, top, left + size[0], top + size[1]


def _area(box: Box) -> int:
    """Return the area of a box, in px."""
    return (box[2] - box[0]) * (box[3] - box[1])
