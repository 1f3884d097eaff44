"""The shapes of tunnels: strokes along one side of a cell, joined at points.

A line is drawn piece by piece. Each piece reaches from the middle of one tunnel over a
point to the middle of the next, so that a bend or a change of side lies within one
piece. Half pieces begin and end a line.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from metrobot.games.metromania.geometry import Cell, Point
from render.metromania.grid import Spot, heading, normal, point_between, side_of, step_px, unit
from render.stamps import Drawing, Flip, Stamp, kept
from render.theme import CASING, Colour

OFFSET: Final = 0.105
"""Distance from the edge to the middle of the stroke, in edges."""
WIDTH: Final = 0.15
"""Width of a line without its casing, in edges."""
CASE: Final = 0.03
"""Width of the casing on either side, in edges."""
REACH: Final = 0.3
"""Distance from the point at which a bend begins, in edges."""
DASHES: Final = 4
"""Dashes of a striped line on each edge."""
AFTER: Final = 0.24
"""Distance from an old tunnel's end to the contour of a new one, in edges."""
CURVE_STEPS: Final = 10
FLIPS: Final = (Flip.FLIP_LEFT_RIGHT, Flip.FLIP_TOP_BOTTOM, Flip.ROTATE_180)
"""The symmetries by which one stamp serves up to four pieces."""


class TrackLeg(NamedTuple):
    """One tunnel as its line runs through it.

    Attributes:
        direction: its direction, 0 to 5.
        side: side of its cell: 1 left, -1 right.
    """

    direction: int
    side: int

    @property
    def back(self) -> "TrackLeg":
        """The same tunnel in the other direction."""
        return TrackLeg((self.direction + 3) % 6, -self.side)


@dataclass(frozen=True, slots=True)
class Ink:
    """The look of a line.

    Attributes:
        colour: colour of the line.
        is_striped: whether it has light dashes along its middle.
        casing: colour of its outline: paper, or for pale lines a colour visible on every ground.
    """

    colour: Colour
    is_striped: bool
    casing: Colour = CASING


def track_legs(points: Sequence[Point], cells: Sequence[Cell]) -> tuple[TrackLeg, ...]:
    """Return the tunnels of a line, or of a part of it, as legs."""
    return tuple(
        TrackLeg(heading(a, b), side_of(a, b, cell))
        for (a, b), cell in zip(pairwise(points), cells, strict=True)
    )


def pieces(run: Sequence[TrackLeg]) -> Iterator[tuple[TrackLeg | None, TrackLeg | None]]:
    """Yield the legs before and after each point of a run."""
    yield from pairwise((None, *run, None))


def _on_track(leg: TrackLeg, edge: int, share: float) -> Spot:
    """Return a spot on the track of a leg that leaves the origin."""
    spot = point_between((0, 0), step_px(leg.direction, edge), share)
    nx, ny = normal(leg.direction, leg.side)
    return spot[0] + nx * OFFSET * edge, spot[1] + ny * OFFSET * edge


def _before_origin(leg: TrackLeg, edge: int, share: float) -> Spot:
    """Return a spot on the track of a leg that arrives at the origin."""
    return _on_track(leg, edge, -share)


def _curve(a: Spot, b: Spot, c: Spot, d: Spot) -> Iterator[Spot]:
    """Yield spots of a cubic Bezier curve, both ends included."""
    for step in range(CURVE_STEPS + 1):
        t = step / CURVE_STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y = (sum(w * s[n] for w, s in zip(weights, (a, b, c, d), strict=True)) for n in (0, 1))
        yield x, y


def _bend(before: TrackLeg, after: TrackLeg, edge: int) -> list[Spot]:
    """Return the path from the middle of one leg over the origin to that of the next."""
    start, end = _before_origin(before, edge, 0.5), _on_track(after, edge, 0.5)
    if before == after:
        return [start, end]
    a, d = _before_origin(before, edge, REACH), _on_track(after, edge, REACH)
    pull = REACH * edge * 0.62
    (ux, uy), (vx, vy) = unit(before.direction), unit(after.direction)
    b, c = (a[0] + ux * pull, a[1] + uy * pull), (d[0] - vx * pull, d[1] - vy * pull)
    return [start, *_curve(a, b, c, d), end]


