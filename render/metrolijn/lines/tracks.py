"""Drawing of lines: their tracks, and the discs of their letters."""

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from metrobot.games.metrolijn.board import Line, Spot
from render.canvas import Canvas
from render.metrolijn import inks
from render.metrolijn.layout import Layout
from render.metrolijn.lines.legs import coupling, on_leg, track_legs
from render.stamps import Drawing, Stamp, discs, kept
from render.text.lettering import Weight
from render.theme import Colour

EDGE: Final = 2.2
"""Px of the dark edge on each side of a track that is too pale by itself."""
CASING: Final = 0.3
"""Light edge on each side that keeps crossing tracks apart, in widths of a track."""


def draw_tracks(
    canvas: Canvas, layout: Layout, lines: Iterable[Line], *, is_dim: bool = False, wide: float = 1
) -> None:
    """Draw lines end to end, each with its wagon's coupling, a light edge around.

    Args:
        canvas: to draw on.
        layout: layout of the sheet.
        lines: the lines, from back to front.
        is_dim: whether they have quiet colours.
        wide: width, in usual widths.
    """
    colours = inks.DIMMED if is_dim else inks.LINES
    width = layout.track * wide
    for line in lines:
        site = layout.map.lines[line]
        edge = inks.GONE if is_dim else inks.EDGES[site.colour]
        legs = track_legs(layout.map_id, line)
        strokes = [(on_leg(layout, leg, 0), on_leg(layout, leg, 1)) for leg in legs]
        strokes.append(coupling(layout, line))
        for stroke in strokes:
            _draw_bar(canvas, stroke, width * (1 + 2 * CASING), inks.MAP)
        # Only pale lines need a dark edge.
        for stroke in strokes if edge != colours[site.colour] else ():
            _draw_bar(canvas, stroke, width + 2 * EDGE, edge)
        for stroke in strokes:
            _draw_bar(canvas, stroke, width, colours[site.colour])


def _draw_bar(canvas: Canvas, ends: tuple[Spot, Spot], width: float, colour: Colour) -> None:
    (ax, ay), (bx, by) = ends
    x, y = math.floor((ax + bx) / 2), math.floor((ay + by) / 2)
    half = (round(bx - ax), round(by - ay))
    # The stamp is kept without its colour, so that all lines share it.
    canvas.stamp(replace(bar_stamp(half, round(width, 1)), fill=colour), x, y)


@kept
def bar_stamp(way: tuple[int, int], width: float) -> Stamp:
    """Return a stroke with round ends around its middle, to be filled with any colour."""
    dx, dy = way
    drawing = Drawing(abs(dx) / 2 + width, (0, 0, 0), abs(dy) / 2 + width)
    drawing.stroke([(-dx / 2, -dy / 2), (dx / 2, dy / 2)], width, (0, 0, 0), is_round=True)
    return replace(drawing.stamp(), fill=(0, 0, 0))


@kept
def letter_stamp(radius: float, colour: Colour) -> Stamp:
    """Return the disc under a letter on a track."""
    edge = radius + max(1.2, radius * 0.14)
    return discs(radius + 3, inks.MAP, (edge, inks.MAP), (radius, colour)).stamp()


def draw_letter(
    canvas: Canvas, at: tuple[int, int], radius: int, code: str, colours: tuple[Colour, Colour]
) -> None:
    """Draw a line's letter on a disc of its colour."""
    colour, ink = colours
    canvas.stamp(letter_stamp(radius, colour), *at)
    size = round(radius * 1.5)
    canvas.text((at[0], at[1]), code, size, ink=ink, weight=Weight.BOLD, anchor="mm")
