"""Room: the weights of what is drawn, on which names and numbers find places that hide little."""

from collections.abc import Iterable
from copy import copy
from typing import Final, Self

from PIL import Image, ImageDraw

from render.boxes import Box, Spot, area, holds, shared
from render.placing.leaders import Leader, spots_along

COARSE: Final = 4
"""Px of the picture for one px of the weights."""
FULL: Final = 400.0
"""Weight of what must not be hidden, and of each px outside the picture."""


class Room:
    """A coarse map of a picture: the more is lost by hiding a spot, the higher its weight."""

    def __init__(self, box: Box, unit: float = 1.0) -> None:
        """Start with an empty picture.

        Args:
            box: box within which things can be put, in px.
            unit: weight of px that cost 1.0.
        """
        # One px more, for what is left of a side that four does not divide.
        size = box[2] // COARSE + 1, box[3] // COARSE + 1
        self.box, self._unit = box, unit
        self.numbers = list[Box]()
        """Boxes that no leader may cross."""
        self._weights = Image.new("F", size, 0.0)
        self._draw = ImageDraw.Draw(self._weights)

    def copy(self, box: Box | None = None) -> Self:
        """Return the same, perhaps with another box, on which more can be put."""
        other = copy(self)
        other.box, other.numbers = self.box if box is None else box, [*self.numbers]
        other._weights = self._weights.copy()
        other._draw = ImageDraw.Draw(other._weights)
        return other

    def back_to(self, other: "Room") -> None:
        """Take over the weights of a room of the same size."""
        self._weights.paste(other._weights)

    def put(self, box: Box, weight: float = FULL) -> None:
        """Weigh a box, replacing earlier weights."""
        left, top, right, bottom = box
        corners = left // COARSE, top // COARSE, right // COARSE, bottom // COARSE
        self._draw.rectangle(corners, fill=weight)

    def disc(self, centre: Spot, radius: float, weight: float = FULL) -> None:
        """Weigh a disc, replacing earlier weights."""
        (x, y), half = centre, radius / COARSE
        x, y = x / COARSE, y / COARSE
        self._draw.ellipse((x - half, y - half, x + half, y + half), fill=weight)

    def line(self, spots: Iterable[Spot], width: float, weight: float) -> None:
        """Weigh a line, replacing earlier weights; spots and width are in px."""
        path = [(x / COARSE, y / COARSE) for x, y in spots]
        self._draw.line(path, fill=weight, width=max(1, round(width / COARSE)))

    def holds(self, box: Box) -> bool:
        """Return whether a box lies where things can be put."""
        return holds(self.box, box)

    def cost(self, box: Box) -> float:
        """Return the cost of a box: the weight of each px that it hides or that is outside."""
        # Most boxes lie within the picture.
        if self.holds(box):
            return self._mean(box) * area(box) / self._unit
        seen = shared(box, self.box)
        hidden = self._mean(seen) * area(seen) if area(seen) else 0.0
        return (hidden + FULL * (area(box) - area(seen))) / self._unit

    def _mean(self, box: Box) -> float:
        # Rounded outwards, so that every px that the box touches counts.
        left, top, right, bottom = box
        part = left // COARSE, top // COARSE, -(-right // COARSE), -(-bottom // COARSE)
        # Thousands of looks a picture: `Image.resize` checks cases that cannot occur here.
        mean = self._weights.im.resize((1, 1), Image.Resampling.BOX, part).getpixel((0, 0))
        # Images of mode F have floats, which Pillow's types do not say.
        assert isinstance(mean, float)
        return mean

    def most(self, box: Box) -> float:
        """Return the highest weight that a box hides."""
        left, top, right, bottom = box
        part = left // COARSE, top // COARSE, right // COARSE + 1, bottom // COARSE + 1
        most = self._weights.im.crop(part).getextrema()[1]
        assert isinstance(most, float)
        return most

    def is_free(self, box: Box) -> bool:
        """Return whether a box lies within and hides nothing that must not be hidden."""
        return self.holds(box) and self.most(box) < FULL

    def most_along(self, leader: Leader) -> float:
        """Return the highest weight under a leader: full, where it leaves the picture."""
        width, height = self._weights.size
        if not all(0 <= x < width * COARSE and 0 <= y < height * COARSE for x, y in leader):
            return FULL
        pixels = self._weights.load()
        assert pixels is not None  # it was made here
        spots = spots_along(leader, COARSE)
        return max(float(pixels[x // COARSE, y // COARSE]) for x, y in spots)  # type: ignore[arg-type]
