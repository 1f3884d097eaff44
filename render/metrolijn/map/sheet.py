"""One sheet: the ground with a player's marks on it."""

from dataclasses import dataclass, replace
from typing import Final

from PIL import Image

from metrobot.games.metrolijn.board import Line, Station
from metrobot.games.metrolijn.view import SheetView, View
from render import theme
from render.canvas import Canvas
from render.metrolijn import glyphs, inks
from render.metrolijn.intent import Intent
from render.metrolijn.labels.map_text import draw_few
from render.metrolijn.layout import Layout
from render.metrolijn.map.ground import (
    WINDOW,
    draw_lit,
    draw_names,
    draw_station,
    kept_ground,
    window_at,
)
from render.text.lettering import Weight

NOTHING = Intent((), frozenset(), ())
VALUE: Final = 0.43
"""Size of the letters of a value in a window, in cells."""


@dataclass(frozen=True, slots=True)
class Emphasis:
    """The parts of a sheet that stand out.

    Attributes:
        intent: the marks of a draft.
        lit: lines lit end to end, the others dimmed; none: all as they are.
        changed: stations marked in the last round.
        named: stations whose names are written if the ground has none.
        is_special: whether stations have stars (ML §9).
    """

    intent: Intent = NOTHING
    lit: tuple[Line, ...] = ()
    changed: frozenset[Station] = frozenset()
    named: frozenset[Station] = frozenset()
    is_special: bool = False


def draw_map(view: View, sheet: SheetView, layout: Layout, look: Emphasis) -> Image.Image:
    """Draw a sheet without its panel, in full colour."""
    is_special = bool(view.rules["special"])
    ground = kept_ground(layout, is_special=is_special, is_dim=bool(look.lit))
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
    _draw_names(canvas, layout, look)
    for ix in range(len(layout.map.lines)):
        _draw_values(canvas, layout, sheet, Line(ix), look)
    draw_few(canvas, layout, look.named, frozenset(look.lit))


def _draw_names(canvas: Canvas, layout: Layout, look: Emphasis) -> None:
    """Write names again over the parts drawn since."""
    if not layout.is_named:
        return
    fresh = look.intent.marked
    if look.changed:
        fresh = frozenset(map(Station, range(len(layout.map.stations))))
    if look.lit:
        served = {s for line in look.lit for s in layout.map.lines[line].stations}
        fresh = look.intent.marked | served
        others = frozenset(map(Station, range(len(layout.map.stations)))) - fresh
        draw_names(canvas, layout, others, inks.GONE)
    draw_names(canvas, layout, fresh, theme.INK)


def _draw_marks(canvas: Canvas, layout: Layout, sheet: SheetView, look: Emphasis) -> None:
    """Draw crosses and numbers, those of the last round and those of a draft apart."""
    would = look.intent.marked
    # Sets are sorted everywhere here, so that the same sheet gives the same picture.
    new = sorted(look.changed - would)
    for stamp in glyphs.contour_stamps(layout.half):
        for station in new:
            canvas.stamp(stamp, *layout.at(layout.map.stations[station].at))
    for station in new:
        draw_station(canvas, layout, station, is_special=look.is_special)
    for station in sorted(sheet.crossed - would):
        _draw_cross(canvas, layout, station, look)
    for station, number in sheet.numbers:
        if station not in would:
            _draw_number(canvas, layout, station, number, _mark_ink(layout, station, look))
    for station in sorted(would):
        canvas.stamp(glyphs.would_stamp(layout.half), *layout.at(layout.map.stations[station].at))
    for station in sorted(look.intent.crossed):
        stamp = glyphs.cross_stamp(layout.half, inks.WOULD, inks.WOULD_GROUND)
        canvas.stamp(stamp, *layout.at(layout.map.stations[station].at))
    for station, number in look.intent.numbers:
        _write(canvas, layout, station, number, inks.WOULD)


def _draw_cross(canvas: Canvas, layout: Layout, station: Station, look: Emphasis) -> None:
    at, ink = layout.at(layout.map.stations[station].at), _mark_ink(layout, station, look)
    half = layout.half if ink == theme.INK else layout.paled.half
    canvas.stamp(glyphs.cross_stamp(half, ink), *at)


def _mark_ink(layout: Layout, station: Station, look: Emphasis) -> theme.Colour:
    """Return dark ink for stations of lit lines, else a quiet one."""
    lines = (layout.map.lines[line] for line in look.lit)
    is_off = bool(look.lit) and not any(station in line.stations for line in lines)
    return inks.GONE if is_off else theme.INK


def _draw_number(
    canvas: Canvas, layout: Layout, station: Station, number: int, ink: theme.Colour
) -> None:
    is_dim = ink != theme.INK
    draw_station(canvas, layout, station, is_special=False, is_dim=is_dim, ground=inks.FILLED)
    _write(canvas, layout, station, number, ink)


def _write(
    canvas: Canvas, layout: Layout, station: Station, number: int, ink: theme.Colour
) -> None:
    half = layout.paled.half if ink == inks.GONE else layout.half
    at, size = layout.at(layout.map.stations[station].at), max(round(half * 1.5), layout.label)
    canvas.text(at, str(number), size, ink=ink, weight=Weight.BOLD, anchor="mm")


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
