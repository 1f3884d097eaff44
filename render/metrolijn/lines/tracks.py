"""Lines: their way from bend to bend, side by side in bundles, and their tracks."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

from metrobot.games.metrolijn.board import Line, LineSite, Map, Spot, map_named
from render.bends import curve, cut_at
from render.canvas import Canvas
from render.metrolijn import inks
from render.metrolijn.layout import Layout
from render.stamps import Drawing, Stamp, discs, kept
from render.theme import INK, Colour

APART: Final = 10 / 9
"""Distance between neighbouring tracks, in widths of a track."""
ARROW: Final = 0.24
"""Length of a ring's arrows, in cells."""
BEND: Final = 0.5
"""Length that a bend takes off both legs, in cells, and..."""
STATION_BEND: Final = 1 / 3
"""...where a station stands in it, which..."""
OFF: Final = 0.12
"""...lies off the bend by so much at most: its box hides it, beside its bundle too."""
EDGE: Final = 2.2
"""Px of the dark edge on each side of a track that is too pale by itself."""
CASING: Final = 0.3
"""Light edge on each side that keeps crossing tracks apart, in widths of a track."""


@dataclass(frozen=True, slots=True)
class TrackLeg:
    """A straight part of a line's track.

    Attributes:
        a: its start, in grid cells.
        b: its end, in grid cells.
        shift: its shift across, in tracks; positive to the right of the way from a to b.
        is_bundled: whether other lines run beside it.
        cuts: length that bends take off its start and its end, in cells.
    """

    a: Spot
    b: Spot
    shift: float
    is_bundled: bool
    cuts: tuple[float, float] = (0.0, 0.0)

    @property
    def way(self) -> complex:
        """Its way across and down, in cells."""
        return complex(*self.b) - complex(*self.a)

    @property
    def straight(self) -> tuple[float, float]:
        """The shares of its length between which it is straight."""
        return self.cuts[0] / abs(self.way), 1 - self.cuts[1] / abs(self.way)


@lru_cache
def track_legs(map_id: str, line: Line) -> tuple[TrackLeg, ...]:
    """Return a line's track from its wagon on."""
    map_ = map_named(map_id)
    site, stations = map_.lines[line], {station.at for station in map_.stations}
    legs = [_leg(map_, line, a, b) for a, b in pairwise(site.track)]
    cuts = [0.0] * (len(legs) + 1)
    # A ring's last leg leads to its first.
    for n in range(0 if site.is_ring else 1, len(legs)):
        most, off = (STATION_BEND, OFF) if legs[n].a in stations else (BEND, math.inf)
        cuts[n] = cut_at(legs[n - 1].way, legs[n].way, most, off)
    cuts[-1] = cuts[0]
    return tuple(replace(leg, cuts=pair) for leg, pair in zip(legs, pairwise(cuts), strict=True))


def _leg(map_: Map, line: Line, a: Spot, b: Spot) -> TrackLeg:
    bundles = (group for group in map_.bundles if line in group.lines and set(group.ends) == {a, b})
    bundle = next(bundles, None)
    if bundle is None:
        return TrackLeg(a, b, 0.0, is_bundled=False)
    shift = bundle.lines.index(line) - (len(bundle.lines) - 1) / 2
    # Lines of a bundle may run against each other, but none changes its place in it.
    return TrackLeg(a, b, shift if a < b else -shift, is_bundled=True)


def on_leg(layout: Layout, leg: TrackLeg, share: float) -> Spot:
    """Return the px of a place on a leg; share 0 is its start, 1 its end."""
    (ax, ay), (bx, by) = layout.at(leg.a), layout.at(leg.b)
    length = math.dist((ax, ay), (bx, by))
    across = leg.shift * layout.track * APART / length
    x, y = ax + (bx - ax) * share, ay + (by - ay) * share
    return x - (by - ay) * across, y + (bx - ax) * across


def bends(layout: Layout, line: Line) -> Iterator[list[Spot]]:
    """Yield the curves between a line's legs, in px."""
    legs = track_legs(layout.map_id, line)
    for one, other in zip(legs, (*legs[1:], legs[0]), strict=True):
        if other.cuts[0]:
            start = complex(*on_leg(layout, one, one.straight[1]))
            end = complex(*on_leg(layout, other, other.straight[0]))
            yield [(z.real, z.imag) for z in curve(start, one.way, end, other.way)]


