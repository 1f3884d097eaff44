"""Each player's score as bars: points won to the right, points lost to the left."""

from collections.abc import Sequence
from typing import Final

from render import theme
from render.boxes import Box
from render.canvas import Canvas
from render.metrolijn import inks
from render.metrolijn.panels.person import NAME, PAD, UNIT, Person, draw_swatch
from render.stamps import Stamp
from render.text.lettering import Weight, width, with_minus
from render.theme import Colour

NAMES: Final = 390
"""Px for a name."""
SCORES: Final = 96
"""Px for a score, beside its bars."""
LEGEND: Final = 52
"""Height of the legend, in px."""
TALL: Final = 58
"""Px from one player to the next."""
BAR: Final = 32
"""Height of a bar."""
SIGNS: Final = BAR + 60
"""Px for a bar and a sign before their word."""
WORDS: Final = 26
RIM: Final = 2

Entry = tuple[tuple[Stamp, ...], str]
"""The sign of a kind of points, with its word."""
_BARS: Final = ((theme.INK, theme.INK), (inks.FILLED, theme.INK), (inks.BOX, theme.SOFT_INK))
"""Surface and rim of the bars of lines, of transfers and of empty stations."""


def tally_height(people: int) -> int:
    """Return the height of the bars of some players, in px."""
    return 2 * PAD + LEGEND + people * TALL


def draw_tally(canvas: Canvas, box: Box, people: Sequence[Person], legend: Sequence[Entry]) -> None:
    """Draw the legend, and below it each player's bars.

    Args:
        canvas: to draw on.
        box: the box, with a card on it.
        people: the players, the best first.
        legend: signs and words for lines, transfers and empty stations.
    """
    left, top, right = box[0] + PAD, box[1] + PAD, box[2] - PAD
    _draw_legend(canvas, (left, top + LEGEND // 2 - 6), legend)
    counts = [person.sheet.count for person in people]
    most, lost = max(each.earned for each in counts), max(each.minus for each in counts)
    # After a short game nobody may have won or lost a point.
    scale, y = (right - left - NAMES - SCORES) / max(1, most + lost), top + LEGEND
    zero = left + NAMES + round(lost * scale)
    for n, person in enumerate(people):
        _draw_row(canvas, (left, y + n * TALL, right, y + (n + 1) * TALL), person, (zero, scale))
    canvas.box((zero - 1, y, zero + 2, y + TALL * len(people)), theme.INK)


def _draw_row(canvas: Canvas, row: Box, person: Person, axis: tuple[int, float]) -> None:
    """Draw a player's place, name, bars and score; `axis` is px of zero and of one point."""
    (left, top, right, bottom), (zero, scale), count = row, axis, person.sheet.count
    middle, end = (top + bottom) // 2, left + NAMES - 12
    if not person.view.is_alone:
        at = left, middle
        canvas.text(at, str(person.place), WORDS, ink=theme.SOFT_INK, anchor="lm")
        left += 26
    if person.is_coloured:
        draw_swatch(canvas, (left + 16, middle), 16, person)
        left += 40
    canvas.text((left, middle), person.name, NAME - 2, anchor="lm", room=end - left)
    canvas.text((right, middle), with_minus(count.score), 38, weight=Weight.BOLD, anchor="rm")
    spans = (0, count.lines), (count.lines, count.earned), (-count.minus, 0)
    told = str(count.lines), f"+{count.transfers}", f"\N{MINUS SIGN}{count.minus}"
    for (first, last), inked, text in zip(spans, _BARS, told, strict=True):
        ends = zero + round(first * scale), zero + round(last * scale)
        _draw_bar(canvas, (ends[0], middle - BAR // 2, ends[1], middle + BAR // 2), inked)
        # A number wider than its bar would run into the next one.
        if ends[1] - ends[0] > width(text, UNIT, Weight.SEMIBOLD) + 4 * RIM:
            ink = theme.CARD if inked[0] == theme.INK else theme.INK
            canvas.text((sum(ends) // 2, middle), text, UNIT, ink=ink, anchor="mm")


def _draw_legend(canvas: Canvas, at: tuple[int, int], legend: Sequence[Entry]) -> None:
    """Draw the signs and bars with their words, in one row."""
    x, y = at
    for (stamps, word), inked in zip(legend, _BARS, strict=True):
        _draw_bar(canvas, (x, y - BAR // 2, x + BAR, y + BAR // 2), inked)
        canvas.layers(stamps, x + BAR + 30, y)
        canvas.text((x + SIGNS, y), word, WORDS, anchor="lm")
        x += SIGNS + width(word, WORDS, Weight.SEMIBOLD) + 2 * BAR


def _draw_bar(canvas: Canvas, box: Box, inked: tuple[Colour, Colour]) -> None:
    """Draw a bar with a rim; nothing if it has no length."""
    (surface, rim), (left, top, right, bottom) = inked, box
    if right <= left:
        return
    canvas.box(box, rim)
    if right - left > 2 * RIM:
        canvas.box((left + RIM, top + RIM, right - RIM, bottom - RIM), surface)
