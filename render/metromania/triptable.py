"""The table of the seven trips: their markers and, at the end, their points."""

from typing import Final

from metrobot.games.metromania.city import LETTERS, TRIP_SPOTS, Ground, Marker
from metrobot.games.metromania.result import TripResult
from metrobot.games.metromania.view import View
from render import theme
from render.canvas import Canvas, disc_stamp
from render.lettering import Weight
from render.metromania.captions import Captions
from render.metromania.glyphs import glyph_drop, shape_stamp, tree_stamp, warning_stamp, waves_stamp
from render.metromania.ground import SPOT_INKS
from render.metromania.places import draw_marker

Box = tuple[int, int, int, int]
RADIUS: Final = 18
PAD: Final = 20


def draw_trips(canvas: Canvas, view: View, captions: Captions, box: Box) -> None:
    """Draw the table into a box: left, top, right, bottom."""
    left, top, right, bottom = box
    canvas.card(*box)
    height = (bottom - top - 8) / 7
    for n, day in enumerate(captions.days):
        y = round(top + 4 + height * (n + 0.5))
        if n:
            canvas.box(
                left + PAD,
                y - round(height / 2),
                right - PAD,
                y - round(height / 2) + 2,
                theme.QUIET_CARD,
            )
        letter = (*LETTERS, "")[n]
        canvas.text(left + PAD, y + 1, day, 26, theme.INK, Weight.SEMIBOLD, "lm", room=94)
        canvas.text(left + 136, y + 1, letter, 30, theme.INK, Weight.BOLD, "mm")
        if letter:
            _markers(canvas, view, letter, left + 196, y)
        else:
            _sunday(canvas, captions, left + 196, y)
        if view.result is not None:
            _score(canvas, view.result.trips[n], captions, right - PAD, y)


def _markers(canvas: Canvas, view: View, letter: str, x: int, y: int) -> None:
    """Draw both markers of a letter."""
    for ix, spot in enumerate(TRIP_SPOTS[letter]):
        draw_marker_state(canvas, view, Marker(letter, spot), x + ix * 92, y)
    canvas.box(x + 36, y - 2, x + 56, y + 2, theme.RULE)


def draw_marker_state(canvas: Canvas, view: View, marker: Marker, x: int, y: int) -> None:
    """Draw a marker: full once placed, an outline before, own ones in their colour."""
    placed = next((p for p in view.placed if p.marker == marker), None)
    if placed is not None:
        draw_marker(canvas, x, y, marker, placed.company, RADIUS)
        if not placed.is_served:
            canvas.stamp(warning_stamp(12), x + 21, y - 11)
        return
    holder = next((c.seat for c in view.companies if marker in (c.hand or ())), None)
    ink = theme.FAINT_INK if holder is None else theme.COMPANIES[holder]
    width = 3 if holder is None else 4
    core = theme.CARD
    canvas.stamp(shape_stamp(marker.spot, RADIUS - width, core, ink, width), x, y)
    drop = round(RADIUS * glyph_drop(marker.spot))
    canvas.text(x, y + drop, marker.spot.value, 20, ink, Weight.BOLD, "mm")


def _sunday(canvas: Canvas, captions: Captions, x: int, y: int) -> None:
    """Draw the park and the lake."""
    canvas.stamp(disc_stamp(20, theme.PARK), x, y)
    canvas.stamp(tree_stamp(22), x, y)
    canvas.stamp(disc_stamp(20, theme.LAKE), x + 92, y)
    canvas.stamp(waves_stamp(22), x + 92, y)
    canvas.box(x + 36, y - 2, x + 56, y + 2, theme.RULE)


def _score(canvas: Canvas, trip: TripResult, captions: Captions, right: int, y: int) -> None:
    """Write the minutes of a trip and who gains or loses by it."""
    if trip.minutes is not None:
        words = f"{trip.minutes} {captions.minutes}"
        canvas.text(right - 140, y + 1, words, 21, theme.SOFT_INK, Weight.SEMIBOLD, "rm")
    gains = [(seat, points) for seat, points in enumerate(trip.points) if points]
    for n, (seat, points) in enumerate(reversed(gains)):
        x = right - 18 - n * 44
        canvas.stamp(disc_stamp(20, theme.COMPANIES[seat]), x, y)
        words = f"+{points}" if points > 0 else f"−{-points}"
        canvas.text(x, y + 1, words, 20, theme.COMPANY_INKS[seat], Weight.BOLD, "mm")
