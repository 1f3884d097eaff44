"""Every sheet side by side: what all did in a round, and the count at the end."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from PIL import Image

from metrobot.games.metrolijn.board import Card
from metrobot.games.metrolijn.result import WonBy
from metrobot.games.metrolijn.summary import Change
from metrobot.games.metrolijn.view import View
from render import theme
from render.banner import BannerPlayer, draw_banner
from render.canvas import Box, Canvas
from render.metrolijn import glyphs, inks
from render.metrolijn.captions import SheetWords
from render.metrolijn.cards import RoundStrip, draw_left, write_round
from render.metrolijn.ground import kept
from render.metrolijn.layout import Layout, extent, laid_out
from render.metrolijn.tally import draw_tally
from render.metrolijn.tile import (
    PAD,
    SIDE,
    TITLE,
    UNIT,
    WIDE,
    Tile,
    draw_heading,
    draw_tile,
    draw_tile_ground,
    tile_height,
)
from render.png import png_of
from render.stamps import Stamp
from render.text import Weight, drawable_names, width, with_minus

GAP: Final = 10
HEAD: Final = 116
ROUND: Final = (GAP, GAP, round(WIDE * 0.49) - GAP // 2, GAP + HEAD)
LEFT: Final = (ROUND[2] + GAP, GAP, WIDE - GAP, GAP + HEAD)
SMALL_BOX: Final = 0.4
"""From a station's middle to the edge of its box on a small sheet, in cells."""
STRIP: Final = 56
"""At the foot, for what the signs mean where no place is free."""
ROOMY: Final = 500
"""A free place wider than this shows the places, and at the end what decided the game."""
FEW: Final = 3
"""So many places stand below each other, more of them in two columns."""
LEGENDS: Final = 240
"""Px for what the signs mean beside those."""
LEGEND: Final = 48
"""From one sign that is told to the next, in px."""


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
    canvas, spare = _grid(tiles, is_over=False)
    if spare is not None:
        _draw_standing(canvas, spare, tiles)
    else:
        _draw_strip(canvas, words, is_over=False)
    write_round(canvas, ROUND, RoundStrip(view, words, ridden))
    draw_left(canvas, LEFT, view, words)
    return png_of(inks.PALETTE.reduced(canvas.image))


def draw_count(view: View, names: Sequence[str], words: SheetWords, *, date: str = "") -> bytes:
    """Return every sheet with how its score came about, the best first, as PNG.

    Args:
        view: of a game that is over, or what it would count now.
        names: of the players, in the order of their seats.
        words: in the reader's language.
        date: when the game ended, in the reader's language; empty: not told.
    """
    tiles = _by_place(_tiles(view, names, words, ()))
    canvas, spare = _grid(tiles, is_over=True)
    if spare is None:
        _draw_strip(canvas, words, is_over=True)
    elif spare[2] - spare[0] > ROOMY:
        draw_tally(canvas, spare, tiles, tuple(_legend(words, is_over=True)))
    else:
        _draw_legend(canvas, (spare[0] + PAD, spare[1] + PAD), words, is_over=True)
    _draw_winner(canvas, (GAP, GAP, WIDE - GAP, GAP + HEAD), tiles, date)
    return png_of(inks.PALETTE.reduced(canvas.image))


def _tiles(
    view: View, names: Sequence[str], words: SheetWords, new: Sequence[Change]
) -> list[Tile]:
    """Return a tile for each player."""
    told = new or [Change()] * len(view.sheets)
    each = zip(view.sheets, drawable_names(names, words.player), told, strict=True)
    return [Tile(view, sheet, name, change, words) for sheet, name, change in each]


def _by_place(tiles: list[Tile]) -> list[Tile]:
    """Return tiles with their places, the best first; who are equal share a place."""
    placed = zip(tiles, tiles[0].view.places, strict=True)
    return sorted((replace(tile, place=at) for tile, at in placed), key=lambda tile: tile.place)


def small_layout(map_id: str, columns: int) -> Layout:
    """Return the layout of a small sheet."""
    left, _, right, _ = extent(map_id)
    cell = int(((WIDE - GAP) / columns - GAP - SIDE - PAD) / (right - left))
    return laid_out(map_id, min(cell, 31), box=SMALL_BOX, label=0)


def _grid(tiles: list[Tile], *, is_over: bool) -> tuple[Canvas, Box | None]:
    """Return all tiles in rows below an empty head, and the free place beside a third."""
    view = tiles[0].view
    layout = small_layout(str(view.rules["map"]), columns_for(len(tiles)))
    is_special, boxes = bool(view.rules["special"]), _boxes(len(tiles), layout)
    key = ("sheets", layout, len(tiles), is_special, is_over)
    ground = partial(_ground, layout, len(tiles), is_special=is_special, is_over=is_over)
    canvas = Canvas(kept.fresh(key, ground))
    for box, tile in zip(boxes, tiles, strict=False):
        draw_tile(canvas, box, tile, layout)
    return canvas, boxes[len(tiles)] if len(boxes) > len(tiles) else None