@lru_cache(maxsize=256)
def way(before: TrackLeg | None, after: TrackLeg | None, edge: int) -> tuple[Spot, ...]:
    """Return the path of one piece around the origin, in px."""
    if before is not None and after is not None:
        return tuple(_bend(before, after, edge))
    if before is not None:
        return (_before_origin(before, edge, 0.5), _before_origin(before, edge, 0))
    if after is not None:
        return (_on_track(after, edge, 0), _on_track(after, edge, 0.5))
    return ()


def _longer(path: Sequence[Spot], by: float) -> list[Spot]:
    """Return a path with both ends a little longer, so that pieces overlap."""
    first, last = math.dist(path[0], path[1]), math.dist(path[-1], path[-2])
    return [
        point_between(path[0], path[1], -by / first),
        *path[1:-1],
        point_between(path[-1], path[-2], -by / last),
    ]


def _parts(path: Sequence[Spot], count: int) -> Iterator[list[Spot]]:
    """Yield the dashes of a path, each with half a gap on either side."""
    lengths = [0.0]
    for a, b in pairwise(path):
        lengths.append(lengths[-1] + math.dist(a, b))
    for n in range(count):
        low, high = (lengths[-1] * (n + share) / count for share in (0.2, 0.8))
        inner = [s for s, distance in zip(path, lengths, strict=True) if low < distance < high]
        yield [_spot_at(path, lengths, low), *inner, _spot_at(path, lengths, high)]


def _spot_at(path: Sequence[Spot], lengths: Sequence[float], distance: float) -> Spot:
    for (a, b), (low, high) in zip(pairwise(path), pairwise(lengths), strict=True):
        if distance <= high:
            return point_between(a, b, (distance - low) / ((high - low) or 1))
    return path[-1]


def _cut(drawing: Drawing, path: Sequence[Spot], width: float) -> None:
    """Remove everything before the first spot of a path, except for a small overlap."""
    # The overlap hides the seam between neighbouring pieces.
    inner, outer = (point_between(path[0], path[1], k / math.dist(*path[:2])) for k in (-0.8, -9))
    dx, dy = inner[0] - outer[0], inner[1] - outer[1]
    nx, ny = -dy / 8.2 * width, dx / 8.2 * width
    corners = ((inner, 1), (inner, -1), (outer, -1), (outer, 1))
    drawing.polygon([(x + k * nx, y + k * ny) for (x, y), k in corners], None)


def _one_way(
    before: TrackLeg | None, after: TrackLeg | None
) -> tuple[TrackLeg | None, TrackLeg | None]:
    """Return the legs of a piece in the direction in which it is drawn."""
    if before is None or after is None:
        return (before, after) if before is None else (None, before.back)
    # A piece looks alike from both ends, so that one stamp serves both directions.
    return min((before, after), (after.back, before.back))


def _flipped(leg: TrackLeg | None, flip: Flip) -> TrackLeg | None:
    """Return a leg as it is seen in a mirror, or upside down."""
    if leg is None:
        return None
    if flip is Flip.ROTATE_180:
        return TrackLeg((leg.direction + 3) % 6, leg.side)
    turned = 3 if flip is Flip.FLIP_LEFT_RIGHT else 0
    return TrackLeg((turned - leg.direction) % 6, -leg.side)


@lru_cache(maxsize=256)
def _model(
    before: TrackLeg | None, after: TrackLeg | None
) -> tuple[Flip | None, TrackLeg | None, TrackLeg | None]:
    """Return the drawn piece that serves for this one, and the flip that leads from it.

    The flip is None for the drawn piece itself.
    """
    mirrored = [(flip, *_one_way(_flipped(before, flip), _flipped(after, flip))) for flip in FLIPS]
    # No two of them end alike.
    return min([(None, before, after), *mirrored], key=lambda one: one[2] or ())


def piece(before: TrackLeg | None, after: TrackLeg | None, edge: int, ink: Ink) -> Iterator[Stamp]:
    """Yield the layers of one piece of a line, anchored at its point.

    Each layer is a shape in one colour, the same for all companies and both directions.
    """
    shape = (*_one_way(before, after), edge)
    yield _stroke_stamp(*shape, WIDTH + 2 * CASE).inked(ink.casing)
    yield _stroke_stamp(*shape, WIDTH).inked(ink.colour)
    if ink.is_striped:
        yield _dashes_stamp(*shape).inked(CASING)


