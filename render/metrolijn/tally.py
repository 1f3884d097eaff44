"""What decided a game: each score as bars, what was won to the right, what was lost to the left."""

from collections.abc import Sequence
from typing import Final

from render import theme
from render.canvas import Box, Canvas
from render.metrolijn import inks
from render.metrolijn.tile import PAD, UNIT, Tile
from render.stamps import Stamp
from render.text import Weight, width, with_minus
from render.theme import Colour

NAMES: Final = 170
"""Px for a name, and..."""
SCORES: Final = 84
"""...for a score beside its bars."""
WIDE: Final = 700
"""From this width on what the bars mean stands in one row."""
ENTRY: Final = 48
"""From one row of that to the next."""
TALL: Final = 90
"""From one player to the next at most."""
BAR: Final = 32
"""Height of a bar at most."""
SIGNS: Final = BAR + 60
"""For a bar and a sign before what they mean."""
WORDS: Final = 26
RIM: Final = 2

Entry = tuple[tuple[Stamp, ...], str]
"""The sign of a kind of points with its word."""
_BARS: Final = ((theme.INK, theme.INK), (inks.FILLED, theme.INK), (inks.BOX, theme.SOFT_INK))
"""Surface and rim of each kind: of lines, of transfers, of empty stations."""


def draw_tally(canvas: Canvas, box: Box, tiles: Sequence[Tile], legend: Sequence[Entry]) -> None:
    """Draw what the signs and the bars mean, and below it each player's bars.

    Args:
        canvas: to draw on.
        box: with a card on it.
        tiles: the best first.
        legend: signs and words for lines, transfers and empty stations.
    """
    left, top, right, bottom = box[0] + PAD, box[1] + PAD, box[2] - PAD, box[3] - PAD
    y = _draw_legend(canvas, (left, top, right), legend)
    counts = [tile.sheet.count for tile in tiles]
    most, lost = max(each.earned for each in counts), max(each.minus for each in counts)
    room = right - left - NAMES - SCORES
    scale, step = room / max(1, most + lost), min(TALL, (bottom - y) // len(tiles))
    zero = left + NAMES + round(lost * scale)
    for n, tile in enumerate(tiles):
        row = (left, y + n * step, right, y + (n + 1) * step)
        _draw_row(canvas, row, tile, (zero, scale))
    canvas.box((zero - 1, y, zero + 2, y + step * len(tiles)), theme.INK)


def _draw_row(canvas: Canvas, row: Box, tile: Tile, axis: tuple[int, float]) -> None:
    """Draw a player's name, bars and score.

    Args:
        canvas: to draw on.
        row: to draw in.
        tile: of the player.
        axis: px of nothing, and of one point.
    """
    (left, top, right, bottom), (zero, scale), count = row, axis, tile.sheet.count
    middle, step = (top + bottom) // 2, bottom - top
    half, size = min(BAR, step * 2 // 3) // 2, max(UNIT, min(WORDS, step * 3 // 4))
    canvas.text((left, middle), tile.name, size, anchor="lm", room=NAMES - 12)
    canvas.text((right, middle), with_minus(count.score), size, weight=Weight.BOLD, anchor="rm")
    spans = (0, count.lines), (count.lines, count.earned), (-count.minus, 0)
    for (first, last), inked in zip(spans, _BARS, strict=True):
        ends = zero + round(first * scale), zero + round(last * scale)
        _draw_bar(canvas, (ends[0], middle - half, ends[1], middle + half), inked)


def _draw_legend(canvas: Canvas, at: tuple[int, int, int], legend: Sequence[Entry]) -> int:
    """Draw what signs and bars mean, in one row where that has room; return where it ends."""
    left, top, right = at
    is_row, x, y = right - left > WIDE, left, top + ENTRY // 2
    for (stamps, word), inked in zip(legend, _BARS, strict=True):
        _draw_bar(canvas, (x, y - BAR // 2, x + BAR, y + BAR // 2), inked)
        canvas.layers(stamps, x + BAR + 30, y)
        canvas.text((x + SIGNS, y), word, WORDS, anchor="lm")
        if is_row:
            x += SIGNS + width(word, WORDS, Weight.SEMIBOLD) + BAR
        else:
            y += ENTRY
    return (y + ENTRY // 2 if is_row else y - ENTRY // 2) + PAD // 2


def _draw_bar(canvas: Canvas, box: Box, inked: tuple[Colour, Colour]) -> None:
    """Draw a bar with a rim; nothing where it has no length."""
    (surface, rim), (left, top, right, bottom) = inked, box
    if right <= left:
        return
    canvas.box(box, rim)
    if right - left > 2 * RIM:
        canvas.box((left + RIM, top + RIM, right - RIM, bottom - RIM), surface)
