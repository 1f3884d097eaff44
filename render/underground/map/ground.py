"""The ground of the map: the Thames, the empty spaces and the stations.

Parts of the map are put together from tiles of half a pitch in the palette's colours. Most
tiles are equal or empty, so that they take a fifth of the memory of the whole map.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import groupby, product
from typing import Final

from PIL import Image, ImageDraw

from metrobot.games.underground.board import LINKS, STATIONS, Link, Station
from render import theme
from render.bends import curve
from render.boxes import Box, meet, moved
from render.canvas import Canvas
from render.signs import is_noting
from render.stamps import Stamp
from render.underground import inks
from render.underground.glyphs import station_stamp
from render.underground.grid import SCALES, WHOLE, Grid, Spot, legs
from render.underground.labels.printed import RADIUS
from render.underground.lines.tracks import spaces_stamp

Place = tuple[int, int]
"""Column and row of a tile."""
ACROSS, DOWN = (round(side * 2) + 2 for side in (WHOLE.right, WHOLE.bottom))
"""Columns and rows of tiles from the one at the map's first column and row, right and down."""
OUTSIDE: Final = 2
"""Columns and rows of tiles before that one."""

COURSE: Final = (
    *((-1.5, 9.9), (-0.4, 9.6), (0.7, 9.3), (1.35, 8.7), (1.8, 8.05), (2.5, 7.55), (3.3, 7.45)),
    *((4.1, 7.5), (4.5, 7.95), (4.85, 8.45), (5.5, 8.6), (6.3, 8.5), (7.2, 8.5), (7.9, 8.3)),
    *((8.3, 7.7), (9.0, 7.5), (9.6, 7.2), (10.2, 6.95), (10.8, 6.6), (11.5, 6.5), (12.2, 6.5)),
    *((12.6, 6.75), (12.6, 7.25), (12.95, 7.5), (13.4, 7.3), (13.55, 6.85), (13.95, 6.6)),
    *((14.3, 6.95), (14.7, 7.45), (15.5, 7.65), (16.5, 7.6), (17.5, 7.7)),
)
"""Columns and rows of the course, downstream.

It flows past Heathrow, between Hounslow and Richmond, around Kew, south of Hammersmith, north of
Putney, between Pimlico and Vauxhall, between Westminster and Waterloo, between Bank and London
Bridge, around the Isle of Dogs, north of Greenwich.
"""
RIVER_WIDTH: Final = 0.3
"""Width of the river, in pitches."""
NAME: Final = (15.2, 8.05)
"""Column and row of the middle of its name, south of its last stretch."""
OVERSAMPLE: Final = 2
BLOCK: Final = (8, 6)
"""Columns and rows of tiles that are drawn at once."""
BLOCKS: Final = (*product(range(-OUTSIDE, ACROSS, BLOCK[0]), range(-OUTSIDE, DOWN, BLOCK[1])),)
"""First tile of each block."""
BEYOND: Final = 20
"""Px by which a part's ground reaches over its edges, so that no corner is visible."""
BANKS: Final = 3
"""Shades between the map and the river, for smooth edges."""
_OPAQUE: Final = 255
_ALL: Final = range(_OPAQUE + 1)


def river_mask(grid: Grid, size: tuple[int, int]) -> Image.Image:
    """Return the river's cover of each px of a picture of this size."""
    scale = OVERSAMPLE
    large = Image.new("L", (size[0] * scale, size[1] * scale), 0)
    draw, pitch = ImageDraw.Draw(large), grid.pitch * scale
    left, top = grid.left * scale, grid.top * scale
    # Steps take a sixth of a pitch, and half the river's width as much: half a pitch holds both.
    off = pitch / 2
    wide, tall = (side + off for side in large.size)

    def is_near(pair: Sequence[Spot]) -> bool:
        (x, y), _ = pair
        return -off < x < wide and -off < y < tall

    sides = [[(left + x * pitch, top + y * pitch) for x, y in pair] for pair in banks()]
    # Most blocks of tiles have little of the river.
    for is_seen, part in groupby(sides, is_near):
        if is_seen:
            one, other = zip(*part, strict=True)
            draw.polygon([*one, *reversed(other)], fill=255)
    return large.reduce(scale) if large.getbbox() else Image.new("L", size)


