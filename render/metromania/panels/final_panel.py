"""The panel of a game that was counted: places, the decision, the day, the trips."""

from dataclasses import dataclass
from typing import Final

from metrobot.games.metromania.result import Result
from render import theme
from render.boxes import Box
from render.canvas import disc_stamp
from render.metromania.grid import LETTERED
from render.metromania.panels.panel import BAR, Panel, by_player, draw_bars
from render.metromania.panels.trip_table import draw_trips, rows_of
from render.text.lettering import Weight, size_for, width, with_minus

LINE: Final = 1.32
"""Least distance between lines, in sizes of the smallest letters."""
MOST_LINE: Final = 2.4
"""Greatest distance between lines, in the same sizes."""
MOST_WORDS: Final = 1.4
"""Greatest size of those lines' letters, in the same sizes."""
GAIN_ROW: Final = 1.75
"""Least height of a row of the trips' table, in the same sizes."""
MOST_GAIN_ROW: Final = 2.6
"""Greatest height of such a row, in the same sizes."""
PLAYER_ROW: Final = 4.4
"""Greatest height of a player's row, in the same sizes."""
GAP: Final = 8


@dataclass(frozen=True, slots=True)
class FinalCount:
    """The outcome of a finished game, in words.

    Attributes:
        parts: for each player the parts of their points.
        decided: the reasons for the outcome, in short lines.
        day: the day of the end; empty if unknown.
    """

    parts: tuple[str, ...]
    decided: tuple[str, ...]
    day: str = ""


def draw_final_count(panel: Panel, ending: FinalCount, box: Box, *, is_wide: bool = False) -> None:
    """Draw everything below the banner.

    Args:
        panel: the panel.
        ending: the outcome.
        box: box to draw into.
        is_wide: whether the players stand beside the rest, not above it.
    """
    left, top, right, bottom = box
    middle = (left + right) // 2 + GAP if is_wide else left
    view, words = panel.view, (*ending.decided, *filter(None, (ending.day,)))
    lines, rows = panel.share(LINE * len(words) + 0.8), rows_of(view)
    least = GAP + lines + GAP + panel.share(GAIN_ROW * rows + 0.4)
    if is_wide:
        below = _people(panel, ending, (left, top, middle - GAP, bottom + GAP))
        # With few players the reasons fit below them, and the trips get the whole right half.
        if bottom - below >= lines:
            _decided(panel, words, (left, below, middle - GAP, bottom))
            draw_trips(panel.canvas, view, panel.captions, (middle, top, right, bottom), panel.unit)
            return
        below = top
    else:
        below = _people(panel, ending, (left, top, right, bottom - least))
    table = min(bottom - below - GAP - lines, panel.share(MOST_GAIN_ROW * rows + 0.4))
    trips = bottom - table
    draw_trips(panel.canvas, view, panel.captions, (middle, trips, right, bottom), panel.unit)
    _decided(panel, words, (middle, below, right, trips - GAP))


def _people(panel: Panel, ending: FinalCount, box: Box) -> int:
    """Draw the players in rows by their places; return the px where the next card begins."""
    left, top, right, bottom = box
    result, people = panel.view.result, by_player(panel.view)
    # Only boards of counted games have this panel.
    assert result is not None
    height = min((bottom - top) / len(people), panel.share(PLAYER_ROW) + GAP)
    for n, player in enumerate(result.order):
        row = (left, round(top + n * height), right, round(top + (n + 1) * height) - GAP)
        panel.canvas.card(row)
        seats = [company.seat for company in people[player]]
        draw_bars(panel.canvas, seats, (left, row[1], left + BAR, row[3]))
        _person(panel, result, player, ending.parts[player], row)
    return round(top + len(people) * height)


def _person(panel: Panel, result: Result, player: int, parts: str, box: Box) -> None:
    left, top, right, bottom = box
    canvas, unit = panel.canvas, panel.unit
    y = top + round((bottom - top) * 0.36)
    x, right = left + BAR + panel.pad // 2, right - panel.pad // 2
    place, radius = result.places[player], panel.share(LETTERED)
    ground, ink = (theme.WARNING, theme.INK) if place == 1 else (theme.GATE_END, theme.CARD)
    canvas.stamp(disc_stamp(radius, ground), x + radius, y)
    canvas.text((x + radius, y), str(place), unit, ink=ink, weight=Weight.BOLD, anchor="mm")
    said, large = with_minus(result.scores[player]), panel.share(1.3)
    canvas.text((right, y + 2), said, large, weight=Weight.BOLD, anchor="rm")
    start = x + 2 * radius + panel.share(0.4)
    room = right - width(said, large, Weight.BOLD) - panel.pad // 2 - start
    name = panel.names[player]
    size = size_for(name, panel.share(1.25), unit, Weight.BOLD, room)
    canvas.text((start, y), name, size, weight=Weight.BOLD, anchor="lm", room=room)
    at = x, bottom - panel.share(0.85)
    canvas.text(at, parts, unit, ink=theme.SOFT_INK, anchor="lm", room=right - x)


def _decided(panel: Panel, lines: tuple[str, ...], box: Box) -> None:
    left, top, right, bottom = box
    panel.canvas.card(box)
    room = right - left - 2 * panel.pad
    high = min((bottom - top - panel.share(0.8)) / len(lines), panel.unit * MOST_LINE)
    widest = max(width(words, panel.unit, Weight.BOLD) for words in lines)
    # All lines have one size: the widest must fit.
    size = min(round(high / LINE), panel.share(MOST_WORDS), panel.unit * room // widest)
    size = max(size, panel.unit)
    first = (top + bottom - high * (len(lines) - 1)) / 2
    for n, words in enumerate(lines):
        at = left + panel.pad, round(first + high * n)
        weight = Weight.BOLD if not n else Weight.SEMIBOLD
        panel.canvas.text(at, words, size, weight=weight, anchor="lm", room=room)
