"""A small sheet: whose it is, its points, the newest line as a strip, the map, lines done."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from metrobot.games.metrolijn.board import Line
from metrobot.games.metrolijn.summary import Change
from metrobot.games.metrolijn.view import SheetView, View
from render import theme
from render.canvas import Box, Canvas
from render.metrolijn import glyphs, inks
from render.metrolijn.captions import SheetWords
from render.metrolijn.ground import draw_ground
from render.metrolijn.inset import Inset
from render.metrolijn.layout import Layout
from render.metrolijn.sheet import Emphasis, draw_marked
from render.text import Weight, least_size, width, with_minus

WIDE: Final = 1200
"""Px of a picture of several sheets."""
UNIT: Final = least_size(WIDE)
"""The smallest letters."""
PAD: Final = 16
TITLE: Final = 62
STRIP: Final = 54
SIDE: Final = 78
"""Beside the map, for the lines that are finished."""
BADGE: Final = 17
"""From the middle of a line's letter to its edge."""
APART: Final = 38
"""From one letter to the next."""
BOX: Final = 14
"""From the middle of a station in the strip to its edge, at most."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One small sheet.

    Attributes:
        view: what is shown.
        sheet: whose sheet.
        name: whose, drawable.
        new: what is new on it.
        words: in the reader's language.
        place: of its owner, at the end; 0 before.
    """

    view: View
    sheet: SheetView
    name: str
    new: Change
    words: SheetWords
    place: int = 0


def tile_height(layout: Layout) -> int:
    """Return how tall a tile is, in px."""
    return TITLE + STRIP + layout.size[1]


def draw_tile(canvas: Canvas, box: Box, tile: Tile, layout: Layout) -> None:
    """Draw what stands on one small sheet, whose ground is there."""
    draw_heading(canvas, (box[0] + PAD, box[1], box[2] - PAD, box[1] + TITLE), tile)
    strip = (box[0] + PAD, box[1] + TITLE, box[2] - PAD, box[1] + TITLE + STRIP)
    (_draw_parts if tile.place else _draw_strip)(canvas, strip, tile)
    look = Emphasis(changed=tile.new.marked, is_small=True)
    draw_marked(_map_in(canvas, box, layout), tile.view, tile.sheet, layout, look)
    _draw_finished(canvas, (box[2] - SIDE, strip[3] + BADGE + 6), tile)


def draw_tile_ground(canvas: Canvas, box: Box, layout: Layout, *, is_special: bool) -> None:
    """Draw a small sheet on which nothing stands."""
    canvas.card(box, inks.MAP)
    draw_ground(_map_in(canvas, box, layout), layout, is_special=is_special)


def _map_in(canvas: Canvas, box: Box, layout: Layout) -> Canvas:
    """Return the part of a tile where its map lies."""
    room = box[2] - SIDE - box[0] - 8
    left = box[0] + 8 + (room - layout.size[0]) // 2
    return Inset(canvas.image, left, box[1] + TITLE + STRIP)


def draw_heading(canvas: Canvas, box: Box, tile: Tile) -> None:
    """Draw the place at the end, the name, what was won large, and what is lost small."""
    (left, top, right, bottom), count = box, tile.sheet.count
    middle, is_over = (top + bottom) // 2 + 2, tile.view.result is not None
    score = with_minus(count.score if is_over else count.earned)
    canvas.text((right, middle), score, 42, weight=Weight.BOLD, anchor="rm")
    right -= width(score, 42, Weight.BOLD) + 12
    if not is_over:
        minus = f"\N{MINUS SIGN}{count.minus}"
        canvas.text((right, middle + 4), minus, UNIT, ink=theme.SOFT_INK, anchor="rm")
        right -= width(minus, UNIT, Weight.SEMIBOLD) + 18
        canvas.stamp(glyphs.filled_stamp(8, inks.BOX, theme.SOFT_INK), right, middle + 4)
        right -= 20
    if tile.view.has_won(tile.sheet.seat):
        canvas.stamp(glyphs.medal_stamp(18), left + 18, middle)
        left += 44
    elif tile.place and not tile.view.is_alone:
        canvas.text((left, middle), f"{tile.place}", 30, ink=theme.SOFT_INK, anchor="lm")
        left += 32
    canvas.text((left, middle), tile.name, 30, weight=Weight.BOLD, anchor="lm", room=right - left)