@dataclass(frozen=True, slots=True)
class Arrow:
    """A small arrow beside a ring's first station.

    Attributes:
        centre: px of its middle.
        way: its direction, -1, 0 or 1 across and down.
    """

    centre: tuple[int, int]
    way: tuple[int, int]


def arrows(layout: Layout, line: Line) -> tuple[Arrow, ...]:
    """Return a ring's arrows, one each way; none for other lines."""
    if not layout.map.lines[line].is_ring:
        return ()
    ring = track_legs(layout.map_id, line)
    return _arrow(layout, ring[0], is_forth=True), _arrow(layout, ring[-1], is_forth=False)


def _arrow(layout: Layout, leg: TrackLeg, *, is_forth: bool) -> Arrow:
    """Return the arrow that leaves the first station along a leg, or against it."""
    (ax, ay), (bx, by) = (leg.a, leg.b) if is_forth else (leg.b, leg.a)
    way = ((bx > ax) - (bx < ax), (by > ay) - (by < ay))
    length = max(abs(bx - ax), abs(by - ay)) * (1.414 if all(way) else 1)
    share = (layout.half / layout.cell + 0.2) / length * (1.1 if all(way) else 1)
    x, y = on_leg(layout, leg, share if is_forth else 1 - share)
    return Arrow((round(x), round(y)), way)


def coupling(layout: Layout, line: Line) -> tuple[Spot, Spot]:
    """Return the short way from a line's first station to the middle of its wagon, in px."""
    site = layout.map.lines[line]
    x, y = layout.map.stations[site.stations[0]].at
    left, top, right, bottom = layout.wagon(site)
    (x, y), inset = layout.at((x, y)), layout.part(0.2)
    far = (min(max(x, left + inset), right - inset), min(max(y, top + inset), bottom - inset))
    return (x, y), far


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
        legs, curves = track_legs(layout.map_id, line), [*bends(layout, line)]
        strokes = [[on_leg(layout, leg, share) for share in leg.straight] for leg in legs]
        strokes.append([*coupling(layout, line)])
        # All light edge comes before the colour, or it would cut a line at its own corners.
        layers = [(width * (1 + 2 * CASING), inks.MAP), (width, colours[site.colour])]
        # Only pale lines need a dark edge.
        if edge != colours[site.colour]:
            layers.insert(1, (width + 2 * EDGE, edge))
        for across, colour in layers:
            for (ax, ay), (bx, by) in strokes:
                # Rounded, so that legs of one length and direction share a stamp, which is kept
                # without its colour, so that all lines share it.
                stamp = bar_stamp((round(bx - ax), round(by - ay)), round(across, 1))
                canvas.stamp(stamp, math.floor((ax + bx) / 2), math.floor((ay + by) / 2), colour)
            for spots in curves:
                x, y = map(round, spots[0])
                way = tuple((round(a - x, 1), round(b - y, 1)) for a, b in spots)
                canvas.stamp(bend_stamp(way, round(across, 1)), x, y, colour)


@kept
def bar_stamp(way: tuple[int, int], width: float) -> Stamp:
    """Return a stroke with round ends around its middle, to be filled with any colour."""
    dx, dy = way
    drawing = Drawing(abs(dx) / 2 + width, INK, abs(dy) / 2 + width)
    path = [(-dx / 2, -dy / 2), (dx / 2, dy / 2)]
    return drawing.stroke(path, width, INK, is_round=True).stamp()


@kept
def bend_stamp(way: tuple[Spot, ...], width: float) -> Stamp:
    """Return a curve with round ends, its spots in px from the anchor, as a bar."""
    across, down = (max(map(abs, parts)) + width for parts in zip(*way, strict=True))
    return Drawing(across, INK, down).ribbon(way, width, INK, is_round=True).stamp()


@kept
def letter_stamp(radius: float, colour: Colour) -> Stamp:
    """Return the disc under a letter on a track."""
    edge = radius + max(1.2, radius * 0.14)
    return discs(radius + 3, inks.MAP, (edge, inks.MAP), (radius, colour)).stamp()


def draw_letter(canvas: Canvas, centre: tuple[int, int], radius: int, line: LineSite) -> None:
    """Draw a line's letter on a disc of its colour."""
    canvas.stamp(letter_stamp(radius, inks.LINES[line.colour]), *centre)
    canvas.letter(centre, line.letter, round(radius * 1.5), inks.LINE_INKS[line.colour])
