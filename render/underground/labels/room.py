"""Room: the weights of what is drawn on the map."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from metrobot.games.underground.board import LINKS, STATIONS, Link, Station
from render.boxes import Box
from render.placing.weights import COARSE, WeightMap, coarse, no_weights
from render.underground.glyphs import reach
from render.underground.grid import Grid, Spot
from render.underground.lines.order import Laid
from render.underground.lines.tracks import centre_lane, half_width, lane_way, reach_of

SPACES: Final = 1.0
TRACK: Final = 6.0
NEW: Final = 16.0
"""Weight of pieces just laid, whose contour must stay visible."""
STATION: Final = 24.0
ROUTE: Final = 30.0
"""Weight of the passenger's newest routes, which the picture is about."""
FULL: Final = 400.0
"""Weight of what must not be hidden: names, numbers, the passenger."""
RADIUS: Final = 0.15
"""Radius of a regular station with its rim, in pitches."""


class Room(WeightMap):
    """The weights of a map with its lines and stations, and the numbers on it."""

    def __init__(self, grid: Grid, box: Box, laid: Laid, new: Iterable[Link] = ()) -> None:
        """Weigh the spaces, the pieces and the stations.

        Args:
            grid: the transform.
            box: box within which things can be put, in px.
            laid: the order of pieces on each link.
            new: links with new pieces.
        """
        size = box[2], box[3]
        # The weights of an empty map are the same for all pictures of a size.
        super().__init__(box, _empty(grid, size).weights())
        self._numbers = list[Box]()
        for link, order in laid.items():
            _weigh(self, grid, link, half_width(len(order)), TRACK)
        for link in laid.keys() & set(new):
            _weigh(self, grid, link, half_width(len(laid[link])), NEW)
        touched = {end for link in laid for end in (LINKS[link].a, LINKS[link].b)}
        for station in touched:
            if grid.shows(station, size):
                _weigh_station(self, grid, station)

    def route(self, spots: Sequence[Spot], width: int) -> None:
        """Weigh a part of the passenger's newest routes; the width is in px."""
        self.line([(x / COARSE, y / COARSE) for x, y in spots], round(width / COARSE), ROUTE)

    def disc(self, centre: Spot, radius: float, weight: float = FULL) -> None:
        """Weigh a disc, replacing earlier weights."""
        self._draw.ellipse(coarse(_around(centre, radius)), fill=weight)

    def square(self, centre: Spot, radius: float) -> None:
        """Weigh the square around a disc, so that names keep off its corners."""
        self.put(_around(centre, radius))

    def put(self, box: Box, weight: float = FULL) -> None:
        """Weigh a box, by default as something that must not be hidden."""
        super().put(box, weight)

    def number(self, box: Box) -> None:
        """Weigh the box of a number, which no line to a name may cross."""
        self.put(box)
        self._numbers.append(box)

    def crosses_number(self, start: Spot, end: Spot) -> bool:
        """Return whether a thin line crosses a number."""
        spots = [(x * COARSE, y * COARSE) for x, y in _along(start, end)]
        return any(
            # The spots of the line are rounded to px of the weights.
            left - COARSE <= x <= right + COARSE and top - COARSE <= y <= bottom + COARSE
            for left, top, right, bottom in self._numbers
            for x, y in spots
        )

    def is_free(self, box: Box) -> bool:
        """Return whether a box lies within and hides nothing that must not be hidden."""
        return self.holds(box) and self.most_in(box) < FULL

    def most_in(self, box: Box) -> float:
        """Return the highest weight that a box hides."""
        left, top, right, bottom = box
        part = left // COARSE, top // COARSE, right // COARSE + 1, bottom // COARSE + 1
        most = self._weights.im.crop(part).getextrema()[1]
        # Images of mode F have floats, which Pillow's types do not say.
        assert isinstance(most, float)
        return most

    def most(self, start: Spot, end: Spot) -> float:
        """Return the highest weight that a thin line crosses."""
        # Pixel access is faster than cropping along a thin line.
        pixels = self._weights.load()
        assert pixels is not None  # it was made here
        try:
            return max([w for pixel in _along(start, end) if isinstance(w := pixels[pixel], float)])
        except IndexError:  # it leaves the picture
            return FULL

    def leader(self, start: Spot, end: Spot) -> None:
        """Weigh a thin line."""
        self.line(_along(start, end), 2, FULL)

    def cost(self, box: Box) -> float:
        """Return the weight that a box hides; 1.0 is a square of 16 by 16 px of spaces."""
        left, top, right, bottom = box
        # Pillow takes no box that leaves the picture: nothing that has to be seen goes there.
        try:
            mean = self.mean((left / COARSE, top / COARSE, right / COARSE, bottom / COARSE))
        except ValueError:
            mean = FULL
        return mean * (right - left) * (bottom - top) / (16 * COARSE * COARSE)


@lru_cache(maxsize=2)
def _empty(grid: Grid, size: tuple[int, int]) -> WeightMap:
    """Return the weights of a map without pieces; do not draw on them."""
    empty = WeightMap((0, 0, *size), no_weights(size))
    for link in grid.links(size):
        _weigh(empty, grid, link, reach_of(0, LINKS[link].spaces), SPACES)
    for station in map(Station, range(len(STATIONS))):
        if grid.shows(station, size):
            _weigh_station(empty, grid, station)
    return empty


def _weigh(weights: WeightMap, grid: Grid, link: Link, half: float, weight: float) -> None:
    x, y = grid.middle(link)
    way = lane_way(centre_lane(link), grid.pitch)
    spots = [((x + dx) / COARSE, (y + dy) / COARSE) for dx, dy in way]
    weights.line(spots, max(1, round(2 * half * grid.pitch / COARSE)), weight)


def _weigh_station(weights: WeightMap, grid: Grid, station: Station) -> None:
    radius = reach(STATIONS[station].kind, RADIUS * grid.pitch)
    weights.put(_around(grid.at(station), radius), STATION)


def _along(start: Spot, end: Spot) -> list[tuple[int, int]]:
    """Return the px of the weights on a line, both ends included."""
    (ax, ay), (bx, by) = start, end
    count = max(1, round(max(abs(bx - ax), abs(by - ay)) / COARSE))
    shares = (n / count for n in range(count + 1))
    return [
        (round((ax + (bx - ax) * share) / COARSE), round((ay + (by - ay) * share) / COARSE))
        for share in shares
    ]


def _around(centre: Spot, radius: float) -> Box:
    x, y = centre
    return round(x - radius), round(y - radius), round(x + radius), round(y + radius)
