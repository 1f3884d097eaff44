"""Areas of the map: what a menu of links is cut into where a line may go anywhere."""

from functools import cache
from typing import Final

from metrobot.games.underground.board import LINKS, STATIONS, Link

AREAS: Final = (
    ("c", "ou.area.centre"),
    ("e", "ou.area.east"),
    ("w", "ou.area.west"),
    ("nw", "ou.area.north_west"),
    ("ne", "ou.area.north_east"),
    ("sw", "ou.area.south_west"),
    ("se", "ou.area.south_east"),
)
"""Key and name of each area; none has more links than a menu takes."""

_WEST, _EAST, _NORTH, _SOUTH = 360, 590, 280, 440
"""Where the middle of the map ends, in map units."""


@cache
def area_of(link: Link) -> str:
    """Return the key of the area in which the middle of a link lies."""
    (ax, ay), (bx, by) = (STATIONS[s].at for s in (LINKS[link].a, LINKS[link].b))
    x, y = (ax + bx) / 2, (ay + by) / 2
    if y < _NORTH:
        return "nw" if x < _WEST else "ne"
    if y > _SOUTH:
        return "sw" if x < _WEST else "se"
    if x < _WEST:
        return "w"
    return "e" if x > _EAST else "c"
