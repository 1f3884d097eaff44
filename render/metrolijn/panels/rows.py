"""Rows of lines with their points and windows; cards, and the strip of the round."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from metrobot.games.metrolijn.board import Card, CardKind, Line
from metrobot.games.metrolijn.line_state import line_state
from metrobot.games.metrolijn.view import SheetView, View
from render import theme
from render.boxes import Box
from render.canvas import Canvas
from render.metrolijn import glyphs, inks
from render.metrolijn.captions import SheetWords
from render.metrolijn.glyphs import cross_stamp, filled_stamp, written_stamp
from render.metrolijn.map.ground import Intent
from render.text.lettering import Weight, size_for, width, with_minus
from render.theme import Colour

POINTS: Final = 0.19
"""Distance from the middle of points to their edge, in heights of a row."""


DIAMOND: Final = 1.2
"""Distance from the middle of the first points to their tip, in halves."""


SHORT: Final = 5
"""Most letters of a line's name for which every row has room beside its points."""
PAD: Final = 24
LEAST: Final = 21
"""Size of the smallest letters on a card, in px."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """The sheet whose rows are drawn, and the canvas for them.

    Attributes:
        canvas: to draw on.
        view: the view that is drawn.
        sheet: the sheet.
        intent: the marks of a draft.
    """

    canvas: Canvas
    view: View
    sheet: SheetView
    intent: Intent


def draw_row_ground(canvas: Canvas, box: Box, view: View, line: Line) -> None:
    """Draw the ground of a line's row: letter, name, empty windows, points."""
    part, site = _parts(box), view.map.lines[line]
    canvas.card(box, radius=10)
    stamp = glyphs.lettered_stamp(part.side, site.colour, site.letter)
    canvas.stamp(stamp, part.left + part.side, part.upper)
    for points, is_first, x in _both_points(view, line, (part.right, part.points)):
        _draw_points(canvas, (x, part.upper), points, part.points, theme.INK, is_first=is_first)
    # Either all rows have their lines' names or none: a few among ten would look chosen.
    names = [each.name.split()[0] for each in view.map.lines]
    if max(map(len, names)) <= SHORT:
        start = part.left + 2 * part.side + 5, part.upper
        canvas.text(start, names[line], round(part.height * 0.22), anchor="lm")
    stamp = glyphs.window_stamp(part.window, inks.BOX, theme.INK, is_dashed=False)
    for n in range(site.windows):
        canvas.stamp(stamp, part.left + part.window + n * (2 * part.window + 4), part.lower)


def draw_row(ledger: Ledger, box: Box, line: Line) -> None:
    """Draw the state of a line's row: points, windows and empty stations."""
    part = _parts(box)
    _mark_points(ledger, (part.right, part.upper), line, part.points)
    _draw_windows(ledger, (part.left, part.lower), line, part.window)
    _draw_left(ledger, (part.right, part.lower), line, part.height)


def draw_whole_row(ledger: Ledger, box: Box, line: Line) -> None:
    """Draw a line's row with its ground."""
    draw_row_ground(ledger.canvas, box, ledger.view, line)
    draw_row(ledger, box, line)


@dataclass(frozen=True, slots=True)
class _Parts:
    """The places and sizes of the parts of a row, in px."""

    height: int
    left: int
    right: int
    upper: int
    lower: int
    side: int
    points: int
    window: int


def _parts(box: Box) -> _Parts:
    height, top = box[3] - box[1], box[1]
    upper, lower = top + round(height * 0.29), top + round(height * 0.74)
    side, points, window = (round(height * share) for share in (0.2, POINTS, 0.16))
    return _Parts(height, box[0] + 12, box[2] - 12, upper, lower, side, points, window)


def _draw_windows(ledger: Ledger, start: tuple[int, int], line: Line, half: int) -> None:
    """Draw the filled windows, from the left end; those of a draft apart."""
    (x, y), canvas = start, ledger.canvas
    values = ledger.sheet.windows[line]
    fixed = len(values) - ledger.intent.lines.count(line)
    for n, value in enumerate(values):
        ground, ink = (inks.WOULD_GROUND, inks.WOULD) if n >= fixed else (inks.FILLED, theme.INK)
        stamp = glyphs.value_stamp(half, value, round(half * 1.4), (ground, ink, ink))
        canvas.stamp(stamp, x + half + n * (2 * half + 4), y)


def _draw_left(ledger: Ledger, end: tuple[int, int], line: Line, height: int) -> None:
    """Draw the number of empty stations, from the right end."""
    (x, y), canvas = end, ledger.canvas
    empty = len(line_state(ledger.view, ledger.sheet.seat, line).empty)
    size, half = round(height * 0.28), round(height * 0.13)
    ink = theme.INK if empty else theme.GOOD
    canvas.text((x, y), str(empty), size, ink=ink, weight=Weight.BOLD, anchor="rm")
    x -= round(size * 1.5) + half
    canvas.stamp(glyphs.filled_stamp(half, inks.BOX, ink), x, y)


def _mark_points(ledger: Ledger, end: tuple[int, int], line: Line, half: int) -> None:
    """Mark a line's points, drawn already, with a ring if earned, struck out if gone."""
    view, canvas, paid = ledger.view, ledger.canvas, ledger.sheet.paid[line]
    pay = paid or view.offers[line]
    entries = [*_both_points(view, line, (end[0], half))]
    forfeits = [entry for entry in entries if entry[1] != pay.is_first and (entry[1] or paid)]
    for points, is_first, x in forfeits:
        reach = round(half * (DIAMOND if is_first else 0.84)) + 1
        # The ground has the points as still to be had, so they are covered first.
        canvas.box((x - reach, end[1] - reach, x + reach, end[1] + reach), theme.CARD)
        _draw_points(canvas, (x, end[1]), points, half, inks.GONE, is_first=is_first)
        canvas.stamp(glyphs.strike_stamp(half, theme.BAD), x, end[1])
    for entry in entries if paid is not None else ():
        if entry not in forfeits:
            ring = glyphs.ring_around_stamp(round(half * 1.16), half * 0.2, theme.GOOD)
            canvas.stamp(ring, entry[2], end[1])