@kept
def _stroke_stamp(
    before: TrackLeg | None, after: TrackLeg | None, edge: int, width: float
) -> Stamp:
    """Return the stroke of one piece; the width is in edges."""
    flip, one, other = _model(before, after)
    if flip is not None:
        return _stroke_stamp(one, other, edge, width).flipped(flip)
    path = way(before, after, edge)
    # Only the ends of a line are round: its pieces are cut flat where they join.
    caps = [path[0]] * (before is None) + [path[-1]] * (after is None)
    drawing = Drawing(edge * 0.8, CASING)
    draw = drawing.stroke if _is_sharp(before, after) else drawing.ribbon
    # A sharp bend would tear a ribbon, so it is drawn as a stroke.
    # The ends of its path are too long at first, since `_cut` then makes them flat.
    draw(_longer(path, 3), edge * width, CASING)
    for cap in caps:
        drawing.disc(cap, edge * width / 2, CASING)
    if before is not None:
        _cut(drawing, path, edge * width)
    if after is not None:
        _cut(drawing, path[::-1], edge * width)
    return drawing.stamp()


def _is_sharp(before: TrackLeg | None, after: TrackLeg | None) -> bool:
    """Return whether a piece turns back: no line may, but the rules' pictures show it."""
    if before is None or after is None:
        return False
    return (after.direction - before.direction) % 6 in {2, 3, 4}


@kept
def _dashes_stamp(before: TrackLeg | None, after: TrackLeg | None, edge: int) -> Stamp:
    flip, one, other = _model(before, after)
    if flip is not None:
        return _dashes_stamp(one, other, edge).flipped(flip)
    path, is_end = way(before, after, edge), before is None or after is None
    drawing = Drawing(edge * 0.8, CASING)
    draw = drawing.stroke if _is_sharp(before, after) else drawing.ribbon
    for dash in _parts(path, DASHES // 2 if is_end else DASHES):
        draw(dash, edge * WIDTH * 0.42, CASING)
    return drawing.stamp()


def band(
    before: TrackLeg | None, after: TrackLeg | None, edge: int, px: int, *, is_late: bool = False
) -> Stamp:
    """Return one piece with round ends, in a width in px, anchored at its point.

    Pieces of a stretch overlap. A late one begins a little further on, since an old tunnel
    leads to it.
    """
    return band_stamp(*_one_way(before, after), edge, px, is_late=is_late)


@kept
def band_stamp(
    before: TrackLeg | None, after: TrackLeg | None, edge: int, px: int, *, is_late: bool
) -> Stamp:
    """Return the piece of `band`, whose legs `_one_way` has put in order."""
    flip, one, other = _model(before, after)
    if flip is not None:
        return band_stamp(one, other, edge, px, is_late=is_late).flipped(flip)
    path = way(before, after, edge)
    if is_late and after is not None:
        path = (_on_track(after, edge, AFTER), path[-1])
    return Drawing(edge + px, CASING).stroke(path, px, CASING, is_round=True).stamp()


def ghost(leg: TrackLeg, edge: int, colour: Colour, rim: Colour) -> tuple[Stamp, Stamp]:
    """Return the layers of an open tunnel, anchored at the middle of its edge."""
    inner, outer = (_ghost_stamp(leg, edge, WIDTH * 0.8 + 2 * more) for more in (0, CASE))
    return outer.inked(rim), inner.inked(colour)


@kept
def _ghost_stamp(leg: TrackLeg, edge: int, width: float) -> Stamp:
    """Return an open tunnel in one colour; the width is in edges."""
    flip, _, model = _model(None, leg)
    if flip is not None and model is not None:
        return _ghost_stamp(model, edge, width).flipped(flip)
    path = [_on_track(leg, edge, share - 0.5) for share in (0.14, 0.9)]
    return Drawing(edge * 0.65, CASING).stroke(path, edge * width, CASING, is_round=True).stamp()
