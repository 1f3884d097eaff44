"""The board of several players: the shared map, and each player below it."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from PIL import Image

from metrobot.games.metrolijn.board import Card
from metrobot.games.metrolijn.summary import Change
from metrobot.games.metrolijn.view import View
from render import theme
from render.boxes import Box
from render.canvas import Canvas
from render.metrolijn import glyphs, inks
from render.metrolijn.captions import SheetWords
from render.metrolijn.glyphs import Share
from render.metrolijn.inset import Inset
from render.metrolijn.layout import Layout
from render.metrolijn.map.ground import draw_ground, kept
from render.metrolijn.panels.cards import RoundStrip, draw_left, write_round
from render.metrolijn.panels.person import FEW, PAD, UNIT, WIDE, Person, people_of
from render.metrolijn.panels.standing import draw_table, draw_table_ground, table_height
from render.metrolijn.panels.strips import TALL, draw_strips
from render.metrolijn.shared import draw_shared, shared_layout
from render.metrolijn.whole import TALLEST
from render.png import png_of
from render.stamps import Stamp

GAP: Final = 10
HEAD: Final = 112
ROUND: Final = (GAP, GAP, round(WIDE * 0.49) - GAP // 2, GAP + HEAD)
LEFT: Final = (ROUND[2] + GAP, GAP, WIDE - GAP, GAP + HEAD)
TOP: Final = HEAD + 2 * GAP
"""Upper edge of the map, in px."""
FOOT: Final = 48
"""Px below the map for the legend."""
MAP: Final = 900
"""Greatest height of the map, in px."""


def draw_sheets(
    view: View,
    names: Sequence[str],
    words: SheetWords,
    *,
    new: Sequence[Change] = (),
    ridden: Card | None = None,
) -> bytes:
    """Draw the shared map, the round's card and each player's standing, as PNG.

    Args:
        view: the view that is drawn.
        names: names of the players, in the order of their seats.
        words: words in the reader's language.
        new: new marks of each sheet, which stand out; empty: none do.
        ridden: the card of the previous round, if it is shown.
    """
    people = people_of(view, names, words, new)
    return _drawn(people, ridden, is_table=len(people) <= FEW, is_since=False)


def draw_since(
    view: View, names: Sequence[str], words: SheetWords, *, new: Sequence[Change]
) -> bytes:
    """Draw only the marks made since somebody's last look, as PNG.

    Args:
        view: the view that is drawn.
        names: names of the players, in the order of their seats.
        words: words in the reader's language.
        new: new marks of each sheet.
    """
    return _drawn(people_of(view, names, words, new), None, is_table=False, is_since=True)


def _drawn(
    people: Sequence[Person], ridden: Card | None, *, is_table: bool, is_since: bool
) -> bytes:
    """Draw the board, with a table of all players or a card for each."""
    view, words = people[0].view, people[0].words
    layout = _layout(people, is_table=is_table)
    is_special = bool(view.rules["special"])
    key = ("sheets", layout, len(people), is_special, is_table)
    ground = partial(_ground, layout, len(people), is_special=is_special, is_table=is_table)
    canvas = Canvas(kept.fresh(key, ground))
    draw_shared(_map_in(canvas, layout), layout, people, is_since=is_since)
    _draw_legend(canvas, TOP + layout.size[1] + FOOT // 2, people[0], is_since=is_since)
    top = TOP + layout.size[1] + FOOT + GAP
    if is_table:
        draw_table(canvas, _table(top, len(people)), people)
    else:
        draw_strips(canvas, _cards(top, len(people)), people)
    write_round(canvas, ROUND, RoundStrip(view, words, ridden))
    draw_left(canvas, LEFT, view, words)
    return png_of(inks.PALETTE.reduced(canvas.image))


def _layout(people: Sequence[Person], *, is_table: bool) -> Layout:
    count = len(people)
    below = table_height(count) if is_table else -(-count // 2) * (TALL + GAP) - GAP
    room = TALLEST - TOP - FOOT - 2 * GAP - below
    return shared_layout(str(people[0].view.rules["map"]), min(MAP, room))


def _map_in(canvas: Canvas, layout: Layout) -> Canvas:
    return Inset(canvas.image, (WIDE - layout.size[0]) // 2, TOP)


def _table(top: int, people: int) -> Box:
    return GAP, top, WIDE - GAP, top + table_height(people)


def _cards(top: int, people: int) -> list[Box]:
    wide, boxes = (WIDE - GAP) / 2, list[Box]()
    for n in range(people):
        row, column = divmod(n, 2)
        left, y = GAP + round(column * wide), top + row * (TALL + GAP)
        boxes.append((left, y, left + round(wide - GAP), y + TALL))
    return boxes


def _ground(layout: Layout, people: int, *, is_special: bool, is_table: bool) -> Image.Image:
    below = TOP + layout.size[1] + FOOT
    top = below + GAP
    boxes = [_table(top, people)] if is_table else _cards(top, people)
    canvas = Canvas(Image.new("RGB", (WIDE, boxes[-1][3] + GAP), theme.PAGE))
    canvas.card(ROUND, theme.INK)
    canvas.card(LEFT)
    canvas.box((0, TOP, WIDE, below), inks.MAP)
    draw_ground(_map_in(canvas, layout), layout, is_special=is_special)
    if is_table:
        draw_table_ground(canvas, boxes[0], people)
    else:
        for box in boxes:
            canvas.card(box)
    return canvas.image


def _draw_legend(canvas: Canvas, y: int, person: Person, *, is_since: bool) -> None:
    wide = (WIDE - 2 * GAP) // 3
    for n, (stamps, word) in enumerate(_signs(person, is_since=is_since)):
        x = GAP + PAD + 24 + n * wide
        canvas.layers(stamps, x, y)
        canvas.text((x + 34, y), word, UNIT + 4, anchor="lm", room=wide - 60)


def _signs(person: Person, *, is_since: bool) -> Iterator[tuple[tuple[Stamp, ...], str]]:
    words = person.words
    box = glyphs.box_stamp(14, (), theme.INK, inks.BOX, is_special=False)
    share, hollow = (
        glyphs.shares_stamp(12, (Share((-1, 0), theme.INK, is_hollow=each),))
        if person.is_coloured
        else box
        for each in (False, True)
    )
    if not is_since:
        yield (*glyphs.contour_stamps(14), box, share), words.changed
    if person.is_coloured:
        yield (box, hollow), words.transfers
    else:
        yield (glyphs.written_stamp(14, inks.BOX, "3", UNIT),), words.people
    yield (glyphs.filled_stamp(9, inks.BOX, theme.SOFT_INK),), words.empty
