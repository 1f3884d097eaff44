"""What a line is worth and what is left of it, row by row."""

from dataclasses import dataclass
from typing import Final

from metrobot.games.metrolijn.board import Line
from metrobot.games.metrolijn.lines import line_state
from metrobot.games.metrolijn.view import SheetView, View
from render import theme
from render.canvas import Box, Canvas
from render.lettering import Weight, width
from render.metrolijn import inks
from render.metrolijn.glyphs import (
    badge_stamp,
    filled_stamp,
    points_stamp,
    ring_around_stamp,
    strike_stamp,
    window_stamp,
)
from render.metrolijn.intent import Intent

NAME: Final = 2.5
"""Room that a line's name needs at least to be written in part, in letters."""
POINTS: Final = 0.19
"""From the middle of points to their edge, in heights of a row."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """Whose lines are told, and where they are drawn.

    Attributes:
        canvas: to draw on.
        view: what is shown.
        sheet: whose.
        intent: what a draft would do.
    """

    canvas: Canvas
    view: View
    sheet: SheetView
    intent: Intent


def draw_row(ledger: Ledger, box: Box, line: Line) -> None:
    """Draw a line: letter, name and both points, below it windows and empty stations left."""
    canvas, height = ledger.canvas, box[3] - box[1]
    site = ledger.view.map.lines[line]
    upper, lower = box[1] + round(height * 0.29), box[1] + round(height * 0.74)
    side, left, right = round(height * 0.2), box[0] + 12, box[2] - 12
    canvas.card(box, radius=10)
    draw_badge(canvas, (left + side, upper), site.letter, site.colour, side)
    end = draw_points(ledger, (right, upper), line, round(height * POINTS)) - 8
    size, x = round(height * 0.22), left + 2 * side + 10
    if end - x >= min(NAME * size, width(site.name, size, Weight.SEMIBOLD)):
        canvas.text((x, upper), site.name, size, anchor="lm", room=end - x)
    _draw_windows(ledger, (left, lower), line, round(height * 0.16))
    _draw_left(ledger, (right, lower), line, height)


def draw_badge(canvas: Canvas, at: tuple[int, int], letter: str, code: str, half: int) -> None:
    """Draw a line's letter on its colour, in the shape of a wagon."""
    canvas.stamp(badge_stamp(half, inks.LINES[code], theme.INK), *at)
    ink = inks.LINE_INKS[code]
    canvas.text(at, letter, round(half * 1.3), ink=ink, weight=Weight.BOLD, anchor="mm")


def _draw_windows(ledger: Ledger, at: tuple[int, int], line: Line, half: int) -> None:
    """Draw the windows with their values, from the left end."""
    (x, y), canvas = at, ledger.canvas
    values = ledger.sheet.windows[line]
    done = len(values) - ledger.intent.lines.count(line)
    for n in range(ledger.view.map.lines[line].windows):
        x += half
        is_planned = done <= n < len(values)
        ground = inks.WOULD_GROUND if is_planned else inks.FILLED if n < done else inks.BOX
        ink = inks.WOULD if is_planned else theme.INK
        canvas.stamp(window_stamp(half, ground, ink, is_dashed=is_planned), x, y)
        if n < len(values):
            size = round(half * 1.4)
            canvas.text((x, y), values[n], size, ink=ink, weight=Weight.BOLD, anchor="mm")
        x += half + 4


def _draw_left(ledger: Ledger, at: tuple[int, int], line: Line, height: int) -> None:
    """Draw how many stations are empty, from the right end."""
    (x, y), canvas = at, ledger.canvas
    left = len(line_state(ledger.view, ledger.sheet.seat, line).empty)
    size, half = round(height * 0.28), round(height * 0.13)
    ink = theme.INK if left else theme.GOOD
    canvas.text((x, y), str(left), size, ink=ink, weight=Weight.BOLD, anchor="rm")
    x -= round(size * 1.5) + half
    canvas.stamp(filled_stamp(half, inks.BOX, ink), x, y)


def draw_points(ledger: Ledger, at: tuple[int, int], line: Line, half: int) -> int:
    """Draw both points of a line, what is earned or gone, and return where they start.

    Earned points have a ring; those that cannot be had are struck out. Alone,
    there are no later points (ML §8).

    Args:
        ledger: whose points.
        at: the right end, in px, and the middle.
        line: the line.
        half: px from the middle of points to their edge.
    """
    view, canvas = ledger.view, ledger.canvas
    site, paid = view.map.lines[line], ledger.sheet.paid[line]
    pay = paid or view.offers[line]
    x, y = at[0] - half - 2, at[1]
    both = ((site.later_points, False), (site.first_points, True))
    for points, is_first in both[1:] if view.is_alone else both:
        is_gone = is_first != pay.is_first and (is_first or paid is not None)
        ink = inks.GONE if is_gone else theme.INK
        canvas.stamp(points_stamp(half, inks.BOX, ink, is_first=is_first), x, y)
        size = round(half * 1.1)
        canvas.text((x, y), str(points), size, ink=ink, weight=Weight.BOLD, anchor="mm")
        if is_gone:
            canvas.stamp(strike_stamp(half, theme.BAD), x, y)
        elif paid is not None:
            canvas.stamp(ring_around_stamp(round(half * 1.16), half * 0.2, theme.GOOD), x, y)
        x -= round(half * 2.35)
    return x + half
