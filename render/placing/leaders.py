"""Leaders: thin lines that join a number or a name to its place on the map."""

from collections.abc import Iterator
from math import dist, hypot

from render.boxes import Box, Spot, nearest
from render.stamps import Drawing, Stamp, kept
from render.theme import Colour

Place = tuple[int, int]
"""A spot in whole px."""
Leader = tuple[Place, Place]
"""Both ends of a leader."""


@kept
def leader_stamp(dx: int, dy: int, width: int, colour: Colour) -> Stamp:
    """Return a straight line, anchored at its first end."""
    drawing = Drawing(abs(dx) + width + 1, colour, abs(dy) + width + 1)
    return drawing.stroke([(0, 0), (dx, dy)], width, colour).stamp()


def leader_to(box: Box, spot: Place, clear: float) -> Leader:
    """Return the leader from some px beside a spot to the nearest px of a box."""
    (x, y), (to_x, to_y) = spot, nearest(box, spot)
    share = min(1.0, clear / (dist(spot, (to_x, to_y)) or 1.0))
    return (x + round((to_x - x) * share), y + round((to_y - y) * share)), (to_x, to_y)


def spots_along(leader: Leader, step: int = 1) -> Iterator[Place]:
    """Yield px along a leader, one every few, from its first end on."""
    (x, y), (to_x, to_y) = leader
    count = max(1, max(abs(to_x - x), abs(to_y - y)) // step)
    return ((x + (to_x - x) * n // count, y + (to_y - y) * n // count) for n in range(count + 1))


def far(spot: Spot, line: tuple[Spot, Spot]) -> float:
    """Return the distance of a spot from a straight line between two spots, in px."""
    (x, y), ((ax, ay), (bx, by)) = spot, line
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    share = ((x - ax) * dx + (y - ay) * dy) / length if length else 0.0
    share = 0.0 if share < 0.0 else 1.0 if share > 1.0 else share
    return hypot(x - (ax + dx * share), y - (ay + dy * share))


def cross(one: tuple[Spot, Spot], other: tuple[Spot, Spot]) -> bool:
    """Return whether two leaders meet."""
    return _parts(one, other) and _parts(other, one)


def _parts(line: tuple[Spot, Spot], other: tuple[Spot, Spot]) -> bool:
    """Return whether the ends of one leader lie on both sides of another."""
    (ax, ay), (bx, by) = line
    sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in other]
    return sides[0] * sides[1] <= 0


def runs_through(leader: tuple[Spot, Spot], box: Box) -> bool:
    """Return whether a leader runs through a box."""
    (x, y), (to_x, to_y) = leader
    enters, leaves = 0.0, 1.0
    for start, way, low, high in ((x, to_x - x, box[0], box[2]), (y, to_y - y, box[1], box[3])):
        # A leader parallel to these sides never crosses them: it is between them or not.
        if not way:
            if not low < start < high:
                return False
            continue
        first, last = sorted(((low - start) / way, (high - start) / way))
        enters, leaves = max(enters, first), min(leaves, last)
    return enters < leaves