def _both_points(view: View, line: Line, end: tuple[int, int]) -> Iterator[tuple[int, bool, int]]:
    """Yield a line's points, whether they are for the first, and the px of their middle.

    A player alone has no later points (ML §8). `end` has the px of the right end, and those
    from the middle of points to their edge.
    """
    site, (right, half) = view.map.lines[line], end
    x = right - half - 2
    pays = ((site.later_points, False), (site.first_points, True))
    for points, is_first in pays[1:] if view.is_alone else pays:
        yield points, is_first, x
        x -= round(half * 2.35)


def _draw_points(
    canvas: Canvas, centre: tuple[int, int], points: int, half: int, ink: Colour, *, is_first: bool
) -> None:
    canvas.stamp(glyphs.points_stamp(half, inks.BOX, ink, is_first=is_first), *centre)
    canvas.letter(centre, str(points), round(half * 1.1), ink)


def draw_card(canvas: Canvas, middle: tuple[int, int], card: Card, half: int) -> None:
    """Draw one card: its number, "+" for a transfer, a cross for the free ride."""
    if card.kind is CardKind.FREE:
        canvas.stamp(filled_stamp(half, inks.BOX, theme.INK), *middle)
        canvas.stamp(cross_stamp(round(half * 0.7), theme.INK), *middle)
        return
    text = "+" if card.kind is CardKind.TRANSFER else card.id
    size = max(LEAST, round(half * (1.05 if len(text) > 1 else 1.35)))
    canvas.stamp(written_stamp(half, inks.BOX, text, size), *middle)


def write_round(
    canvas: Canvas, box: Box, view: View, words: SheetWords, ridden: Card | None = None
) -> None:
    """Write the card of the round with its meaning, or that the game is over.

    Args:
        canvas: to draw on.
        box: the strip, on a card that is drawn already.
        view: the view that is drawn.
        words: words in the reader's language.
        ridden: the card of the previous round, if it is shown.
    """
    middle, half = (box[1] + box[3]) // 2, (box[3] - box[1]) // 2 - 12
    x = box[0] + PAD
    if ridden is not None:
        small = round(half * 0.66)
        canvas.text((x, middle), words.ridden, 26, ink=theme.RULE, anchor="lm", room=220)
        x += min(220, width(words.ridden, 26, Weight.SEMIBOLD)) + 14 + small
        draw_card(canvas, (x, middle), ridden, small)
        x += small + 36
    title = f"{words.round} {view.round}"
    if view.card is None:
        title, room = words.over if view.result is not None else title, box[2] - PAD - x
        canvas.text((x, middle), title, 40, ink=theme.CARD, anchor="lm", room=room)
        return
    draw_card(canvas, (x + half, middle), view.card, half)
    x += 2 * half + 20
    room = box[2] - PAD - x
    canvas.text((x, middle - 10), title, 26, ink=theme.RULE, room=room)
    kind = {
        CardKind.NUMBER: words.number,
        CardKind.EXPRESS: words.express,
        CardKind.TRANSFER: words.transfer,
        CardKind.FREE: words.free,
    }[view.card.kind]
    # Beside the previous card there is less room.
    size = size_for(kind, 38, 26, room)
    canvas.text((x, middle + 32), kind, size, ink=theme.CARD, weight=Weight.BOLD, room=room)


def draw_left(canvas: Canvas, box: Box, view: View, words: SheetWords) -> None:
    """Draw the cards that are still to come, not in their order, on a card that is there."""
    x, room = box[0] + 16, box[2] - box[0] - 32
    canvas.text((x, box[1] + 36), words.left, 24, ink=theme.SOFT_INK, room=room)
    if not view.left:
        # After the round of the 6 the whole deck is shuffled.
        canvas.text((x, box[3] - 30), words.again, 34, weight=Weight.BOLD, room=room)
    apart = min(46, room // max(1, len(view.left)))
    for n, card in enumerate(view.left):
        draw_card(canvas, (x + 20 + n * apart, box[3] - 40), card, min(20, apart // 2 - 1))


def draw_alone(
    canvas: Canvas, box: Box, view: View, words: SheetWords, lines: tuple[str, ...]
) -> None:
    """Draw the card of a game alone that is over: its rank, and what its points are of.

    Args:
        canvas: to draw on.
        box: the card.
        view: the view that is drawn.
        words: words in the reader's language.
        lines: the rank, and more words below the points.
    """
    canvas.card(box)
    count, room = view.sheets[0].count, box[2] - box[0] - 2 * PAD
    parts = (
        f"{words.lines} {count.lines}",
        f"{words.transfers} +{count.transfers}",
        f"{words.empty} {with_minus(-count.minus)}",
    )
    rows = [text for text in (*lines[:1], "  ·  ".join(parts), *lines[1:]) if text]
    for n, text in enumerate(rows):
        start = box[0] + PAD, round(box[1] + (box[3] - box[1]) * (n + 0.5) / len(rows))
        size, ink = (26, theme.SOFT_INK) if n else (size_for(text, 38, 26, room), theme.INK)
        weight = Weight.SEMIBOLD if n else Weight.BOLD
        canvas.text(start, text, size, ink=ink, weight=weight, anchor="lm", room=room)
