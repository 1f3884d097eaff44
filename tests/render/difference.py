"""How different two colours look: CIE 2000, as it is published, with weights of 1."""

import math

Lab = tuple[float, float, float]


def ciede2000(one: Lab, other: Lab) -> float:
    """Return the difference of two colours; about 1 is just visible, 12 is clear."""
    mean = (math.hypot(*one[1:]) + math.hypot(*other[1:])) / 2
    stretch = 1 + 0.5 * (1 - math.sqrt(_seventh(mean)))
    (c1, h1), (c2, h2) = (_polar(each, stretch) for each in (one, other))
    light, chroma = (one[0] + other[0]) / 2, (c1 + c2) / 2
    turn, hue = _hues(h1, h2, is_grey=not c1 * c2)
    across = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    s_light = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    parts = (
        (other[0] - one[0]) / s_light,
        (c2 - c1) / (1 + 0.045 * chroma),
        across / (1 + 0.015 * chroma * _weight(hue)),
    )
    twist = math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2)))
    rotated = -2 * math.sqrt(_seventh(chroma)) * math.sin(twist) * parts[1] * parts[2]
    return math.sqrt(sum(part**2 for part in parts) + rotated)


def _seventh(chroma: float) -> float:
    """Return the formula's share of full chroma, 0 to 1."""
    return float(chroma**7 / (chroma**7 + 25**7))


def _polar(colour: Lab, stretch: float) -> tuple[float, float]:
    """Return chroma and hue, in degrees."""
    a, b = colour[1] * stretch, colour[2]
    return math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def _hues(one: float, other: float, *, is_grey: bool) -> tuple[float, float]:
    """Return the turn from one hue to another, and the hue between them."""
    if is_grey:
        return 0.0, one + other
    turn = (other - one + 180) % 360 - 180
    return turn, (one + turn / 2) % 360


def _weight(hue: float) -> float:
    """Return the weight of a hue difference around a hue."""
    terms = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.20, 4, -63))
    return 1 + sum(k * math.cos(math.radians(n * hue + off)) for k, n, off in terms)