@cache
def banks() -> tuple[tuple[Spot, Spot], ...]:
    """Return the river's two banks, spot by spot, in columns and rows."""
    way, half, pairs = course(), RIVER_WIDTH / 2, list[tuple[Spot, Spot]]()
    for previous, (x, y), following in zip((way[0], *way), way, (*way[1:], way[-1]), strict=False):
        along, down = following[0] - previous[0], following[1] - previous[1]
        share = half / math.hypot(along, down)
        across = -down * share, along * share
        pairs.append(((x + across[0], y + across[1]), (x - across[0], y - across[1])))
    return tuple(pairs)


@cache
def course() -> tuple[Spot, ...]:
    """Return the course as a smooth path through all its spots."""
    spots = [complex(*spot) for spot in COURSE]
    around = zip(spots[:1] + spots, spots, spots[1:], spots[2:] + spots[-1:], strict=False)
    way = [z for o, a, b, c in around for z in curve(a, b - o, b, c - a)[:-1]]
    return tuple((z.real, z.imag) for z in (*way, spots[-1]))


def board_ground(grid: Grid, size: tuple[int, int], box: Box) -> Image.Image:
    """Return a fresh ground of the whole board.

    Args:
        grid: the transform.
        size: size of the whole picture, in px.
        box: box of the map, at the top of the picture.
    """
    # A kept ground has no signs, so it is drawn anew while signs are noted.
    if is_noting():
        return inks.PALETTE.rendered(draw_ground(grid, size, box))
    # Boards differ only in the height of their panels, so the part with the map is kept.
    whole = Image.new("RGB", size, theme.PAGE)
    whole.paste(_upper_ground(grid, (size[0], box[3]), box), (0, 0))
    return whole


# There is only one, so it is kept in full colour: a copy takes a sixth of the time.
@lru_cache(maxsize=1)
def _upper_ground(grid: Grid, size: tuple[int, int], box: Box) -> Image.Image:
    """Return the part of a board's ground with the map; do not draw on it."""
    return inks.PALETTE.rendered(draw_ground(grid, size, box))


def part_ground(grid: Grid, part: tuple[int, int], size: tuple[int, int]) -> Image.Image:
    """Return a fresh ground of a part of the map.

    Args:
        grid: the transform.
        part: size of the map, from the picture's top left corner, in px.
        size: size of the whole picture, in px.
    """
    if is_noting():
        box = (-BEYOND, -BEYOND, part[0] + BEYOND, part[1])
        return inks.PALETTE.rendered(draw_ground(grid, size, box))
    fresh, half = inks.PALETTE.sheet(size, inks.MAP), grid.pitch // 2
    left, top = grid.left - half // 2, grid.top - half // 2
    # Only the blocks in sight are drawn: a process's first picture has a few of them.
    for first in BLOCKS:
        x, y = left + first[0] * half, top + first[1] * half
        is_seen = -BLOCK[0] * half < x < part[0] and -BLOCK[1] * half < y < part[1]
        for (column, row), tile in tiles(grid.pitch, first).items() if is_seen else ():
            top_left = x + column * half, y + row * half
            if -half < top_left[0] < part[0] and -half < top_left[1] < part[1]:
                fresh.paste(tile, top_left)
    return fresh.convert("RGB")


