"""Bends: curves in place of corners, around one centre for lines that run side by side.

Spots and ways are complex numbers, across and down: times 1j, a way is the one to its right.
"""

import cmath
import math
from typing import Final

HALF: Final = 3
"""Straight parts of half a curve."""


def turning(ahead: complex, onward: complex) -> float:
    """Return the angle between two ways, in radians; 0: straight on."""
    return abs(cmath.phase(onward / ahead))


def cut_at(ahead: complex, onward: complex, most: float, off: float) -> float:
    """Return the length that a bend takes off both sides of its corner; 0: there is no bend.

    Args:
        ahead: the way to the corner.
        onward: the way from there.
        most: greatest length.
        off: greatest distance of the corner from the bend.
    """
    angle = turning(ahead, onward)
    return min(most, off / math.tan(angle / 4)) if angle > 0.01 else 0.0


def curve(start: complex, ahead: complex, end: complex, onward: complex) -> list[complex]:
    """Return a curve between two spots, both included: part of a circle where one fits.

    Args:
        start: its first spot.
        ahead: the way that it leaves it.
        end: its last spot.
        onward: the way in which it arrives there.
    """
    # The handles of the cubic curve that is next to a circle.
    handle = abs(end - start) / (3 * math.cos(turning(ahead, onward) / 4) ** 2)
    b, c = start + handle * ahead / abs(ahead), end - handle * onward / abs(onward)
    shares = [n / (2 * HALF) for n in range(2 * HALF + 1)]
    return [
        (1 - t) ** 3 * start + 3 * t * (1 - t) * ((1 - t) * b + t * c) + t**3 * end for t in shares
    ]
