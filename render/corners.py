"""Round outer corners, so that a picture lies well on a dark page and on a light one.

The last four colours of a file are the page's, more and more opaque: a smooth
edge costs four places in the palette and no second channel.
"""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.palette import SIZE
from render.theme import PAGE

RADIUS: Final = 20
"""Px, of a picture at its full size."""
_OPACITIES: Final = (0, 64, 128, 192)
ALPHAS: Final = bytes((*[255] * SIZE, *_OPACITIES))
"""How opaque each colour of a finished picture is, as its file says."""
_SMOOTH: Final = 4
_OPAQUE: Final = 255


def rounded(image: Image.Image) -> Image.Image:
    """Return a picture in a palette's colours with its outer corners cut off."""
    shades = (image.getpalette() or [])[: 3 * SIZE]
    cut = image.copy()
    cut.putpalette(shades + shades[-3:] * (SIZE - len(shades) // 3) + [*PAGE] * len(_OPACITIES))
    right, bottom = image.width - RADIUS, image.height - RADIUS
    for quarter, at in enumerate(((0, 0), (right, 0), (right, bottom), (0, bottom))):
        colours, where = corner(quarter)
        cut.paste(colours, at, where)
    return cut


@lru_cache(maxsize=4)
def corner(quarter: int) -> tuple[Image.Image, Image.Image]:
    """Return a corner's numbers of colours, and where they count; clockwise from the top left."""
    side = RADIUS * _SMOOTH
    large = Image.new("L", (side, side), 0)
    ImageDraw.Draw(large).ellipse((0, 0, 2 * side, 2 * side), fill=_OPAQUE)
    cover = large.reduce(_SMOOTH).rotate(-90 * quarter)
    step = (_OPAQUE + 1) // len(_OPACITIES)
    numbers = cover.point([SIZE + value // step for value in range(_OPAQUE + 1)])
    return numbers, cover.point([_OPAQUE if value < _OPAQUE else 0 for value in range(256)])
