"""Where something can be put: how much of what is drawn lies in a box."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw

from metrobot.games.underground.board import LINKS, STATIONS, Link, Station
from render.canvas import Box
from render.underground.glyphs import reach
from render.underground.grid import Grid, Spot, link_ends
from render.underground.lettered import Laid
from render.underground.tracks import whole_link

COARSE: Final = 4
"""Px of the picture to one of the map of weights."""
SPACES: Final = 1.0
TRACK: Final = 6.0
NEW: Final = 16.0
"""Of pieces just laid, whose contour is to be seen."""
STATION: Final = 24.0
FULL: Final = 400.0
"""Weight of what must not be hidden: names, numbers, the passenger."""
RADIUS: Final = 0.15
"""Of a regular station with its rim, in pitches."""


class Room:
    """A coarse map of a picture: the more is lost where it is covered, the higher."""

    def __init__(self, grid: Grid, box: Box, laid: Laid, new: Iterable[Link] = ()) -> None:
        """Weigh the spaces, the pieces and the stations.

        Args:
            grid: where the map lies.
            box: within which things can be put, in px.
            laid: the pieces on each link.
            new: the links on which pieces are new.
        """
        self.box = box
        size = box[2], box[3]
        self._weights = _empty(grid, size).copy()
        self._draw = ImageDraw.Draw(self._weights)
        self._numbers = list[Box]()
        for link in laid:
            _weigh(self._draw, grid, link, TRACK)
        for link in laid.keys() & set(new):
            _weigh(self._draw, grid, link, NEW)
        touched = {end for link in laid for end in (LINKS[link].a, LINKS[link].b)}
        for station in touched:
            if grid.shows(station, size):
                _weigh_station(self._draw, grid, station)

    def weights(self) -> Image.Image:
        """Return all weights as they are now, to come back to."""
        return self._weights.copy()

    def back_to(self, weights: Image.Image) -> None:
        """Forget what was put since then; numbers stay what they are."""
        self._weights.paste(weights)

    def disc(self, at: Spot, radius: float, weight: float = FULL) -> None:
        """Weigh a disc; what lay there before counts no more."""
        self._draw.ellipse(_corners(_around(at, radius)), fill=weight)

    def square(self, at: Spot, radius: float) -> None:
        """Weigh the square around a disc, so that names keep off its corners."""
        self.put(_around(at, radius))

    def put(self, box: Box, weight: float = FULL) -> None:
        """Weigh a box; what lay there before counts no more."""
        self._draw.rectangle(_corners(box), fill=weight)

    def number(self, box: Box) -> None:
        """Weigh the box of a number, and let no line to a name run through it."""
        self.put(box)
        self._numbers.append(box)

    def crosses_number(self, start: Spot, end: Spot) -> bool:
        """Return whether a thin line runs through a number."""
        spots = [(x * COARSE, y * COARSE) for x, y in _along(start, end)]
        return any(
            left - COARSE <= x <= right + COARSE and top - COARSE <= y <= bottom + COARSE
            for left, top, right, bottom in self._numbers
            for x, y in spots
        )

    def holds(self, box: Box) -> bool:
        """Return whether a box lies where things can be put."""
        return holds(self.box, box)

    def is_free(self, box: Box) -> bool:
        """Return whether a box lies within, and nothing there must not be hidden."""
        if not self.holds(box):
            return False
        return self.most_in(box) < FULL

    def most_in(self, box: Box) -> float:
        """Return the weight of the most important thing that a box covers."""
        left, top, right, bottom = (side // COARSE for side in box)
        part = self._weights.crop((left, top, right + 1, bottom + 1))
        most = part.getextrema()[1]
        assert isinstance(most, float)  # of an image of mode F
        return most

    def most(self, start: Spot, end: Spot) -> float:
        """Return the weight of the most important thing that a thin line crosses."""
        pixels = self._weights.load()
        assert pixels is not None  # it was made here
        try:
            return max([w for at in _along(start, end) if isinstance(w := pixels[at], float)])
        except IndexError:  # it leaves the picture
            return FULL

    def line(self, start: Spot, end: Spot) -> None:
        """Weigh a thin line."""
        self._draw.line(_along(start, end), fill=FULL, width=2)

    def cost(self, box: Box) -> float:
        """Return how much a box would cover: 1 for a square of 16 px of track."""
        left, top, right, bottom = (side / COARSE for side in box)
        # Pillow takes no box that leaves the picture: nothing that has to be seen goes there.
        try:
            part = self._weights.resize((1, 1), Image.Resampling.BOX, (left, top, right, bottom))
        except ValueError:
            return FULL * (right - left) * (bottom - top) / 16
        mean = part.getpixel((0, 0))
        assert isinstance(mean, float)  # of an image of mode F
        return mean * (right - left) * (bottom - top) / 16

    def best(self, boxes: Iterable[tuple[float, Box]]) -> tuple[float, Box] | None:
        """Return the box that costs least, with its cost; None if none lies within.

        Args:
            boxes: each with what it costs besides.
        """
        costs = [(extra + self.cost(box), box) for extra, box in boxes if self.holds(box)]
        return min(costs, default=None)


def holds(outer: Box, box: Box) -> bool:
    """Return whether a box lies in another one."""
    left, top, right, bottom = outer
    return left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom


@cache
def wideness(link: Link) -> float:
    """Return how much of the map a link takes across, in pitches."""
    return 2 * whole_link(link).outermost + whole_link(link).width


@lru_cache(maxsize=2)
def _empty(grid: Grid, size: tuple[int, int]) -> Image.Image:
    """Return the weights of a map without pieces; not to be drawn on."""
    weights = Image.new("F", (size[0] // COARSE + 1, size[1] // COARSE + 1), 0.0)
    draw = ImageDraw.Draw(weights)
    for link in grid.links(size):
        _weigh(draw, grid, link, SPACES)
    for station in map(Station, range(len(STATIONS))):
        if grid.shows(station, size):
            _weigh_station(draw, grid, station)
    return weights


def _weigh(draw: ImageDraw.ImageDraw, grid: Grid, link: Link, weight: float) -> None:
    """Weigh a link."""
    (ax, ay), (bx, by) = (grid.at(station) for station in link_ends(link))
    path = (ax / COARSE, ay / COARSE, bx / COARSE, by / COARSE)
    wide = round(wideness(link) * grid.pitch / COARSE)
    draw.line(path, fill=weight, width=max(1, wide))


def _weigh_station(draw: ImageDraw.ImageDraw, grid: Grid, station: Station) -> None:
    """Weigh a station."""
    radius = reach(STATIONS[station].kind, RADIUS * grid.pitch)
    draw.rectangle(_corners(_around(grid.at(station), radius)), fill=STATION)


def _corners(box: Box) -> Box:
    """Return what a box takes on the map of weights."""
    left, top, right, bottom = box
    return left // COARSE, top // COARSE, -(-right // COARSE), -(-bottom // COARSE)


def _along(start: Spot, end: Spot) -> list[tuple[int, int]]:
    """Return where a line lies on the map of weights, both ends included."""
    (ax, ay), (bx, by) = start, end
    count = max(1, round(max(abs(bx - ax), abs(by - ay)) / COARSE))
    shares = (n / count for n in range(count + 1))
    return [
        (round((ax + (bx - ax) * share) / COARSE), round((ay + (by - ay) * share) / COARSE))
        for share in shares
    ]


def _around(at: Spot, radius: float) -> Box:
    """Return the box of a disc."""
    x, y = at
    return round(x - radius), round(y - radius), round(x + radius), round(y + radius)
