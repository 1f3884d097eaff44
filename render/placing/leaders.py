"""Leaders: thin lines that join a number or a name to its place on the map."""

from render.boxes import Box, Spot
from render.stamps import Drawing, Stamp, kept
from render.theme import Colour

Leader = tuple[Spot, Spot]
"""Both ends of a leader, in px."""


@kept
def leader_stamp(dx: int, dy: int, width: int, colour: Colour) -> Stamp:
    """Return a straight line, anchored at its first end."""
    drawing = Drawing(abs(dx) + width + 1, colour, abs(dy) + width + 1)
    return drawing.stroke([(0, 0), (dx, dy)], width, colour).stamp()


def cross(one: Leader, other: Leader) -> bool:
    """Return whether two leaders meet."""
    return _parts(one, other) and _parts(other, one)


def _parts(line: Leader, other: Leader) -> bool:
    """Return whether the ends of one leader lie on both sides of another."""
    (ax, ay), (bx, by) = line
    sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in other]
    return sides[0] * sides[1] <= 0


def runs_through(leader: Leader, box: Box) -> bool:
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
