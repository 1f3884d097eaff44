"""Boxes on pictures, in px."""

from math import hypot
from typing import Final

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in px."""
Spot = tuple[float, float]
SIDES: Final = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))
"""Sides of a spot, across and down, corners last."""


def moved(box: Box, x: int, y: int) -> Box:
    """Return a box moved by some px."""
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y


def grown(box: Box, by: int) -> Box:
    """Return a box grown on all sides."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def square(centre: tuple[int, int], half: float) -> Box:
    """Return the square around a spot, by half its side."""
    (x, y), half = centre, round(half)
    return x - half, y - half, x + half, y + half


def anchored(spot: Spot, anchor: Spot, size: tuple[int, int]) -> Box:
    """Return the box of a size that lies on a side of a spot.

    Args:
        spot: the spot, in px.
        anchor: the side, across and down: -1 left or above, 0 around it, 1 right or below.
        size: of the box.
    """
    left = round(spot[0] - size[0] * (1 - anchor[0]) / 2)
    top = round(spot[1] - size[1] * (1 - anchor[1]) / 2)
    return left, top, left + size[0], top + size[1]


def shared(one: Box, other: Box) -> Box:
    """Return the common part of two boxes; it has no width or no height if there is none."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    return left, top, max(left, min(one[2], other[2])), max(top, min(one[3], other[3]))


def meet(one: Box, other: Box) -> bool:
    """Return whether two boxes share any px."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def holds(outer: Box, box: Box) -> bool:
    """Return whether a box lies in another one."""
    left, top, right, bottom = outer
    return left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom


def area(box: Box) -> int:
    """Return the px of a box."""
    return (box[2] - box[0]) * (box[3] - box[1])


def nearest(box: Box, point: tuple[int, int]) -> tuple[int, int]:
    """Return the spot of a box that is nearest to another spot."""
    (left, top, right, bottom), (x, y) = box, point
    # Asked for thousands of times a picture: comparing is faster than `min` and `max`.
    x, y = left if x < left else x, top if y < top else y
    return right if x > right else x, bottom if y > bottom else y


def gap(one: Box, other: Box) -> float:
    """Return the distance between two boxes."""
    across = max(other[0] - one[2], one[0] - other[2], 0)
    return hypot(across, max(other[1] - one[3], one[1] - other[3], 0))
