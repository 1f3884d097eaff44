"""Names of stations beside their discs, at the data's places."""

from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from metrobot.games.underground.board import STATIONS, Station
from render import theme
from render.boxes import Box, anchored
from render.canvas import Canvas
from render.masks import whole
from render.signs import Role, Sign
from render.stamps import Stamp, kept
from render.text.lettering import Weight, font
from render.underground import inks
from render.underground.glyphs import reach
from render.underground.grid import Grid
from render.underground.lines.order import directions
from render.underground.lines.tracks import widest

RADIUS: Final = 0.135
"""Radius of a regular station, in pitches."""
SIZE: Final = 0.156
"""Size of the letters, in pitches."""
LINE: Final = 1.06
"""Distance between lines of a name, in sizes."""
SQUEEZE: Final = 0.84
"""Width of the letters, in widths of the typeface's own."""
DRAWN: Final = 2
"""Scale at which letters are drawn before they are squeezed."""
EDGE: Final = 5
"""Px of the soft edge around a name."""
SIDES: Final = {"N": (0, -1), "S": (0, 1), "E": (1, 0), "W": (-1, 0)}
CAP: Final = 0.73
"""Height of a capital, in sizes."""


@cache
def toward(station: Station) -> tuple[int, int]:
    """Return the side of a station on which its name stands, -1, 0 or 1 across and down."""
    ways = [SIDES[letter] for letter in STATIONS[station].label_side]
    return sum(x for x, _ in ways), sum(y for _, y in ways)


@lru_cache(maxsize=1024)
def line_width(text: str, size: int) -> int:
    """Return the width of a squeezed line, in px."""
    length = font(size * DRAWN, Weight.SEMIBOLD).getlength(text)
    return round(length / DRAWN * SQUEEZE)


@lru_cache(maxsize=512)
def label_box(grid: Grid, station: Station) -> Box:
    """Return the box of a station's name, in px."""
    site, size = STATIONS[station], grid.part(SIZE)
    wide = max(line_width(line, size) for line in site.label_lines)
    tall = round(size * (LINE * (len(site.label_lines) - 1) + CAP))
    across, down = toward(station)
    edge = reach(site.kind, grid.part(RADIUS))
    gap = 0.045 * grid.pitch
    x, y = grid.at(station)
    x, y = x + grid.px(site.label_shift[0]), y + grid.px(site.label_shift[1])
    share = 0.62 if across and down else 1.0
    beside = (0.0, _reach(station, 0, across)) if not across else (0.0, 0.0)
    if across and down:
        # A name at a corner must clear the lanes that leave on its own two sides only.
        beside = _reach(station, 1, down), _reach(station, 0, across)
    x += round(across * (max(edge * share, beside[0] * grid.pitch) + gap))
    y += round(down * (max(edge * share, beside[1] * grid.pitch) + gap))
    return anchored((x, y), (across, down), (wide, tall))


def _reach(station: Station, axis: int, side: int) -> float:
    """Return the reach of the lanes of level or upright links to either side, in pitches.

    Args:
        station: the station at their end.
        axis: 0 for level links, 1 for upright ones.
        side: only links that leave to this side, -1 or 1; 0: to both.
    """
    links = (
        link
        for link, (octant, _) in directions(station)
        if (octant - 2 * axis) % 4 == 0 and (1 if octant == 2 * axis else -1) != -side
    )
    return max((widest(link) for link in links), default=0.0)


def draw_label(canvas: Canvas, grid: Grid, station: Station) -> None:
    """Write a station's name on the map, clear of what lies below."""
    left, top, _, _ = label_box(grid, station)
    lines, size, side = STATIONS[station].label_lines, grid.part(SIZE), toward(station)[0]
    canvas.stamp(label_stamp(lines, size, side, is_edge=True).inked(inks.MAP), left, top)
    canvas.stamp(label_stamp(lines, size, side).inked(theme.INK), left, top)


@kept
def label_stamp(lines: tuple[str, ...], size: int, side: int, *, is_edge: bool = False) -> Stamp:
    """Return a name, or its soft edge, anchored at its box's top left corner.

    Args:
        lines: lines of the name.
        size: size of the letters, in px.
        side: its side of the station: -1 flush right, 1 flush left, 0 centred.
        is_edge: whether only the soft edge is returned.
    """
    widths = [line_width(line, size) for line in lines]
    tall = round(size * (CAP + LINE * len(lines)))
    letters = Image.new("L", (max(widths) + 2 * EDGE, tall + 2 * EDGE), 0)
    for n, (line, wide) in enumerate(zip(lines, widths, strict=True)):
        left = (max(widths) - wide) * (1 - side) // 2
        _write(letters, line, size, (EDGE + left, EDGE + round(size * (CAP + LINE * n))))
    if is_edge:
        letters = letters.filter(ImageFilter.MaxFilter(5)).filter(ImageFilter.BoxBlur(1))
        return Stamp(theme.INK, whole(letters), -EDGE, -EDGE)
    covered = letters.getbbox() or (0, 0, 1, 1)
    box = (0, 0, max(widths), round(size * (CAP + LINE * (len(lines) - 1))))
    sign = Sign(Role.TEXT, box, " ".join(lines), size)
    left, top = covered[0] - EDGE, covered[1] - EDGE
    return Stamp(theme.INK, whole(letters.crop(covered)), left, top, (sign,))


def _write(letters: Image.Image, line: str, size: int, start: tuple[int, int]) -> None:
    """Write a squeezed line into a mask, with the left end of its baseline at a spot."""
    face = font(size * DRAWN, Weight.SEMIBOLD)
    left, top, right, bottom = (round(side) for side in face.getbbox(line, anchor="ls"))
    pad = 2 * DRAWN
    large = Image.new("L", (right - left + 2 * pad, bottom - top + 2 * pad), 0)
    ImageDraw.Draw(large).text((pad - left, pad - top), line, 255, face, anchor="ls")
    small = round(large.width * SQUEEZE / DRAWN), round(large.height / DRAWN)
    x = start[0] + round((left - pad) * SQUEEZE / DRAWN)
    y = start[1] + round((top - pad) / DRAWN)
    narrow = large.resize(small, Image.Resampling.BOX)
    letters.paste(255, (x, y, x + small[0], y + small[1]), narrow)
