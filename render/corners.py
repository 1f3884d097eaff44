"""Round outer corners, for pictures on dark and light pages.

The last four colours of a file are the page's, more and more opaque. So a smooth edge
costs four places in the palette and no second channel.
"""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.palette import SIZE
from render.theme import PAGE

RADIUS: Final = 20
"""Radius of a corner, in px, for a picture at its full size."""
_OPACITIES: Final = (0, 64, 128, 192)
ALPHAS: Final = bytes((*[255] * SIZE, *_OPACITIES))
"""Opacity of each colour of a finished picture, as its file says."""
_SMOOTH: Final = 4
_OPAQUE: Final = 255


def rounded(image: Image.Image) -> Image.Image:
    """Return a picture in a palette's colours with round outer corners."""
    shades = (image.getpalette() or [])[: 3 * SIZE]
    # The picture itself may be used again, so its palette must not change.
    cut = image.copy()
    cut.putpalette(shades + shades[-3:] * (SIZE - len(shades) // 3) + [*PAGE] * len(_OPACITIES))
    right, bottom = image.width - RADIUS, image.height - RADIUS
    for quarter, at in enumerate(((0, 0), (right, 0), (right, bottom), (0, bottom))):
        colours, where = corner(quarter)
        cut.paste(colours, at, where)
    return cut


@lru_cache(maxsize=4)
def corner(quarter: int) -> tuple[Image.Image, Image.Image]:
    """Return a corner's colour numbers and its mask; quarters count clockwise from the top left."""
    side = RADIUS * _SMOOTH
    large = Image.new("L", (side, side), 0)
    ImageDraw.Draw(large).ellipse((0, 0, 2 * side, 2 * side), fill=_OPAQUE)
    cover = large.reduce(_SMOOTH).rotate(-90 * quarter)
    step = (_OPAQUE + 1) // len(_OPACITIES)
    numbers = cover.point([SIZE + value // step for value in range(_OPAQUE + 1)])
    return numbers, cover.point([_OPAQUE if value < _OPAQUE else 0 for value in range(256)])
