"""How far apart colours look, to each kind of eye."""

import math
from typing import Final

from render.theme import Colour
from tests.render.test_theme import EYES, lab

ENOUGH: Final = 12.0
"""CIE 2000 units by which two colours that mean two things differ."""
_FAR: Final = 25.0**7


def nearest(one: Colour, other: Colour) -> float:
    """Return the distance of two colours for the eye that sees the least difference."""
    return min(distance(lab(one, eye), lab(other, eye)) for eye in EYES)


def distance(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """Return the difference of two colours in CIE Lab by the formula of 2000."""
    mean = (math.hypot(*one[1:]) + math.hypot(*other[1:])) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + _FAR))
    light = (one[0] + other[0]) / 2
    (c1, h1), (c2, h2) = (_polar(a * stretch, b) for _, a, b in (one, other))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = h1 + turn / 2 if c1 * c2 else h1 + h2
    chroma = (c1 + c2) / 2
    weight = (
        1
        - 0.17 * _cos(hue - 30)
        + 0.24 * _cos(2 * hue)
        + 0.32 * _cos(3 * hue + 6)
        - 0.20 * _cos(4 * hue - 63)
    )
    by_light = (other[0] - one[0]) / (
        1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    )
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue = 2 * math.sqrt(c1 * c2) * _sin(turn / 2) / (1 + 0.015 * chroma * weight)
    bend = -2 * math.sqrt(chroma**7 / (chroma**7 + _FAR))
    bend *= _sin(60 * math.exp(-((((hue % 360) - 275) / 25) ** 2)))
    return math.sqrt(by_light**2 + by_chroma**2 + by_hue**2 + bend * by_chroma * by_hue)


def _polar(a: float, b: float) -> tuple[float, float]:
    """Return chroma and hue in degrees."""
    return math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def _sin(degrees: float) -> float:
    return math.sin(math.radians(degrees))