def _draw_strip(canvas: Canvas, box: Box, tile: Tile) -> None:
    """Draw what is new: a line with its stations, or several lines and how many marks."""
    (left, top, right, bottom), new = box, tile.new
    middle = (top + bottom) // 2
    lines = [line for line, _ in new.windows]
    lines += _served(tile, lines)
    if len(lines) == 1:
        x = left + BADGE
        canvas.layers(glyphs.glow_stamps(BADGE, 5) if new.windows else (), x, middle)
        _badge(canvas, (x, middle), tile, lines[0])
        _draw_stations(canvas, (x + BADGE + 14, middle), tile, lines[0], right)
        return
    marks = f"\N{MULTIPLICATION SIGN}{len(new.marked)}"
    room = right - left - (60 + width(marks, 28, Weight.BOLD) if new.marked else 0)
    x = left
    for line in lines[: max(1, room // APART)]:
        _badge(canvas, (x + BADGE, middle), tile, line)
        x += APART
    if lines and new.marked:
        mark = glyphs.crossed_stamp(BOX, inks.BOX, theme.INK, theme.INK)
        canvas.layers((*glyphs.glow_stamps(BOX, 5), mark), x + 24, middle)
        canvas.text((x + 48, middle), marks, 28, weight=Weight.BOLD, anchor="lm")


def _served(tile: Tile, lines: Sequence[Line]) -> Iterator[Line]:
    """Yield lines for what free rides have marked beside some lines: those nearest their ends."""
    known = {station for line in lines for station in tile.view.map.lines[line].stations}
    for station in sorted(tile.new.marked - known):
        if station not in known:
            lines = tile.view.map.lines_at(station)
            stops = {line: set(tile.view.map.lines[line].stations) for line in lines}
            nearest = min(stops, key=lambda line: len(stops[line] - tile.sheet.marked))
            known.update(stops[nearest])
            yield nearest


def _draw_stations(canvas: Canvas, at: tuple[int, int], tile: Tile, line: Line, right: int) -> None:
    """Draw a line's stations in a row with their marks, the new ones in a glow."""
    (left, y), site = at, tile.view.map.lines[line]
    step = min(2 * BOX + 8, (right - left) // len(site.stations))
    half, numbers = min(BOX, step // 2 - 1), dict(tile.sheet.numbers)
    spots = {station: left + step // 2 + n * step for n, station in enumerate(site.stations)}
    canvas.box((left - 12, y - 3, max(spots.values()), y + 4), inks.LINES[site.colour])
    for stamp in glyphs.glow_stamps(half, 5):
        for station in tile.new.marked & set(spots):
            canvas.stamp(stamp, spots[station], y)
    for station, x in spots.items():
        stamp = glyphs.filled_stamp(half, inks.BOX, inks.GONE)
        if station in numbers:
            stamp = glyphs.written_stamp(half, inks.FILLED, str(numbers[station]), UNIT)
        elif station in tile.sheet.crossed:
            stamp = glyphs.crossed_stamp(half, inks.BOX, theme.INK, theme.INK)
        canvas.stamp(stamp, x, y)


def _draw_parts(canvas: Canvas, box: Box, tile: Tile) -> None:
    """Draw how the score comes about: lines, transfer numbers, empty stations."""
    count, y, x = tile.sheet.count, (box[1] + box[3]) // 2 - 4, box[0] + 18
    parts = (
        (glyphs.points_stamp(BOX, inks.BOX, theme.INK, is_first=True), "", str(count.lines)),
        (glyphs.filled_stamp(BOX, inks.FILLED, theme.INK), "+", f"+{count.transfers}"),
        (glyphs.filled_stamp(BOX, inks.BOX, theme.INK), "", f"\N{MINUS SIGN}{count.minus}"),
    )
    step = (box[2] - box[0]) // len(parts)
    for n, (stamp, sign, value) in enumerate(parts):
        at = x + n * step, y
        canvas.stamp(stamp, *at)
        canvas.text(at, sign, UNIT, weight=Weight.BOLD, anchor="mm")
        canvas.text((at[0] + 26, y), value, 28, weight=Weight.BOLD, anchor="lm")


def _draw_finished(canvas: Canvas, at: tuple[int, int], tile: Tile) -> None:
    """Draw the letters of the finished lines, two beside each other, new ones in a glow."""
    x, y = at
    new = {ending.line for ending in tile.new.endings}
    done = [Line(n) for n, pay in enumerate(tile.sheet.paid) if pay is not None]
    spots = [(x + 14 + n % 2 * APART, y + n // 2 * APART) for n in range(len(done))]
    for line, spot in zip(done, spots, strict=True):
        if line in new:
            canvas.layers(glyphs.glow_stamps(BADGE, 5), *spot)
    for line, spot in zip(done, spots, strict=True):
        _badge(canvas, spot, tile, line)


def _badge(canvas: Canvas, at: tuple[int, int], tile: Tile, line: Line) -> None:
    """Draw a line's letter on its colour."""
    site = tile.view.map.lines[line]
    canvas.stamp(glyphs.lettered_stamp(BADGE, site.colour, site.letter), *at)
