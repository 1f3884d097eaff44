"""Cards beside the sheets, and the strip with the card of the round."""

from dataclasses import dataclass
from typing import Final

from metrobot.games.metrolijn.board import Card, CardKind
from metrobot.games.metrolijn.view import View
from render import theme
from render.boxes import Box
from render.canvas import Canvas
from render.metrolijn import inks
from render.metrolijn.captions import SheetWords
from render.metrolijn.glyphs import cross_stamp, filled_stamp, written_stamp
from render.text.lettering import Weight, width

PAD: Final = 24
LEAST: Final = 21
"""Size of the smallest letters on a card, in px."""


@dataclass(frozen=True, slots=True)
class RoundStrip:
    """The content of the strip of a round.

    Attributes:
        view: the view that is drawn.
        words: words in the reader's language.
        ridden: the card of the previous round, if it is shown.
    """

    view: View
    words: SheetWords
    ridden: Card | None = None


def draw_card(canvas: Canvas, middle: tuple[int, int], card: Card, half: int) -> None:
    """Draw one card: its number, "+" for a transfer, a cross for the free ride."""
    if card.kind is CardKind.FREE:
        canvas.stamp(filled_stamp(half, inks.BOX, theme.INK), *middle)
        canvas.stamp(cross_stamp(round(half * 0.7), theme.INK), *middle)
        return
    text = "+" if card.kind is CardKind.TRANSFER else card.id
    size = max(LEAST, round(half * (1.05 if len(text) > 1 else 1.35)))
    canvas.stamp(written_stamp(half, inks.BOX, text, size), *middle)


def write_round(canvas: Canvas, box: Box, round_: RoundStrip) -> None:
    """Write the card of the round with its meaning, or that the game is over."""
    view, words = round_.view, round_.words
    middle, half = (box[1] + box[3]) // 2, (box[3] - box[1]) // 2 - 12
    x = box[0] + PAD
    if round_.ridden is not None:
        x = _draw_ridden(canvas, (x, middle), round_.ridden, words, half)
    if view.card is None:
        said = words.over if view.result is not None else f"{words.round} {view.round}"
        room = box[2] - PAD - x
        canvas.text((x, middle), said, 40, ink=theme.CARD, anchor="lm", room=room)
        return
    draw_card(canvas, (x + half, middle), view.card, half)
    x += 2 * half + 20
    room = box[2] - PAD - x
    small = f"{words.round} {view.round}"
    canvas.text((x, middle - 10), small, 26, ink=theme.RULE, room=room)
    named = card_word(view.card, words)
    canvas.text((x, middle + 32), named, 38, ink=theme.CARD, weight=Weight.BOLD, room=room)


def _draw_ridden(
    canvas: Canvas, at: tuple[int, int], card: Card, words: SheetWords, half: int
) -> int:
    """Draw the card of the previous round and return its right end, in px."""
    x, y = at
    small = round(half * 0.66)
    canvas.text((x, y), words.ridden, 26, ink=theme.RULE, anchor="lm", room=220)
    x += min(220, width(words.ridden, 26, Weight.SEMIBOLD)) + 14 + small
    draw_card(canvas, (x, y), card, small)
    return x + small + 36


def card_word(card: Card, words: SheetWords) -> str:
    """Return the word for a card's kind, without its number."""
    return {
        CardKind.NUMBER: words.number,
        CardKind.EXPRESS: words.express,
        CardKind.TRANSFER: words.transfer,
        CardKind.FREE: words.free,
    }[card.kind]


def draw_left(canvas: Canvas, box: Box, view: View, words: SheetWords) -> None:
    """Draw the cards that are still to come, not in their order, on a card that is there."""
    x, room = box[0] + 16, box[2] - box[0] - 32
    canvas.text((x, box[1] + 36), words.left, 24, ink=theme.SOFT_INK, room=room)
    apart = min(46, room // max(1, len(view.left)))
    for n, card in enumerate(view.left):
        draw_card(canvas, (x + 20 + n * apart, box[3] - 40), card, min(20, apart // 2 - 1))
