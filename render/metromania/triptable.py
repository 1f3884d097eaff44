"""The table of the seven trips: their markers and, at the end, their points."""

from dataclasses import dataclass
from typing import Final

from metrobot.games.metromania.city import LETTERS, TRIP_SPOTS, Marker
from metrobot.games.metromania.result import TripResult
from metrobot.games.metromania.view import View
from render import theme
from render.canvas import Box, Canvas, disc_stamp
from render.lettering import Weight
from render.metromania.captions import Captions
from render.metromania.glyphs import (
    cross_stamp,
    glyph_drop,
    shape_stamp,
    tree_stamp,
    warning_stamp,
    waves_stamp,
)
from render.metromania.places import draw_marker, draw_owner

RADIUS: Final = 19
PAD: Final = 20
FIRST: Final = 166
"""From the left edge to the first marker of a trip."""
BEHIND: Final = 104
"""From a marker to what stands after its owner and its warning."""


@dataclass(frozen=True, slots=True)
class _Table:
    """The table and where its second markers stand.

    Attributes:
        canvas: to draw on.
        view: what is shown.
        captions: the words.
        left: px of the left edge.
        right: px of the right edge.
        apart: px between the two markers of a trip.
    """

    canvas: Canvas
    view: View
    captions: Captions
    left: int
    right: int
    apart: int


def draw_trips(canvas: Canvas, view: View, captions: Captions, box: Box) -> None:
    """Draw the table into a box."""
    left, top, right, bottom = box
    canvas.card(box)
    table = _Table(canvas, view, captions, left, right, 190 if view.result is None else 60)
    height = (bottom - top - 8) / 7
    for n in range(7):
        y = round(top + 4 + height * (n + 0.5))
        if n:
            line = y - round(height / 2)
            canvas.box((left + PAD, line, right - PAD, line + 2), theme.QUIET_CARD)
        _row(table, n, y)


def _row(table: _Table, n: int, y: int) -> None:
    """Draw one trip."""
    canvas, left = table.canvas, table.left
    canvas.text((left + PAD, y + 1), table.captions.days[n], 27, anchor="lm", room=80)
    x = left + FIRST
    if table.view.result is None:
        canvas.box((x + BEHIND, y - 2, x + table.apart - 34, y + 2), theme.RULE)
    if n < len(LETTERS):
        letter, at = LETTERS[n], (left + 112, y + 1)
        canvas.text(at, letter, 32, weight=Weight.BOLD, anchor="mm")
        for ix, spot in enumerate(TRIP_SPOTS[letter]):
            _marker(table, Marker(letter, spot), x + ix * table.apart, y)
    else:
        draw_park(canvas, (x, y), 21)
        draw_lake(canvas, (x + table.apart, y), 21)
    if table.view.result is not None:
        _score(table, table.view.result.trips[n], y)


def _marker(table: _Table, marker: Marker, x: int, y: int) -> None:
    """Draw a marker: full once placed, an outline before, known ones in their colour."""
    canvas, view = table.canvas, table.view
    placed = next((p for p in view.placed if p.marker == marker), None)
    holder = next((c.seat for c in view.companies if marker in (c.hand or ())), None)
    owner = holder if placed is None else placed.company
    if placed is None:
        draw_unplaced(canvas, (x, y), marker, owner, RADIUS)
    else:
        draw_marker(canvas, (x, y), marker, placed.company, RADIUS)
    if owner is not None and view.result is None:
        draw_owner(canvas, (x + 42, y), owner, table.captions, 14)
    if placed is not None and not placed.is_served:
        right = x + 78 if view.result is None else x + 20
        up = y if view.result is None else y - 14
        canvas.stamp(warning_stamp(17 if view.result is None else 12), right, up + 3)


def draw_unplaced(
    canvas: Canvas, at: tuple[int, int], marker: Marker, owner: int | None, radius: int
) -> None:
    """Draw a marker that nobody has placed yet, grey where its holder is unknown."""
    ink = theme.FAINT_INK if owner is None else theme.COMPANIES[owner]
    width = max(2, round(radius * (0.14 if owner is None else 0.2)))
    canvas.stamp(shape_stamp(marker.spot, radius - width, theme.CARD, ink, width), *at)
    below = at[0], at[1] + round(radius * glyph_drop(marker.spot))
    canvas.text(below, marker.spot.value, round(radius * 1.1), ink=ink, anchor="mm")


def draw_park(canvas: Canvas, at: tuple[int, int], radius: int) -> None:
    """Draw the sign of the park."""
    canvas.stamp(disc_stamp(radius, theme.PARK), *at)
    canvas.stamp(tree_stamp(radius * 1.1), *at)


def draw_lake(canvas: Canvas, at: tuple[int, int], radius: int) -> None:
    """Draw the sign of the lake."""
    canvas.stamp(disc_stamp(radius, theme.LAKE), *at)
    canvas.stamp(waves_stamp(radius * 1.1), *at)


def _score(table: _Table, trip: TripResult, y: int) -> None:
    """Write the minutes of a trip and, in a column each, who gains or loses by it."""
    canvas, seats = table.canvas, len(trip.points)
    column = 48
    left = table.right - PAD - column * seats
    if trip.minutes is None:
        canvas.stamp(cross_stamp(13, theme.BAD), left - 44, y)
    else:
        words = f"{trip.minutes} {table.captions.minutes}"
        canvas.text((left - 6, y + 1), words, 22, ink=theme.SOFT_INK, anchor="rm")
    for seat, points in enumerate(trip.points):
        at = left + column * seat + column // 2, y
        draw_gain(canvas, at, seat, points)


def draw_gain(
    canvas: Canvas, at: tuple[int, int], seat: int, points: int, *, radius: int = 21
) -> None:
    """Draw what a trip is worth to a company, or a dot for nothing."""
    if not points:
        canvas.stamp(disc_stamp(4, theme.RULE), *at)
        return
    canvas.stamp(disc_stamp(radius, theme.COMPANIES[seat]), *at)
    words = f"+{points}" if points > 0 else f"−{-points}"
    ink, below = theme.COMPANY_INKS[seat], (at[0], at[1] + 1)
    canvas.text(below, words, round(radius * 1.05), ink=ink, weight=Weight.BOLD, anchor="mm")
