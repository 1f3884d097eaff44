"""The standings of few players as a table: points, finished lines, stations that lines lack."""

from collections.abc import Sequence
from typing import Final

from metrobot.games.metrolijn.board import Line
from metrobot.games.metrolijn.line_state import LineState
from render import theme
from render.boxes import Box
from render.canvas import Canvas
from render.metrolijn.panels.person import NAME, PAD, Person, draw_badge, draw_minus, draw_swatch
from render.text.lettering import Weight, with_minus

HEAD: Final = 56
ROW: Final = 62
LAST: Final = 903
"""Px until the column of the last line."""
STEP: Final = 53
"""Px from one column to the next."""
POINTS: Final = 84
NEAR: Final = 2
"""Most stations that a line may lack to stand out as nearly finished."""


def table_height(people: int) -> int:
    """Return the height of the table, in px."""
    return HEAD + people * ROW + PAD // 2


def draw_table_ground(canvas: Canvas, box: Box, people: int) -> None:
    """Draw the table's card and the rules between its rows."""
    canvas.card(box)
    for n in range(people):
        y = box[1] + HEAD + n * ROW
        canvas.box((box[0] + PAD, y, box[2] - PAD, y + 2), theme.RULE)


def draw_table(canvas: Canvas, box: Box, people: Sequence[Person]) -> None:
    """Write the table on its ground: a row for each player, a column for each line."""
    for state in people[0].lines:
        x = box[0] + _column(people[0], state.line)
        draw_badge(canvas, (x, box[1] + HEAD // 2), people[0], state.line)
    for n, person in enumerate(people):
        top = box[1] + HEAD + n * ROW
        _draw_row(canvas, (box[0], top, box[2], top + ROW), person)


def _draw_row(canvas: Canvas, box: Box, person: Person) -> None:
    left, middle, right = box[0] + PAD, (box[1] + box[3]) // 2 + 1, box[2] - PAD
    draw_swatch(canvas, (left + 21, middle), 21, person)
    left += 60
    room = box[0] + _column(person, Line(0)) - STEP // 2 - left
    canvas.text((left, middle), person.name, NAME, weight=Weight.BOLD, anchor="lm", room=room)
    new = {ending.line for ending in person.new.endings}
    for state in person.lines:
        at = box[0] + _column(person, state.line), middle
        if state.is_finished:
            draw_badge(canvas, at, person, state.line, is_new=state.line in new)
        else:
            _write_left(canvas, at, state)
    score = with_minus(person.sheet.count.earned)
    canvas.text((right, middle), score, 42, weight=Weight.BOLD, anchor="rm")
    draw_minus(canvas, (right - POINTS, middle), person)


def _column(person: Person, line: Line) -> int:
    """Return the px until a line's column; fewer lines leave more room for names."""
    return LAST - (len(person.lines) - 1 - line) * STEP


def _write_left(canvas: Canvas, at: tuple[int, int], state: LineState) -> None:
    """Write the number of stations that a line lacks, bold if there are few."""
    is_near = len(state.empty) <= NEAR
    ink, weight = (theme.INK, Weight.BOLD) if is_near else (theme.SOFT_INK, Weight.SEMIBOLD)
    size = 34 if is_near else 26
    canvas.text(at, str(len(state.empty)), size, ink=ink, weight=weight, anchor="mm")