def _boxes(players: int, layout: Layout) -> list[Box]:
    """Return the places of tiles, row by row, and one for all that is left of the last row."""
    columns = columns_for(players)
    rows, tall, top = -(-players // columns), tile_height(layout), HEAD + 2 * GAP
    wide, boxes = (WIDE - GAP) / columns, list[Box]()
    for n in range(rows * columns):
        row, column = divmod(n, columns)
        left, y = GAP + round(column * wide), top + row * (tall + GAP)
        boxes.append((left, y, left + round(wide - GAP), y + tall))
    spare = [(each[0], each[1], boxes[-1][2], each[3]) for each in boxes[players : players + 1]]
    return boxes[:players] + spare


def _ground(layout: Layout, players: int, *, is_special: bool, is_over: bool) -> Image.Image:
    """Return all sheets without anything on them."""
    boxes = _boxes(players, layout)
    foot = boxes[-1][3] + GAP + (STRIP + GAP if len(boxes) == players else 0)
    canvas = Canvas(Image.new("RGB", (WIDE, foot), theme.PAGE))
    if len(boxes) == players:
        canvas.card((GAP, foot - GAP - STRIP, WIDE - GAP, foot - GAP))
    if not is_over:
        canvas.card(ROUND, theme.INK)
        canvas.card(LEFT)
    for box in boxes[:players]:
        draw_tile_ground(canvas, box, layout, is_special=is_special)
    for box in boxes[players:]:
        canvas.card(box)
    return canvas.image


def _draw_standing(canvas: Canvas, box: Box, tiles: list[Tile]) -> None:
    """Draw the places of all where there is room, and what the signs mean."""
    x, y, is_roomy = box[0] + PAD, box[1] + PAD, box[2] - box[0] > ROOMY
    ranked = _by_place(tiles) if is_roomy else []
    if len(ranked) <= FEW:
        for tile in ranked:
            middle = y + TITLE // 2
            canvas.text((x, middle), str(tile.place), 30, ink=theme.SOFT_INK, anchor="lm")
            draw_heading(canvas, (x + 36, y, box[2] - PAD, y + TITLE), replace(tile, place=0))
            y += TITLE
        y += PAD * bool(ranked)
    else:
        _draw_places(canvas, (x, y, box[2] - LEGENDS, box[3] - PAD), ranked)
        x = box[2] - LEGENDS + PAD
    _draw_legend(canvas, (x, y), tiles[0].words, is_over=False)


def _draw_places(canvas: Canvas, box: Box, ranked: list[Tile]) -> None:
    """Draw the places of many in two columns, and at the end the scores.

    Places count empty stations, for which there is no room beside what was won so far.
    """
    left, top, right, bottom = box
    rows, wide = -(-len(ranked) // 2), (right - left) // 2
    tall = (bottom - top) // rows
    for n, tile in enumerate(ranked):
        x, y = left + n // rows * wide, top + n % rows * tall + tall // 2
        is_over, end = tile.view.result is not None, x + wide - 2 * PAD
        score = with_minus(tile.sheet.count.score) if is_over else ""
        canvas.text((x, y), str(tile.place), 30, ink=theme.SOFT_INK, anchor="lm")
        canvas.text((end, y), score, 36, weight=Weight.BOLD, anchor="rm")
        room = end - x - 36 - width(score, 36, Weight.BOLD) - PAD
        canvas.text((x + 36, y), tile.name, 30, weight=Weight.BOLD, anchor="lm", room=room)


def _draw_legend(canvas: Canvas, at: tuple[int, int], words: SheetWords, *, is_over: bool) -> None:
    """Draw what the signs mean, below each other."""
    x, y = at[0] + 24, at[1] + 24
    for n, (stamps, word) in enumerate(_legend(words, is_over=is_over)):
        canvas.layers(stamps, x, y + n * LEGEND)
        canvas.text((x + 34, y + n * LEGEND), word, 26, anchor="lm")


def _draw_strip(canvas: Canvas, words: SheetWords, *, is_over: bool) -> None:
    """Draw what the signs mean, beside each other at the foot of the picture."""
    y, wide = canvas.image.height - GAP - STRIP // 2, (WIDE - 2 * GAP) // 3
    for n, (stamps, word) in enumerate(_legend(words, is_over=is_over)):
        x = GAP + PAD + 24 + n * wide
        canvas.layers(stamps, x, y)
        canvas.text((x + 34, y), word, 26, anchor="lm", room=wide - 60)


def _legend(words: SheetWords, *, is_over: bool) -> Iterator[tuple[tuple[Stamp, ...], str]]:
    """Yield the signs with what each of them means."""
    if is_over:
        yield (glyphs.points_stamp(14, inks.BOX, theme.INK, is_first=True),), words.lines
    else:
        mark = glyphs.crossed_stamp(14, inks.BOX, theme.INK, theme.INK)
        yield (*glyphs.glow_stamps(14, 5), mark), words.changed
    number = "+" if is_over else "2"
    yield (glyphs.written_stamp(14, inks.FILLED, number, UNIT),), words.transfers
    half, rim = (14, theme.INK) if is_over else (9, theme.SOFT_INK)
    yield (glyphs.filled_stamp(half, inks.BOX, rim),), words.empty


def _draw_winner(canvas: Canvas, box: Box, tiles: list[Tile], date: str) -> None:
    """Draw who has won, what the score is made of or what decided, and when that was."""
    best, words = tiles[0], tiles[0].words
    count = best.sheet.count
    won = f"{words.lines} {count.lines}", f"{words.transfers} +{count.transfers}"
    parts: tuple[str, ...] = (*won, f"{words.empty} \N{MINUS SIGN}{count.minus}")
    result = best.view.result
    if result is not None and result.won_by is WonBy.EMPTY:
        parts = (f"{words.fewest}: {count.empty}",)
    names = ", ".join(tile.name for tile in tiles if tile.place == 1)
    word = words.over if best.view.is_alone else words.winner
    small = "  ·  ".join(filter(None, (word, *parts, date)))
    draw_banner(canvas, box, 26, BannerPlayer(f"{with_minus(count.score)}  {names}", small))
