"""One sheet: a map's tracks, empty stations, wagons and names, with a player's marks on it."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from PIL import Image

from metrobot.games.metrolijn.board import Line, Station, map_named
from metrobot.games.metrolijn.view import SheetView, View
from render import theme
from render.canvas import Canvas
from render.ground_cache import Grounds
from render.metrolijn import glyphs, inks
from render.metrolijn.glyphs import (
    arrow_stamp,
    box_stamp,
    lettered_stamp,
    wagon_stamp,
    window_stamp,
)
from render.metrolijn.labels.lit_names import placed_names
from render.metrolijn.labels.map_text import draw_letters, draw_names, few
from render.metrolijn.layout import PLATE, Layout, plate
from render.metrolijn.lines.tracks import ARROW, arrows, draw_tracks
from render.theme import Colour

MOST_BYTES: Final = 16_000_000
"""Bytes of all grounds together, enough for the sheets in use at one time."""
WINDOW: Final = 0.23
"""Distance from the middle of a window to its edge, in cells."""
kept: Final = Grounds(inks.PALETTE, MOST_BYTES)
"""Cache of the grounds of sheets."""
VALUE: Final = 0.48
"""Size of the letters of a value in a window, in cells."""


@dataclass(frozen=True, slots=True)
class Intent:
    """The marks that a draft would make; they are drawn so that nobody takes them for made.

    The view beside it already holds the marks; the intent says which of them are new.

    Attributes:
        lines: chosen lines, lit end to end; each as often as its windows would be filled.
        crossed: stations that would get a cross.
        numbers: stations that would get a transfer number, and the number.
    """

    lines: tuple[Line, ...]
    crossed: frozenset[Station]
    numbers: tuple[tuple[Station, int], ...]

    @property
    def marked(self) -> frozenset[Station]:
        """Stations that would be marked."""
        return self.crossed | {station for station, _ in self.numbers}


def draw_ground(
    canvas: Canvas, layout: Layout, *, is_special: bool, is_dim: bool = False, is_bare: bool = False
) -> None:
    """Draw a map without any marks.

    Args:
        canvas: to draw on.
        layout: layout of the sheet.
        is_special: whether stations have stars (ML §9).
        is_dim: whether all is in quiet colours, so that a line can be lit on it.
        is_bare: whether stations are left out, as they are drawn with their marks.
    """
    map_ = layout.map
    lines = frozenset(Line(ix) for ix in range(len(map_.lines)))
    draw_tracks(canvas, layout, sorted(lines), is_dim=is_dim)
    # On a dim ground only lit lines have letters, and `draw_lit` writes them.
    if not (layout.is_shared or is_dim):
        draw_letters(canvas, layout, lines)
    for station in range(0 if is_bare else len(map_.stations)):
        draw_station(canvas, layout, Station(station), is_special=is_special, is_dim=is_dim)
    for line in lines:
        if layout.is_shared:
            draw_plate(canvas, layout, line)
        else:
            draw_wagon(canvas, layout, line, is_dim=is_dim)
    if layout.is_named:
        draw_names(canvas, layout, placed_names(layout))


def draw_lit(canvas: Canvas, layout: Layout, line: Line, *, is_special: bool) -> None:
    """Draw one line bright, end to end, on a dim ground."""
    draw_tracks(canvas, layout, (line,), wide=1.25)
    draw_letters(canvas, layout, frozenset((line,)))
    for station in sorted(set(layout.map.lines[line].stations)):
        draw_station(canvas, layout, station, is_special=is_special)
    draw_wagon(canvas, layout, line)


def draw_station(
    canvas: Canvas,
    layout: Layout,
    station: Station,
    *,
    is_special: bool,
    is_dim: bool = False,
    ground: Colour = inks.BOX,
) -> None:
    """Draw one station with its termini's colours and star (ML §9); a dim one is small."""
    half = layout.paled.half if is_dim else layout.half
    site, rim = layout.map.stations[station], inks.GONE if is_dim else theme.INK
    ends = ends_at(layout.map_id, station, is_dim=is_dim)
    is_starred = is_special and site.is_special
    stamp = box_stamp(half, ends, rim, ground, is_special=is_starred)
    canvas.stamp(stamp, *layout.at(site.at))


