"""Weights of what is drawn, for finding places that hide little."""

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from render.boxes import Box, Spot, holds

COARSE: Final = 4
"""Px of the picture for one px of the weights."""


class WeightMap:
    """A coarse map of a picture: the more is lost by hiding a spot, the higher its weight."""

    def __init__(self, box: Box, weights: Image.Image) -> None:
        """Start with some weights.

        Args:
            box: box within which things can be put, in px.
            weights: image of the weights, which is drawn on; `no_weights` or a copy of others.
        """
        self.box, self._weights = box, weights
        self._draw = ImageDraw.Draw(weights)

    def weights(self) -> Image.Image:
        """Return a copy of all weights."""
        return self._weights.copy()

    def back_to(self, weights: Image.Image) -> None:
        """Restore earlier weights."""
        self._weights.paste(weights)

    def put(self, box: Box, weight: float) -> None:
        """Weigh a box, replacing earlier weights."""
        self._draw.rectangle(coarse(box), fill=weight)

    def line(self, spots: Sequence[Spot], width: int, weight: float) -> None:
        """Weigh a line, replacing earlier weights.

        Args:
            spots: its corners, in px of the weights.
            width: its width, likewise.
            weight: its weight.
        """
        self._draw.line(spots, fill=weight, width=width)

    def mean(self, box: tuple[float, float, float, float]) -> float:
        """Return the mean weight within a box, which is in px of the weights."""
        # Thousands of looks a picture: `Image.resize` checks cases that cannot occur here.
        mean = self._weights.im.resize((1, 1), Image.Resampling.BOX, box).getpixel((0, 0))
        # Images of mode F have floats, which Pillow's types do not say.
        assert isinstance(mean, float)
        return mean

    def holds(self, box: Box) -> bool:
        """Return whether a box lies where things can be put."""
        return holds(self.box, box)


def no_weights(size: tuple[int, int]) -> Image.Image:
    """Return the weights of an empty picture of a size."""
    # One px more, for what is left of a side that four does not divide.
    return Image.new("F", (size[0] // COARSE + 1, size[1] // COARSE + 1), 0.0)


def coarse(box: Box) -> Box:
    """Return a box in px of the weights."""
    left, top, right, bottom = box
    # Rounded outwards, so that every px that a box touches counts.
    return left // COARSE, top // COARSE, -(-right // COARSE), -(-bottom // COARSE)
