"""A canvas for a part of a picture, with its own origin."""

from dataclasses import dataclass

from render.boxes import Box, moved
from render.canvas import Canvas
from render.stamps import Stamp
from render.theme import Colour


@dataclass(frozen=True, slots=True)
class Inset(Canvas):
    """A canvas whose top left corner lies within a larger image.

    Attributes:
        left: px from the image's left edge.
        top: px from the image's top edge.
    """

    left: int
    top: int

    def stamp(self, stamp: Stamp, x: int, y: int, ink: Colour | None = None) -> None:
        """Paste a shape with its anchor at a spot of the inset."""
        Canvas.stamp(self, stamp, x + self.left, y + self.top, ink)

    def box(self, box: Box, colour: tuple[int, int, int]) -> None:
        """Fill a rectangle with square corners."""
        Canvas.box(self, moved(box, self.left, self.top), colour)
