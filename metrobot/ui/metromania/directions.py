"""Where a tunnel goes, in words that fit the picture: direction, side, ground."""

from metrobot.games.metromania.city import Ground
from metrobot.games.metromania.geometry import (
    CITY_CELLS,
    CORNERS,
    Cell,
    Point,
    direction_between,
)
from metrobot.games.metromania.view import View
from metrobot.ui.metromania.names import DIRECTIONS
from metrobot.ui.words.catalogue import Words


def direction(words: Words, start: Point, end: Point) -> str:
    """Return the compass direction from a point to a neighbouring one."""
    return words.say(DIRECTIONS[direction_between(start, end)])


def third_corner(start: Point, end: Point, cell: Cell) -> Point:
    """Return the corner of a tunnel's cell that the line does not touch."""
    return next(corner for corner in CORNERS[cell] if corner not in (start, end))


def is_left(start: Point, end: Point, cell: Cell) -> bool:
    """Return whether a tunnel's cell lies to the left in the direction of digging."""
    third = third_corner(start, end, cell)
    return (direction_between(start, third) - direction_between(start, end)) % 6 == 1


def side(words: Words, start: Point, end: Point, cell: Cell) -> str:
    """Return on which side of the line its tunnel's cell lies, looking ahead."""
    return words.say("mm.side.left" if is_left(start, end, cell) else "mm.side.right")


def ground_at(view: View, cell: Cell) -> Ground | None:
    """Return what a cell is printed with; gates and blank cells have nothing."""
    return view.grounds[cell] if cell < CITY_CELLS and view.grounds else None
