"""The banner of every board: who is to play, and below it who just played."""

from dataclasses import dataclass
from typing import Final

from render.canvas import Box, Canvas
from render.text import Weight, size_for
from render.theme import CARD, INK, Colour

PAD: Final = 20
GAP: Final = 6
"""Px between the two people."""
BAR: Final = 16
"""Px of a colour bar at the left end."""
LARGE: Final = 1.6
"""Size of the name beside the smallest letters, which it may shrink to before it is cut."""
LINE: Final = 1.3
"""From one line to the next, in sizes."""
SMALL: Final = 1.1
"""From the top to where the small line stands, in sizes."""
FOOT: Final = 0.36
"""From where the large line stands to the bottom, in sizes: Korean rises higher than Latin."""


@dataclass(frozen=True, slots=True)
class BannerPlayer:
    """One person in the banner.

    Attributes:
        text: the name, with what they made where they have just played.
        small: a line above it; empty: none.
        ground: behind it, the person's own colour where they have one.
        ink: legible on the ground.
        bars: colours that are theirs, as full-height bars at the left.
    """

    text: str
    small: str = ""
    ground: Colour = INK
    ink: Colour = CARD
    bars: tuple[Colour, ...] = ()


def banner_height(unit: int, *, has_news: bool) -> int:
    """Return how tall a banner is, in px.

    Args:
        unit: size of the smallest letters of the picture.
        has_news: whether it tells who just played.
    """
    return _upper(unit) + (GAP + _lower(unit) if has_news else 0)


def draw_banner(
    canvas: Canvas, box: Box, unit: int, first: BannerPlayer, news: BannerPlayer | None = None
) -> None:
    """Draw who is to play large, and below it who just played.

    Where a turn is watched again, the one who played comes first.

    Args:
        canvas: to draw on.
        box: as tall as `banner_height`, or taller.
        unit: size of the smallest letters of the picture.
        first: the large one.
        news: the small one.
    """
    left, top, right, bottom = box
    if news is not None:
        strip = (left, bottom - _lower(unit), right, bottom)
        start = _ground(canvas, strip, news)
        middle = (strip[1] + strip[3]) // 2
        at, room = (start, middle), right - PAD - start
        canvas.text(at, news.text, unit, ink=news.ink, weight=Weight.BOLD, anchor="lm", room=room)
        bottom = strip[1] - GAP
    spare = max(0, bottom - top - _upper(unit)) // 2
    start = _ground(canvas, (left, top, right, bottom), first)
    large, room = round(unit * LARGE), right - PAD - start
    at, anchor = (start, (top + bottom) // 2), "lm"
    if first.small:
        above = start, top + spare + round(unit * SMALL)
        canvas.text(above, first.small, unit, ink=first.ink, room=room)
        at, anchor = (start, bottom - spare - round(large * FOOT)), "ls"
    size = size_for(first.text, large, unit, Weight.BOLD, room)
    canvas.text(at, first.text, size, ink=first.ink, weight=Weight.BOLD, anchor=anchor, room=room)


def _upper(unit: int) -> int:
    """Return the px that the large person takes."""
    return round(unit * LINE * (1 + LARGE))


def _lower(unit: int) -> int:
    """Return the px that the small person takes."""
    return round(unit * 1.5)


def _ground(canvas: Canvas, box: Box, sign: BannerPlayer) -> int:
    """Draw a person's ground and bars, and return where their words begin."""
    left, top, _, bottom = box
    canvas.card(box, sign.ground)
    start = left + PAD
    for colour in sign.bars:
        canvas.box((start, top, start + BAR, bottom), colour)
        start += BAR
    return start + (PAD // 2 if sign.bars else 0)
