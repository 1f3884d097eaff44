"""The banner of every board: the player on turn, and below them the player who just played."""

from dataclasses import dataclass
from typing import Final

from render.boxes import Box
from render.canvas import Canvas, disc_stamp
from render.text.lettering import Weight, size_for, width
from render.theme import CARD, INK, WARNING, Colour

PAD: Final = 20
GAP: Final = 6
"""Px between the two players."""
BAR: Final = 16
"""Width of a colour bar at the left end, in px."""
LARGE: Final = 1.6
"""Largest size of the large player's name, in sizes of the smallest letters."""
SCORE: Final = 2.4
"""Size of a score, in the same sizes."""
LINE: Final = 1.3
"""Height of a line, in sizes."""
SMALL: Final = 1.1
"""Distance from the top to the baseline of the small line, in sizes."""
# Korean letters rise higher than Latin ones.
FOOT: Final = 0.36
"""Distance from the large line's baseline to the bottom, in sizes."""


@dataclass(frozen=True, slots=True)
class BannerPlayer:
    """One player in the banner.

    Attributes:
        text: the name, with the points of the turn if they just played.
        small: a line above it; empty: none.
        ground: colour behind it, the player's own if they have one.
        ink: colour of the letters, legible on the ground.
        bars: the player's colours, drawn as full-height bars at the left.
        score: the points at the end, at the right; empty: none.
        has_won: whether a golden 1 stands before the name.
    """

    text: str
    small: str = ""
    ground: Colour = INK
    ink: Colour = CARD
    bars: tuple[Colour, ...] = ()
    score: str = ""
    has_won: bool = False


def banner_height(unit: int, *, has_news: bool) -> int:
    """Return the height of a banner, in px.

    Args:
        unit: size of the smallest letters of the picture.
        has_news: whether it names the player who just played.
    """
    return _upper(unit) + (GAP + _lower(unit) if has_news else 0)


def draw_banner(
    canvas: Canvas, box: Box, unit: int, first: BannerPlayer, news: BannerPlayer | None = None
) -> None:
    """Draw the banner: one player large, and another below them.

    Args:
        canvas: to draw on.
        box: as tall as `banner_height`, or taller.
        unit: size of the smallest letters of the picture.
        first: the large player: on turn or, in a replay, who just played.
        news: the small player.
    """
    left, top, right, bottom = box
    if news is not None:
        strip = (left, bottom - _lower(unit), right, bottom)
        start = _ground(canvas, strip, news)
        foot, room = (start, (strip[1] + strip[3]) // 2), right - PAD - start
        canvas.text(foot, news.text, unit, ink=news.ink, weight=Weight.BOLD, anchor="lm", room=room)
        bottom = strip[1] - GAP
    # In a taller box both lines stay together in the middle, instead of drifting apart.
    spare = max(0, bottom - top - _upper(unit)) // 2
    start = _ground(canvas, (left, top, right, bottom), first)
    large, middle = round(unit * LARGE), (top + bottom) // 2
    if first.has_won:
        radius = round(unit * 1.2)
        draw_medal(canvas, (start + radius, middle), radius)
        start += 2 * radius + PAD
    score, right = round(unit * SCORE), right - PAD
    if first.score:
        point = right, middle
        canvas.text(point, first.score, score, ink=first.ink, weight=Weight.BOLD, anchor="rm")
        right -= width(first.score, score, Weight.BOLD) + PAD
    room = right - start
    point, anchor = (start, middle), "lm"
    if first.small:
        upper = start, top + spare + round(unit * SMALL)
        canvas.text(upper, first.small, unit, ink=first.ink, room=room)
        point, anchor = (start, bottom - spare - round(large * FOOT)), "ls"
    # A long name is written smaller first, and cut only where that is not enough.
    size = size_for(first.text, large, unit, room)
    ink = first.ink
    canvas.text(point, first.text, size, ink=ink, weight=Weight.BOLD, anchor=anchor, room=room)


def draw_medal(canvas: Canvas, centre: tuple[int, int], radius: int) -> None:
    """Draw a golden 1, the sign of a winner."""
    canvas.stamp(disc_stamp(radius + 4, CARD), *centre)
    canvas.stamp(disc_stamp(radius, WARNING), *centre)
    canvas.letter(centre, "1", round(radius * 4 / 3))


def _upper(unit: int) -> int:
    return round(unit * LINE * (1 + LARGE))


def _lower(unit: int) -> int:
    return round(unit * 1.5)


def _ground(canvas: Canvas, box: Box, sign: BannerPlayer) -> int:
    """Draw a player's ground and bars, and return the px where their words begin."""
    left, top, _, bottom = box
    canvas.card(box, sign.ground)
    start = left + PAD
    for colour in sign.bars:
        canvas.box((start, top, start + BAR, bottom), colour)
        start += BAR
    return start + (PAD // 2 if sign.bars else 0)
