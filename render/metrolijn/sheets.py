"""Every sheet side by side: what all did in a round, and the count at the end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from metrobot.games.metrolijn.board import Card, Line
from metrobot.games.metrolijn.told import Change
from metrobot.games.metrolijn.view import SheetView, View
from render import theme
from render.canvas import Box, Canvas
from render.lettering import Weight, width
from render.metrolijn import inks
from render.metrolijn.captions import SheetWords
from render.metrolijn.cards import Round, draw_piles, draw_round, drawable_names, signed
from render.metrolijn.glyphs import (
    cross_stamp,
    filled_stamp,
    medal_stamp,
    points_stamp,
    tick_stamp,
)
from render.metrolijn.layout import Layout, extent, laid_out
from render.metrolijn.rows import draw_badge
from render.metrolijn.sheet import Look, draw_map
from render.png import png

WIDE: Final = 1920
GAP: Final = 12
PAD: Final = 18
HEAD: Final = 116
TITLE: Final = 74
STORY: Final = 74
COUNT: Final = 132
SMALL_BOX: Final = 0.37
"""From a station's middle to the edge of its box on a small sheet, in cells."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One small sheet with its bars.

    Attributes:
        view: what is shown.
        sheet: whose sheet.
        name: whose, drawable.
        new: what is new on it.
        words: in the reader's language.
    """

    view: View
    sheet: SheetView
    name: str
    new: Change
    words: SheetWords


def columns_for(players: int) -> int:
    """Return how many sheets stand beside each other."""
    return 1 if players == 1 else 2 if players <= 4 else 3


def draw_sheets(
    view: View,
    names: Sequence[str],
    words: SheetWords,
    *,
    new: Sequence[Change] = (),
    ridden: Card | None = None,
) -> bytes:
    """Return every sheet side by side with the round's card, as PNG.

    Args:
        view: what is shown; nothing else is.
        names: of the players, in the order of their seats.
        words: in the reader's language.
        new: on each sheet, and marked so; none: nothing is.
        ridden: the card of the round before, if it is to be shown.
    """
    tiles = _tiles(view, names, words, new)
    canvas = _grid(tiles, HEAD + GAP, STORY, _draw_story)
    middle = WIDE // 2
    draw_round(canvas, (GAP, GAP, middle - GAP // 2, GAP + HEAD), Round(view, words, ridden))
    draw_piles(canvas, (middle + GAP // 2, GAP, WIDE - GAP, GAP + HEAD), view, words, 23)
    return png(inks.PALETTE.reduced(canvas.image))


def draw_count(view: View, names: Sequence[str], words: SheetWords) -> bytes:
    """Return every sheet with how its score came about, as PNG.

    Args:
        view: of a game that is over, or what it would count now.
        names: of the players, in the order of their seats.
        words: in the reader's language.
    """
    tiles = _tiles(view, names, words, ())
    return png(inks.PALETTE.reduced(_grid(tiles, 0, COUNT, _draw_count).image))


def _tiles(
    view: View, names: Sequence[str], words: SheetWords, new: Sequence[Change]
) -> list[Tile]:
    """Return a tile for each player."""
    told = new or [Change()] * len(view.sheets)
    each = zip(view.sheets, drawable_names(names, words), told, strict=True)
    return [Tile(view, sheet, name, change, words) for sheet, name, change in each]


def small_layout(map_id: str, columns: int) -> Layout:
    """Return the layout of a small sheet; a single one has its names."""
    left, _, right, _ = extent(map_id)
    cell = int(((WIDE - GAP) / columns - GAP) / (right - left))
    if columns == 1:
        return laid_out(map_id, cell, box=0.3, label=0.2)
    return laid_out(map_id, cell, box=SMALL_BOX, label=0)


def _grid(
    tiles: list[Tile], top: int, foot: int, draw: Callable[[Canvas, Box, Tile], None]
) -> Canvas:
    """Return all tiles in rows, each with its foot.

    Args:
        tiles: one a player.
        top: px kept free above.
        foot: height of what `draw` draws below each map.
        draw: draws the foot of a tile into its box.
    """
    columns = columns_for(len(tiles))
    layout = small_layout(str(tiles[0].view.rules["map"]), columns)
    rows = -(-len(tiles) // columns)
    tall = TITLE + layout.size[1] + foot
    size = (WIDE, top + GAP + rows * (tall + GAP))
    canvas = Canvas(Image.new("RGB", size, theme.PAGE))
    wide = (WIDE - GAP) / columns
    for n, tile in enumerate(tiles):
        row, column = divmod(n, columns)
        in_row = min(columns, len(tiles) - row * columns)
        left = GAP + round((column + (columns - in_row) / 2) * wide)
        y = top + GAP + row * (tall + GAP)
        box = (left, y, left + round(wide - GAP), y + tall)
        _draw_tile(canvas, box, tile, layout)
        draw(canvas, (box[0], box[3] - foot, box[2], box[3]), tile)
    return canvas


def _draw_tile(canvas: Canvas, box: Box, tile: Tile, layout: Layout) -> None:
    """Draw whose sheet it is, the points, and the map."""
    canvas.card(box, inks.MAP)
    look = Look(changed=tile.new.marked, windows=dict(tile.new.windows), is_small=not layout.label)
    map_ = draw_map(tile.view, tile.sheet, layout, look)
    canvas.lay(map_, ((box[0] + box[2] - map_.width) // 2, box[1] + TITLE))
    left, right, y = box[0] + PAD, box[2] - PAD, box[1] + TITLE // 2 + 2
    score = signed(tile.sheet.count.score)
    canvas.text((right, y), score, 48, weight=Weight.BOLD, anchor="rm")
    room = right - width(score, 48, Weight.BOLD) - 16 - left
    if _has_won(tile):
        canvas.stamp(medal_stamp(22), left + 22, y)
        left, room = left + 54, room - 54
        word = tile.words.winner
        used = width(word, 28, Weight.SEMIBOLD) + 16
        if used < room // 2:
            canvas.text((left + room, y), word, 28, ink=theme.GOOD, anchor="rm")
            room -= used
    canvas.text((left, y), tile.name, 38, weight=Weight.BOLD, anchor="lm", room=room)


def _has_won(tile: Tile) -> bool:
    """Return whether the owner of a tile's sheet has won; alone, nobody does (ML §8)."""
    result = tile.view.result
    return not tile.view.is_alone and result is not None and tile.sheet.seat in result.winners


