"""Palettes of pictures, and the reduction of full colour to a palette."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from PIL import Image

from render import theme
from render.signs import carried
from render.theme import Colour, blend

SIZE: Final = 252
"""Colours of a picture; the other four of a file are those of its corners (`corners.py`)."""


def ramp(over: Colour, under: Colour, steps: int) -> Iterator[Colour]:
    """Yield the colours between two, for smooth edges."""
    for step in range(1, steps + 1):
        yield blend(over, under, step / (steps + 1))


def _roles() -> Iterator[Colour]:
    """Yield every colour that a picture may have as a plain surface."""
    yield from (theme.PAGE, theme.CARD, theme.QUIET_CARD, theme.RULE)
    yield from (theme.INK, theme.SOFT_INK, theme.FAINT_INK)
    yield from theme.DISTRICTS
    yield from (theme.NAME_GROUND, theme.CELL_EDGE, theme.DISTRICT_EDGE, theme.CITY_EDGE)
    yield from (theme.PARK, theme.PARK_INK, theme.LAKE, theme.LAKE_INK)
    yield from theme.SPOTS
    yield from theme.COMPANIES + theme.EDGES + theme.OLD_LINES + theme.GHOSTS + theme.ROW_TINTS
    yield from (theme.HINT, theme.WARNING, theme.GATE_END, theme.BAD, theme.GOOD)
    yield from (theme.BAD_GHOST, theme.UNUSED)


def _edges() -> Iterator[Colour]:
    """Yield the colours of smooth edges, the most visible ones first."""
    ground = theme.DISTRICTS[0]
    yield from ramp(theme.INK, theme.CARD, 9)
    for colour in theme.COMPANIES:
        yield from ramp(colour, theme.CARD, 7)
        yield from ramp(colour, theme.INK, 2)
    for edge, old, pale in zip(theme.EDGES, theme.OLD_LINES, theme.GHOSTS, strict=True):
        yield from ramp(edge, ground, 2)
        yield from (blend(edge, old, 0.5), blend(edge, pale, 0.5))
    for colour in (theme.SOFT_INK, theme.FAINT_INK, theme.GATE_END):
        yield from ramp(colour, theme.PAGE, 5)
        yield from ramp(colour, ground, 4)
    for colour in theme.SPOTS:
        yield from ramp(colour, ground, 4)
    for colour, under in ((theme.PARK_INK, theme.PARK), (theme.LAKE_INK, theme.LAKE)):
        yield from ramp(colour, under, 3)
        yield from ramp(under, ground, 2)
    for colour in (theme.DISTRICT_EDGE, theme.CITY_EDGE, theme.CELL_EDGE):
        yield from ramp(colour, ground, 3)
        yield from ramp(colour, theme.PAGE, 2)
    yield from ramp(theme.WARNING, ground, 4)
    yield from ramp(theme.WARNING, theme.INK, 3)
    yield from ramp(theme.UNUSED, theme.NAME_GROUND, 3)
    for colour in (theme.BAD, theme.GOOD):
        yield from ramp(colour, theme.CARD, 4)
    for tint, ink in zip(theme.ROW_TINTS, theme.COMPANIES, strict=True):
        yield from ramp(theme.INK, tint, 3)
        yield from ramp(ink, tint, 2)
    yield from ramp(theme.INK, theme.PAGE, 5)
    yield from ramp(theme.CARD, theme.PAGE, 3)


# One palette for all pictures of a game: a byte a pixel is quick to pack, and grounds are kept in
# it (docs/decisions/own-png-writer.md).
class Palette:
    """A set of colours to which full-colour images are reduced."""

    def __init__(self, shades: Iterable[Colour]) -> None:
        """Keep the colours without repeats, at most 252 of them, the first ones."""
        self.colours = tuple(dict.fromkeys(shades))[:SIZE]

    @cached_property
    def flat(self) -> bytes:
        """Red, green and blue of each colour in turn."""
        return bytes(channel for colour in self.colours for channel in colour)

    @cached_property
    def _whole(self) -> bytes:
        """All colours as in a file, the last one repeated."""
        return self.flat + self.flat[-3:] * (256 - len(self.colours))

    @cached_property
    def _source(self) -> Image.Image:
        """An image with the palette; it remembers the nearest colours that it found."""
        source = Image.new("P", (1, 1))
        source.putpalette(self._whole)
        return source

    def sheet(self, size: tuple[int, int], colour: Colour) -> Image.Image:
        """Return an image with this palette, filled with one colour."""
        sheet = Image.new("P", size, self.colours.index(colour))
        sheet.putpalette(self._whole)
        return sheet

    def reduced(self, image: Image.Image) -> Image.Image:
        """Return a full-colour image in these colours, without dithering."""
        # Dithering would speckle flat surfaces, and pack badly.
        return carried(image, image.quantize(palette=self._source, dither=Image.Dither.NONE))

    def rendered(self, image: Image.Image) -> Image.Image:
        """Return a full-colour image in these colours alone, again in full colour."""
        reduced = self.reduced(image)
        return carried(reduced, reduced.convert("RGB"))


# Surfaces come first, since colours beyond the 252nd are dropped.
COMMON: Final = Palette((*_roles(), *_edges()))
"""Palette of the pictures of MetrOmania."""
