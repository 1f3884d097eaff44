"""Legal choices as moves on a sheet."""

from collections.abc import Sequence

from metrobot.engine.actions import Action
from metrobot.games.metrolijn.board import Map
from metrobot.games.metrolijn.turn import marks_of
from metrobot.players.metrolijn.bit_sheet import Move

NOTHING: Move = (-1, 0, 0)
"""A free ride given up; another one always pays."""


def full_choices(map_: Map, legal: Sequence[Action]) -> list[tuple[int, Move]]:
    """Return the choices that mark as much as they can, by their places.

    Of equal ones the first: to mark less than a ride allows leaves stations
    that cost points, and finishes no line.
    """
    found, ridden = dict[Move, int](), set[object]()
    for place, action in enumerate(legal):
        ride = (getattr(action, "line", None), getattr(action, "direction", None))
        if ride != (None, None):
            if ride in ridden:
                continue
            ridden.add(ride)
        found.setdefault(_move(map_, action), place)
    if len(found) > 1:
        found.pop(NOTHING, None)
    return [(place, move) for move, place in found.items()]


def _move(map_: Map, action: Action) -> Move:
    """Return a choice as a move."""
    marks = marks_of(map_, action)
    number = 0 if marks.number is None else marks.number[1]
    line = -1 if marks.line is None else int(marks.line)
    return line, sum(1 << station for station in marks.marked), number
