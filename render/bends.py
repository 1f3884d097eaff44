"""Bends: curves in place of corners, around one centre for lines that run side by side."""

import math
from typing import Final

from render.boxes import Spot

HALF: Final = 4
"""Straight parts of half a curve."""


def turning(ahead: Spot, onward: Spot) -> float:
    """Return the angle between two ways, in radians; 0: straight on."""
    (ax, ay), (bx, by) = ahead, onward
    return abs(math.atan2(ax * by - ay * bx, ax * bx + ay * by))


def cut_at(angle: float, most: float, off: float) -> float:
    """Return the length that a bend takes off both sides of its corner; 0: there is no bend.

    Args:
        angle: angle by which the way turns.
        most: greatest length.
        off: greatest distance of the corner from the bend.
    """
    return min(most, off / math.tan(angle / 4)) if angle > 0.01 else 0.0


def curve(start: Spot, ahead: Spot, end: Spot, onward: Spot) -> list[Spot]:
    """Return a curve between two spots, both included: part of a circle where one fits.

    Args:
        start: its first spot.
        ahead: the way that it leaves it.
        end: its last spot.
        onward: the way in which it arrives there.
    """
    a, b, u, v = (complex(*spot) for spot in (start, end, ahead, onward))
    # The handles of the cubic curve that is next to a circle.
    handle = abs(b - a) / (3 * math.cos(turning(ahead, onward) / 4) ** 2)
    corners = a, a + u / abs(u) * handle, b - v / abs(v) * handle, b
    spots = [_on_cubic(n / (2 * HALF), *corners) for n in range(2 * HALF + 1)]
    return [(spot.real, spot.imag) for spot in spots]


def _on_cubic(t: float, a: complex, b: complex, c: complex, d: complex) -> complex:
    s = 1 - t
    return s**3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t**3 * d
