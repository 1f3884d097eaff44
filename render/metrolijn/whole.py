"""A whole sheet with its round, points and rows, and half a map with every name."""

from collections.abc import Iterator
from typing import Final

from PIL import Image

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.board import Line, Station
from metrobot.games.metrolijn.view import View
from render import theme
from render.boxes import Box
from render.canvas import Canvas, Inset
from render.metrolijn import inks
from render.metrolijn.captions import SheetWords
from render.metrolijn.glyphs import medal_stamp
from render.metrolijn.layout import Layout, fitted, halves, laid_out
from render.metrolijn.map.ground import NOTHING, Emphasis, Intent, draw_ground, draw_marked, kept
from render.metrolijn.panels.rows import PAD, Ledger, draw_row, draw_row_ground, write_round
from render.png import png_of
from render.text.lettering import Weight, drawable_names, least_size, width, with_minus

PHONE: Final = 1200
"""Width of every picture, in px."""
TALLEST: Final = 1500
"""Greatest height of a picture, in px: a phone shows one of this width at full size."""
GAP: Final = 10
HEAD: Final = 124
ROW: Final = 108
ROWS: Final = 2
"""Rows below the map, in which all lines stand."""
TOP: Final = HEAD + 2 * GAP
"""Upper edge of the map, in px."""
MAP: Final = PHONE - HEAD - 3 * GAP - ROWS * (ROW + GAP)
"""Greatest height of the map, in px: the picture is no taller than wide."""
TITLE: Final = (GAP, GAP, 740, GAP + HEAD)
ROUND: Final = (750, GAP, PHONE - GAP, GAP + HEAD)
STRIP: Final = 66
"""Px above half a map, for its owner's name."""
HALF_BOX: Final = 0.19
PHONE_BOX: Final = 0.36
FEW: Final = 0.42
"""Size of the letters of names on a sheet for a phone, in cells."""


def draw_sheet(
    view: View,
    seat: Seat,
    words: SheetWords,
    *,
    name: str = "",
    intent: Intent | None = None,
    lit: Line | None = None,
    changed: frozenset[Station] = frozenset(),
    offered: tuple[tuple[Station, int], ...] = (),
) -> bytes:
    """Draw one sheet with the round's card and the state of every line, as PNG.

    It is for a phone: large boxes and letters, and names on lit lines alone.

    Args:
        view: the view that is drawn; in a draft it already holds the draft's marks.
        seat: seat of the sheet.
        words: words in the reader's language.
        name: name of the sheet's owner, written above it.
        intent: the marks of a draft: its lines, or those at a free ride's station, are lit.
        lit: one line to light up without a draft.
        changed: stations marked in the last round.
        offered: stations to choose from, each with its number.
    """
    lines = intent.lines if intent is not None else () if lit is None else (lit,)
    named = frozenset(station for line in lines for station in view.map.lines[line].stations)
    if intent is not None and not lines:
        # A free ride's station has a name, for which there is room where other lines are pale.
        named = intent.crossed
        lines = tuple(sorted({line for station in named for line in view.map.lines_at(station)}))
    look = Emphasis(intent or NOTHING, lines, changed, named, offered=offered)
    layout, sheet = phone_layout(str(view.rules["map"])), view.sheets[seat]
    # Everything that the ground shows is in the key; a view would be a new key each turn.
    key = ("phone", layout, bool(view.rules["special"]), bool(lines), view.is_alone)
    canvas = Canvas(kept.fresh(key, lambda: _phone_ground(view, layout, is_dim=bool(lines))))
    write_title(canvas, TITLE, view, seat, words, name=name)
    write_round(canvas, ROUND, view, words)
    draw_marked(inset(canvas, layout, TOP), view, sheet, layout, look)
    ledger = Ledger(canvas, view, sheet, look.intent)
    for line, box in _row_boxes(view, PHONE, TOP + layout.size[1] + GAP):
        draw_row(ledger, box, line)
    return png_of(inks.PALETTE.reduced(canvas.image))


def draw_half(
    view: View,
    seat: Seat,
    words: SheetWords,
    *,
    name: str,
    half: int,
    changed: frozenset[Station] = frozenset(),
) -> bytes:
    """Draw half the map of one sheet, with every name, as PNG.

    Args:
        view: the view that is drawn.
        seat: seat of the sheet.
        words: words in the reader's language.
        name: name of the sheet's owner, written above it.
        half: 0 for the left one, 1 for the right one.
        changed: stations marked in the last round.
    """
    layout = half_layout(str(view.rules["map"]), half)
    is_special = bool(view.rules["special"])
    key = ("half", layout, is_special)
    canvas = Canvas(kept.fresh(key, lambda: _half_ground(layout, is_special=is_special)))
    (owner,), room = drawable_names((name,), words.player), PHONE - 2 * (GAP + PAD)
    canvas.text((GAP + PAD, STRIP - 12), owner, 42, weight=Weight.BOLD, room=room)
    map_ = inset(canvas, layout, STRIP)
    draw_marked(map_, view, view.sheets[seat], layout, Emphasis(changed=changed))
    return png_of(inks.PALETTE.reduced(canvas.image))