# Drawn in 1 to 3 ms, once for each scale while a process runs (docs/decisions/fast-pictures.md).
@lru_cache(maxsize=len(SCALES) * len(BLOCKS))
def tiles(pitch: int, first: Place) -> Mapping[Place, Image.Image]:
    """Return a block of the map's ground in tiles; empty ones are left out, equal ones are one.

    Args:
        pitch: px of a pitch, one of the scales.
        first: the block's first tile, from which the others are counted.
    """
    half, cut_tiles = pitch // 2, dict[Place, Image.Image]()
    unique = dict[bytes, Image.Image]()
    grid = Grid(pitch, half // 2 - first[0] * half, half // 2 - first[1] * half)
    block = _draw_block(grid, (BLOCK[0] * half, BLOCK[1] * half))
    for column, row in product(range(BLOCK[0]), range(BLOCK[1])):
        x, y = column * half, row * half
        tile = block.crop((x, y, x + half, y + half))
        colours = tile.tobytes()
        # A tile of one colour is empty map, which the sheet already has.
        if colours != colours[:1] * len(colours):
            cut_tiles[column, row] = unique.setdefault(colours, tile)
    return cut_tiles


def _draw_block(grid: Grid, size: tuple[int, int]) -> Image.Image:
    """Draw a part of the map's ground in the palette's colours.

    It differs from that of `draw_ground` only at the river's edges.
    """
    # All spaces have one colour, so one channel is enough: a quarter of memory and time.
    cover = Image.new("L", size, 0)
    for link in grid.links(size):
        (x, y), stamp = grid.middle(link), _spaces(grid, link)
        for box, mask in stamp.cover.parts:
            target = moved(box, x + stamp.left, y + stamp.top)
            if meet(target, (0, 0, *size)):
                cover.paste(_OPAQUE, target, mask)
    river = river_mask(grid, size)
    ground = cover.point(_numbers(0))
    wet = river.getbbox()
    for step in range(1, BANKS + 1) if wet else ():
        least = (step - 0.5) * _OPAQUE / BANKS
        within = river.crop(wet).point([_OPAQUE * (value >= least) for value in _ALL])
        ground.paste(cover.crop(wet).point(_numbers(step)), wet, within)
    ground.putpalette(inks.PALETTE.flat)
    for station in map(Station, range(len(STATIONS))):
        if grid.shows(station, size):
            _station(ground, grid, station)
    return ground


@cache
def _numbers(step: int) -> bytes:
    """Return the colour numbers for each cover of a space, `step` shades into the river."""
    ramp = Image.frombytes("L", (_OPAQUE + 1, 1), bytes(_ALL))
    colours = Image.new("RGB", ramp.size, theme.blend(inks.THAMES, inks.MAP, step / BANKS))
    colours.paste(inks.SPACE_EDGE, (0, 0, *ramp.size), ramp)
    return inks.PALETTE.reduced(colours).tobytes()


def _station(ground: Image.Image, grid: Grid, station: Station) -> None:
    stamp = station_stamp(STATIONS[station].kind, grid.part(RADIUS))
    x, y = grid.at(station)
    left, top = x + stamp.left, y + stamp.top
    box = (left, top, left + stamp.size[0], top + stamp.size[1])
    if not meet(box, (0, 0, *ground.size)):
        return
    part = Canvas(ground.crop(box).convert("RGB"))
    part.stamp(stamp, -stamp.left, -stamp.top)
    ground.paste(inks.PALETTE.reduced(part.image), box)


def draw_ground(grid: Grid, size: tuple[int, int], box: Box) -> Image.Image:
    """Draw the ground of a picture.

    Args:
        grid: the transform.
        size: size of the whole picture, in px.
        box: box of the map.
    """
    canvas = Canvas(Image.new("RGB", size, theme.PAGE))
    canvas.card(box, inks.MAP)
    _draw_river(canvas, grid, box)
    for link in grid.links(size):
        canvas.stamp(_spaces(grid, link), *grid.middle(link))
    for station in map(Station, range(len(STATIONS))):
        if grid.shows(station, size):
            stamp = station_stamp(STATIONS[station].kind, grid.part(RADIUS))
            canvas.stamp(stamp, *grid.at(station))
    return canvas.image


def _draw_river(canvas: Canvas, grid: Grid, box: Box) -> None:
    left, top = max(0, box[0]), max(0, box[1])
    right, bottom = min(canvas.image.width, box[2]), min(canvas.image.height, box[3])
    within = replace(grid, left=grid.left - left, top=grid.top - top)
    mask = river_mask(within, (right - left, bottom - top))
    canvas.image.paste(inks.THAMES, (left, top, right, bottom), mask)


def _spaces(grid: Grid, link: Link) -> Stamp:
    return spaces_stamp(legs(link), 0, LINKS[link].spaces, grid.pitch)
