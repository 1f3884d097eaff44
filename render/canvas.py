"""An image or a part of it, and the few operations with which layers draw on it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from PIL import Image

from render import signs
from render.boxes import Box, moved
from render.stamps import Stamp, discs, kept
from render.text.lettering import Weight, fitted, letters
from render.theme import CARD, INK, Colour


@dataclass(frozen=True, slots=True)
class Canvas:
    """A full-colour image to draw on, in px from its top left corner.

    Attributes:
        image: the image, in RGB.
    """

    image: Image.Image

    def stamp(self, stamp: Stamp, x: int, y: int, ink: Colour | None = None) -> None:
        """Paste a shape with its anchor at a spot; parts outside are cut off.

        Args:
            stamp: the shape.
            x: px of its anchor from the left.
            y: px of its anchor from the top.
            ink: colour that replaces its own.
        """
        image = self.image
        left, top = x + stamp.left, y + stamp.top
        wide, tall = stamp.size
        right, bottom = left + wide, top + tall
        width, height = image.size
        if right <= 0 or bottom <= 0 or left >= width or top >= height:
            return
        box, fill = (left, top, right, bottom), ink or stamp.fill
        # This runs hundreds of times a picture; `Image.paste` checks cases that cannot occur here.
        paste, colours = image.im.paste, fill if isinstance(fill, tuple) else fill.im
        for (first, upper, last, lower), core in stamp.cover.cores:
            spot = (left + first, top + upper, left + last, top + lower)
            # A strip outside the picture would cost a call and change nothing.
            if spot[3] <= 0 or spot[1] >= height:
                continue
            paste(colours, spot, core)
        # Only tests note signs; a bot that draws pays one check.
        if signs.is_noting():
            moved_signs = tuple(replace(sign, box=moved(sign.box, x, y)) for sign in stamp.signs)
            colour = fill if isinstance(fill, tuple) else None
            what = {"signs": moved_signs, "ink": colour, "anchor": (x, y), "shape": stamp.shape}
            signs.note_put(self.image, box, stamp.mask, **what)

    def lay(self, part: Image.Image, top_left: tuple[int, int]) -> None:
        """Paste another image with its top left corner at a spot."""
        self.image.paste(part, top_left)
        signs.laid(part, self.image, top_left)

    def layers(self, stamps: Iterable[Stamp], x: int, y: int) -> None:
        """Paste shapes over each other, all with their anchors at one spot."""
        for stamp in stamps:
            self.stamp(stamp, x, y)

    def text(
        self,
        point: tuple[int, int],
        text: str,
        size: int,
        *,
        ink: Colour = INK,
        weight: Weight = Weight.SEMIBOLD,
        anchor: str = "ls",
        room: int | None = None,
    ) -> None:
        """Write one line.

        Args:
            point: px of its anchor.
            text: the text, of drawable characters only.
            size: size of the letters, in px.
            ink: their colour.
            weight: weight of the typeface.
            anchor: the anchor by Pillow's name; by default the left end of the baseline.
            room: px after which the text is cut; None: never.
        """
        line = text if room is None else fitted(text, size, weight, room)
        if line:
            self.stamp(letters(line, size, weight, anchor), *point, ink)

    def letter(self, centre: tuple[int, int], text: str, size: int, ink: Colour = INK) -> None:
        """Write bold letters around a spot, as on a sign."""
        self.text(centre, text, size, ink=ink, weight=Weight.BOLD, anchor="mm")

    def box(self, box: Box, colour: Colour) -> None:
        """Fill a rectangle with square corners."""
        self.image.paste(colour, box)
        signs.note_put(self.image, box, ink=colour)

    def card(self, box: Box, colour: Colour = CARD, radius: int = 14) -> None:
        """Fill a rectangle with smooth round corners."""
        left, top, right, bottom = box
        self.box((left + radius, top, right - radius, bottom), colour)
        self.box((left, top + radius, right, bottom - radius), colour)
        disc = disc_stamp(radius, colour)
        for x in (left + radius, right - radius):
            for y in (top + radius, bottom - radius):
                self.stamp(disc, x, y)


@kept
def disc_stamp(radius: float, colour: Colour) -> Stamp:
    """Return a plain disc."""
    return discs(radius, colour, (radius, colour)).stamp()


@kept
def ring_stamp(radius: float, rim: Colour, width: float, core: Colour) -> Stamp:
    """Return a disc with a rim."""
    return discs(radius, rim, (radius, rim), (radius - width, core)).stamp()


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