# The size is the number of stations of the four whole maps.
@lru_cache(maxsize=600)
def ends_at(map_id: str, station: Station, *, is_dim: bool) -> tuple[Colour, ...]:
    """Return the colours of the lines that have their terminus here."""
    colours = inks.DIMMED if is_dim else inks.LINES
    lines = (line for line in map_named(map_id).lines if not line.is_ring)
    return tuple(colours[line.colour] for line in lines if line.stations[-1] == station)


def draw_wagon(canvas: Canvas, layout: Layout, line: Line, *, is_dim: bool = False) -> None:
    """Draw a line's wagon with its empty windows, and a ring's two arrows."""
    site = layout.map.lines[line]
    left, top, right, bottom = layout.wagon(site)
    colour = (inks.DIMMED if is_dim else inks.LINES)[site.colour]
    rim = inks.GONE if is_dim else theme.INK
    stamp = wagon_stamp(right - left, bottom - top, colour, rim)
    canvas.stamp(stamp, (left + right) // 2, (top + bottom) // 2)
    centre = left + layout.part(0.37), (top + bottom) // 2
    ink = theme.SOFT_INK if is_dim else inks.LINE_INKS[site.colour]
    canvas.letter(centre, site.letter, layout.part(0.52), ink)
    for n in range(site.windows):
        stamp = window_stamp(layout.part(WINDOW), inks.BOX, rim, is_dashed=False)
        canvas.stamp(stamp, *window_at(layout, line, n))
    for arrow in arrows(layout, line):
        canvas.stamp(arrow_stamp(layout.part(ARROW), arrow.way, rim), *arrow.centre)


def draw_plate(canvas: Canvas, layout: Layout, line: Line) -> None:
    """Draw a line's letter on its colour, in place of its wagon."""
    site = layout.map.lines[line]
    left, top, right, bottom = plate(layout.map, site)
    centre = layout.at(((left + right) / 2, (top + bottom) / 2))
    canvas.stamp(lettered_stamp(layout.part(PLATE), site.colour, site.letter), *centre)


def window_at(layout: Layout, line: Line, n: int) -> tuple[int, int]:
    """Return the px of the middle of a line's window, counted from 0."""
    site = layout.map.lines[line]
    _, top, right, bottom = layout.wagon(site)
    return right - layout.part(0.34 + 0.5 * (site.windows - 1 - n)), (top + bottom) // 2


NOTHING = Intent((), frozenset(), ())


@dataclass(frozen=True, slots=True)
class Emphasis:
    """The parts of a sheet that stand out.

    Attributes:
        intent: the marks of a draft.
        lit: lines lit end to end, the others dimmed; none: all as they are.
        changed: stations marked in the last round.
        named: stations whose names are written if the ground has none.
        is_special: whether stations have stars (ML §9).
        offered: stations to choose from, each with its number.
    """

    intent: Intent = NOTHING
    lit: tuple[Line, ...] = ()
    changed: frozenset[Station] = frozenset()
    named: frozenset[Station] = frozenset()
    is_special: bool = False
    offered: tuple[tuple[Station, int], ...] = ()


def draw_map(view: View, sheet: SheetView, layout: Layout, look: Emphasis) -> Image.Image:
    """Draw a sheet without its panel, in full colour."""
    is_special, is_dim = bool(view.rules["special"]), bool(look.lit)

    def drawn() -> Image.Image:
        canvas = Canvas(Image.new("RGB", layout.size, inks.MAP))
        draw_ground(canvas, layout, is_special=is_special, is_dim=is_dim)
        return canvas.image

    ground = kept.fresh((layout, is_special, is_dim), drawn)
    draw_marked(Canvas(ground), view, sheet, layout, look)
    return ground


def draw_marked(
    canvas: Canvas, view: View, sheet: SheetView, layout: Layout, look: Emphasis
) -> None:
    """Draw the marks of a sheet, whose ground is drawn already."""
    look = replace(look, is_special=bool(view.rules["special"]))
    # A draft may fill two windows of one line, which is lit once.
    for line in dict.fromkeys(look.lit):
        draw_lit(canvas, layout, line, is_special=look.is_special)
    _draw_marks(canvas, layout, sheet, look)
    for ix in range(len(layout.map.lines)):
        _draw_values(canvas, layout, sheet, Line(ix), look)
    if look.lit:
        draw_names(canvas, layout, few(layout, look.named, frozenset(look.lit)))


def _draw_marks(canvas: Canvas, layout: Layout, sheet: SheetView, look: Emphasis) -> None:
    """Draw crosses and numbers, those of the last round and those of a draft apart."""
    would = look.intent.marked
    # Sets are sorted everywhere here, so that the same sheet gives the same picture.
    new = sorted(look.changed - would)
    # All rims come before all papers, so that neighbours share one contour.
    for stamp in glyphs.contour_stamps(layout.half):
        for station in new:
            canvas.stamp(stamp, *layout.at(layout.map.stations[station].at))
    for station in new:
        draw_station(canvas, layout, station, is_special=look.is_special)
    for station in sorted(sheet.crossed - would):
        ink = _mark_ink(layout, station, look)
        half = layout.half if ink == theme.INK else layout.paled.half
        stamp = glyphs.cross_stamp(half, ink)
        canvas.stamp(stamp, *layout.at(layout.map.stations[station].at))
    for station, number in sheet.numbers:
        if station not in would:
            ink = _mark_ink(layout, station, look)
            pale, ground = ink != theme.INK, inks.FILLED
            draw_station(canvas, layout, station, is_special=False, is_dim=pale, ground=ground)
            _write(canvas, layout, station, number, ink)
    for station in sorted(would | {station for station, _ in look.offered}):
        canvas.stamp(glyphs.would_stamp(layout.half), *layout.at(layout.map.stations[station].at))
    for station in sorted(look.intent.crossed):
        stamp = glyphs.cross_stamp(layout.half, inks.WOULD, inks.WOULD_GROUND)
        canvas.stamp(stamp, *layout.at(layout.map.stations[station].at))
    for station, number in (*look.intent.numbers, *look.offered):
        _write(canvas, layout, station, number, inks.WOULD)


def _mark_ink(layout: Layout, station: Station, look: Emphasis) -> Colour:
    """Return dark ink for stations of lit lines, else a quiet one."""
    lines = (layout.map.lines[line] for line in look.lit)
    is_off = bool(look.lit) and not any(station in line.stations for line in lines)
    return inks.GONE if is_off else theme.INK


def _write(canvas: Canvas, layout: Layout, station: Station, number: int, ink: Colour) -> None:
    half = layout.paled.half if ink == inks.GONE else layout.half
    centre, size = layout.at(layout.map.stations[station].at), max(round(half * 1.5), layout.label)
    canvas.letter(centre, str(number), size, ink)


def _draw_values(
    canvas: Canvas, layout: Layout, sheet: SheetView, line: Line, look: Emphasis
) -> None:
    """Draw the filled windows of a line, those of a draft apart."""
    values, planned = sheet.windows[line], look.intent.lines.count(line)
    size, is_off = layout.part(VALUE), bool(look.lit) and line not in look.lit
    for n, value in enumerate(values):
        ink = theme.FAINT_INK if is_off else theme.INK
        looks = (inks.FILLED, ink, ink)
        if n >= len(values) - planned:
            looks = (inks.WOULD_GROUND, inks.WOULD, inks.WOULD)
        stamp = glyphs.value_stamp(layout.part(WINDOW), value, size, looks)
        canvas.stamp(stamp, *window_at(layout, line, n))
