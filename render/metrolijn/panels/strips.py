"""A card for each player: lines finished or nearly so, and the newest marks as a strip."""

from collections.abc import Iterator, Sequence
from typing import Final

from metrobot.games.metrolijn.board import Line
from render import theme
from render.boxes import Box
from render.canvas import Canvas
from render.metrolijn import glyphs, inks
from render.metrolijn.panels.person import BADGE, PAD, UNIT, Person, draw_badge, draw_heading
from render.text.lettering import Weight, width

HEADING: Final = 54
STATE: Final = 42
STRIP: Final = 48
TALL: Final = HEADING + STATE + STRIP
"""Height of a card, in px."""
APART: Final = 42
"""Px from one letter to the next."""
NEAR: Final = 2
"""Most stations that a line may lack to count as nearly finished."""
BOX: Final = 14
"""Greatest distance from the middle of a station in the strip to its edge, in px."""


def draw_strips(canvas: Canvas, boxes: Sequence[Box], people: Sequence[Person]) -> None:
    """Draw each player's card, on grounds that are drawn already."""
    for (left, top, right, _), person in zip(boxes, people, strict=True):
        inner, outer = left + PAD, right - PAD
        draw_heading(canvas, (inner, top, outer, top + HEADING), person)
        _draw_lines(canvas, (inner, top + HEADING + STATE // 2 - 4), outer, person)
        _draw_strip(canvas, (inner, top + TALL - STRIP // 2 - 2), outer, person)


def _draw_lines(canvas: Canvas, at: tuple[int, int], right: int, person: Person) -> None:
    """Draw the letters of finished lines, then of nearly finished ones with their lacks."""
    (x, y), new = at, {ending.line for ending in person.new.endings}
    for state in person.lines:
        if state.is_finished:
            draw_badge(canvas, (x + BADGE, y), person, state.line, is_new=state.line in new)
            x += APART
    near = [state for state in person.lines if 0 < len(state.empty) <= NEAR]
    x += 14 * bool(x > at[0])
    for state in sorted(near, key=lambda each: len(each.empty)):
        # With many finished lines there is no room for those about to be.
        if x + 2 * APART > right:
            return
        draw_badge(canvas, (x + BADGE, y), person, state.line)
        canvas.stamp(glyphs.filled_stamp(8, inks.BOX, theme.INK), x + 2 * BADGE + 16, y)
        left = str(len(state.empty))
        canvas.text((x + 2 * BADGE + 30, y), left, 26, weight=Weight.BOLD, anchor="lm")
        x += 2 * BADGE + 62


def _draw_strip(canvas: Canvas, at: tuple[int, int], right: int, person: Person) -> None:
    """Draw the new marks: one line with its stations, or several lines and a count."""
    (left, middle), new = at, person.new
    lines = [line for line, _ in new.windows]
    lines += _served(person, lines)
    if len(lines) == 1:
        x = left + BADGE
        draw_badge(canvas, (x, middle), person, lines[0])
        _draw_stations(canvas, (x + BADGE + 14, middle), person, lines[0], right)
        return
    marks = f"\N{MULTIPLICATION SIGN}{len(new.marked)}"
    room = right - left - (60 + width(marks, 28, Weight.BOLD) if new.marked else 0)
    x = left
    for line in lines[: max(1, room // APART)]:
        draw_badge(canvas, (x + BADGE, middle), person, line)
        x += APART
    if lines and new.marked:
        mark = glyphs.crossed_stamp(BOX, inks.BOX, theme.INK, theme.INK)
        canvas.layers((*glyphs.contour_stamps(BOX), mark), x + 24, middle)
        canvas.text((x + 48, middle), marks, 28, weight=Weight.BOLD, anchor="lm")


def _served(person: Person, lines: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines nearest their ends that free rides marked, beside some lines."""
    map_ = person.view.map
    known = {station for line in lines for station in map_.lines[line].stations}
    for station in sorted(person.new.marked - known):
        if station not in known:
            stops = {line: set(map_.lines[line].stations) for line in map_.lines_at(station)}
            nearest = min(stops, key=lambda line: len(stops[line] - person.sheet.marked))
            known.update(stops[nearest])
            yield nearest


def _draw_stations(
    canvas: Canvas, at: tuple[int, int], person: Person, line: Line, right: int
) -> None:
    """Draw a line's stations in a row with their marks, new ones in a contour."""
    (left, y), site = at, person.view.map.lines[line]
    step = min(2 * BOX + 8, (right - left) // len(site.stations))
    half, numbers = min(BOX, step // 2 - 3), dict(person.sheet.numbers)
    spots = {station: left + step // 2 + n * step for n, station in enumerate(site.stations)}
    canvas.box((left - 12, y - 3, max(spots.values()), y + 4), inks.LINES[site.colour])
    for stamp in glyphs.contour_stamps(half):
        for station in person.new.marked & set(spots):
            canvas.stamp(stamp, spots[station], y)
    for station, x in spots.items():
        stamp = glyphs.filled_stamp(half, inks.BOX, inks.GONE)
        if station in numbers:
            stamp = glyphs.written_stamp(half, inks.FILLED, str(numbers[station]), UNIT)
        elif station in person.sheet.crossed:
            stamp = glyphs.crossed_stamp(half, inks.BOX, theme.INK, theme.INK)
        canvas.stamp(stamp, x, y)