def _draw_story(canvas: Canvas, box: Box, tile: Tile) -> None:
    """Draw what was done in the last round: lines ridden, marks made, lines finished."""
    middle, x = (box[1] + box[3]) // 2 - 2, box[0] + PAD
    for line, count in tile.new.windows:
        for _ in range(count):
            x = _badge(canvas, (x, middle), tile, line) + 10
    crossed = len(tile.new.marked & tile.sheet.crossed)
    if crossed:
        canvas.stamp(filled_stamp(20, inks.NEW, inks.NEW), x + 26, middle)
        canvas.stamp(cross_stamp(20, inks.BOX), x + 26, middle)
        text = f"\N{MULTIPLICATION SIGN}{crossed}"
        canvas.text((x + 54, middle), text, 38, weight=Weight.BOLD, anchor="lm")
        x += 70 + width(text, 38, Weight.BOLD)
    for station, number in tile.sheet.numbers:
        if station in tile.new.marked:
            canvas.stamp(filled_stamp(24, inks.FILLED, inks.NEW), x + 30, middle)
            canvas.text((x + 30, middle), str(number), 34, weight=Weight.BOLD, anchor="mm")
            x += 66
    _draw_finished(canvas, (box[2] - PAD, middle), tile)


def _badge(canvas: Canvas, at: tuple[int, int], tile: Tile, line: Line) -> int:
    """Draw a line's badge from its left end and return where it ends, in px."""
    site = tile.view.map.lines[line]
    draw_badge(canvas, (at[0] + 26, at[1]), site.letter, site.colour, 24)
    return at[0] + 52


def _draw_finished(canvas: Canvas, at: tuple[int, int], tile: Tile) -> None:
    """Draw the lines finished in the last round with their points, from the right end."""
    x, y = at
    for ending in reversed(tile.new.endings):
        pay = ending.pay
        canvas.stamp(points_stamp(30, inks.BOX, theme.GOOD, is_first=pay.is_first), x - 34, y)
        canvas.text((x - 34, y), str(pay.points), 32, weight=Weight.BOLD, anchor="mm")
        _badge(canvas, (x - 126, y), tile, ending.line)
        canvas.stamp(tick_stamp(20, theme.GOOD), x - 146, y)
        x -= 184


def _draw_count(canvas: Canvas, box: Box, tile: Tile) -> None:
    """Draw the boxes of the score: lines, transfers, empty stations, all."""
    count, words = tile.sheet.count, tile.words
    boxes = (
        (words.lines, str(count.lines)),
        (words.transfers, f"+{count.transfers}"),
        (words.empty, f"\N{MINUS SIGN}{count.minus}"),
        (words.total, signed(count.score)),
    )
    wide = (box[2] - box[0] - PAD) / len(boxes)
    for n, (word, value) in enumerate(boxes):
        left = box[0] + PAD // 2 + round(n * wide) + 5
        right = left + round(wide) - 10
        is_total = n == len(boxes) - 1
        colour = theme.INK if is_total else theme.QUIET_CARD
        canvas.card((left, box[1] + 4, right, box[3] - 12), colour)
        x, room = (left + right) // 2, right - left - 12
        inkling = theme.CARD if is_total else theme.INK
        canvas.text((x, box[1] + 40), word, 26, ink=inkling, anchor="ms", room=room)
        canvas.text(
            (x, box[1] + 98), value, 50, ink=inkling, weight=Weight.BOLD, anchor="ms", room=room
        )