def inset(canvas: Canvas, layout: Layout, top: int) -> Inset:
    """Return the part of a picture with the map, in the middle; `top` is its upper edge in px.

    Half a map lies where it is cut, so that nothing beyond its end shows at the edge.
    """
    room = PHONE - layout.size[0]
    if layout.cut:
        return Inset(canvas.image, room if layout.cut == halves(layout.map_id)[0] else 0, top)
    return Inset(canvas.image, room // 2, top)


def half_layout(map_id: str, half: int) -> Layout:
    """Return the layout of half a map with every name, as tall as a phone shows a picture."""
    cut = halves(map_id)[half]
    cell = fitted(map_id, (PHONE, TALLEST - STRIP - GAP), cut=cut)
    # A little more than the least size, which rounding to whole px takes off again.
    label = (least_size(PHONE) + 0.4) / cell
    return laid_out(map_id, cell, box=HALF_BOX, label=label, cut=cut)


def _half_ground(layout: Layout, *, is_special: bool) -> Image.Image:
    canvas = Canvas(Image.new("RGB", (PHONE, STRIP + layout.size[1] + GAP), inks.MAP))
    draw_ground(inset(canvas, layout, STRIP), layout, is_special=is_special)
    canvas.box((0, 0, PHONE, STRIP), theme.CARD)
    return canvas.image


def phone_layout(map_id: str, room: int = MAP) -> Layout:
    """Return the layout of a sheet for a phone: as wide as the picture, at most `room` px tall."""
    cell = fitted(map_id, (PHONE, room))
    return laid_out(map_id, cell, box=PHONE_BOX, label=FEW, is_chosen=True)


def _phone_ground(view: View, layout: Layout, *, is_dim: bool) -> Image.Image:
    foot, is_special = TOP + layout.size[1], bool(view.rules["special"])
    size = (PHONE, foot + GAP + ROWS * (ROW + GAP))
    canvas = Canvas(Image.new("RGB", size, theme.PAGE))
    canvas.card(TITLE)
    canvas.card(ROUND, theme.INK)
    canvas.box((0, TOP, PHONE, foot), inks.MAP)
    draw_ground(inset(canvas, layout, TOP), layout, is_special=is_special, is_dim=is_dim)
    for line, box in _row_boxes(view, PHONE, foot + GAP):
        draw_row_ground(canvas, box, view, line)
    return canvas.image


def write_title(
    canvas: Canvas,
    box: Box,
    view: View,
    seat: Seat,
    words: SheetWords,
    *,
    name: str = "",
    is_final: bool = False,
) -> None:
    """Write a sheet's owner and points on a card that is drawn already.

    Args:
        canvas: to draw on.
        box: the card.
        view: the view that is drawn.
        seat: seat of the sheet.
        words: words in the reader's language.
        name: its owner's name; empty: a substitute.
        is_final: whether the large number is the final score, though the game goes on.
    """
    count = view.sheets[seat].count
    right, left, lower = box[2] - PAD, box[0] + PAD, box[3] - 26
    is_counted = is_final or view.result is not None
    score = with_minus(count.score if is_counted else count.earned)
    canvas.text((right, box[1] + 62), score, 58, weight=Weight.BOLD, anchor="rs")
    room = right - width(score, 58, Weight.BOLD) - 20 - left
    if view.has_won(seat):
        canvas.stamp(medal_stamp(24), left + 24, box[1] + 42)
        left, room = left + 60, room - 60
    (owner,) = drawable_names((name,), words.player)
    canvas.text((left, box[1] + 58), owner, 42, weight=Weight.BOLD, room=room)
    minus = f"{words.empty} \N{MINUS SIGN}{count.minus}"
    canvas.text((right, lower), minus, 26, ink=theme.SOFT_INK, anchor="rs")
    parts = f"{words.lines} {count.lines}  ·  {words.transfers} +{count.transfers}"
    room = right - box[0] - PAD - width(minus, 26, Weight.SEMIBOLD) - 20
    canvas.text((box[0] + PAD, lower), parts, 26, ink=theme.SOFT_INK, room=room)


def _row_boxes(view: View, across: int, top: int) -> Iterator[tuple[Line, Box]]:
    count = len(view.map.lines)
    columns = -(-count // ROWS)
    for n in range(count):
        row, column = divmod(n, columns)
        # A shorter row has wider boxes, so that no hole is left at its end.
        wide = (across - GAP) / min(columns, count - row * columns)
        left, y = GAP + round(column * wide), top + row * (ROW + GAP)
        yield Line(n), (left, y, round(left + wide - GAP), y + ROW)
