"""Room: the weights of what is drawn on the map."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from metrobot.games.underground.board import LINKS, STATIONS, Link, Station
from render.boxes import Box, square
from render.placing.room import Room
from render.underground.glyphs import reach
from render.underground.grid import Grid
from render.underground.lines.order import Laid
from render.underground.lines.tracks import centre_lane, half_width, lane_way, reach_of

SQUARE: Final = 256.0
"""Weight that costs 1.0: of 16 by 16 px of spaces."""
SPACES: Final = 1.0
TRACK: Final = 6.0
NEW: Final = 16.0
"""Weight of pieces just laid, whose contour must stay visible."""
STATION: Final = 24.0
ROUTE: Final = 30.0
"""Weight of the passenger's newest routes, which the picture is about."""
RADIUS: Final = 0.15
"""Radius of a regular station with its rim, in pitches."""


def room_of(grid: Grid, box: Box, laid: Laid, new: Iterable[Link] = ()) -> Room:
    """Return the weights of the spaces, the pieces and the stations.

    Args:
        grid: the transform.
        box: box within which things can be put, in px.
        laid: the order of pieces on each link.
        new: links with new pieces.
    """
    size = box[2], box[3]
    # The weights of an empty map are the same for all pictures of a size.
    room = _empty(grid, size).copy(box)
    for link, order in laid.items():
        _weigh(room, grid, link, half_width(len(order)), TRACK)
    for link in laid.keys() & set(new):
        _weigh(room, grid, link, half_width(len(laid[link])), NEW)
    _weigh_stations(room, grid, {end for link in laid for end in (LINKS[link].a, LINKS[link].b)})
    return room


@lru_cache(maxsize=2)
def _empty(grid: Grid, size: tuple[int, int]) -> Room:
    """Return the weights of a map without pieces; do not draw on them."""
    empty = Room((0, 0, *size), SQUARE)
    for link in grid.links(size):
        _weigh(empty, grid, link, reach_of(0, LINKS[link].spaces), SPACES)
    _weigh_stations(empty, grid, map(Station, range(len(STATIONS))))
    return empty


def _weigh(room: Room, grid: Grid, link: Link, half: float, weight: float) -> None:
    x, y = grid.middle(link)
    way = lane_way(centre_lane(link), grid.pitch)
    room.line(((x + dx, y + dy) for dx, dy in way), 2 * half * grid.pitch, weight)


def _weigh_stations(room: Room, grid: Grid, stations: Iterable[Station]) -> None:
    for station in stations:
        if grid.shows(station, room.box[2:]):
            radius = reach(STATIONS[station].kind, RADIUS * grid.pitch)
            room.put(square(grid.at(station), radius), STATION)
